//! `TxnOffsetCommitResponse`, api key 28, versions 0-6, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `TxnOffsetCommitResponse`, api key 28, versions 0-6, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TxnOffsetCommitResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<TxnOffsetCommitResponseTopic>,
}

impl Part for TxnOffsetCommitResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
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
        let flexible = v >= 3;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `TxnOffsetCommitResponseTopic` of `TxnOffsetCommitResponse`, versions 0-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TxnOffsetCommitResponseTopic {
    /// Versions 0-5, ignorable.
    pub name: Str,
    /// Versions 6+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<TxnOffsetCommitResponsePartition>,
}

impl Part for TxnOffsetCommitResponseTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            name: if v <= 5 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            topic_id: if v >= 6 { r.uuid()? } else { Uuid::ZERO },
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        if v <= 5 {
            w.string(flexible, &self.name)?;
        }
        if v >= 6 {
            w.uuid(self.topic_id);
        }
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `TxnOffsetCommitResponsePartition` of `TxnOffsetCommitResponse`, versions 0-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TxnOffsetCommitResponsePartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for TxnOffsetCommitResponsePartition {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
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
        let flexible = v >= 3;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for TxnOffsetCommitResponse {
    const NAME: &'static str = "TxnOffsetCommitResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
