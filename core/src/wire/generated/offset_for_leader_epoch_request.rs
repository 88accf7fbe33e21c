//! `OffsetForLeaderEpochRequest`, api key 23, versions 2-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `OffsetForLeaderEpochRequest`, api key 23, versions 2-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetForLeaderEpochRequest {
    /// Versions 3+, default -2, ignorable.
    pub replica_id: i32,
    /// Versions 0+.
    pub topics: Vec<OffsetForLeaderTopic>,
}

impl Default for OffsetForLeaderEpochRequest {
    fn default() -> Self {
        Self {
            replica_id: -2,
            topics: Vec::new(),
        }
    }
}

impl Part for OffsetForLeaderEpochRequest {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            replica_id: if v >= 3 { r.i32()? } else { -2 },
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        if v >= 3 {
            w.i32(self.replica_id);
        }
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetForLeaderTopic` of `OffsetForLeaderEpochRequest`, versions 2-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetForLeaderTopic {
    /// Versions 0+, key of its array.
    pub topic: Str,
    /// Versions 0+.
    pub partitions: Vec<OffsetForLeaderPartition>,
}

impl Part for OffsetForLeaderTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            topic: r.string(flexible)?,
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.topic)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetForLeaderPartition` of `OffsetForLeaderEpochRequest`, versions 2-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetForLeaderPartition {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 2+, default -1, ignorable.
    pub current_leader_epoch: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
}

impl Default for OffsetForLeaderPartition {
    fn default() -> Self {
        Self {
            partition: 0,
            current_leader_epoch: -1,
            leader_epoch: 0,
        }
    }
}

impl Part for OffsetForLeaderPartition {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            partition: r.i32()?,
            current_leader_epoch: r.i32()?,
            leader_epoch: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.i32(self.partition);
        w.i32(self.current_leader_epoch);
        w.i32(self.leader_epoch);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for OffsetForLeaderEpochRequest {
    const NAME: &'static str = "OffsetForLeaderEpochRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl Request for OffsetForLeaderEpochRequest {
    const API_KEY: i16 = 23;
    type Response = super::offset_for_leader_epoch_response::OffsetForLeaderEpochResponse;
}
