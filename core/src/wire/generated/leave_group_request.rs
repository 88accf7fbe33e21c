//! `LeaveGroupRequest`, api key 13, versions 0-5, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `LeaveGroupRequest`, api key 13, versions 0-5, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaveGroupRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0-2.
    pub member_id: Str,
    /// Versions 3+.
    pub members: Vec<MemberIdentity>,
}

impl Part for LeaveGroupRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            group_id: r.string(flexible)?,
            member_id: if v <= 2 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            members: if v >= 3 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.group_id)?;
        if v <= 2 {
            w.string(flexible, &self.member_id)?;
        } else {
            lacking(self.member_id.is_empty(), "LeaveGroupRequest.member_id", v)?;
        }
        if v >= 3 {
            w.array(flexible, v, &self.members)?;
        } else {
            lacking(self.members.is_empty(), "LeaveGroupRequest.members", v)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MemberIdentity` of `LeaveGroupRequest`, versions 3-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MemberIdentity {
    /// Versions 3+.
    pub member_id: Str,
    /// Versions 3+, nullable, default null.
    pub group_instance_id: Option<Str>,
    /// Versions 5+, nullable, default null, ignorable.
    pub reason: Option<Str>,
}

impl Part for MemberIdentity {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            member_id: r.string(flexible)?,
            group_instance_id: r.opt_string(flexible)?,
            reason: if v >= 5 {
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
        let flexible = v >= 4;
        w.string(flexible, &self.member_id)?;
        w.opt_string(flexible, self.group_instance_id.as_ref())?;
        if v >= 5 {
            w.opt_string(flexible, self.reason.as_ref())?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for LeaveGroupRequest {
    const NAME: &'static str = "LeaveGroupRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl Request for LeaveGroupRequest {
    const API_KEY: i16 = 13;
    type Response = super::leave_group_response::LeaveGroupResponse;
}
