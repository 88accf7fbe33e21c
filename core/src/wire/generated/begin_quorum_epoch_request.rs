//! `BeginQuorumEpochRequest`, api key 53, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `BeginQuorumEpochRequest`, api key 53, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BeginQuorumEpochRequest {
    /// Versions 0+, nullable, default null.
    pub cluster_id: Option<Str>,
    /// Versions 1+, default -1, ignorable.
    pub voter_id: i32,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
    /// Versions 1+, ignorable.
    pub leader_endpoints: Vec<LeaderEndpoint>,
}

impl Default for BeginQuorumEpochRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            voter_id: -1,
            topics: Vec::new(),
            leader_endpoints: Vec::new(),
        }
    }
}

impl Part for BeginQuorumEpochRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            cluster_id: r.opt_string(flexible)?,
            voter_id: if v >= 1 { r.i32()? } else { -1 },
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
        if v >= 1 {
            w.i32(self.voter_id);
        }
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

/// `TopicData` of `BeginQuorumEpochRequest`, versions 0-1.
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

/// `PartitionData` of `BeginQuorumEpochRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 1+, ignorable.
    pub voter_directory_id: Uuid,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
}

impl Part for PartitionData {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            partition_index: r.i32()?,
            voter_directory_id: if v >= 1 { r.uuid()? } else { Uuid::ZERO },
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i32(self.partition_index);
        if v >= 1 {
            w.uuid(self.voter_directory_id);
        }
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `LeaderEndpoint` of `BeginQuorumEpochRequest`, version 1.
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

impl Message for BeginQuorumEpochRequest {
    const NAME: &'static str = "BeginQuorumEpochRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}

impl Request for BeginQuorumEpochRequest {
    const API_KEY: i16 = 53;
    type Response = super::begin_quorum_epoch_response::BeginQuorumEpochResponse;
}
