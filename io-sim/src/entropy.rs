//! Randomness drawn from the seed.

use madsim::rand::{RngCore, thread_rng};

/// Sixteen random bytes.
pub fn bytes16() -> [u8; 16] {
    let mut bytes = [0; 16];
    thread_rng().fill_bytes(&mut bytes);
    bytes
}

/// A random number.
pub fn u64() -> u64 {
    thread_rng().next_u64()
}

/// True `per_million` times in a million.
pub(crate) fn chance(per_million: u32) -> bool {
    // Without a draw for zero, a knob that is off leaves the other draws of a seed where they were.
    per_million > 0 && below(1_000_000) < u64::from(per_million)
}

/// A random number below `end`, which must not be 0.
pub(crate) fn below(end: u64) -> u64 {
    // The bias of the remainder is below 2^-40 for the ranges used here, and a simulation does not mind.
    u64() % end
}

/// A random number of `range`; its start if it is empty.
pub(crate) fn within(range: &std::ops::Range<u64>) -> u64 {
    if range.end > range.start {
        range.start + below(range.end - range.start)
    } else {
        range.start
    }
}
