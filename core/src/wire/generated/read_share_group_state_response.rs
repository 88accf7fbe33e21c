//! `ReadShareGroupStateResponse`, api key 84, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ReadShareGroupStateResponse`, api key 84, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReadShareGroupStateResponse {
    /// Versions 0+.
    pub results: Vec<ReadStateResult>,
}

impl Part for ReadShareGroupStateResponse {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            results: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.results)?;
        w.no_tags();
        Ok(())
    }
}

/// `ReadStateResult` of `ReadShareGroupStateResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReadStateResult {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionResult>,
}

impl Part for ReadStateResult {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `PartitionResult` of `ReadShareGroupStateResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionResult {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub state_epoch: i32,
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 0+.
    pub state_batches: Vec<StateBatch>,
}

impl Part for PartitionResult {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            state_epoch: r.i32()?,
            start_offset: r.i64()?,
            state_batches: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.i32(self.state_epoch);
        w.i64(self.start_offset);
        w.array(true, v, &self.state_batches)?;
        w.no_tags();
        Ok(())
    }
}

/// `StateBatch` of `ReadShareGroupStateResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StateBatch {
    /// Versions 0+.
    pub first_offset: i64,
    /// Versions 0+.
    pub last_offset: i64,
    /// Versions 0+.
    pub delivery_state: i8,
    /// Versions 0+.
    pub delivery_count: i16,
}

impl Part for StateBatch {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            first_offset: r.i64()?,
            last_offset: r.i64()?,
            delivery_state: r.i8()?,
            delivery_count: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.first_offset);
        w.i64(self.last_offset);
        w.i8(self.delivery_state);
        w.i16(self.delivery_count);
        w.no_tags();
        Ok(())
    }
}

impl Message for ReadShareGroupStateResponse {
    const NAME: &'static str = "ReadShareGroupStateResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
