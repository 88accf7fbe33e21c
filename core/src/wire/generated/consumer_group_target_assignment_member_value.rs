//! `ConsumerGroupTargetAssignmentMemberValue`, coordinator record key 7, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `ConsumerGroupTargetAssignmentMemberValue`, coordinator record key 7, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupTargetAssignmentMemberValue {
    /// Versions 0+.
    pub topic_partitions: Vec<TopicPartition>,
}

impl Part for ConsumerGroupTargetAssignmentMemberValue {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.topic_partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartition` of `ConsumerGroupTargetAssignmentMemberValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartition {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartition {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ConsumerGroupTargetAssignmentMemberValue {
    const NAME: &'static str = "ConsumerGroupTargetAssignmentMemberValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConsumerGroupTargetAssignmentMemberValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 7;
}
