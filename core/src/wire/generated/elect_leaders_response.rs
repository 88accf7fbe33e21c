//! `ElectLeadersResponse`, api key 43, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ElectLeadersResponse`, api key 43, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ElectLeadersResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 1+.
    pub error_code: i16,
    /// Versions 0+.
    pub replica_election_results: Vec<ReplicaElectionResult>,
}

impl Part for ElectLeadersResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: if v >= 1 { r.i16()? } else { 0 },
            replica_election_results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        if v >= 1 {
            w.i16(self.error_code);
        } else {
            lacking(self.error_code == 0, "ElectLeadersResponse.error_code", v)?;
        }
        w.array(flexible, v, &self.replica_election_results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ReplicaElectionResult` of `ElectLeadersResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReplicaElectionResult {
    /// Versions 0+.
    pub topic: Str,
    /// Versions 0+.
    pub partition_result: Vec<PartitionResult>,
}

impl Part for ReplicaElectionResult {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topic: r.string(flexible)?,
            partition_result: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.topic)?;
        w.array(flexible, v, &self.partition_result)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `PartitionResult` of `ElectLeadersResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionResult {
    /// Versions 0+.
    pub partition_id: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
}

impl Default for PartitionResult {
    fn default() -> Self {
        Self {
            partition_id: 0,
            error_code: 0,
            error_message: Some(Str::default()),
        }
    }
}

impl Part for PartitionResult {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            partition_id: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.partition_id);
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ElectLeadersResponse {
    const NAME: &'static str = "ElectLeadersResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
