//! `AlterReplicaLogDirsResponse`, api key 34, versions 1-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `AlterReplicaLogDirsResponse`, api key 34, versions 1-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterReplicaLogDirsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub results: Vec<AlterReplicaLogDirTopicResult>,
}

impl Part for AlterReplicaLogDirsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterReplicaLogDirTopicResult` of `AlterReplicaLogDirsResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterReplicaLogDirTopicResult {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<AlterReplicaLogDirPartitionResult>,
}

impl Part for AlterReplicaLogDirTopicResult {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topic_name: r.string(flexible)?,
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.topic_name)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterReplicaLogDirPartitionResult` of `AlterReplicaLogDirsResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterReplicaLogDirPartitionResult {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for AlterReplicaLogDirPartitionResult {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AlterReplicaLogDirsResponse {
    const NAME: &'static str = "AlterReplicaLogDirsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
