//! Randomness of the operating system.

/// Sixteen random bytes.
///
/// # Panics
/// If the operating system has no randomness to give, which a node cannot run without.
pub fn bytes16() -> [u8; 16] {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A random number.
///
/// # Panics
/// As [`bytes16`].
pub fn u64() -> u64 {
    getrandom::u64().expect("the operating system gives random bytes")
}
