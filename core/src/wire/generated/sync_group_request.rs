//! `SyncGroupRequest`, api key 14, versions 0-5, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `SyncGroupRequest`, api key 14, versions 0-5, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SyncGroupRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub generation_id: i32,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 3+, nullable, default null.
    pub group_instance_id: Option<Str>,
    /// Versions 5+, nullable, default null, ignorable.
    pub protocol_type: Option<Str>,
    /// Versions 5+, nullable, default null, ignorable.
    pub protocol_name: Option<Str>,
    /// Versions 0+.
    pub assignments: Vec<SyncGroupRequestAssignment>,
}

impl Part for SyncGroupRequest {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            group_id: r.string(flexible)?,
            generation_id: r.i32()?,
            member_id: r.string(flexible)?,
            group_instance_id: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                None
            },
            protocol_type: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            protocol_name: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            assignments: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.group_id)?;
        w.i32(self.generation_id);
        w.string(flexible, &self.member_id)?;
        if v >= 3 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        } else {
            lacking(
                self.group_instance_id.is_none(),
                "SyncGroupRequest.group_instance_id",
                v,
            )?;
        }
        if v >= 5 {
            w.opt_string(flexible, self.protocol_type.as_ref())?;
        }
        if v >= 5 {
            w.opt_string(flexible, self.protocol_name.as_ref())?;
        }
        w.array(flexible, v, &self.assignments)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `SyncGroupRequestAssignment` of `SyncGroupRequest`, versions 0-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SyncGroupRequestAssignment {
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub assignment: Bytes,
}

impl Part for SyncGroupRequestAssignment {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            member_id: r.string(flexible)?,
            assignment: r.bytes(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.member_id)?;
        w.bytes(flexible, &self.assignment)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for SyncGroupRequest {
    const NAME: &'static str = "SyncGroupRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl Request for SyncGroupRequest {
    const API_KEY: i16 = 14;
    type Response = super::sync_group_response::SyncGroupResponse;
}
