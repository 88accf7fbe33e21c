//! `RemoteLogSegmentMetadataRecord`, record key 0, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `RemoteLogSegmentMetadataRecord`, record key 0, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RemoteLogSegmentMetadataRecord {
    /// Versions 0+.
    pub remote_log_segment_id: RemoteLogSegmentIdEntry,
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

impl Part for RemoteLogSegmentMetadataRecord {
    const LEAST: usize = 83;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            remote_log_segment_id: RemoteLogSegmentIdEntry::read(r, v)?,
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
        self.remote_log_segment_id.write(w, v)?;
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

/// `RemoteLogSegmentIdEntry` of `RemoteLogSegmentMetadataRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RemoteLogSegmentIdEntry {
    /// Versions 0+.
    pub topic_id_partition: TopicIdPartitionEntry,
    /// Versions 0+.
    pub id: Uuid,
}

impl Part for RemoteLogSegmentIdEntry {
    const LEAST: usize = 39;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id_partition: TopicIdPartitionEntry::read(r, v)?,
            id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        self.topic_id_partition.write(w, v)?;
        w.uuid(self.id);
        w.no_tags();
        Ok(())
    }
}

/// `TopicIdPartitionEntry` of `RemoteLogSegmentMetadataRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicIdPartitionEntry {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub id: Uuid,
    /// Versions 0+.
    pub partition: i32,
}

impl Part for TopicIdPartitionEntry {
    const LEAST: usize = 22;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            id: r.uuid()?,
            partition: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.uuid(self.id);
        w.i32(self.partition);
        w.no_tags();
        Ok(())
    }
}

/// `SegmentLeaderEpochEntry` of `RemoteLogSegmentMetadataRecord`, version 0.
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

impl Message for RemoteLogSegmentMetadataRecord {
    const NAME: &'static str = "RemoteLogSegmentMetadataRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl RemoteLogSegmentMetadataRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 0;
}
