//! `DescribeTransactionsResponse`, api key 65, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeTransactionsResponse`, api key 65, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeTransactionsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub transaction_states: Vec<TransactionState>,
}

impl Part for DescribeTransactionsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            transaction_states: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.transaction_states)?;
        w.no_tags();
        Ok(())
    }
}

/// `TransactionState` of `DescribeTransactionsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TransactionState {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub transactional_id: Str,
    /// Versions 0+.
    pub transaction_state: Str,
    /// Versions 0+.
    pub transaction_timeout_ms: i32,
    /// Versions 0+.
    pub transaction_start_time_ms: i64,
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i16,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
}

impl Part for TransactionState {
    const LEAST: usize = 28;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            error_code: r.i16()?,
            transactional_id: r.string(true)?,
            transaction_state: r.string(true)?,
            transaction_timeout_ms: r.i32()?,
            transaction_start_time_ms: r.i64()?,
            producer_id: r.i64()?,
            producer_epoch: r.i16()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.string(true, &self.transactional_id)?;
        w.string(true, &self.transaction_state)?;
        w.i32(self.transaction_timeout_ms);
        w.i64(self.transaction_start_time_ms);
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `DescribeTransactionsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicData {
    /// Versions 0+, key of its array.
    pub topic: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicData {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeTransactionsResponse {
    const NAME: &'static str = "DescribeTransactionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
