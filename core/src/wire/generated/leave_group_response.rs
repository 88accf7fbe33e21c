//! `LeaveGroupResponse`, api key 13, versions 0-5, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `LeaveGroupResponse`, api key 13, versions 0-5, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaveGroupResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 3+.
    pub members: Vec<MemberResponse>,
}

impl Part for LeaveGroupResponse {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            error_code: r.i16()?,
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
        if v >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        if v >= 3 {
            w.array(flexible, v, &self.members)?;
        } else {
            lacking(self.members.is_empty(), "LeaveGroupResponse.members", v)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MemberResponse` of `LeaveGroupResponse`, versions 3-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemberResponse {
    /// Versions 3+.
    pub member_id: Str,
    /// Versions 3+, nullable.
    pub group_instance_id: Option<Str>,
    /// Versions 3+.
    pub error_code: i16,
}

impl Default for MemberResponse {
    fn default() -> Self {
        Self {
            member_id: Str::default(),
            group_instance_id: Some(Str::default()),
            error_code: 0,
        }
    }
}

impl Part for MemberResponse {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            member_id: r.string(flexible)?,
            group_instance_id: r.opt_string(flexible)?,
            error_code: r.i16()?,
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
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for LeaveGroupResponse {
    const NAME: &'static str = "LeaveGroupResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}
