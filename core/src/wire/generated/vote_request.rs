//! `VoteRequest`, api key 52, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `VoteRequest`, api key 52, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct VoteRequest {
    /// Versions 0+, nullable, default null.
    pub cluster_id: Option<Str>,
    /// Versions 1+, default -1, ignorable.
    pub voter_id: i32,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
}

impl Default for VoteRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            voter_id: -1,
            topics: Vec::new(),
        }
    }
}

impl Part for VoteRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            cluster_id: r.opt_string(true)?,
            voter_id: if v >= 1 { r.i32()? } else { -1 },
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.cluster_id.as_ref())?;
        if v >= 1 {
            w.i32(self.voter_id);
        }
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `VoteRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicData {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for TopicData {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `PartitionData` of `VoteRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub replica_epoch: i32,
    /// Versions 0+.
    pub replica_id: i32,
    /// Versions 1+, ignorable.
    pub replica_directory_id: Uuid,
    /// Versions 1+, ignorable.
    pub voter_directory_id: Uuid,
    /// Versions 0+.
    pub last_offset_epoch: i32,
    /// Versions 0+.
    pub last_offset: i64,
    /// Versions 2+.
    pub pre_vote: bool,
}

impl Part for PartitionData {
    const LEAST: usize = 25;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            replica_epoch: r.i32()?,
            replica_id: r.i32()?,
            replica_directory_id: if v >= 1 { r.uuid()? } else { Uuid::ZERO },
            voter_directory_id: if v >= 1 { r.uuid()? } else { Uuid::ZERO },
            last_offset_epoch: r.i32()?,
            last_offset: r.i64()?,
            pre_vote: if v >= 2 { r.bool()? } else { false },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i32(self.replica_epoch);
        w.i32(self.replica_id);
        if v >= 1 {
            w.uuid(self.replica_directory_id);
        }
        if v >= 1 {
            w.uuid(self.voter_directory_id);
        }
        w.i32(self.last_offset_epoch);
        w.i64(self.last_offset);
        if v >= 2 {
            w.bool(self.pre_vote);
        } else {
            lacking(!self.pre_vote, "PartitionData.pre_vote", v)?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for VoteRequest {
    const NAME: &'static str = "VoteRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for VoteRequest {
    const API_KEY: i16 = 52;
    type Response = super::vote_response::VoteResponse;
}
