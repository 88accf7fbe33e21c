//! `ListPartitionReassignmentsResponse`, api key 46, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ListPartitionReassignmentsResponse`, api key 46, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListPartitionReassignmentsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub topics: Vec<OngoingTopicReassignment>,
}

impl Default for ListPartitionReassignmentsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Str::default()),
            topics: Vec::new(),
        }
    }
}

impl Part for ListPartitionReassignmentsResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `OngoingTopicReassignment` of `ListPartitionReassignmentsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OngoingTopicReassignment {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<OngoingPartitionReassignment>,
}

impl Part for OngoingTopicReassignment {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `OngoingPartitionReassignment` of `ListPartitionReassignmentsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OngoingPartitionReassignment {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub replicas: Vec<i32>,
    /// Versions 0+.
    pub adding_replicas: Vec<i32>,
    /// Versions 0+.
    pub removing_replicas: Vec<i32>,
}

impl Part for OngoingPartitionReassignment {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            replicas: r.array(true, v)?,
            adding_replicas: r.array(true, v)?,
            removing_replicas: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.array(true, v, &self.replicas)?;
        w.array(true, v, &self.adding_replicas)?;
        w.array(true, v, &self.removing_replicas)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ListPartitionReassignmentsResponse {
    const NAME: &'static str = "ListPartitionReassignmentsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
