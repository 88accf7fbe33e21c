//! `StreamsGroupCurrentMemberAssignmentValue`, coordinator record key 22, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupCurrentMemberAssignmentValue`, coordinator record key 22, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupCurrentMemberAssignmentValue {
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub previous_member_epoch: i32,
    /// Versions 0+.
    pub state: i8,
    /// Versions 0+.
    pub active_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub standby_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub warmup_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub active_tasks_pending_revocation: Vec<TaskIds>,
    /// Versions 0+.
    pub standby_tasks_pending_revocation: Vec<TaskIds>,
    /// Versions 0+.
    pub warmup_tasks_pending_revocation: Vec<TaskIds>,
}

impl Part for StreamsGroupCurrentMemberAssignmentValue {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            member_epoch: r.i32()?,
            previous_member_epoch: r.i32()?,
            state: r.i8()?,
            active_tasks: r.array(true, v)?,
            standby_tasks: r.array(true, v)?,
            warmup_tasks: r.array(true, v)?,
            active_tasks_pending_revocation: r.array(true, v)?,
            standby_tasks_pending_revocation: r.array(true, v)?,
            warmup_tasks_pending_revocation: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.member_epoch);
        w.i32(self.previous_member_epoch);
        w.i8(self.state);
        w.array(true, v, &self.active_tasks)?;
        w.array(true, v, &self.standby_tasks)?;
        w.array(true, v, &self.warmup_tasks)?;
        w.array(true, v, &self.active_tasks_pending_revocation)?;
        w.array(true, v, &self.standby_tasks_pending_revocation)?;
        w.array(true, v, &self.warmup_tasks_pending_revocation)?;
        w.no_tags();
        Ok(())
    }
}

/// `TaskIds` of `StreamsGroupCurrentMemberAssignmentValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TaskIds {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
    /// Versions 0+, nullable, tag 0.
    pub assignment_epochs: Option<Vec<i32>>,
}

impl Default for TaskIds {
    fn default() -> Self {
        Self {
            subtopology_id: Str::default(),
            partitions: Vec::new(),
            assignment_epochs: Some(Vec::new()),
        }
    }
}

impl Part for TaskIds {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            subtopology_id: r.string(true)?,
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
        w.string(true, &self.subtopology_id)?;
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

impl Message for StreamsGroupCurrentMemberAssignmentValue {
    const NAME: &'static str = "StreamsGroupCurrentMemberAssignmentValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl StreamsGroupCurrentMemberAssignmentValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 22;
}
