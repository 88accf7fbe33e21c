//! `ConsumerGroupCurrentMemberAssignmentValue`, coordinator record key 8, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `ConsumerGroupCurrentMemberAssignmentValue`, coordinator record key 8, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupCurrentMemberAssignmentValue {
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub previous_member_epoch: i32,
    /// Versions 0+.
    pub state: i8,
    /// Versions 0+.
    pub assigned_partitions: Vec<TopicPartitions>,
    /// Versions 0+.
    pub partitions_pending_revocation: Vec<TopicPartitions>,
}

impl Part for ConsumerGroupCurrentMemberAssignmentValue {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            member_epoch: r.i32()?,
            previous_member_epoch: r.i32()?,
            state: r.i8()?,
            assigned_partitions: r.array(true, v)?,
            partitions_pending_revocation: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.member_epoch);
        w.i32(self.previous_member_epoch);
        w.i8(self.state);
        w.array(true, v, &self.assigned_partitions)?;
        w.array(true, v, &self.partitions_pending_revocation)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartitions` of `ConsumerGroupCurrentMemberAssignmentValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopicPartitions {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<i32>,
    /// Versions 0+, nullable, tag 0.
    pub assignment_epochs: Option<Vec<i32>>,
}

impl Default for TopicPartitions {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            partitions: Vec::new(),
            assignment_epochs: Some(Vec::new()),
        }
    }
}

impl Part for TopicPartitions {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
            assignment_epochs: Some(Vec::new()),
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.assignment_epochs = r.opt_array(true, v)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        let tags = w.open_tags();
        if !self
            .assignment_epochs
            .as_ref()
            .is_some_and(|x| x.is_empty())
        {
            let tag = w.open_tag(&tags, 0);
            w.opt_array(true, v, self.assignment_epochs.as_deref())?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

impl Message for ConsumerGroupCurrentMemberAssignmentValue {
    const NAME: &'static str = "ConsumerGroupCurrentMemberAssignmentValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConsumerGroupCurrentMemberAssignmentValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 8;
}
