//! `DescribeProducersResponse`, api key 61, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeProducersResponse`, api key 61, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeProducersResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<TopicResponse>,
}

impl Part for DescribeProducersResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicResponse` of `DescribeProducersResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicResponse {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<PartitionResponse>,
}

impl Part for TopicResponse {
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

/// `PartitionResponse` of `DescribeProducersResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionResponse {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub active_producers: Vec<ProducerState>,
}

impl Part for PartitionResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            active_producers: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.array(true, v, &self.active_producers)?;
        w.no_tags();
        Ok(())
    }
}

/// `ProducerState` of `DescribeProducersResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProducerState {
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i32,
    /// Versions 0+, default -1.
    pub last_sequence: i32,
    /// Versions 0+, default -1.
    pub last_timestamp: i64,
    /// Versions 0+.
    pub coordinator_epoch: i32,
    /// Versions 0+, default -1.
    pub current_txn_start_offset: i64,
}

impl Default for ProducerState {
    fn default() -> Self {
        Self {
            producer_id: 0,
            producer_epoch: 0,
            last_sequence: -1,
            last_timestamp: -1,
            coordinator_epoch: 0,
            current_txn_start_offset: -1,
        }
    }
}

impl Part for ProducerState {
    const LEAST: usize = 37;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            producer_id: r.i64()?,
            producer_epoch: r.i32()?,
            last_sequence: r.i32()?,
            last_timestamp: r.i64()?,
            coordinator_epoch: r.i32()?,
            current_txn_start_offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.producer_id);
        w.i32(self.producer_epoch);
        w.i32(self.last_sequence);
        w.i64(self.last_timestamp);
        w.i32(self.coordinator_epoch);
        w.i64(self.current_txn_start_offset);
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeProducersResponse {
    const NAME: &'static str = "DescribeProducersResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
