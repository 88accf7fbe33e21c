//! `AssignReplicasToDirsResponse`, api key 73, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `AssignReplicasToDirsResponse`, api key 73, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AssignReplicasToDirsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub directories: Vec<DirectoryData>,
}

impl Part for AssignReplicasToDirsResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            directories: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.array(true, v, &self.directories)?;
        w.no_tags();
        Ok(())
    }
}

/// `DirectoryData` of `AssignReplicasToDirsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DirectoryData {
    /// Versions 0+.
    pub id: Uuid,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
}

impl Part for DirectoryData {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            id: r.uuid()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.id);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `AssignReplicasToDirsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicData {
    /// Versions 0+.
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

/// `PartitionData` of `AssignReplicasToDirsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for PartitionData {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.no_tags();
        Ok(())
    }
}

impl Message for AssignReplicasToDirsResponse {
    const NAME: &'static str = "AssignReplicasToDirsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
