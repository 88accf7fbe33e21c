//! `DeleteRecordsResponse`, api key 21, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DeleteRecordsResponse`, api key 21, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteRecordsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<DeleteRecordsTopicResult>,
}

impl Part for DeleteRecordsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
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
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteRecordsTopicResult` of `DeleteRecordsResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteRecordsTopicResult {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<DeleteRecordsPartitionResult>,
}

impl Part for DeleteRecordsTopicResult {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
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
        let flexible = v >= 2;
        w.string(flexible, &self.name)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteRecordsPartitionResult` of `DeleteRecordsResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteRecordsPartitionResult {
    /// Versions 0+, key of its array.
    pub partition_index: i32,
    /// Versions 0+.
    pub low_watermark: i64,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for DeleteRecordsPartitionResult {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            partition_index: r.i32()?,
            low_watermark: r.i64()?,
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
        w.i64(self.low_watermark);
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteRecordsResponse {
    const NAME: &'static str = "DeleteRecordsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
