//! `ListPartitionReassignmentsRequest`, api key 46, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ListPartitionReassignmentsRequest`, api key 46, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListPartitionReassignmentsRequest {
    /// Versions 0+, default 60000.
    pub timeout_ms: i32,
    /// Versions 0+, nullable, default null.
    pub topics: Option<Vec<ListPartitionReassignmentsTopics>>,
}

impl Default for ListPartitionReassignmentsRequest {
    fn default() -> Self {
        Self {
            timeout_ms: 60000,
            topics: None,
        }
    }
}

impl Part for ListPartitionReassignmentsRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            timeout_ms: r.i32()?,
            topics: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.timeout_ms);
        w.opt_array(true, v, self.topics.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `ListPartitionReassignmentsTopics` of `ListPartitionReassignmentsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListPartitionReassignmentsTopics {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partition_indexes: Vec<i32>,
}

impl Part for ListPartitionReassignmentsTopics {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partition_indexes: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.array(true, v, &self.partition_indexes)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ListPartitionReassignmentsRequest {
    const NAME: &'static str = "ListPartitionReassignmentsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ListPartitionReassignmentsRequest {
    const API_KEY: i16 = 46;
    type Response =
        super::list_partition_reassignments_response::ListPartitionReassignmentsResponse;
}
