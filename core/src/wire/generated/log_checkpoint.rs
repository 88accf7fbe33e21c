//! `LogCheckpoint`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `LogCheckpoint`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LogCheckpoint {
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 0+.
    pub recovery_point: i64,
    /// Versions 0+.
    pub epochs: Vec<CheckpointEpoch>,
    /// Versions 0+.
    pub producers: Vec<CheckpointProducer>,
    /// Versions 0+.
    pub segments: Vec<CheckpointSegment>,
}

impl Part for LogCheckpoint {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            start_offset: r.i64()?,
            recovery_point: r.i64()?,
            epochs: r.array(true, v)?,
            producers: r.array(true, v)?,
            segments: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.start_offset);
        w.i64(self.recovery_point);
        w.array(true, v, &self.epochs)?;
        w.array(true, v, &self.producers)?;
        w.array(true, v, &self.segments)?;
        w.no_tags();
        Ok(())
    }
}

/// `CheckpointEpoch` of `LogCheckpoint`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckpointEpoch {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+.
    pub start_offset: i64,
}

impl Part for CheckpointEpoch {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            epoch: r.i32()?,
            start_offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.i64(self.start_offset);
        w.no_tags();
        Ok(())
    }
}

/// `CheckpointProducer` of `LogCheckpoint`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckpointProducer {
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub epoch: i16,
    /// Versions 0+.
    pub batches: Vec<CheckpointSequenced>,
}

impl Part for CheckpointProducer {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            producer_id: r.i64()?,
            epoch: r.i16()?,
            batches: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.producer_id);
        w.i16(self.epoch);
        w.array(true, v, &self.batches)?;
        w.no_tags();
        Ok(())
    }
}

/// `CheckpointSequenced` of `LogCheckpoint`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckpointSequenced {
    /// Versions 0+.
    pub first_sequence: i32,
    /// Versions 0+.
    pub last_sequence: i32,
    /// Versions 0+.
    pub base_offset: i64,
    /// Versions 0+.
    pub last_offset: i64,
    /// Versions 0+.
    pub timestamp: i64,
}

impl Part for CheckpointSequenced {
    const LEAST: usize = 33;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            first_sequence: r.i32()?,
            last_sequence: r.i32()?,
            base_offset: r.i64()?,
            last_offset: r.i64()?,
            timestamp: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.first_sequence);
        w.i32(self.last_sequence);
        w.i64(self.base_offset);
        w.i64(self.last_offset);
        w.i64(self.timestamp);
        w.no_tags();
        Ok(())
    }
}

/// `CheckpointSegment` of `LogCheckpoint`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckpointSegment {
    /// Versions 0+.
    pub base_offset: i64,
    /// Versions 0+.
    pub end_offset: i64,
    /// Versions 0+.
    pub size: i64,
    /// Versions 0+.
    pub max_timestamp: i64,
    /// Versions 0+.
    pub index: Vec<CheckpointIndexEntry>,
}

impl Part for CheckpointSegment {
    const LEAST: usize = 34;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            base_offset: r.i64()?,
            end_offset: r.i64()?,
            size: r.i64()?,
            max_timestamp: r.i64()?,
            index: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.base_offset);
        w.i64(self.end_offset);
        w.i64(self.size);
        w.i64(self.max_timestamp);
        w.array(true, v, &self.index)?;
        w.no_tags();
        Ok(())
    }
}

/// `CheckpointIndexEntry` of `LogCheckpoint`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckpointIndexEntry {
    /// Versions 0+.
    pub offset: i64,
    /// Versions 0+.
    pub position: i64,
    /// Versions 0+.
    pub max_timestamp_before: i64,
}

impl Part for CheckpointIndexEntry {
    const LEAST: usize = 25;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            offset: r.i64()?,
            position: r.i64()?,
            max_timestamp_before: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.offset);
        w.i64(self.position);
        w.i64(self.max_timestamp_before);
        w.no_tags();
        Ok(())
    }
}

impl Message for LogCheckpoint {
    const NAME: &'static str = "LogCheckpoint";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
