//! `ShareGroupHeartbeatRequest`, api key 76, version 1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ShareGroupHeartbeatRequest`, api key 76, version 1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareGroupHeartbeatRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+, nullable, default null.
    pub rack_id: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub subscribed_topic_names: Option<Vec<Str>>,
}

impl Part for ShareGroupHeartbeatRequest {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            member_id: r.string(true)?,
            member_epoch: r.i32()?,
            rack_id: r.opt_string(true)?,
            subscribed_topic_names: r.opt_strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.string(true, &self.member_id)?;
        w.i32(self.member_epoch);
        w.opt_string(true, self.rack_id.as_ref())?;
        w.opt_strings(true, self.subscribed_topic_names.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ShareGroupHeartbeatRequest {
    const NAME: &'static str = "ShareGroupHeartbeatRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ShareGroupHeartbeatRequest {
    const API_KEY: i16 = 76;
    type Response = super::share_group_heartbeat_response::ShareGroupHeartbeatResponse;
}
