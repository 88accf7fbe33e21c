//! `DescribeGroupsRequest`, api key 15, versions 0-6, flexible 5+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeGroupsRequest`, api key 15, versions 0-6, flexible 5+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeGroupsRequest {
    /// Versions 0+.
    pub groups: Vec<Str>,
    /// Versions 3+.
    pub include_authorized_operations: bool,
}

impl Part for DescribeGroupsRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            groups: r.strings(flexible)?,
            include_authorized_operations: if v >= 3 { r.bool()? } else { false },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.strings(flexible, &self.groups)?;
        if v >= 3 {
            w.bool(self.include_authorized_operations);
        } else {
            lacking(
                !self.include_authorized_operations,
                "DescribeGroupsRequest.include_authorized_operations",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeGroupsRequest {
    const NAME: &'static str = "DescribeGroupsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(5);
}

impl Request for DescribeGroupsRequest {
    const API_KEY: i16 = 15;
    type Response = super::describe_groups_response::DescribeGroupsResponse;
}
