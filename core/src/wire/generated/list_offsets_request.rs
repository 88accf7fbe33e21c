//! `ListOffsetsRequest`, api key 2, versions 1-11, flexible 6+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ListOffsetsRequest`, api key 2, versions 1-11, flexible 6+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListOffsetsRequest {
    /// Versions 0+.
    pub replica_id: i32,
    /// Versions 2+.
    pub isolation_level: i8,
    /// Versions 0+.
    pub topics: Vec<ListOffsetsTopic>,
    /// Versions 10+, ignorable.
    pub timeout_ms: i32,
}

impl Part for ListOffsetsRequest {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            replica_id: r.i32()?,
            isolation_level: if v >= 2 { r.i8()? } else { 0 },
            topics: r.array(flexible, v)?,
            timeout_ms: if v >= 10 { r.i32()? } else { 0 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.i32(self.replica_id);
        if v >= 2 {
            w.i8(self.isolation_level);
        } else {
            lacking(
                self.isolation_level == 0,
                "ListOffsetsRequest.isolation_level",
                v,
            )?;
        }
        w.array(flexible, v, &self.topics)?;
        if v >= 10 {
            w.i32(self.timeout_ms);
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ListOffsetsTopic` of `ListOffsetsRequest`, versions 1-11.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListOffsetsTopic {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<ListOffsetsPartition>,
}

impl Part for ListOffsetsTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            name: r.string(flexible)?,
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.string(flexible, &self.name)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ListOffsetsPartition` of `ListOffsetsRequest`, versions 1-11.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListOffsetsPartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 4+, default -1, ignorable.
    pub current_leader_epoch: i32,
    /// Versions 0+.
    pub timestamp: i64,
}

impl Default for ListOffsetsPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            current_leader_epoch: -1,
            timestamp: 0,
        }
    }
}

impl Part for ListOffsetsPartition {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            partition_index: r.i32()?,
            current_leader_epoch: if v >= 4 { r.i32()? } else { -1 },
            timestamp: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.i32(self.partition_index);
        if v >= 4 {
            w.i32(self.current_leader_epoch);
        }
        w.i64(self.timestamp);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ListOffsetsRequest {
    const NAME: &'static str = "ListOffsetsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 11;
    const FLEXIBLE_FROM: Option<i16> = Some(6);
}

impl Request for ListOffsetsRequest {
    const API_KEY: i16 = 2;
    type Response = super::list_offsets_response::ListOffsetsResponse;
}
