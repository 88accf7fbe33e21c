//! `EndQuorumEpochRequest`, api key 54, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `EndQuorumEpochRequest`, api key 54, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EndQuorumEpochRequest {
    /// Versions 0+, nullable, default null.
    pub cluster_id: Option<Str>,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
    /// Versions 1+, ignorable.
    pub leader_endpoints: Vec<LeaderEndpoint>,
}

impl Part for EndQuorumEpochRequest {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            cluster_id: r.opt_string(flexible)?,
            topics: r.array(flexible, v)?,
            leader_endpoints: if v >= 1 {
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
        let flexible = v >= 1;
        w.opt_string(flexible, self.cluster_id.as_ref())?;
        w.array(flexible, v, &self.topics)?;
        if v >= 1 {
            w.array(flexible, v, &self.leader_endpoints)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `TopicData` of `EndQuorumEpochRequest`, versions 0-1.
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
        let flexible = v >= 1;
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
        let flexible = v >= 1;
        w.string(flexible, &self.topic_name)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `PartitionData` of `EndQuorumEpochRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Version 0, ignorable.
    pub preferred_successors: Vec<i32>,
    /// Versions 1+, ignorable.
    pub preferred_candidates: Vec<ReplicaInfo>,
}

impl Part for PartitionData {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            partition_index: r.i32()?,
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
            preferred_successors: if v <= 0 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            preferred_candidates: if v >= 1 {
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
        let flexible = v >= 1;
        w.i32(self.partition_index);
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        if v <= 0 {
            w.array(flexible, v, &self.preferred_successors)?;
        }
        if v >= 1 {
            w.array(flexible, v, &self.preferred_candidates)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ReplicaInfo` of `EndQuorumEpochRequest`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReplicaInfo {
    /// Versions 1+.
    pub candidate_id: i32,
    /// Versions 1+.
    pub candidate_directory_id: Uuid,
}

impl Part for ReplicaInfo {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            candidate_id: r.i32()?,
            candidate_directory_id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.candidate_id);
        w.uuid(self.candidate_directory_id);
        w.no_tags();
        Ok(())
    }
}

/// `LeaderEndpoint` of `EndQuorumEpochRequest`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaderEndpoint {
    /// Versions 1+, key of its array.
    pub name: Str,
    /// Versions 1+.
    pub host: Str,
    /// Versions 1+.
    pub port: u16,
}

impl Part for LeaderEndpoint {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            host: r.string(true)?,
            port: r.u16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.no_tags();
        Ok(())
    }
}

impl Message for EndQuorumEpochRequest {
    const NAME: &'static str = "EndQuorumEpochRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}

impl Request for EndQuorumEpochRequest {
    const API_KEY: i16 = 54;
    type Response = super::end_quorum_epoch_response::EndQuorumEpochResponse;
}
