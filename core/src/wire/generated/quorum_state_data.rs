//! `QuorumStateData`, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `QuorumStateData`, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct QuorumStateData {
    /// Version 0.
    pub cluster_id: Str,
    /// Versions 0+, default -1.
    pub leader_id: i32,
    /// Versions 0+, default -1.
    pub leader_epoch: i32,
    /// Versions 0+, default -1.
    pub voted_id: i32,
    /// Versions 1+.
    pub voted_directory_id: Uuid,
    /// Version 0.
    pub applied_offset: i64,
    /// Version 0, nullable.
    pub current_voters: Option<Vec<Voter>>,
}

impl Default for QuorumStateData {
    fn default() -> Self {
        Self {
            cluster_id: Str::default(),
            leader_id: -1,
            leader_epoch: -1,
            voted_id: -1,
            voted_directory_id: Uuid::ZERO,
            applied_offset: 0,
            current_voters: Some(Vec::new()),
        }
    }
}

impl Part for QuorumStateData {
    const LEAST: usize = 23;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            cluster_id: if v <= 0 {
                r.string(true)?
            } else {
                Str::default()
            },
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
            voted_id: r.i32()?,
            voted_directory_id: if v >= 1 { r.uuid()? } else { Uuid::ZERO },
            applied_offset: if v <= 0 { r.i64()? } else { 0 },
            current_voters: if v <= 0 {
                r.opt_array(true, v)?
            } else {
                Some(Vec::new())
            },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        if v <= 0 {
            w.string(true, &self.cluster_id)?;
        } else {
            lacking(self.cluster_id.is_empty(), "QuorumStateData.cluster_id", v)?;
        }
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.i32(self.voted_id);
        if v >= 1 {
            w.uuid(self.voted_directory_id);
        } else {
            lacking(
                self.voted_directory_id == Uuid::ZERO,
                "QuorumStateData.voted_directory_id",
                v,
            )?;
        }
        if v <= 0 {
            w.i64(self.applied_offset);
        } else {
            lacking(
                self.applied_offset == 0,
                "QuorumStateData.applied_offset",
                v,
            )?;
        }
        if v <= 0 {
            w.opt_array(true, v, self.current_voters.as_deref())?;
        } else {
            lacking(
                self.current_voters.as_ref().is_some_and(|x| x.is_empty()),
                "QuorumStateData.current_voters",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

/// `Voter` of `QuorumStateData`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Voter {
    /// Version 0.
    pub voter_id: i32,
}

impl Part for Voter {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self { voter_id: r.i32()? };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.voter_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for QuorumStateData {
    const NAME: &'static str = "QuorumStateData";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
