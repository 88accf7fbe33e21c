//! Nothing comes from nowhere.

use alloc::format;

use super::{History, Violation, violation};

/// Nothing is there that nobody sent.
///
/// # Errors
/// The first that is.
pub fn nothing_foreign(history: &History) -> Result<(), Violation> {
    let read = history.reads.iter().flatten().chain(&history.last_read);
    match read
        .map(|&(_, value)| value)
        .find(|value| !history.sent.contains(value))
    {
        Some(value) => violation(
            "foreign-value",
            format!("{value:?} was read and never sent"),
        ),
        None => Ok(()),
    }
}
