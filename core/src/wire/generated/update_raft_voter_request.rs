//! `UpdateRaftVoterRequest`, api key 82, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `UpdateRaftVoterRequest`, api key 82, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UpdateRaftVoterRequest {
    /// Versions 0+, nullable.
    pub cluster_id: Option<Str>,
    /// Versions 0+.
    pub current_leader_epoch: i32,
    /// Versions 0+.
    pub voter_id: i32,
    /// Versions 0+.
    pub voter_directory_id: Uuid,
    /// Versions 0+.
    pub listeners: Vec<Listener>,
    /// Versions 0+.
    pub kraft_version_feature: KRaftVersionFeature,
}

impl Default for UpdateRaftVoterRequest {
    fn default() -> Self {
        Self {
            cluster_id: Some(Str::default()),
            current_leader_epoch: 0,
            voter_id: 0,
            voter_directory_id: Uuid::ZERO,
            listeners: Vec::new(),
            kraft_version_feature: KRaftVersionFeature::default(),
        }
    }
}

impl Part for UpdateRaftVoterRequest {
    const LEAST: usize = 32;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            cluster_id: r.opt_string(true)?,
            current_leader_epoch: r.i32()?,
            voter_id: r.i32()?,
            voter_directory_id: r.uuid()?,
            listeners: r.array(true, v)?,
            kraft_version_feature: KRaftVersionFeature::read(r, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.cluster_id.as_ref())?;
        w.i32(self.current_leader_epoch);
        w.i32(self.voter_id);
        w.uuid(self.voter_directory_id);
        w.array(true, v, &self.listeners)?;
        self.kraft_version_feature.write(w, v)?;
        w.no_tags();
        Ok(())
    }
}

/// `Listener` of `UpdateRaftVoterRequest`, version 0.
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

/// `KRaftVersionFeature` of `UpdateRaftVoterRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct KRaftVersionFeature {
    /// Versions 0+.
    pub min_supported_version: i16,
    /// Versions 0+.
    pub max_supported_version: i16,
}

impl Part for KRaftVersionFeature {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            min_supported_version: r.i16()?,
            max_supported_version: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(self.min_supported_version);
        w.i16(self.max_supported_version);
        w.no_tags();
        Ok(())
    }
}

impl Message for UpdateRaftVoterRequest {
    const NAME: &'static str = "UpdateRaftVoterRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for UpdateRaftVoterRequest {
    const API_KEY: i16 = 82;
    type Response = super::update_raft_voter_response::UpdateRaftVoterResponse;
}
