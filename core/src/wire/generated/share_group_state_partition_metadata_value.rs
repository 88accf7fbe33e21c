//! `ShareGroupStatePartitionMetadataValue`, coordinator record key 15, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ShareGroupStatePartitionMetadataValue`, coordinator record key 15, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareGroupStatePartitionMetadataValue {
    /// Versions 0+.
    pub initializing_topics: Vec<TopicPartitionsInfo>,
    /// Versions 0+.
    pub initialized_topics: Vec<TopicPartitionsInfo>,
    /// Versions 0+.
    pub deleting_topics: Vec<TopicInfo>,
}

impl Part for ShareGroupStatePartitionMetadataValue {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            initializing_topics: r.array(true, v)?,
            initialized_topics: r.array(true, v)?,
            deleting_topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.initializing_topics)?;
        w.array(true, v, &self.initialized_topics)?;
        w.array(true, v, &self.deleting_topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartitionsInfo` of `ShareGroupStatePartitionMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartitionsInfo {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartitionsInfo {
    const LEAST: usize = 19;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            topic_name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.string(true, &self.topic_name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicInfo` of `ShareGroupStatePartitionMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicInfo {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub topic_name: Str,
}

impl Part for TopicInfo {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            topic_name: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.string(true, &self.topic_name)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ShareGroupStatePartitionMetadataValue {
    const NAME: &'static str = "ShareGroupStatePartitionMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ShareGroupStatePartitionMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 15;
}
