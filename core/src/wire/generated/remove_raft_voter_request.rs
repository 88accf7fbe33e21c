//! `RemoveRaftVoterRequest`, api key 81, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `RemoveRaftVoterRequest`, api key 81, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RemoveRaftVoterRequest {
    /// Versions 0+, nullable.
    pub cluster_id: Option<Str>,
    /// Versions 0+.
    pub voter_id: i32,
    /// Versions 0+.
    pub voter_directory_id: Uuid,
}

impl Default for RemoveRaftVoterRequest {
    fn default() -> Self {
        Self {
            cluster_id: Some(Str::default()),
            voter_id: 0,
            voter_directory_id: Uuid::ZERO,
        }
    }
}

impl Part for RemoveRaftVoterRequest {
    const LEAST: usize = 22;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            cluster_id: r.opt_string(true)?,
            voter_id: r.i32()?,
            voter_directory_id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.opt_string(true, self.cluster_id.as_ref())?;
        w.i32(self.voter_id);
        w.uuid(self.voter_directory_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for RemoveRaftVoterRequest {
    const NAME: &'static str = "RemoveRaftVoterRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for RemoveRaftVoterRequest {
    const API_KEY: i16 = 81;
    type Response = super::remove_raft_voter_response::RemoveRaftVoterResponse;
}
