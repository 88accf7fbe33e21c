//! `OffsetCommitResponse`, api key 8, versions 2-10, flexible 8+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `OffsetCommitResponse`, api key 8, versions 2-10, flexible 8+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetCommitResponse {
    /// Versions 3+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<OffsetCommitResponseTopic>,
}

impl Part for OffsetCommitResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 8;
        let it = Self {
            throttle_time_ms: if v >= 3 { r.i32()? } else { 0 },
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 8;
        if v >= 3 {
            w.i32(self.throttle_time_ms);
        }
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetCommitResponseTopic` of `OffsetCommitResponse`, versions 2-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetCommitResponseTopic {
    /// Versions 0-9, ignorable.
    pub name: Str,
    /// Versions 10+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<OffsetCommitResponsePartition>,
}

impl Part for OffsetCommitResponseTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 8;
        let it = Self {
            name: if v <= 9 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            topic_id: if v >= 10 { r.uuid()? } else { Uuid::ZERO },
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 8;
        if v <= 9 {
            w.string(flexible, &self.name)?;
        }
        if v >= 10 {
            w.uuid(self.topic_id);
        }
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetCommitResponsePartition` of `OffsetCommitResponse`, versions 2-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetCommitResponsePartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for OffsetCommitResponsePartition {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 8;
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
        let flexible = v >= 8;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for OffsetCommitResponse {
    const NAME: &'static str = "OffsetCommitResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 10;
    const FLEXIBLE_FROM: Option<i16> = Some(8);
}
