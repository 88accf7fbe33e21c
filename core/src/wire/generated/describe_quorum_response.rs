//! `DescribeQuorumResponse`, api key 55, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `DescribeQuorumResponse`, api key 55, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeQuorumResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 2+, nullable, ignorable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
    /// Versions 2+.
    pub nodes: Vec<Node>,
}

impl Default for DescribeQuorumResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            topics: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl Part for DescribeQuorumResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            error_code: r.i16()?,
            error_message: if v >= 2 {
                r.opt_string(true)?
            } else {
                Some(Str::default())
            },
            topics: r.array(true, v)?,
            nodes: if v >= 2 {
                r.array(true, v)?
            } else {
                Vec::new()
            },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        if v >= 2 {
            w.opt_string(true, self.error_message.as_ref())?;
        }
        w.array(true, v, &self.topics)?;
        if v >= 2 {
            w.array(true, v, &self.nodes)?;
        } else {
            lacking(self.nodes.is_empty(), "DescribeQuorumResponse.nodes", v)?;
        }
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `DescribeQuorumResponse`, versions 0-2.
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

/// `PartitionData` of `DescribeQuorumResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 2+, nullable, ignorable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub high_watermark: i64,
    /// Versions 0+.
    pub current_voters: Vec<ReplicaState>,
    /// Versions 0+.
    pub observers: Vec<ReplicaState>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            error_message: Some(Str::default()),
            leader_id: 0,
            leader_epoch: 0,
            high_watermark: 0,
            current_voters: Vec::new(),
            observers: Vec::new(),
        }
    }
}

impl Part for PartitionData {
    const LEAST: usize = 25;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            error_message: if v >= 2 {
                r.opt_string(true)?
            } else {
                Some(Str::default())
            },
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
            high_watermark: r.i64()?,
            current_voters: r.array(true, v)?,
            observers: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        if v >= 2 {
            w.opt_string(true, self.error_message.as_ref())?;
        }
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.i64(self.high_watermark);
        w.array(true, v, &self.current_voters)?;
        w.array(true, v, &self.observers)?;
        w.no_tags();
        Ok(())
    }
}

/// `Node` of `DescribeQuorumResponse`, version 2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Node {
    /// Versions 2+, key of its array.
    pub node_id: i32,
    /// Versions 2+.
    pub listeners: Vec<Listener>,
}

impl Part for Node {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            node_id: r.i32()?,
            listeners: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.node_id);
        w.array(true, v, &self.listeners)?;
        w.no_tags();
        Ok(())
    }
}

/// `Listener` of `DescribeQuorumResponse`, version 2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Listener {
    /// Versions 2+, key of its array.
    pub name: Str,
    /// Versions 2+.
    pub host: Str,
    /// Versions 2+.
    pub port: u16,
}

impl Part for Listener {
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

/// `ReplicaState` of `DescribeQuorumResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReplicaState {
    /// Versions 0+.
    pub replica_id: i32,
    /// Versions 2+.
    pub replica_directory_id: Uuid,
    /// Versions 0+.
    pub log_end_offset: i64,
    /// Versions 1+, default -1, ignorable.
    pub last_fetch_timestamp: i64,
    /// Versions 1+, default -1, ignorable.
    pub last_caught_up_timestamp: i64,
}

impl Default for ReplicaState {
    fn default() -> Self {
        Self {
            replica_id: 0,
            replica_directory_id: Uuid::ZERO,
            log_end_offset: 0,
            last_fetch_timestamp: -1,
            last_caught_up_timestamp: -1,
        }
    }
}

impl Part for ReplicaState {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            replica_id: r.i32()?,
            replica_directory_id: if v >= 2 { r.uuid()? } else { Uuid::ZERO },
            log_end_offset: r.i64()?,
            last_fetch_timestamp: if v >= 1 { r.i64()? } else { -1 },
            last_caught_up_timestamp: if v >= 1 { r.i64()? } else { -1 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.replica_id);
        if v >= 2 {
            w.uuid(self.replica_directory_id);
        } else {
            lacking(
                self.replica_directory_id == Uuid::ZERO,
                "ReplicaState.replica_directory_id",
                v,
            )?;
        }
        w.i64(self.log_end_offset);
        if v >= 1 {
            w.i64(self.last_fetch_timestamp);
        }
        if v >= 1 {
            w.i64(self.last_caught_up_timestamp);
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeQuorumResponse {
    const NAME: &'static str = "DescribeQuorumResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
