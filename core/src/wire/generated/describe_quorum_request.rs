//! `DescribeQuorumRequest`, api key 55, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeQuorumRequest`, api key 55, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeQuorumRequest {
    /// Versions 0+.
    pub topics: Vec<TopicData>,
}

impl Part for DescribeQuorumRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `DescribeQuorumRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicData {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for TopicData {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `PartitionData` of `DescribeQuorumRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
}

impl Part for PartitionData {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeQuorumRequest {
    const NAME: &'static str = "DescribeQuorumRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeQuorumRequest {
    const API_KEY: i16 = 55;
    type Response = super::describe_quorum_response::DescribeQuorumResponse;
}
