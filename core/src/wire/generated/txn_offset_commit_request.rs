//! `TxnOffsetCommitRequest`, api key 28, versions 0-6, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `TxnOffsetCommitRequest`, api key 28, versions 0-6, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TxnOffsetCommitRequest {
    /// Versions 0+.
    pub transactional_id: Str,
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i16,
    /// Versions 3+, default -1.
    pub generation_id_or_member_epoch: i32,
    /// Versions 3+.
    pub member_id: Str,
    /// Versions 3+, nullable, default null.
    pub group_instance_id: Option<Str>,
    /// Versions 0+.
    pub topics: Vec<TxnOffsetCommitRequestTopic>,
}

impl Default for TxnOffsetCommitRequest {
    fn default() -> Self {
        Self {
            transactional_id: Str::default(),
            group_id: Str::default(),
            producer_id: 0,
            producer_epoch: 0,
            generation_id_or_member_epoch: -1,
            member_id: Str::default(),
            group_instance_id: None,
            topics: Vec::new(),
        }
    }
}

impl Part for TxnOffsetCommitRequest {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            transactional_id: r.string(flexible)?,
            group_id: r.string(flexible)?,
            producer_id: r.i64()?,
            producer_epoch: r.i16()?,
            generation_id_or_member_epoch: if v >= 3 { r.i32()? } else { -1 },
            member_id: if v >= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            group_instance_id: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                None
            },
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.string(flexible, &self.transactional_id)?;
        w.string(flexible, &self.group_id)?;
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        if v >= 3 {
            w.i32(self.generation_id_or_member_epoch);
        } else {
            lacking(
                self.generation_id_or_member_epoch == -1,
                "TxnOffsetCommitRequest.generation_id_or_member_epoch",
                v,
            )?;
        }
        if v >= 3 {
            w.string(flexible, &self.member_id)?;
        } else {
            lacking(
                self.member_id.is_empty(),
                "TxnOffsetCommitRequest.member_id",
                v,
            )?;
        }
        if v >= 3 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        } else {
            lacking(
                self.group_instance_id.is_none(),
                "TxnOffsetCommitRequest.group_instance_id",
                v,
            )?;
        }
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `TxnOffsetCommitRequestTopic` of `TxnOffsetCommitRequest`, versions 0-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TxnOffsetCommitRequestTopic {
    /// Versions 0-5, ignorable.
    pub name: Str,
    /// Versions 6+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<TxnOffsetCommitRequestPartition>,
}

impl Part for TxnOffsetCommitRequestTopic {
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

/// `TxnOffsetCommitRequestPartition` of `TxnOffsetCommitRequest`, versions 0-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TxnOffsetCommitRequestPartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub committed_offset: i64,
    /// Versions 2+, default -1, ignorable.
    pub committed_leader_epoch: i32,
    /// Versions 0+, nullable.
    pub committed_metadata: Option<Str>,
}

impl Default for TxnOffsetCommitRequestPartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(Str::default()),
        }
    }
}

impl Part for TxnOffsetCommitRequestPartition {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            partition_index: r.i32()?,
            committed_offset: r.i64()?,
            committed_leader_epoch: if v >= 2 { r.i32()? } else { -1 },
            committed_metadata: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        if v >= 2 {
            w.i32(self.committed_leader_epoch);
        }
        w.opt_string(flexible, self.committed_metadata.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for TxnOffsetCommitRequest {
    const NAME: &'static str = "TxnOffsetCommitRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}

impl Request for TxnOffsetCommitRequest {
    const API_KEY: i16 = 28;
    type Response = super::txn_offset_commit_response::TxnOffsetCommitResponse;
}
