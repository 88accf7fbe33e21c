//! `FetchSnapshotRequest`, api key 59, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `FetchSnapshotRequest`, api key 59, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchSnapshotRequest {
    /// Versions 0+, nullable, tag 0, default null.
    pub cluster_id: Option<Str>,
    /// Versions 0+, default -1.
    pub replica_id: i32,
    /// Versions 0+, default 0x7fffffff.
    pub max_bytes: i32,
    /// Versions 0+.
    pub topics: Vec<TopicSnapshot>,
}

impl Default for FetchSnapshotRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            max_bytes: 0x7fffffff,
            topics: Vec::new(),
        }
    }
}

impl Part for FetchSnapshotRequest {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            cluster_id: None,
            replica_id: r.i32()?,
            max_bytes: r.i32()?,
            topics: r.array(true, v)?,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.cluster_id = r.opt_string(true)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.replica_id);
        w.i32(self.max_bytes);
        w.array(true, v, &self.topics)?;
        let tags = w.open_tags();
        if self.cluster_id.is_some() {
            let tag = w.open_tag(&tags, 0);
            w.opt_string(true, self.cluster_id.as_ref())?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `TopicSnapshot` of `FetchSnapshotRequest`, versions 0-1.
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

/// `PartitionSnapshot` of `FetchSnapshotRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionSnapshot {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub current_leader_epoch: i32,
    /// Versions 0+.
    pub snapshot_id: SnapshotId,
    /// Versions 0+.
    pub position: i64,
    /// Versions 1+, tag 0, ignorable.
    pub replica_directory_id: Uuid,
}

impl Part for PartitionSnapshot {
    const LEAST: usize = 30;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            partition: r.i32()?,
            current_leader_epoch: r.i32()?,
            snapshot_id: SnapshotId::read(r, v)?,
            position: r.i64()?,
            replica_directory_id: Uuid::ZERO,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 if v >= 1 => it.replica_directory_id = r.uuid()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.i32(self.current_leader_epoch);
        self.snapshot_id.write(w, v)?;
        w.i64(self.position);
        let tags = w.open_tags();
        if v >= 1 && self.replica_directory_id != Uuid::ZERO {
            let tag = w.open_tag(&tags, 0);
            w.uuid(self.replica_directory_id);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `SnapshotId` of `FetchSnapshotRequest`, versions 0-1.
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

impl Message for FetchSnapshotRequest {
    const NAME: &'static str = "FetchSnapshotRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for FetchSnapshotRequest {
    const API_KEY: i16 = 59;
    type Response = super::fetch_snapshot_response::FetchSnapshotResponse;
}
