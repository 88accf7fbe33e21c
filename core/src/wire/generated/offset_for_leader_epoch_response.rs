//! `OffsetForLeaderEpochResponse`, api key 23, versions 2-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `OffsetForLeaderEpochResponse`, api key 23, versions 2-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetForLeaderEpochResponse {
    /// Versions 2+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<OffsetForLeaderTopicResult>,
}

impl Part for OffsetForLeaderEpochResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            throttle_time_ms: r.i32()?,
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetForLeaderTopicResult` of `OffsetForLeaderEpochResponse`, versions 2-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetForLeaderTopicResult {
    /// Versions 0+, key of its array.
    pub topic: Str,
    /// Versions 0+.
    pub partitions: Vec<EpochEndOffset>,
}

impl Part for OffsetForLeaderTopicResult {
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

/// `EpochEndOffset` of `OffsetForLeaderEpochResponse`, versions 2-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EpochEndOffset {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub partition: i32,
    /// Versions 1+, default -1, ignorable.
    pub leader_epoch: i32,
    /// Versions 0+, default -1.
    pub end_offset: i64,
}

impl Default for EpochEndOffset {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition: 0,
            leader_epoch: -1,
            end_offset: -1,
        }
    }
}

impl Part for EpochEndOffset {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            error_code: r.i16()?,
            partition: r.i32()?,
            leader_epoch: r.i32()?,
            end_offset: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.i16(self.error_code);
        w.i32(self.partition);
        w.i32(self.leader_epoch);
        w.i64(self.end_offset);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for OffsetForLeaderEpochResponse {
    const NAME: &'static str = "OffsetForLeaderEpochResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}
