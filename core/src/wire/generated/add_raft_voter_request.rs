//! `AddRaftVoterRequest`, api key 80, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `AddRaftVoterRequest`, api key 80, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AddRaftVoterRequest {
    /// Versions 0+, nullable.
    pub cluster_id: Option<Str>,
    /// Versions 0+.
    pub timeout_ms: i32,
    /// Versions 0+.
    pub voter_id: i32,
    /// Versions 0+.
    pub voter_directory_id: Uuid,
    /// Versions 0+.
    pub listeners: Vec<Listener>,
    /// Versions 1+, default true.
    pub ack_when_committed: bool,
}

impl Default for AddRaftVoterRequest {
    fn default() -> Self {
        Self {
            cluster_id: Some(Str::default()),
            timeout_ms: 0,
            voter_id: 0,
            voter_directory_id: Uuid::ZERO,
            listeners: Vec::new(),
            ack_when_committed: true,
        }
    }
}

impl Part for AddRaftVoterRequest {
    const LEAST: usize = 27;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            cluster_id: r.opt_string(true)?,
            timeout_ms: r.i32()?,
            voter_id: r.i32()?,
            voter_directory_id: r.uuid()?,
            listeners: r.array(true, v)?,
            ack_when_committed: if v >= 1 { r.bool()? } else { true },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.cluster_id.as_ref())?;
        w.i32(self.timeout_ms);
        w.i32(self.voter_id);
        w.uuid(self.voter_directory_id);
        w.array(true, v, &self.listeners)?;
        if v >= 1 {
            w.bool(self.ack_when_committed);
        } else {
            lacking(
                self.ack_when_committed,
                "AddRaftVoterRequest.ack_when_committed",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

/// `Listener` of `AddRaftVoterRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Listener {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
}

impl Part for Listener {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            host: r.string(true)?,
            port: r.u16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.no_tags();
        Ok(())
    }
}

impl Message for AddRaftVoterRequest {
    const NAME: &'static str = "AddRaftVoterRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AddRaftVoterRequest {
    const API_KEY: i16 = 80;
    type Response = super::add_raft_voter_response::AddRaftVoterResponse;
}
