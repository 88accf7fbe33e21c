//! `ReadShareGroupStateSummaryResponse`, api key 87, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ReadShareGroupStateSummaryResponse`, api key 87, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReadShareGroupStateSummaryResponse {
    /// Versions 0+.
    pub results: Vec<ReadStateSummaryResult>,
}

impl Part for ReadShareGroupStateSummaryResponse {
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

/// `ReadStateSummaryResult` of `ReadShareGroupStateSummaryResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReadStateSummaryResult {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionResult>,
}

impl Part for ReadStateSummaryResult {
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

/// `PartitionResult` of `ReadShareGroupStateSummaryResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    pub leader_epoch: i32,
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 1+, default -1, ignorable.
    pub delivery_complete_count: i32,
}

impl Default for PartitionResult {
    fn default() -> Self {
        Self {
            partition: 0,
            error_code: 0,
            error_message: None,
            state_epoch: 0,
            leader_epoch: 0,
            start_offset: 0,
            delivery_complete_count: -1,
        }
    }
}

impl Part for PartitionResult {
    const LEAST: usize = 24;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            state_epoch: r.i32()?,
            leader_epoch: r.i32()?,
            start_offset: r.i64()?,
            delivery_complete_count: if v >= 1 { r.i32()? } else { -1 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.i32(self.state_epoch);
        w.i32(self.leader_epoch);
        w.i64(self.start_offset);
        if v >= 1 {
            w.i32(self.delivery_complete_count);
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for ReadShareGroupStateSummaryResponse {
    const NAME: &'static str = "ReadShareGroupStateSummaryResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
