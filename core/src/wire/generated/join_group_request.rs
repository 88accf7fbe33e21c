//! `JoinGroupRequest`, api key 11, versions 0-9, flexible 6+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `JoinGroupRequest`, api key 11, versions 0-9, flexible 6+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JoinGroupRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub session_timeout_ms: i32,
    /// Versions 1+, default -1, ignorable.
    pub rebalance_timeout_ms: i32,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 5+, nullable, default null.
    pub group_instance_id: Option<Str>,
    /// Versions 0+.
    pub protocol_type: Str,
    /// Versions 0+.
    pub protocols: Vec<JoinGroupRequestProtocol>,
    /// Versions 8+, nullable, default null, ignorable.
    pub reason: Option<Str>,
}

impl Default for JoinGroupRequest {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            session_timeout_ms: 0,
            rebalance_timeout_ms: -1,
            member_id: Str::default(),
            group_instance_id: None,
            protocol_type: Str::default(),
            protocols: Vec::new(),
            reason: None,
        }
    }
}

impl Part for JoinGroupRequest {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            group_id: r.string(flexible)?,
            session_timeout_ms: r.i32()?,
            rebalance_timeout_ms: if v >= 1 { r.i32()? } else { -1 },
            member_id: r.string(flexible)?,
            group_instance_id: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            protocol_type: r.string(flexible)?,
            protocols: r.array(flexible, v)?,
            reason: if v >= 8 {
                r.opt_string(flexible)?
            } else {
                None
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.string(flexible, &self.group_id)?;
        w.i32(self.session_timeout_ms);
        if v >= 1 {
            w.i32(self.rebalance_timeout_ms);
        }
        w.string(flexible, &self.member_id)?;
        if v >= 5 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        } else {
            lacking(
                self.group_instance_id.is_none(),
                "JoinGroupRequest.group_instance_id",
                v,
            )?;
        }
        w.string(flexible, &self.protocol_type)?;
        w.array(flexible, v, &self.protocols)?;
        if v >= 8 {
            w.opt_string(flexible, self.reason.as_ref())?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `JoinGroupRequestProtocol` of `JoinGroupRequest`, versions 0-9.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct JoinGroupRequestProtocol {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub metadata: Bytes,
}

impl Part for JoinGroupRequestProtocol {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            name: r.string(flexible)?,
            metadata: r.bytes(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.string(flexible, &self.name)?;
        w.bytes(flexible, &self.metadata)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for JoinGroupRequest {
    const NAME: &'static str = "JoinGroupRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 9;
    const FLEXIBLE_FROM: Option<i16> = Some(6);
}

impl Request for JoinGroupRequest {
    const API_KEY: i16 = 11;
    type Response = super::join_group_response::JoinGroupResponse;
}
