//! `OffsetDeleteResponse`, api key 47, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `OffsetDeleteResponse`, api key 47, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetDeleteResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<OffsetDeleteResponseTopic>,
}

impl Part for OffsetDeleteResponse {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            error_code: r.i16()?,
            throttle_time_ms: r.i32()?,
            topics: r.array(false, v)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.i32(self.throttle_time_ms);
        w.array(false, v, &self.topics)?;
        Ok(())
    }
}

/// `OffsetDeleteResponseTopic` of `OffsetDeleteResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetDeleteResponseTopic {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<OffsetDeleteResponsePartition>,
}

impl Part for OffsetDeleteResponseTopic {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            name: r.string(false)?,
            partitions: r.array(false, v)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(false, &self.name)?;
        w.array(false, v, &self.partitions)?;
        Ok(())
    }
}

/// `OffsetDeleteResponsePartition` of `OffsetDeleteResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetDeleteResponsePartition {
    /// Versions 0+, key of its array.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for OffsetDeleteResponsePartition {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        Ok(())
    }
}

impl Message for OffsetDeleteResponse {
    const NAME: &'static str = "OffsetDeleteResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}
