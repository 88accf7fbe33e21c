//! `UpdateRaftVoterResponse`, api key 82, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `UpdateRaftVoterResponse`, api key 82, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UpdateRaftVoterResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, tag 0.
    pub current_leader: CurrentLeader,
}

impl Part for UpdateRaftVoterResponse {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            current_leader: CurrentLeader::default(),
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.current_leader = CurrentLeader::read(r, v)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        let tags = w.open_tags();
        if self.current_leader != CurrentLeader::default() {
            let tag = w.open_tag(&tags, 0);
            self.current_leader.write(w, v)?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `CurrentLeader` of `UpdateRaftVoterResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CurrentLeader {
    /// Versions 0+, default -1.
    pub leader_id: i32,
    /// Versions 0+, default -1.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: i32,
}

impl Default for CurrentLeader {
    fn default() -> Self {
        Self {
            leader_id: -1,
            leader_epoch: -1,
            host: Str::default(),
            port: 0,
        }
    }
}

impl Part for CurrentLeader {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
            host: r.string(true)?,
            port: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.string(true, &self.host)?;
        w.i32(self.port);
        w.no_tags();
        Ok(())
    }
}

impl Message for UpdateRaftVoterResponse {
    const NAME: &'static str = "UpdateRaftVoterResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
