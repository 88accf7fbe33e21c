//! `DescribeClusterRequest`, api key 60, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `DescribeClusterRequest`, api key 60, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeClusterRequest {
    /// Versions 0+.
    pub include_cluster_authorized_operations: bool,
    /// Versions 1+, default 1.
    pub endpoint_type: i8,
    /// Versions 2+.
    pub include_fenced_brokers: bool,
}

impl Default for DescribeClusterRequest {
    fn default() -> Self {
        Self {
            include_cluster_authorized_operations: false,
            endpoint_type: 1,
            include_fenced_brokers: false,
        }
    }
}

impl Part for DescribeClusterRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            include_cluster_authorized_operations: r.bool()?,
            endpoint_type: if v >= 1 { r.i8()? } else { 1 },
            include_fenced_brokers: if v >= 2 { r.bool()? } else { false },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.bool(self.include_cluster_authorized_operations);
        if v >= 1 {
            w.i8(self.endpoint_type);
        } else {
            lacking(
                self.endpoint_type == 1,
                "DescribeClusterRequest.endpoint_type",
                v,
            )?;
        }
        if v >= 2 {
            w.bool(self.include_fenced_brokers);
        } else {
            lacking(
                !self.include_fenced_brokers,
                "DescribeClusterRequest.include_fenced_brokers",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeClusterRequest {
    const NAME: &'static str = "DescribeClusterRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeClusterRequest {
    const API_KEY: i16 = 60;
    type Response = super::describe_cluster_response::DescribeClusterResponse;
}
