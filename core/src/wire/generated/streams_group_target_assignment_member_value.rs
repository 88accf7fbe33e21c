//! `StreamsGroupTargetAssignmentMemberValue`, coordinator record key 21, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupTargetAssignmentMemberValue`, coordinator record key 21, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupTargetAssignmentMemberValue {
    /// Versions 0+.
    pub active_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub standby_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub warmup_tasks: Vec<TaskIds>,
}

impl Part for StreamsGroupTargetAssignmentMemberValue {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            active_tasks: r.array(true, v)?,
            standby_tasks: r.array(true, v)?,
            warmup_tasks: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.active_tasks)?;
        w.array(true, v, &self.standby_tasks)?;
        w.array(true, v, &self.warmup_tasks)?;
        w.no_tags();
        Ok(())
    }
}

/// `TaskIds` of `StreamsGroupTargetAssignmentMemberValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TaskIds {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TaskIds {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for StreamsGroupTargetAssignmentMemberValue {
    const NAME: &'static str = "StreamsGroupTargetAssignmentMemberValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl StreamsGroupTargetAssignmentMemberValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 21;
}
