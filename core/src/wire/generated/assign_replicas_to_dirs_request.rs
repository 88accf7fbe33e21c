//! `AssignReplicasToDirsRequest`, api key 73, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Uuid, WireError, Writer};

/// `AssignReplicasToDirsRequest`, api key 73, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AssignReplicasToDirsRequest {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+, default -1.
    pub broker_epoch: i64,
    /// Versions 0+.
    pub directories: Vec<DirectoryData>,
}

impl Default for AssignReplicasToDirsRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            directories: Vec::new(),
        }
    }
}

impl Part for AssignReplicasToDirsRequest {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            broker_epoch: r.i64()?,
            directories: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.broker_epoch);
        w.array(true, v, &self.directories)?;
        w.no_tags();
        Ok(())
    }
}

/// `DirectoryData` of `AssignReplicasToDirsRequest`, version 0.
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

/// `TopicData` of `AssignReplicasToDirsRequest`, version 0.
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

/// `PartitionData` of `AssignReplicasToDirsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
}

impl Part for PartitionData {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.no_tags();
        Ok(())
    }
}

impl Message for AssignReplicasToDirsRequest {
    const NAME: &'static str = "AssignReplicasToDirsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AssignReplicasToDirsRequest {
    const API_KEY: i16 = 73;
    type Response = super::assign_replicas_to_dirs_response::AssignReplicasToDirsResponse;
}
