//! The header of a record batch v2, and the two fields of it that the leader sets.

use bytes::Bytes;

use crate::ids::{Epoch, Offset};

/// Bytes of a batch before its first record.
pub const HEADER_LEN: usize = 61;

/// Bytes that the log writer replaces: base offset, length and leader epoch. They lie before the
/// CRC's range, so the client's checksum stays valid.
pub const PREFIX_LEN: usize = 16;

/// Where the checksum is.
const CRC_AT: usize = 17;

/// Where the range of the CRC begins: the attributes.
pub(super) const CRC_FROM: usize = 21;

/// Where the greatest timestamp is.
const MAX_TIMESTAMP_AT: usize = 35;

/// Bytes of base offset and length: what the length field does not count.
const LOG_OVERHEAD: usize = 12;

/// How the records of a batch are packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the codecs'")]
pub enum Compression {
    None,
    Gzip,
    Snappy,
    Lz4,
    Zstd,
}

/// The header of a batch, as it lies in the log or on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Header {
    /// Offset of the first record.
    pub base_offset: Offset,
    /// Bytes of the whole batch, this header included.
    pub len: u32,
    /// Epoch of the leader that appended the batch.
    pub leader_epoch: Epoch,
    /// Message format: 2.
    pub magic: i8,
    /// CRC-32C of everything from the attributes on.
    pub crc: u32,
    /// Codec, timestamp type, transactional and control bits.
    pub attributes: i16,
    /// Offset of the last record, relative to the first.
    pub last_offset_delta: i32,
    /// Timestamp of the first record, in milliseconds.
    pub base_timestamp: i64,
    /// Greatest timestamp in the batch, in milliseconds.
    pub max_timestamp: i64,
    /// Producer, or -1.
    pub producer_id: i64,
    /// Producer's epoch, or -1.
    pub producer_epoch: i16,
    /// Sequence number of the first record, or -1.
    pub base_sequence: i32,
    /// Number of records.
    pub count: i32,
}

impl Header {
    /// Reads a header; `None` if there are fewer than [`HEADER_LEN`] bytes or the length field cannot be
    /// that of a batch.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; HEADER_LEN] = bytes.get(..HEADER_LEN)?.try_into().ok()?;
        let i64_at = |at: usize| i64::from_be_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let i32_at = |at: usize| i32::from_be_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let i16_at = |at: usize| i16::from_be_bytes(bytes[at..at + 2].try_into().expect("2 bytes"));
        let len = usize::try_from(i32_at(8)).ok()?.checked_add(LOG_OVERHEAD)?;
        if len < HEADER_LEN {
            return None;
        }
        Some(Self {
            base_offset: i64_at(0),
            len: u32::try_from(len).ok()?,
            leader_epoch: i32_at(12),
            magic: i8::from_be_bytes([bytes[16]]),
            crc: u32::from_be_bytes(bytes[17..21].try_into().expect("4 bytes")),
            attributes: i16_at(21),
            last_offset_delta: i32_at(23),
            base_timestamp: i64_at(27),
            max_timestamp: i64_at(35),
            producer_id: i64_at(43),
            producer_epoch: i16_at(51),
            base_sequence: i32_at(53),
            count: i32_at(57),
        })
    }

    /// Offset of the last record.
    pub fn last_offset(&self) -> Offset {
        self.base_offset
            .saturating_add(i64::from(self.last_offset_delta))
    }

    /// Offset after the last record.
    pub fn end_offset(&self) -> Offset {
        self.last_offset().saturating_add(1)
    }

    /// Sequence number of the last record; numbers wrap from 2^31 - 1 to 0.
    pub fn last_sequence(&self) -> i32 {
        let last = i64::from(self.base_sequence) + i64::from(self.last_offset_delta);
        (last % (i64::from(i32::MAX) + 1)) as i32
    }

    /// The codec, or `None` if the attributes name none that exists.
    pub fn compression(&self) -> Option<Compression> {
        match self.attributes & 0x07 {
            0 => Some(Compression::None),
            1 => Some(Compression::Gzip),
            2 => Some(Compression::Snappy),
            3 => Some(Compression::Lz4),
            4 => Some(Compression::Zstd),
            _ => None,
        }
    }

    /// Part of a transaction (KIP-98).
    pub fn is_transactional(&self) -> bool {
        self.attributes & 0x10 != 0
    }

    /// Made by the broker, not for applications: a transaction marker, say.
    pub fn is_control(&self) -> bool {
        self.attributes & 0x20 != 0
    }

    /// Written by an idempotent producer.
    pub fn has_producer(&self) -> bool {
        self.producer_id >= 0
    }
}

/// One whole batch whose length, magic, checksum and counts were checked. [`super::check_client`] and
/// [`super::check_stored`] are the only ways to make one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Batch {
    pub(super) header: Header,
    pub(super) bytes: Bytes,
    pub(super) min_timestamp: i64,
    pub(super) lacks_key: bool,
}

impl Batch {
    /// A whole batch, of whose records nothing else is known.
    pub(super) fn new(header: Header, bytes: Bytes) -> Self {
        Self {
            min_timestamp: header.base_timestamp,
            lacks_key: false,
            header,
            bytes,
        }
    }

    /// The least timestamp of its records, in milliseconds. Known of what a client sent uncompressed; of others it is the
    /// first record's.
    pub fn min_timestamp(&self) -> i64 {
        self.min_timestamp
    }

    /// True if a record has no key, as far as that is known: of what a client sent uncompressed.
    pub fn lacks_key(&self) -> bool {
        self.lacks_key
    }

    /// The batch with another greatest timestamp, in milliseconds, and the checksum that belongs to it. As Kafka does for
    /// clients that say nothing, or something wrong: offsets are looked up by it.
    pub fn with_max_timestamp(self, max_timestamp: i64) -> Self {
        let mut bytes = self.bytes.to_vec();
        bytes[MAX_TIMESTAMP_AT..MAX_TIMESTAMP_AT + 8].copy_from_slice(&max_timestamp.to_be_bytes());
        let crc = super::crc(&bytes[CRC_FROM..]);
        bytes[CRC_AT..CRC_AT + 4].copy_from_slice(&crc.to_be_bytes());
        let header = Header {
            max_timestamp,
            crc,
            ..self.header
        };
        Self {
            header,
            bytes: bytes.into(),
            ..self
        }
    }

    /// The header as it came: base offset and leader epoch are not yet those of the log.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The whole batch as it came.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Bytes of the whole batch.
    pub fn len(&self) -> u32 {
        self.header.len
    }

    /// A batch is never empty.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The first [`PREFIX_LEN`] bytes as they go into the log; the rest of the batch follows unchanged.
    pub fn prefix(&self, base_offset: Offset, leader_epoch: Epoch) -> [u8; PREFIX_LEN] {
        let mut prefix = [0; PREFIX_LEN];
        prefix[..8].copy_from_slice(&base_offset.to_be_bytes());
        prefix[8..12].copy_from_slice(&self.bytes[8..12]);
        prefix[12..].copy_from_slice(&leader_epoch.to_be_bytes());
        prefix
    }

    /// Everything after the prefix.
    pub fn body(&self) -> &[u8] {
        &self.bytes[PREFIX_LEN..]
    }

    /// The batch as it lies in the log.
    pub fn placed(&self, base_offset: Offset, leader_epoch: Epoch) -> Bytes {
        let mut bytes = alloc::vec::Vec::with_capacity(self.bytes.len());
        bytes.extend_from_slice(&self.prefix(base_offset, leader_epoch));
        bytes.extend_from_slice(self.body());
        bytes.into()
    }
}
