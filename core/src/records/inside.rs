//! A look at the records inside an uncompressed batch that a client sent, which copies and allocates nothing: whether
//! there are as many as the header says, and what the broker must know of them.

use super::batch::{Compression, HEADER_LEN, Header};

/// What the records of a batch say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Inside {
    /// The least timestamp, in milliseconds.
    pub(super) min_timestamp: i64,
    /// The greatest timestamp, in milliseconds.
    pub(super) max_timestamp: i64,
    /// A record has no key.
    pub(super) lacks_key: bool,
}

/// Walks over the records of `batch`, a whole one. `Ok(None)` if they are compressed.
///
/// # Errors
/// If the batch does not hold exactly the records that its header claims, numbered in order.
pub(super) fn walk(header: &Header, batch: &[u8]) -> Result<Option<Inside>, Malformed> {
    if header.compression() != Some(Compression::None) {
        return Ok(None);
    }
    let mut rest = Rest(batch.get(HEADER_LEN..).ok_or(Malformed)?);
    let mut inside = Inside {
        min_timestamp: i64::MAX,
        max_timestamp: i64::MIN,
        lacks_key: false,
    };
    for number in 0..i64::from(header.count) {
        let mut record = Rest(rest.take()?.ok_or(Malformed)?);
        record.skip(1)?;
        let timestamp = header.base_timestamp.wrapping_add(record.varint()?);
        if record.varint()? != number {
            return Err(Malformed);
        }
        inside.min_timestamp = inside.min_timestamp.min(timestamp);
        inside.max_timestamp = inside.max_timestamp.max(timestamp);
        inside.lacks_key |= record.take()?.is_none();
        record.take()?;
        let headers = record.varint()?;
        if headers < 0 {
            return Err(Malformed);
        }
        for _ in 0..headers {
            record.take()?.ok_or(Malformed)?;
            record.take()?;
        }
        if !record.0.is_empty() {
            return Err(Malformed);
        }
    }
    if rest.0.is_empty() {
        Ok(Some(inside))
    } else {
        Err(Malformed)
    }
}

/// The batch is not what its header says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Malformed;

/// What is left to look at.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn skip(&mut self, len: usize) -> Result<(), Malformed> {
        self.0 = self.0.get(len..).ok_or(Malformed)?;
        Ok(())
    }

    /// A field with its length before it; `None` for null.
    #[inline(always)]
    fn take(&mut self) -> Result<Option<&'a [u8]>, Malformed> {
        let len = self.varint()?;
        if len < 0 {
            return Ok(None);
        }
        let len = usize::try_from(len).map_err(|_| Malformed)?;
        let (field, rest) = self.0.split_at_checked(len).ok_or(Malformed)?;
        self.0 = rest;
        Ok(Some(field))
    }

    /// A zig-zag number of variable length. Nearly all take one byte or two.
    #[inline(always)]
    fn varint(&mut self) -> Result<i64, Malformed> {
        match *self.0 {
            [byte, ref rest @ ..] if byte < 0x80 => {
                self.0 = rest;
                Ok(signed(u64::from(byte)))
            }
            [low, high, ref rest @ ..] if high < 0x80 => {
                self.0 = rest;
                Ok(signed(u64::from(low & 0x7f) | u64::from(high) << 7))
            }
            _ => self.long_varint(),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self) -> Result<i64, Malformed> {
        let mut value = 0u64;
        for (at, &byte) in self.0.iter().take(10).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 {
                self.0 = &self.0[at + 1..];
                return Ok(signed(value));
            }
        }
        Err(Malformed)
    }
}

/// What a zig-zag number stands for.
#[inline(always)]
fn signed(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
