//! `JoinGroupResponse`, api key 11, versions 0-9, flexible 6+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::message::{lacking, required};
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `JoinGroupResponse`, api key 11, versions 0-9, flexible 6+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JoinGroupResponse {
    /// Versions 2+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, default -1.
    pub generation_id: i32,
    /// Versions 7+, nullable, default null, ignorable.
    pub protocol_type: Option<Str>,
    /// Versions 0+, nullable in 7+.
    pub protocol_name: Option<Str>,
    /// Versions 0+.
    pub leader: Str,
    /// Versions 9+.
    pub skip_assignment: bool,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub members: Vec<JoinGroupResponseMember>,
}

impl Default for JoinGroupResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            generation_id: -1,
            protocol_type: None,
            protocol_name: Some(Str::default()),
            leader: Str::default(),
            skip_assignment: false,
            member_id: Str::default(),
            members: Vec::new(),
        }
    }
}

impl Part for JoinGroupResponse {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            throttle_time_ms: if v >= 2 { r.i32()? } else { 0 },
            error_code: r.i16()?,
            generation_id: r.i32()?,
            protocol_type: if v >= 7 {
                r.opt_string(flexible)?
            } else {
                None
            },
            protocol_name: if v >= 7 {
                r.opt_string(flexible)?
            } else {
                Some(r.string(flexible)?)
            },
            leader: r.string(flexible)?,
            skip_assignment: if v >= 9 { r.bool()? } else { false },
            member_id: r.string(flexible)?,
            members: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        if v >= 2 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        w.i32(self.generation_id);
        if v >= 7 {
            w.opt_string(flexible, self.protocol_type.as_ref())?;
        }
        if v >= 7 {
            w.opt_string(flexible, self.protocol_name.as_ref())?;
        } else {
            w.string(
                flexible,
                required(
                    self.protocol_name.as_ref(),
                    "JoinGroupResponse.protocol_name",
                )?,
            )?;
        }
        w.string(flexible, &self.leader)?;
        if v >= 9 {
            w.bool(self.skip_assignment);
        } else {
            lacking(
                !self.skip_assignment,
                "JoinGroupResponse.skip_assignment",
                v,
            )?;
        }
        w.string(flexible, &self.member_id)?;
        w.array(flexible, v, &self.members)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `JoinGroupResponseMember` of `JoinGroupResponse`, versions 0-9.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct JoinGroupResponseMember {
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 5+, nullable, default null, ignorable.
    pub group_instance_id: Option<Str>,
    /// Versions 0+.
    pub metadata: Bytes,
}

impl Part for JoinGroupResponseMember {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            member_id: r.string(flexible)?,
            group_instance_id: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            metadata: r.bytes(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.string(flexible, &self.member_id)?;
        if v >= 5 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        }
        w.bytes(flexible, &self.metadata)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for JoinGroupResponse {
    const NAME: &'static str = "JoinGroupResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 9;
    const FLEXIBLE_FROM: Option<i16> = Some(6);
}
