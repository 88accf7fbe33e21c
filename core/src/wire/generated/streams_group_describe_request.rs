//! `StreamsGroupDescribeRequest`, api key 89, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `StreamsGroupDescribeRequest`, api key 89, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupDescribeRequest {
    /// Versions 0+.
    pub group_ids: Vec<Str>,
    /// Versions 0+.
    pub include_authorized_operations: bool,
    /// Versions 1+.
    pub include_topology_description: bool,
}

impl Part for StreamsGroupDescribeRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_ids: r.strings(true)?,
            include_authorized_operations: r.bool()?,
            include_topology_description: if v >= 1 { r.bool()? } else { false },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.strings(true, &self.group_ids)?;
        w.bool(self.include_authorized_operations);
        if v >= 1 {
            w.bool(self.include_topology_description);
        } else {
            lacking(
                !self.include_topology_description,
                "StreamsGroupDescribeRequest.include_topology_description",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for StreamsGroupDescribeRequest {
    const NAME: &'static str = "StreamsGroupDescribeRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for StreamsGroupDescribeRequest {
    const API_KEY: i16 = 89;
    type Response = super::streams_group_describe_response::StreamsGroupDescribeResponse;
}
