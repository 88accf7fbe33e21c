//! The primitive values that Rust or `bytes` have no type for.

use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str;

use bytes::Bytes;

use super::WireError;

/// A string that shares the frame it was decoded from.
///
/// Comparison and hashing agree with those of `str`, so that maps keyed by it can be asked with a
/// `&str`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Str(Bytes);

impl Str {
    /// A string that lives as long as the program.
    pub const fn from_static(s: &'static str) -> Self {
        Self(Bytes::from_static(s.as_bytes()))
    }

    /// Takes over bytes that should be UTF-8.
    pub fn from_utf8(bytes: Bytes) -> Result<Self, WireError> {
        match str::from_utf8(&bytes) {
            Ok(_) => Ok(Self(bytes)),
            Err(_) => Err(WireError::Utf8),
        }
    }

    /// The string.
    pub fn as_str(&self) -> &str {
        // The bytes were validated on the way in and cannot change; without `unsafe`, asking again
        // is the only way to say so.
        str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Its bytes, which are UTF-8.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A copy that does not keep the frame alive.
    pub fn detach(&self) -> Self {
        Self(Bytes::copy_from_slice(&self.0))
    }
}

impl Deref for Str {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl From<&str> for Str {
    fn from(s: &str) -> Self {
        Self(Bytes::copy_from_slice(s.as_bytes()))
    }
}

impl From<String> for Str {
    fn from(s: String) -> Self {
        Self(Bytes::from(s.into_bytes()))
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// A 128-bit id: of a topic, a directory, an incarnation, a client instance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Uuid(pub [u8; 16]);

/// The URL-safe alphabet of RFC 4648.
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Uuid {
    /// All zeros: no id.
    pub const ZERO: Self = Self([0; 16]);

    /// Reads the 22 characters that [`Uuid`]'s `Display` writes. `None` for anything else, spare
    /// bits that are not zero included, so that every id has exactly one spelling.
    pub fn parse(s: &str) -> Option<Self> {
        if s.len() != 22 {
            return None;
        }
        let mut out = Vec::with_capacity(16);
        let (mut bits, mut have) = (0u32, 0);
        for c in s.bytes() {
            let digit = BASE64.iter().position(|b| *b == c)?;
            bits = bits << 6 | digit as u32;
            have += 6;
            if have >= 8 {
                have -= 8;
                out.push((bits >> have) as u8);
                bits &= (1 << have) - 1;
            }
        }
        if bits != 0 {
            return None;
        }
        out.try_into().ok().map(Self)
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0u8; 22];
        let (mut bits, mut have, mut at) = (0u32, 0, 0);
        for byte in self.0 {
            bits = bits << 8 | u32::from(byte);
            have += 8;
            while have >= 6 {
                have -= 6;
                text[at] = BASE64[(bits >> have & 63) as usize];
                at += 1;
            }
        }
        // 128 bits are 21 digits of six and two bits more.
        text[at] = BASE64[(bits << (6 - have) & 63) as usize];
        f.pad(str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A double by its bits, so that messages that hold one can be compared and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Float64(pub u64);

impl Float64 {
    /// The number.
    pub const fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for Float64 {
    fn from(value: f64) -> Self {
        Self(value.to_bits())
    }
}

impl fmt::Debug for Float64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.value(), f)
    }
}

/// The value of a `records` field: record batches, opaque to the codec.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Records {
    /// The bytes themselves; what decoding always gives.
    Inline(Bytes),
    /// Bytes that whoever sends the frame will put there, typically from a file.
    External {
        /// Names the bytes to whoever sends the frame; means nothing to the codec.
        token: u32,
        /// How many bytes there are.
        len: u32,
    },
}

impl Records {
    /// How many bytes there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Inline(bytes) => bytes.len(),
            Self::External { len, .. } => *len as usize,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl From<Bytes> for Records {
    fn from(bytes: Bytes) -> Self {
        Self::Inline(bytes)
    }
}
