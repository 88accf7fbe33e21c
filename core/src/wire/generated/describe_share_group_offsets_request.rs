//! `DescribeShareGroupOffsetsRequest`, api key 90, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeShareGroupOffsetsRequest`, api key 90, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeShareGroupOffsetsRequest {
    /// Versions 0+.
    pub groups: Vec<DescribeShareGroupOffsetsRequestGroup>,
}

impl Part for DescribeShareGroupOffsetsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            groups: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.groups)?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeShareGroupOffsetsRequestGroup` of `DescribeShareGroupOffsetsRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeShareGroupOffsetsRequestGroup {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+, nullable.
    pub topics: Option<Vec<DescribeShareGroupOffsetsRequestTopic>>,
}

impl Default for DescribeShareGroupOffsetsRequestGroup {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            topics: Some(Vec::new()),
        }
    }
}

impl Part for DescribeShareGroupOffsetsRequestGroup {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            topics: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.opt_array(true, v, self.topics.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeShareGroupOffsetsRequestTopic` of `DescribeShareGroupOffsetsRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeShareGroupOffsetsRequestTopic {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for DescribeShareGroupOffsetsRequestTopic {
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

impl Message for DescribeShareGroupOffsetsRequest {
    const NAME: &'static str = "DescribeShareGroupOffsetsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeShareGroupOffsetsRequest {
    const API_KEY: i16 = 90;
    type Response = super::describe_share_group_offsets_response::DescribeShareGroupOffsetsResponse;
}
