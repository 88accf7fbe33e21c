//! `RemotePartitionDeleteMetadataRecord`, record key 2, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `RemotePartitionDeleteMetadataRecord`, record key 2, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RemotePartitionDeleteMetadataRecord {
    /// Versions 0+.
    pub topic_id_partition: TopicIdPartitionEntry,
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub event_timestamp_ms: i64,
    /// Versions 0+.
    pub remote_partition_delete_state: i8,
}

impl Part for RemotePartitionDeleteMetadataRecord {
    const LEAST: usize = 36;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id_partition: TopicIdPartitionEntry::read(r, v)?,
            broker_id: r.i32()?,
            event_timestamp_ms: r.i64()?,
            remote_partition_delete_state: r.i8()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        self.topic_id_partition.write(w, v)?;
        w.i32(self.broker_id);
        w.i64(self.event_timestamp_ms);
        w.i8(self.remote_partition_delete_state);
        w.no_tags();
        Ok(())
    }
}

/// `TopicIdPartitionEntry` of `RemotePartitionDeleteMetadataRecord`, version 0.
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

impl Message for RemotePartitionDeleteMetadataRecord {
    const NAME: &'static str = "RemotePartitionDeleteMetadataRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl RemotePartitionDeleteMetadataRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 2;
}
