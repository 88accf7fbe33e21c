//! `ConsumerGroupDescribeRequest`, api key 69, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ConsumerGroupDescribeRequest`, api key 69, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupDescribeRequest {
    /// Versions 0+.
    pub group_ids: Vec<Str>,
    /// Versions 0+.
    pub include_authorized_operations: bool,
}

impl Part for ConsumerGroupDescribeRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            group_ids: r.strings(true)?,
            include_authorized_operations: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.strings(true, &self.group_ids)?;
        w.bool(self.include_authorized_operations);
        w.no_tags();
        Ok(())
    }
}

impl Message for ConsumerGroupDescribeRequest {
    const NAME: &'static str = "ConsumerGroupDescribeRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ConsumerGroupDescribeRequest {
    const API_KEY: i16 = 69;
    type Response = super::consumer_group_describe_response::ConsumerGroupDescribeResponse;
}
