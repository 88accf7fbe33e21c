//! `RemoteLogSegmentMetadataSnapshotRecord`, record key 3, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `RemoteLogSegmentMetadataSnapshotRecord`, record key 3, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RemoteLogSegmentMetadataSnapshotRecord {
    /// Versions 0+.
    pub segment_id: Uuid,
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 0+.
    pub end_offset: i64,
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub max_timestamp_ms: i64,
    /// Versions 0+.
    pub event_timestamp_ms: i64,
    /// Versions 0+.
    pub segment_leader_epochs: Vec<SegmentLeaderEpochEntry>,
    /// Versions 0+.
    pub segment_size_in_bytes: i32,
    /// Versions 0+, nullable, default null.
    pub custom_metadata: Option<Bytes>,
    /// Versions 0+.
    pub remote_log_segment_state: i8,
    /// Versions 0+, tag 0.
    pub txn_index_empty: bool,
}

impl Part for RemoteLogSegmentMetadataSnapshotRecord {
    const LEAST: usize = 60;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            segment_id: r.uuid()?,
            start_offset: r.i64()?,
            end_offset: r.i64()?,
            broker_id: r.i32()?,
            max_timestamp_ms: r.i64()?,
            event_timestamp_ms: r.i64()?,
            segment_leader_epochs: r.array(true, v)?,
            segment_size_in_bytes: r.i32()?,
            custom_metadata: r.opt_bytes(true)?,
            remote_log_segment_state: r.i8()?,
            txn_index_empty: false,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.txn_index_empty = r.bool()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.segment_id);
        w.i64(self.start_offset);
        w.i64(self.end_offset);
        w.i32(self.broker_id);
        w.i64(self.max_timestamp_ms);
        w.i64(self.event_timestamp_ms);
        w.array(true, v, &self.segment_leader_epochs)?;
        w.i32(self.segment_size_in_bytes);
        w.opt_bytes(true, self.custom_metadata.as_ref())?;
        w.i8(self.remote_log_segment_state);
        let tags = w.open_tags();
        if self.txn_index_empty {
            let tag = w.open_tag(&tags, 0);
            w.bool(self.txn_index_empty);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `SegmentLeaderEpochEntry` of `RemoteLogSegmentMetadataSnapshotRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SegmentLeaderEpochEntry {
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub offset: i64,
}

impl Part for SegmentLeaderEpochEntry {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            leader_epoch: r.i32()?,
            offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.leader_epoch);
        w.i64(self.offset);
        w.no_tags();
        Ok(())
    }
}

impl Message for RemoteLogSegmentMetadataSnapshotRecord {
    const NAME: &'static str = "RemoteLogSegmentMetadataSnapshotRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl RemoteLogSegmentMetadataSnapshotRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 3;
}
