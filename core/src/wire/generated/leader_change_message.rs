//! `LeaderChangeMessage`, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `LeaderChangeMessage`, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaderChangeMessage {
    /// Versions 0+.
    pub version: i16,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub voters: Vec<Voter>,
    /// Versions 0+.
    pub granting_voters: Vec<Voter>,
}

impl Part for LeaderChangeMessage {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            version: r.i16()?,
            leader_id: r.i32()?,
            voters: r.array(true, v)?,
            granting_voters: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.version);
        w.i32(self.leader_id);
        w.array(true, v, &self.voters)?;
        w.array(true, v, &self.granting_voters)?;
        w.no_tags();
        Ok(())
    }
}

/// `Voter` of `LeaderChangeMessage`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Voter {
    /// Versions 0+.
    pub voter_id: i32,
    /// Versions 1+.
    pub voter_directory_id: Uuid,
}

impl Part for Voter {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            voter_id: r.i32()?,
            voter_directory_id: if v >= 1 { r.uuid()? } else { Uuid::ZERO },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.voter_id);
        if v >= 1 {
            w.uuid(self.voter_directory_id);
        } else {
            lacking(
                self.voter_directory_id == Uuid::ZERO,
                "Voter.voter_directory_id",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for LeaderChangeMessage {
    const NAME: &'static str = "LeaderChangeMessage";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
