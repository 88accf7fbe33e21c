//! `ShareGroupCurrentMemberAssignmentValue`, coordinator record key 14, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `ShareGroupCurrentMemberAssignmentValue`, coordinator record key 14, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareGroupCurrentMemberAssignmentValue {
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub previous_member_epoch: i32,
    /// Versions 0+.
    pub state: i8,
    /// Versions 0+.
    pub assigned_partitions: Vec<TopicPartitions>,
}

impl Part for ShareGroupCurrentMemberAssignmentValue {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            member_epoch: r.i32()?,
            previous_member_epoch: r.i32()?,
            state: r.i8()?,
            assigned_partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.member_epoch);
        w.i32(self.previous_member_epoch);
        w.i8(self.state);
        w.array(true, v, &self.assigned_partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartitions` of `ShareGroupCurrentMemberAssignmentValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartitions {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartitions {
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

impl Message for ShareGroupCurrentMemberAssignmentValue {
    const NAME: &'static str = "ShareGroupCurrentMemberAssignmentValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ShareGroupCurrentMemberAssignmentValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 14;
}
