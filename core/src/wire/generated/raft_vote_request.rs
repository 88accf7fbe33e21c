//! `RaftVoteRequest`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftVoteRequest`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaftVoteRequest {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub candidate: i32,
    /// Versions 0+.
    pub last_term: i64,
    /// Versions 0+, default -1.
    pub last_index: i64,
    /// Versions 0+.
    pub pre_vote: bool,
    /// Versions 0+.
    pub leadership_transfer: bool,
}

impl Default for RaftVoteRequest {
    fn default() -> Self {
        Self {
            term: 0,
            candidate: 0,
            last_term: 0,
            last_index: -1,
            pre_vote: false,
            leadership_transfer: false,
        }
    }
}

impl Part for RaftVoteRequest {
    const LEAST: usize = 31;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            candidate: r.i32()?,
            last_term: r.i64()?,
            last_index: r.i64()?,
            pre_vote: r.bool()?,
            leadership_transfer: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i32(self.candidate);
        w.i64(self.last_term);
        w.i64(self.last_index);
        w.bool(self.pre_vote);
        w.bool(self.leadership_transfer);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftVoteRequest {
    const NAME: &'static str = "RaftVoteRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
