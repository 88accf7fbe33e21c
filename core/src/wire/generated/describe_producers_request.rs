//! `DescribeProducersRequest`, api key 61, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeProducersRequest`, api key 61, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeProducersRequest {
    /// Versions 0+.
    pub topics: Vec<TopicRequest>,
}

impl Part for DescribeProducersRequest {
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

/// `TopicRequest` of `DescribeProducersRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicRequest {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub partition_indexes: Vec<i32>,
}

impl Part for TopicRequest {
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

impl Message for DescribeProducersRequest {
    const NAME: &'static str = "DescribeProducersRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeProducersRequest {
    const API_KEY: i16 = 61;
    type Response = super::describe_producers_response::DescribeProducersResponse;
}
