//! `HeartbeatRequest`, api key 12, versions 0-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `HeartbeatRequest`, api key 12, versions 0-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeartbeatRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub generation_id: i32,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 3+, nullable, default null.
    pub group_instance_id: Option<Str>,
}

impl Part for HeartbeatRequest {
    const LEAST: usize = 8;

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
                "HeartbeatRequest.group_instance_id",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for HeartbeatRequest {
    const NAME: &'static str = "HeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl Request for HeartbeatRequest {
    const API_KEY: i16 = 12;
    type Response = super::heartbeat_response::HeartbeatResponse;
}
