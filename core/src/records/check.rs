//! From raw bytes to a [`Batch`]: each batch is checked once, where it enters.

use bytes::Bytes;

use super::batch::{Batch, HEADER_LEN, Header};
use crate::error::ErrorCode;

/// Where the range of the CRC begins: the attributes.
const CRC_FROM: usize = 21;

/// Checks what a client produced for one partition: exactly one batch (KIP-98), of format 2, intact,
/// with as many records as its offsets say, and not a control batch.
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
        !header.is_transactional()
    };
    if header.is_control() || !counts || !producer {
        return Err(ErrorCode::InvalidRecord);
    }
    Ok(batch)
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
    (crc32c::crc32c(&bytes[CRC_FROM..]) == header.crc).then_some(Batch { header, bytes })
}

/// The checksum of batches, and of the broker's own files.
pub fn crc(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes)
}
