//! Records come once, in order and without gaps.

use alloc::collections::BTreeMap;
use alloc::format;

use super::{History, Value, Violation, violation};
use crate::ids::Offset;

/// SEQ: nothing is there twice.
///
/// # Errors
/// The first record that is.
pub fn not_repeated(history: &History) -> Result<(), Violation> {
    let mut seen: BTreeMap<Value, Offset> = BTreeMap::new();
    for &(offset, value) in &history.last_read {
        if let Some(first) = seen.insert(value, offset)
            && first != offset
        {
            return violation(
                "duplicate",
                format!("{value:?} is at {first} and at {offset}"),
            );
        }
    }
    Ok(())
}

/// SEQ: each producer's records are there in the order in which it sent them; and offsets grow.
///
/// # Errors
/// The first that is out of order.
pub fn in_order(history: &History) -> Result<(), Violation> {
    let mut last_offset = None;
    let mut last: BTreeMap<u64, u64> = BTreeMap::new();
    for &(offset, value) in &history.last_read {
        if last_offset.is_some_and(|last| last >= offset) {
            return violation(
                "offsets-grow",
                format!("offset {offset} was read after {last_offset:?}"),
            );
        }
        last_offset = Some(offset);
        if let Some(before) = last.insert(value.producer, value.number)
            && before >= value.number
        {
            return violation(
                "reorder-in-producer",
                format!("{value:?} was read after number {before}"),
            );
        }
    }
    Ok(())
}

/// SEQ: a reader misses no offset and reads none twice. Only for logs that are not compacted and whose every offset
/// holds a record.
///
/// # Errors
/// The first step that is not to the next offset.
pub fn reads_join(history: &History) -> Result<(), Violation> {
    for read in history.reads.iter().chain([&history.last_read]) {
        if let Some(step) = read.windows(2).find(|step| step[1].0 != step[0].0 + 1) {
            return violation(
                "poll-skip",
                format!("a reader went from offset {} to {}", step[0].0, step[1].0),
            );
        }
    }
    Ok(())
}
