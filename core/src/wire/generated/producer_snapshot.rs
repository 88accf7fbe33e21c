//! `ProducerSnapshot`, version 1.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ProducerSnapshot`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProducerSnapshot {
    /// Version 1.
    pub crc: u32,
    /// Version 1.
    pub producer_entries: Vec<ProducerEntry>,
}

impl Part for ProducerSnapshot {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            crc: r.u32()?,
            producer_entries: r.array(false, v)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.u32(self.crc);
        w.array(false, v, &self.producer_entries)?;
        Ok(())
    }
}

/// `ProducerEntry` of `ProducerSnapshot`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProducerEntry {
    /// Version 1.
    pub producer_id: i64,
    /// Version 1.
    pub epoch: i16,
    /// Version 1.
    pub last_sequence: i32,
    /// Version 1.
    pub last_offset: i64,
    /// Version 1.
    pub offset_delta: i32,
    /// Version 1.
    pub timestamp: i64,
    /// Version 1.
    pub coordinator_epoch: i32,
    /// Version 1.
    pub current_txn_first_offset: i64,
}

impl Part for ProducerEntry {
    const LEAST: usize = 46;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            producer_id: r.i64()?,
            epoch: r.i16()?,
            last_sequence: r.i32()?,
            last_offset: r.i64()?,
            offset_delta: r.i32()?,
            timestamp: r.i64()?,
            coordinator_epoch: r.i32()?,
            current_txn_first_offset: r.i64()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.producer_id);
        w.i16(self.epoch);
        w.i32(self.last_sequence);
        w.i64(self.last_offset);
        w.i32(self.offset_delta);
        w.i64(self.timestamp);
        w.i32(self.coordinator_epoch);
        w.i64(self.current_txn_first_offset);
        Ok(())
    }
}

impl Message for ProducerSnapshot {
    const NAME: &'static str = "ProducerSnapshot";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = None;
}
