//! `DescribeTopicPartitionsRequest`, api key 75, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeTopicPartitionsRequest`, api key 75, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeTopicPartitionsRequest {
    /// Versions 0+.
    pub topics: Vec<TopicRequest>,
    /// Versions 0+, default 2000.
    pub response_partition_limit: i32,
    /// Versions 0+, nullable, default null.
    pub cursor: Option<Cursor>,
}

impl Default for DescribeTopicPartitionsRequest {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            response_partition_limit: 2000,
            cursor: None,
        }
    }
}

impl Part for DescribeTopicPartitionsRequest {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topics: r.array(true, v)?,
            response_partition_limit: r.i32()?,
            cursor: r.opt_part(v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.topics)?;
        w.i32(self.response_partition_limit);
        w.opt_part(v, self.cursor.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicRequest` of `DescribeTopicPartitionsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicRequest {
    /// Versions 0+.
    pub name: Str,
}

impl Part for TopicRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.no_tags();
        Ok(())
    }
}

/// `Cursor` of `DescribeTopicPartitionsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cursor {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partition_index: i32,
}

impl Part for Cursor {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            partition_index: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.i32(self.partition_index);
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeTopicPartitionsRequest {
    const NAME: &'static str = "DescribeTopicPartitionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeTopicPartitionsRequest {
    const API_KEY: i16 = 75;
    type Response = super::describe_topic_partitions_response::DescribeTopicPartitionsResponse;
}
