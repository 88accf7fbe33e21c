//! What was acknowledged, and what was read, stays.

use alloc::collections::BTreeSet;
use alloc::format;

use super::{History, Value, Violation, violation};

/// DUR: what was acknowledged is there at the end.
///
/// # Errors
/// The first record that is gone.
pub fn acked_survive(history: &History) -> Result<(), Violation> {
    let there: BTreeSet<Value> = history.last_read.iter().map(|&(_, value)| value).collect();
    match history.acked.keys().find(|value| !there.contains(value)) {
        Some(value) => violation(
            "acked-survive",
            format!("{value:?} was acknowledged and is gone"),
        ),
        None => Ok(()),
    }
}

/// DUR: what anyone has read is there at the end, acknowledged or not: readers are shown committed records only.
///
/// # Errors
/// The first record that is gone.
pub fn read_survive(history: &History) -> Result<(), Violation> {
    let there: BTreeSet<Value> = history.last_read.iter().map(|&(_, value)| value).collect();
    let mut read = history.reads.iter().flatten();
    match read.find(|(_, value)| !there.contains(value)) {
        Some((offset, value)) => violation(
            "read-survive",
            format!("{value:?} was read at {offset} and is gone"),
        ),
        None => Ok(()),
    }
}
