//! `FetchSnapshotResponse`, api key 59, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::{lacking, required};
use crate::wire::{Message, Part, Reader, Records, Str, WireError, Writer};

/// `FetchSnapshotResponse`, api key 59, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchSnapshotResponse {
    /// Versions 0+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub topics: Vec<TopicSnapshot>,
    /// Versions 1+, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Part for FetchSnapshotResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            topics: r.array(true, v)?,
            node_endpoints: Vec::new(),
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 if v >= 1 => it.node_endpoints = r.array(true, v)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.array(true, v, &self.topics)?;
        if v < 1 {
            lacking(
                self.node_endpoints.is_empty(),
                "FetchSnapshotResponse.node_endpoints",
                v,
            )?;
        }
        let tags = w.open_tags();
        if v >= 1 && !self.node_endpoints.is_empty() {
            let tag = w.open_tag(&tags, 0);
            w.array(true, v, &self.node_endpoints)?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `TopicSnapshot` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicSnapshot {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<PartitionSnapshot>,
}

impl Part for TopicSnapshot {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `PartitionSnapshot` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionSnapshot {
    /// Versions 0+.
    pub index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub snapshot_id: SnapshotId,
    /// Versions 0+, tag 0.
    pub current_leader: LeaderIdAndEpoch,
    /// Versions 0+.
    pub size: i64,
    /// Versions 0+.
    pub position: i64,
    /// Versions 0+.
    pub unaligned_records: Option<Records>,
}

impl Part for PartitionSnapshot {
    const LEAST: usize = 37;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            index: r.i32()?,
            error_code: r.i16()?,
            snapshot_id: SnapshotId::read(r, v)?,
            current_leader: LeaderIdAndEpoch::default(),
            size: r.i64()?,
            position: r.i64()?,
            unaligned_records: Some(r.records(true)?),
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.current_leader = LeaderIdAndEpoch::read(r, v)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.index);
        w.i16(self.error_code);
        self.snapshot_id.write(w, v)?;
        w.i64(self.size);
        w.i64(self.position);
        w.records(
            true,
            required(
                self.unaligned_records.as_ref(),
                "PartitionSnapshot.unaligned_records",
            )?,
        )?;
        let tags = w.open_tags();
        if self.current_leader != LeaderIdAndEpoch::default() {
            let tag = w.open_tag(&tags, 0);
            self.current_leader.write(w, v)?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `SnapshotId` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotId {
    /// Versions 0+.
    pub end_offset: i64,
    /// Versions 0+.
    pub epoch: i32,
}

impl Part for SnapshotId {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            end_offset: r.i64()?,
            epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.end_offset);
        w.i32(self.epoch);
        w.no_tags();
        Ok(())
    }
}

/// `LeaderIdAndEpoch` of `FetchSnapshotResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaderIdAndEpoch {
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
}

impl Part for LeaderIdAndEpoch {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.no_tags();
        Ok(())
    }
}

/// `NodeEndpoint` of `FetchSnapshotResponse`, version 1.
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

impl Message for FetchSnapshotResponse {
    const NAME: &'static str = "FetchSnapshotResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
