//! `DescribeShareGroupOffsetsResponse`, api key 90, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `DescribeShareGroupOffsetsResponse`, api key 90, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeShareGroupOffsetsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub groups: Vec<DescribeShareGroupOffsetsResponseGroup>,
}

impl Part for DescribeShareGroupOffsetsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            groups: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.groups)?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeShareGroupOffsetsResponseGroup` of `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeShareGroupOffsetsResponseGroup {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub topics: Vec<DescribeShareGroupOffsetsResponseTopic>,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
}

impl Part for DescribeShareGroupOffsetsResponseGroup {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            topics: r.array(true, v)?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.array(true, v, &self.topics)?;
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeShareGroupOffsetsResponseTopic` of `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeShareGroupOffsetsResponseTopic {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<DescribeShareGroupOffsetsResponsePartition>,
}

impl Part for DescribeShareGroupOffsetsResponseTopic {
    const LEAST: usize = 19;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeShareGroupOffsetsResponsePartition` of `DescribeShareGroupOffsetsResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeShareGroupOffsetsResponsePartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 1+, default -1, ignorable.
    pub lag: i64,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
}

impl Default for DescribeShareGroupOffsetsResponsePartition {
    fn default() -> Self {
        Self {
            partition_index: 0,
            start_offset: 0,
            leader_epoch: 0,
            lag: -1,
            error_code: 0,
            error_message: None,
        }
    }
}

impl Part for DescribeShareGroupOffsetsResponsePartition {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            start_offset: r.i64()?,
            leader_epoch: r.i32()?,
            lag: if v >= 1 { r.i64()? } else { -1 },
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i64(self.start_offset);
        w.i32(self.leader_epoch);
        if v >= 1 {
            w.i64(self.lag);
        }
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeShareGroupOffsetsResponse {
    const NAME: &'static str = "DescribeShareGroupOffsetsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
