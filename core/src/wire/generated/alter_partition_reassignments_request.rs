//! `AlterPartitionReassignmentsRequest`, api key 45, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AlterPartitionReassignmentsRequest`, api key 45, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionReassignmentsRequest {
    /// Versions 0+, default 60000.
    pub timeout_ms: i32,
    /// Versions 1+, default true.
    pub allow_replication_factor_change: bool,
    /// Versions 0+.
    pub topics: Vec<ReassignableTopic>,
}

impl Default for AlterPartitionReassignmentsRequest {
    fn default() -> Self {
        Self {
            timeout_ms: 60000,
            allow_replication_factor_change: true,
            topics: Vec::new(),
        }
    }
}

impl Part for AlterPartitionReassignmentsRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            timeout_ms: r.i32()?,
            allow_replication_factor_change: if v >= 1 { r.bool()? } else { true },
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.timeout_ms);
        if v >= 1 {
            w.bool(self.allow_replication_factor_change);
        } else {
            lacking(
                self.allow_replication_factor_change,
                "AlterPartitionReassignmentsRequest.allow_replication_factor_change",
                v,
            )?;
        }
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `ReassignableTopic` of `AlterPartitionReassignmentsRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReassignableTopic {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<ReassignablePartition>,
}

impl Part for ReassignableTopic {
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

/// `ReassignablePartition` of `AlterPartitionReassignmentsRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReassignablePartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+, nullable, default null.
    pub replicas: Option<Vec<i32>>,
}

impl Part for ReassignablePartition {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            replicas: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.opt_array(true, v, self.replicas.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterPartitionReassignmentsRequest {
    const NAME: &'static str = "AlterPartitionReassignmentsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AlterPartitionReassignmentsRequest {
    const API_KEY: i16 = 45;
    type Response =
        super::alter_partition_reassignments_response::AlterPartitionReassignmentsResponse;
}
