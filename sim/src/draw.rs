//! Draws from the seed.

use std::ops::Range;
use std::time::Duration;

use highwater_io_sim::entropy;

/// A number below `end`, or 0 if `end` is 0.
pub(crate) fn below(end: u64) -> u64 {
    if end == 0 { 0 } else { entropy::u64() % end }
}

/// A number of `range`.
pub(crate) fn within(range: Range<u64>) -> u64 {
    range.start + below(range.end.saturating_sub(range.start))
}

/// True `percent` times in a hundred.
pub(crate) fn percent(percent: u64) -> bool {
    below(100) < percent
}

/// One of `choices`, which are not empty.
pub(crate) fn pick<T: Clone>(choices: &[T]) -> T {
    choices[below(choices.len() as u64) as usize].clone()
}

/// Milliseconds of `range`.
pub(crate) fn ms(range: Range<u64>) -> Duration {
    Duration::from_millis(within(range))
}

/// A number up to `end`, small ones as likely as large ones: the logarithm is drawn evenly.
pub(crate) fn skewed(end: u64) -> u64 {
    let bits = u64::from(u64::BITS - end.leading_zeros());
    below(1 << within(0..bits + 1)).min(end)
}
