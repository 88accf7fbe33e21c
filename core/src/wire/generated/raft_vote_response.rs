//! `RaftVoteResponse`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftVoteResponse`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaftVoteResponse {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub candidate: i32,
    /// Versions 0+.
    pub committed: bool,
    /// Versions 0+.
    pub granted: bool,
    /// Versions 0+.
    pub last_term: i64,
    /// Versions 0+, default -1.
    pub last_index: i64,
}

impl Default for RaftVoteResponse {
    fn default() -> Self {
        Self {
            term: 0,
            candidate: 0,
            committed: false,
            granted: false,
            last_term: 0,
            last_index: -1,
        }
    }
}

impl Part for RaftVoteResponse {
    const LEAST: usize = 31;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            candidate: r.i32()?,
            committed: r.bool()?,
            granted: r.bool()?,
            last_term: r.i64()?,
            last_index: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i32(self.candidate);
        w.bool(self.committed);
        w.bool(self.granted);
        w.i64(self.last_term);
        w.i64(self.last_index);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftVoteResponse {
    const NAME: &'static str = "RaftVoteResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
