//! The records inside an uncompressed batch: for what the broker itself must read (its own internal
//! topics, offsets by timestamp) and for clients in tests. The produce and fetch roads never come here.

use bytes::Bytes;

use super::batch::{Batch, Compression, HEADER_LEN};
use crate::ids::Offset;

/// One record of a batch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// Its offset.
    pub offset: Offset,
    /// Milliseconds since the Unix epoch.
    pub timestamp: i64,
    /// The key, or null.
    pub key: Option<Bytes>,
    /// The value, or null.
    pub value: Option<Bytes>,
}

/// Reads the records of a batch one by one. It ends early, after one `Err`, at the first that is
/// malformed, and at once if the batch is compressed.
#[derive(Clone, Debug)]
pub struct Records {
    rest: Bytes,
    left: i32,
    base_offset: Offset,
    base_timestamp: i64,
}

/// The batch is compressed, or a record in it is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

impl Records {
    /// The records of `batch`.
    pub fn of(batch: &Batch) -> Self {
        let header = batch.header();
        let readable = header.compression() == Some(Compression::None);
        Self {
            rest: if readable {
                batch.bytes().slice(HEADER_LEN..)
            } else {
                Bytes::new()
            },
            left: header.count,
            base_offset: header.base_offset,
            base_timestamp: header.base_timestamp,
        }
    }

    fn one(&mut self) -> Option<Record> {
        let len = usize::try_from(varint(&mut self.rest)?).ok()?;
        if len > self.rest.len() {
            return None;
        }
        let mut body = self.rest.split_to(len);
        if body.is_empty() {
            return None;
        }
        let _attributes = body.split_to(1);
        let timestamp = self.base_timestamp.wrapping_add(varint(&mut body)?);
        let offset = self.base_offset.checked_add(varint(&mut body)?)?;
        let key = field(&mut body)?;
        let value = field(&mut body)?;
        let headers = varint(&mut body)?;
        for _ in 0..headers {
            field(&mut body)??;
            field(&mut body)?;
        }
        Some(Record {
            offset,
            timestamp,
            key,
            value,
        })
    }
}

impl Iterator for Records {
    type Item = Result<Record, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left <= 0 {
            return None;
        }
        self.left -= 1;
        let record = self.one();
        if record.is_none() {
            self.left = 0;
        }
        Some(record.ok_or(Unreadable))
    }
}

/// A length-prefixed field: the outer `None` is a malformed one, the inner one is null.
fn field(rest: &mut Bytes) -> Option<Option<Bytes>> {
    let len = varint(rest)?;
    if len < 0 {
        return Some(None);
    }
    let len = usize::try_from(len).ok()?;
    (len <= rest.len()).then(|| Some(rest.split_to(len)))
}

fn varint(rest: &mut Bytes) -> Option<i64> {
    let mut value = 0u64;
    for (at, &byte) in rest.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            let _ = rest.split_to(at + 1);
            return Some((value >> 1) as i64 ^ -((value & 1) as i64));
        }
    }
    None
}
