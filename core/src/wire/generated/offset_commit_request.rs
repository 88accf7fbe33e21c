//! `OffsetCommitRequest`, api key 8, versions 2-10, flexible 8+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `OffsetCommitRequest`, api key 8, versions 2-10, flexible 8+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetCommitRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 1+, default -1, ignorable.
    pub generation_id_or_member_epoch: i32,
    /// Versions 1+, ignorable.
    pub member_id: Str,
    /// Versions 7+, nullable, default null.
    pub group_instance_id: Option<Str>,
    /// Versions 2-4, default -1, ignorable.
    pub retention_time_ms: i64,
    /// Versions 0+.
    pub topics: Vec<OffsetCommitRequestTopic>,
}

impl Default for OffsetCommitRequest {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            generation_id_or_member_epoch: -1,
            member_id: Str::default(),
            group_instance_id: None,
            retention_time_ms: -1,
            topics: Vec::new(),
        }
    }
}

impl Part for OffsetCommitRequest {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 8;
        let it = Self {
            group_id: r.string(flexible)?,
            generation_id_or_member_epoch: r.i32()?,
            member_id: r.string(flexible)?,
            group_instance_id: if v >= 7 {
                r.opt_string(flexible)?
            } else {
                None
            },
            retention_time_ms: if v <= 4 { r.i64()? } else { -1 },
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 8;
        w.string(flexible, &self.group_id)?;
        w.i32(self.generation_id_or_member_epoch);
        w.string(flexible, &self.member_id)?;
        if v >= 7 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        } else {
            lacking(
                self.group_instance_id.is_none(),
                "OffsetCommitRequest.group_instance_id",
                v,
            )?;
        }
        if v <= 4 {
            w.i64(self.retention_time_ms);
        }
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetCommitRequestTopic` of `OffsetCommitRequest`, versions 2-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetCommitRequestTopic {
    /// Versions 0-9, ignorable.
    pub name: Str,
    /// Versions 10+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<OffsetCommitRequestPartition>,
}

impl Part for OffsetCommitRequestTopic {
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

/// `OffsetCommitRequestPartition` of `OffsetCommitRequest`, versions 2-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetCommitRequestPartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub committed_offset: i64,
    /// Versions 6+, default -1, ignorable.
    pub committed_leader_epoch: i32,
    /// Versions 0+, nullable.
    pub committed_metadata: Option<Str>,
}

impl Default for OffsetCommitRequestPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(Str::default()),
        }
    }
}

impl Part for OffsetCommitRequestPartition {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 8;
        let it = Self {
            partition_index: r.i32()?,
            committed_offset: r.i64()?,
            committed_leader_epoch: if v >= 6 { r.i32()? } else { -1 },
            committed_metadata: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 8;
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        if v >= 6 {
            w.i32(self.committed_leader_epoch);
        }
        w.opt_string(flexible, self.committed_metadata.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for OffsetCommitRequest {
    const NAME: &'static str = "OffsetCommitRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 10;
    const FLEXIBLE_FROM: Option<i16> = Some(8);
}

impl Request for OffsetCommitRequest {
    const API_KEY: i16 = 8;
    type Response = super::offset_commit_response::OffsetCommitResponse;
}
