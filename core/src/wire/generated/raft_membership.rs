//! `RaftMembership`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftMembership`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftMembership {
    /// Versions 0+.
    pub voter_sets: Vec<RaftVoterSet>,
    /// Versions 0+.
    pub learners: Vec<i32>,
}

impl Part for RaftMembership {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            voter_sets: r.array(true, v)?,
            learners: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.voter_sets)?;
        w.array(true, v, &self.learners)?;
        w.no_tags();
        Ok(())
    }
}

/// `RaftVoterSet` of `RaftMembership`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftVoterSet {
    /// Versions 0+.
    pub voters: Vec<i32>,
}

impl Part for RaftVoterSet {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            voters: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.voters)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftMembership {
    const NAME: &'static str = "RaftMembership";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
