//! `DescribeClusterResponse`, api key 60, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeClusterResponse`, api key 60, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeClusterResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 1+, default 1.
    pub endpoint_type: i8,
    /// Versions 0+.
    pub cluster_id: Str,
    /// Versions 0+, default -1.
    pub controller_id: i32,
    /// Versions 0+.
    pub brokers: Vec<DescribeClusterBroker>,
    /// Versions 0+, default -2147483648.
    pub cluster_authorized_operations: i32,
}

impl Default for DescribeClusterResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: None,
            endpoint_type: 1,
            cluster_id: Str::default(),
            controller_id: -1,
            brokers: Vec::new(),
            cluster_authorized_operations: -2147483648,
        }
    }
}

impl Part for DescribeClusterResponse {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            endpoint_type: if v >= 1 { r.i8()? } else { 1 },
            cluster_id: r.string(true)?,
            controller_id: r.i32()?,
            brokers: r.array(true, v)?,
            cluster_authorized_operations: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        if v >= 1 {
            w.i8(self.endpoint_type);
        } else {
            lacking(
                self.endpoint_type == 1,
                "DescribeClusterResponse.endpoint_type",
                v,
            )?;
        }
        w.string(true, &self.cluster_id)?;
        w.i32(self.controller_id);
        w.array(true, v, &self.brokers)?;
        w.i32(self.cluster_authorized_operations);
        w.no_tags();
        Ok(())
    }
}

/// `DescribeClusterBroker` of `DescribeClusterResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeClusterBroker {
    /// Versions 0+, key of its array.
    pub broker_id: i32,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: i32,
    /// Versions 0+, nullable, default null.
    pub rack: Option<Str>,
    /// Versions 2+.
    pub is_fenced: bool,
}

impl Part for DescribeClusterBroker {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            host: r.string(true)?,
            port: r.i32()?,
            rack: r.opt_string(true)?,
            is_fenced: if v >= 2 { r.bool()? } else { false },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.string(true, &self.host)?;
        w.i32(self.port);
        w.opt_string(true, self.rack.as_ref())?;
        if v >= 2 {
            w.bool(self.is_fenced);
        } else {
            lacking(!self.is_fenced, "DescribeClusterBroker.is_fenced", v)?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeClusterResponse {
    const NAME: &'static str = "DescribeClusterResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
