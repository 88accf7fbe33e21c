//! `RaftAppendRequest`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftAppendRequest`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaftAppendRequest {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub leader: i32,
    /// Versions 0+.
    pub prev_term: i64,
    /// Versions 0+, default -1.
    pub prev_index: i64,
    /// Versions 0+.
    pub commit_term: i64,
    /// Versions 0+, default -1.
    pub commit_index: i64,
    /// Versions 0+.
    pub entry_count: i32,
}

impl Default for RaftAppendRequest {
    fn default() -> Self {
        Self {
            term: 0,
            leader: 0,
            prev_term: 0,
            prev_index: -1,
            commit_term: 0,
            commit_index: -1,
            entry_count: 0,
        }
    }
}

impl Part for RaftAppendRequest {
    const LEAST: usize = 49;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            leader: r.i32()?,
            prev_term: r.i64()?,
            prev_index: r.i64()?,
            commit_term: r.i64()?,
            commit_index: r.i64()?,
            entry_count: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i32(self.leader);
        w.i64(self.prev_term);
        w.i64(self.prev_index);
        w.i64(self.commit_term);
        w.i64(self.commit_index);
        w.i32(self.entry_count);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftAppendRequest {
    const NAME: &'static str = "RaftAppendRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
