//! `EndQuorumEpochResponse`, api key 54, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `EndQuorumEpochResponse`, api key 54, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EndQuorumEpochResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
    /// Versions 1+, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Part for EndQuorumEpochResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let mut it = Self {
            error_code: r.i16()?,
            topics: r.array(flexible, v)?,
            node_endpoints: Vec::new(),
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.node_endpoints = r.array(true, v)?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i16(self.error_code);
        w.array(flexible, v, &self.topics)?;
        if v < 1 {
            lacking(
                self.node_endpoints.is_empty(),
                "EndQuorumEpochResponse.node_endpoints",
                v,
            )?;
        }
        if flexible {
            let tags = w.open_tags();
            if !self.node_endpoints.is_empty() {
                let tag = w.open_tag(&tags, 0);
                w.array(true, v, &self.node_endpoints)?;
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `TopicData` of `EndQuorumEpochResponse`, versions 0-1.
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

/// `PartitionData` of `EndQuorumEpochResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
}

impl Part for PartitionData {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
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
        w.i16(self.error_code);
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `NodeEndpoint` of `EndQuorumEpochResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeEndpoint {
    /// Versions 1+, key of its array.
    pub node_id: i32,
    /// Versions 1+.
    pub host: Str,
    /// Versions 1+.
    pub port: u16,
}

impl Part for NodeEndpoint {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            node_id: r.i32()?,
            host: r.string(true)?,
            port: r.u16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.node_id);
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.no_tags();
        Ok(())
    }
}

impl Message for EndQuorumEpochResponse {
    const NAME: &'static str = "EndQuorumEpochResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}
