//! From raw bytes to a [`Batch`]: each batch is checked once, where it enters.

use bytes::Bytes;

use super::batch::{Batch, CRC_FROM, HEADER_LEN, Header};
use super::inside::{self, Malformed};
use crate::error::ErrorCode;

/// Attributes that a client may set: the codec. There are no transactions yet; the others are the broker's to set, or mean
/// nothing yet, and what is in a log stays there until they do.
const CLIENT_ATTRIBUTES: i16 = 0x07;

/// Checks what a client produced for one partition: exactly one batch (KIP-98), of format 2, intact,
/// with as many records as its offsets say, and not a control batch. Of compressed records the count is believed: the broker
/// does not unpack them. A greatest timestamp that is not that of the records is put right.
///
/// # Errors
/// The error code that refuses the partition.
pub fn check_client(bytes: &Bytes) -> Result<Batch, ErrorCode> {
    if bytes.len() < HEADER_LEN {
        return Err(ErrorCode::InvalidRecord);
    }
    if bytes[16] < 2 {
        return Err(ErrorCode::UnsupportedForMessageFormat);
    }
    let header = Header::parse(bytes).ok_or(ErrorCode::CorruptMessage)?;
    let len = header.len as usize;
    if len < bytes.len() {
        return Err(ErrorCode::InvalidRecord);
    }
    let batch = check_stored(bytes).ok_or(ErrorCode::CorruptMessage)?;
    if header.compression().is_none() {
        return Err(ErrorCode::UnsupportedCompressionType);
    }
    let counts = header.count > 0 && header.last_offset_delta == header.count - 1;
    let producer = if header.has_producer() {
        header.producer_epoch >= 0 && header.base_sequence >= 0
    } else {
        true
    };
    if header.attributes & !CLIENT_ATTRIBUTES != 0 || !counts || !producer {
        return Err(ErrorCode::InvalidRecord);
    }
    look_inside(batch).map_err(|Malformed| ErrorCode::InvalidRecord)
}

/// Notes what the records of a client's batch say, if they can be read.
fn look_inside(batch: Batch) -> Result<Batch, Malformed> {
    let Some(inside) = inside::walk(&batch.header, &batch.bytes)? else {
        return Ok(batch);
    };
    let batch = Batch {
        min_timestamp: inside.min_timestamp,
        lacks_key: inside.lacks_key,
        ..batch
    };
    Ok(if batch.header.max_timestamp == inside.max_timestamp {
        batch
    } else {
        batch.with_max_timestamp(inside.max_timestamp)
    })
}

/// Checks the batch at the start of `bytes`, which may be followed by others: length, magic and CRC.
/// `None` if it is not whole or not intact.
pub fn check_stored(bytes: &Bytes) -> Option<Batch> {
    let header = Header::parse(bytes)?;
    let len = header.len as usize;
    if header.magic != 2 || bytes.len() < len || header.last_offset_delta < 0 {
        return None;
    }
    let bytes = bytes.slice(..len);
    (crc32c::crc32c(&bytes[CRC_FROM..]) == header.crc).then(|| Batch::new(header, bytes))
}

/// The checksum of batches, and of the broker's own files.
pub fn crc(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes)
}
