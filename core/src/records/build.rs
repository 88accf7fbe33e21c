//! Making a batch: for the records that the broker itself writes, and for clients in tests.

use alloc::vec::Vec;

use bytes::Bytes;

use super::batch::{Batch, HEADER_LEN};
use super::check::check_stored;

/// Attributes, and six numbers of variable length, at their longest.
const RECORD_OVERHEAD: usize = 1 + 2 * 10 + 4 * 5;

/// The longest prefix of `records` that fits a batch of `max_bytes`, and at least the first of them.
pub fn fitting(records: &[NewRecord], max_bytes: usize) -> usize {
    let mut size = HEADER_LEN;
    let fits = |record: &&NewRecord| {
        size += record.size();
        size <= max_bytes
    };
    records.iter().take_while(fits).count().max(1)
}

/// One record to be written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NewRecord {
    /// The key, or null.
    pub key: Option<Bytes>,
    /// The value, or null (a tombstone on a compacted topic).
    pub value: Option<Bytes>,
    /// Milliseconds since the Unix epoch.
    pub timestamp: i64,
}

impl NewRecord {
    /// Bytes that it takes in a batch, at most.
    pub fn size(&self) -> usize {
        let bytes = |part: &Option<Bytes>| part.as_ref().map_or(0, Bytes::len);
        RECORD_OVERHEAD + bytes(&self.key) + bytes(&self.value)
    }
}

/// Who writes the batch: producer id, epoch and first sequence number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Producer {
    /// Producer id, or -1.
    pub id: i64,
    /// Producer's epoch, or -1.
    pub epoch: i16,
    /// Sequence number of the first record, or -1.
    pub sequence: i32,
}

impl Producer {
    /// Not idempotent.
    pub const NONE: Self = Self {
        id: -1,
        epoch: -1,
        sequence: -1,
    };
}

/// Builds an uncompressed batch of `records` with base offset 0.
///
/// # Panics
/// If there are no records, or their bytes pass 2 GiB.
pub fn batch(records: &[NewRecord], producer: Producer) -> Batch {
    assert!(!records.is_empty(), "a batch has at least one record");
    let base_timestamp = records[0].timestamp;
    let max_timestamp = records
        .iter()
        .map(|r| r.timestamp)
        .max()
        .unwrap_or(base_timestamp);
    let count = i32::try_from(records.len()).expect("records of one batch fit 31 bits");
    let mut out = Vec::with_capacity(HEADER_LEN + records.len() * 32);
    out.extend_from_slice(&0i64.to_be_bytes());
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&(-1i32).to_be_bytes());
    out.push(2);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&0i16.to_be_bytes());
    out.extend_from_slice(&(count - 1).to_be_bytes());
    out.extend_from_slice(&base_timestamp.to_be_bytes());
    out.extend_from_slice(&max_timestamp.to_be_bytes());
    out.extend_from_slice(&producer.id.to_be_bytes());
    out.extend_from_slice(&producer.epoch.to_be_bytes());
    out.extend_from_slice(&producer.sequence.to_be_bytes());
    out.extend_from_slice(&count.to_be_bytes());
    let mut body = Vec::new();
    for (delta, record) in records.iter().enumerate() {
        body.clear();
        body.push(0);
        put_varint(&mut body, record.timestamp.wrapping_sub(base_timestamp));
        put_varint(&mut body, delta as i64);
        put_bytes(&mut body, record.key.as_deref());
        put_bytes(&mut body, record.value.as_deref());
        put_varint(&mut body, 0);
        put_varint(&mut out, body.len() as i64);
        out.extend_from_slice(&body);
    }
    let len = i32::try_from(out.len() - 12).expect("a batch fits 31 bits");
    out[8..12].copy_from_slice(&len.to_be_bytes());
    let crc = crc32c::crc32c(&out[21..]);
    out[17..21].copy_from_slice(&crc.to_be_bytes());
    check_stored(&out.into()).expect("what was just built is whole")
}

fn put_bytes(out: &mut Vec<u8>, bytes: Option<&[u8]>) {
    match bytes {
        None => put_varint(out, -1),
        Some(bytes) => {
            put_varint(out, bytes.len() as i64);
            out.extend_from_slice(bytes);
        }
    }
}

/// Appends a zig-zag variable-length integer of up to 64 bits.
fn put_varint(out: &mut Vec<u8>, value: i64) {
    let mut rest = ((value << 1) ^ (value >> 63)) as u64;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}
