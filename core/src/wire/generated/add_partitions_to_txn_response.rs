//! `AddPartitionsToTxnResponse`, api key 24, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `AddPartitionsToTxnResponse`, api key 24, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 4+, ignorable.
    pub error_code: i16,
    /// Versions 4+.
    pub results_by_transaction: Vec<AddPartitionsToTxnResult>,
    /// Versions 0-3.
    pub results_by_topic_v3_and_below: Vec<AddPartitionsToTxnTopicResult>,
}

impl Part for AddPartitionsToTxnResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: if v >= 4 { r.i16()? } else { 0 },
            results_by_transaction: if v >= 4 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            results_by_topic_v3_and_below: if v <= 3 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.i32(self.throttle_time_ms);
        if v >= 4 {
            w.i16(self.error_code);
        }
        if v >= 4 {
            w.array(flexible, v, &self.results_by_transaction)?;
        } else {
            lacking(
                self.results_by_transaction.is_empty(),
                "AddPartitionsToTxnResponse.results_by_transaction",
                v,
            )?;
        }
        if v <= 3 {
            w.array(flexible, v, &self.results_by_topic_v3_and_below)?;
        } else {
            lacking(
                self.results_by_topic_v3_and_below.is_empty(),
                "AddPartitionsToTxnResponse.results_by_topic_v3_and_below",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AddPartitionsToTxnResult` of `AddPartitionsToTxnResponse`, versions 4-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnResult {
    /// Versions 4+, key of its array.
    pub transactional_id: Str,
    /// Versions 4+.
    pub topic_results: Vec<AddPartitionsToTxnTopicResult>,
}

impl Part for AddPartitionsToTxnResult {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            transactional_id: r.string(true)?,
            topic_results: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.transactional_id)?;
        w.array(true, v, &self.topic_results)?;
        w.no_tags();
        Ok(())
    }
}

/// `AddPartitionsToTxnTopicResult` of `AddPartitionsToTxnResponse`, versions 0-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnTopicResult {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub results_by_partition: Vec<AddPartitionsToTxnPartitionResult>,
}

impl Part for AddPartitionsToTxnTopicResult {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            name: r.string(flexible)?,
            results_by_partition: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.string(flexible, &self.name)?;
        w.array(flexible, v, &self.results_by_partition)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AddPartitionsToTxnPartitionResult` of `AddPartitionsToTxnResponse`, versions 0-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnPartitionResult {
    /// Versions 0+, key of its array.
    pub partition_index: i32,
    /// Versions 0+.
    pub partition_error_code: i16,
}

impl Part for AddPartitionsToTxnPartitionResult {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            partition_index: r.i32()?,
            partition_error_code: r.i16()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.i32(self.partition_index);
        w.i16(self.partition_error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AddPartitionsToTxnResponse {
    const NAME: &'static str = "AddPartitionsToTxnResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
