//! `WriteShareGroupStateRequest`, api key 85, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `WriteShareGroupStateRequest`, api key 85, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteShareGroupStateRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub topics: Vec<WriteStateData>,
}

impl Part for WriteShareGroupStateRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `WriteStateData` of `WriteShareGroupStateRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteStateData {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for WriteStateData {
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

/// `PartitionData` of `WriteShareGroupStateRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub state_epoch: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 1+, default -1, ignorable.
    pub delivery_complete_count: i32,
    /// Versions 0+.
    pub state_batches: Vec<StateBatch>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition: 0,
            state_epoch: 0,
            leader_epoch: 0,
            start_offset: 0,
            delivery_complete_count: -1,
            state_batches: Vec::new(),
        }
    }
}

impl Part for PartitionData {
    const LEAST: usize = 22;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition: r.i32()?,
            state_epoch: r.i32()?,
            leader_epoch: r.i32()?,
            start_offset: r.i64()?,
            delivery_complete_count: if v >= 1 { r.i32()? } else { -1 },
            state_batches: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.i32(self.state_epoch);
        w.i32(self.leader_epoch);
        w.i64(self.start_offset);
        if v >= 1 {
            w.i32(self.delivery_complete_count);
        }
        w.array(true, v, &self.state_batches)?;
        w.no_tags();
        Ok(())
    }
}

/// `StateBatch` of `WriteShareGroupStateRequest`, versions 0-1.
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

impl Message for WriteShareGroupStateRequest {
    const NAME: &'static str = "WriteShareGroupStateRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for WriteShareGroupStateRequest {
    const API_KEY: i16 = 85;
    type Response = super::write_share_group_state_response::WriteShareGroupStateResponse;
}
