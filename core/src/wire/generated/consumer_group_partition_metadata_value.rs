//! `ConsumerGroupPartitionMetadataValue`, coordinator record key 4, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ConsumerGroupPartitionMetadataValue`, coordinator record key 4, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupPartitionMetadataValue {
    /// Versions 0+.
    pub topics: Vec<TopicMetadata>,
}

impl Part for ConsumerGroupPartitionMetadataValue {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicMetadata` of `ConsumerGroupPartitionMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicMetadata {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub num_partitions: i32,
    /// Versions 0+.
    pub partition_metadata: Vec<PartitionMetadata>,
}

impl Part for TopicMetadata {
    const LEAST: usize = 23;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            topic_name: r.string(true)?,
            num_partitions: r.i32()?,
            partition_metadata: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.string(true, &self.topic_name)?;
        w.i32(self.num_partitions);
        w.array(true, v, &self.partition_metadata)?;
        w.no_tags();
        Ok(())
    }
}

/// `PartitionMetadata` of `ConsumerGroupPartitionMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionMetadata {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub racks: Vec<Str>,
}

impl Part for PartitionMetadata {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition: r.i32()?,
            racks: r.strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.strings(true, &self.racks)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ConsumerGroupPartitionMetadataValue {
    const NAME: &'static str = "ConsumerGroupPartitionMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConsumerGroupPartitionMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 4;
}
