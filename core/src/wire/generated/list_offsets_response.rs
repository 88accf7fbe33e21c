//! `ListOffsetsResponse`, api key 2, versions 1-11, flexible 6+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ListOffsetsResponse`, api key 2, versions 1-11, flexible 6+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListOffsetsResponse {
    /// Versions 2+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<ListOffsetsTopicResponse>,
}

impl Part for ListOffsetsResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            throttle_time_ms: if v >= 2 { r.i32()? } else { 0 },
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        if v >= 2 {
            w.i32(self.throttle_time_ms);
        }
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ListOffsetsTopicResponse` of `ListOffsetsResponse`, versions 1-11.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListOffsetsTopicResponse {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<ListOffsetsPartitionResponse>,
}

impl Part for ListOffsetsTopicResponse {
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

/// `ListOffsetsPartitionResponse` of `ListOffsetsResponse`, versions 1-11.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListOffsetsPartitionResponse {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 1+, default -1.
    pub timestamp: i64,
    /// Versions 1+, default -1.
    pub offset: i64,
    /// Versions 4+, default -1.
    pub leader_epoch: i32,
}

impl Default for ListOffsetsPartitionResponse {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            timestamp: -1,
            offset: -1,
            leader_epoch: -1,
        }
    }
}

impl Part for ListOffsetsPartitionResponse {
    const LEAST: usize = 22;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            timestamp: r.i64()?,
            offset: r.i64()?,
            leader_epoch: if v >= 4 { r.i32()? } else { -1 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.i64(self.timestamp);
        w.i64(self.offset);
        if v >= 4 {
            w.i32(self.leader_epoch);
        } else {
            lacking(
                self.leader_epoch == -1,
                "ListOffsetsPartitionResponse.leader_epoch",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ListOffsetsResponse {
    const NAME: &'static str = "ListOffsetsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 11;
    const FLEXIBLE_FROM: Option<i16> = Some(6);
}
