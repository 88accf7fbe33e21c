//! An offset means one record, for everybody and for ever; and ends only grow.

use alloc::collections::BTreeMap;
use alloc::format;

use super::{History, Value, Violation, violation};
use crate::ids::Offset;

/// What was acknowledged is at the offset that the acknowledgement named, and whatever was read at an offset
/// is what everyone reads there.
///
/// # Errors
/// The first offset with two records.
pub fn acked_where_told(history: &History) -> Result<(), Violation> {
    let mut at: BTreeMap<Offset, Value> = BTreeMap::new();
    for &(offset, value) in history.reads.iter().flatten().chain(&history.last_read) {
        if let Some(other) = at.insert(offset, value)
            && other != value
        {
            return violation(
                "inconsistent-offsets",
                format!("{other:?} and {value:?} were both read at {offset}"),
            );
        }
    }
    for (value, offset) in &history.acked {
        if let Some(other) = at.get(offset)
            && other != value
        {
            return violation(
                "inconsistent-offsets",
                format!("{value:?} was promised {offset}, where {other:?} is"),
            );
        }
    }
    Ok(())
}

/// HW: the end that clients are told never falls below one that was known before they asked.
///
/// # Errors
/// The first that did.
pub fn ends_never_fall(history: &History) -> Result<(), Violation> {
    match history.ends.iter().find(|(floor, end)| end < floor) {
        Some((floor, end)) => violation(
            "hw-regression",
            format!("the end was {end} after it had been {floor}"),
        ),
        None => Ok(()),
    }
}
