//! `AlterPartitionResponse`, api key 56, versions 2-3, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `AlterPartitionResponse`, api key 56, versions 2-3, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterPartitionResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
}

impl Part for AlterPartitionResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `AlterPartitionResponse`, versions 2-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicData {
    /// Versions 2+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for TopicData {
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

/// `PartitionData` of `AlterPartitionResponse`, versions 2-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub isr: Vec<i32>,
    /// Versions 1+, ignorable.
    pub leader_recovery_state: i8,
    /// Versions 0+.
    pub partition_epoch: i32,
}

impl Part for PartitionData {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
            isr: r.array(true, v)?,
            leader_recovery_state: r.i8()?,
            partition_epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.array(true, v, &self.isr)?;
        w.i8(self.leader_recovery_state);
        w.i32(self.partition_epoch);
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterPartitionResponse {
    const NAME: &'static str = "AlterPartitionResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
