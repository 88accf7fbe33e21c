//! A part of a world that most steps leave alone: it is copied when it is changed, and hashed once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A value that states of a world share until one of them changes it. Its hash stands for it in theirs.
#[derive(Clone, Debug, Default)]
pub struct Shared<T> {
    value: Arc<T>,
    hash: OnceLock<u64>,
}

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self {
            value: Arc::new(value),
            hash: OnceLock::new(),
        }
    }
}

impl<T: Clone> Shared<T> {
    /// The value, to be changed here alone.
    pub fn make_mut(&mut self) -> &mut T {
        self.hash = OnceLock::new();
        Arc::make_mut(&mut self.value)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value) || self.value == other.value
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let hash = self.hash.get_or_init(|| fingerprint(&*self.value));
        state.write_u64(*hash);
    }
}

/// A hash that is the same in every run.
pub fn fingerprint<T: Hash>(value: &T) -> u64 {
    let mut folded = Folded::default();
    value.hash(&mut folded);
    folded.finish()
}

/// A quick hash without a seed: most of what is hashed are small numbers, and equal values must have equal hashes in
/// every run. Each word is folded in by a multiplication to twice its width, whose halves are mixed.
#[derive(Default)]
struct Folded(u64);

impl Folded {
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product as u64).rotate_left(23) ^ (product >> 64) as u64;
    }
}

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        let mut last = Self(self.0);
        last.fold(0);
        last.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.fold(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.fold(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.fold(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.fold(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.fold(value as u64);
    }
}
