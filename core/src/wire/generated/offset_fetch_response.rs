//! `OffsetFetchResponse`, api key 9, versions 1-10, flexible 6+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `OffsetFetchResponse`, api key 9, versions 1-10, flexible 6+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetFetchResponse {
    /// Versions 3+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0-7.
    pub topics: Vec<OffsetFetchResponseTopic>,
    /// Versions 2-7, ignorable.
    pub error_code: i16,
    /// Versions 8+.
    pub groups: Vec<OffsetFetchResponseGroup>,
}

impl Part for OffsetFetchResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            throttle_time_ms: if v >= 3 { r.i32()? } else { 0 },
            topics: if v <= 7 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            error_code: if (2..=7).contains(&v) { r.i16()? } else { 0 },
            groups: if v >= 8 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        if v >= 3 {
            w.i32(self.throttle_time_ms);
        }
        if v <= 7 {
            w.array(flexible, v, &self.topics)?;
        } else {
            lacking(self.topics.is_empty(), "OffsetFetchResponse.topics", v)?;
        }
        if (2..=7).contains(&v) {
            w.i16(self.error_code);
        }
        if v >= 8 {
            w.array(flexible, v, &self.groups)?;
        } else {
            lacking(self.groups.is_empty(), "OffsetFetchResponse.groups", v)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetFetchResponseTopic` of `OffsetFetchResponse`, versions 1-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetFetchResponseTopic {
    /// Versions 0-7.
    pub name: Str,
    /// Versions 0-7.
    pub partitions: Vec<OffsetFetchResponsePartition>,
}

impl Part for OffsetFetchResponseTopic {
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

/// `OffsetFetchResponsePartition` of `OffsetFetchResponse`, versions 1-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetFetchResponsePartition {
    /// Versions 0-7.
    pub partition_index: i32,
    /// Versions 0-7.
    pub committed_offset: i64,
    /// Versions 5-7, default -1, ignorable.
    pub committed_leader_epoch: i32,
    /// Versions 0-7, nullable.
    pub metadata: Option<Str>,
    /// Versions 0-7.
    pub error_code: i16,
}

impl Default for OffsetFetchResponsePartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(Str::default()),
            error_code: 0,
        }
    }
}

impl Part for OffsetFetchResponsePartition {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            partition_index: r.i32()?,
            committed_offset: r.i64()?,
            committed_leader_epoch: if v >= 5 { r.i32()? } else { -1 },
            metadata: r.opt_string(flexible)?,
            error_code: r.i16()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        if v >= 5 {
            w.i32(self.committed_leader_epoch);
        }
        w.opt_string(flexible, self.metadata.as_ref())?;
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetFetchResponseGroup` of `OffsetFetchResponse`, versions 8-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetFetchResponseGroup {
    /// Versions 8+.
    pub group_id: Str,
    /// Versions 8+.
    pub topics: Vec<OffsetFetchResponseTopics>,
    /// Versions 8+.
    pub error_code: i16,
}

impl Part for OffsetFetchResponseGroup {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            topics: r.array(true, v)?,
            error_code: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.array(true, v, &self.topics)?;
        w.i16(self.error_code);
        w.no_tags();
        Ok(())
    }
}

/// `OffsetFetchResponseTopics` of `OffsetFetchResponse`, versions 8-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetFetchResponseTopics {
    /// Versions 8-9, ignorable.
    pub name: Str,
    /// Versions 10+, ignorable.
    pub topic_id: Uuid,
    /// Versions 8+.
    pub partitions: Vec<OffsetFetchResponsePartitions>,
}

impl Part for OffsetFetchResponseTopics {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: if v <= 9 {
                r.string(true)?
            } else {
                Str::default()
            },
            topic_id: if v >= 10 { r.uuid()? } else { Uuid::ZERO },
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        if v <= 9 {
            w.string(true, &self.name)?;
        }
        if v >= 10 {
            w.uuid(self.topic_id);
        }
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `OffsetFetchResponsePartitions` of `OffsetFetchResponse`, versions 8-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetFetchResponsePartitions {
    /// Versions 8+.
    pub partition_index: i32,
    /// Versions 8+.
    pub committed_offset: i64,
    /// Versions 8+, default -1, ignorable.
    pub committed_leader_epoch: i32,
    /// Versions 8+, nullable.
    pub metadata: Option<Str>,
    /// Versions 8+.
    pub error_code: i16,
}

impl Default for OffsetFetchResponsePartitions {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(Str::default()),
            error_code: 0,
        }
    }
}

impl Part for OffsetFetchResponsePartitions {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            committed_offset: r.i64()?,
            committed_leader_epoch: r.i32()?,
            metadata: r.opt_string(true)?,
            error_code: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        w.i32(self.committed_leader_epoch);
        w.opt_string(true, self.metadata.as_ref())?;
        w.i16(self.error_code);
        w.no_tags();
        Ok(())
    }
}

impl Message for OffsetFetchResponse {
    const NAME: &'static str = "OffsetFetchResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 10;
    const FLEXIBLE_FROM: Option<i16> = Some(6);
}
