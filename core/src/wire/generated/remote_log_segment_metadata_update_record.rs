//! `RemoteLogSegmentMetadataUpdateRecord`, record key 1, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `RemoteLogSegmentMetadataUpdateRecord`, record key 1, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RemoteLogSegmentMetadataUpdateRecord {
    /// Versions 0+.
    pub remote_log_segment_id: RemoteLogSegmentIdEntry,
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub event_timestamp_ms: i64,
    /// Versions 0+, nullable, default null.
    pub custom_metadata: Option<Bytes>,
    /// Versions 0+.
    pub remote_log_segment_state: i8,
}

impl Part for RemoteLogSegmentMetadataUpdateRecord {
    const LEAST: usize = 54;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            remote_log_segment_id: RemoteLogSegmentIdEntry::read(r, v)?,
            broker_id: r.i32()?,
            event_timestamp_ms: r.i64()?,
            custom_metadata: r.opt_bytes(true)?,
            remote_log_segment_state: r.i8()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        self.remote_log_segment_id.write(w, v)?;
        w.i32(self.broker_id);
        w.i64(self.event_timestamp_ms);
        w.opt_bytes(true, self.custom_metadata.as_ref())?;
        w.i8(self.remote_log_segment_state);
        w.no_tags();
        Ok(())
    }
}

/// `RemoteLogSegmentIdEntry` of `RemoteLogSegmentMetadataUpdateRecord`, version 0.
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

/// `TopicIdPartitionEntry` of `RemoteLogSegmentMetadataUpdateRecord`, version 0.
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

impl Message for RemoteLogSegmentMetadataUpdateRecord {
    const NAME: &'static str = "RemoteLogSegmentMetadataUpdateRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl RemoteLogSegmentMetadataUpdateRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 1;
}
