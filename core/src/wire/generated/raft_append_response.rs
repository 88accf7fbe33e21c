//! `RaftAppendResponse`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftAppendResponse`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaftAppendResponse {
    /// Versions 0+.
    pub result: i8,
    /// Versions 0+.
    pub last_term: i64,
    /// Versions 0+, default -1.
    pub last_index: i64,
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub candidate: i32,
    /// Versions 0+.
    pub committed: bool,
}

impl Default for RaftAppendResponse {
    fn default() -> Self {
        Self {
            result: 0,
            last_term: 0,
            last_index: -1,
            term: 0,
            candidate: 0,
            committed: false,
        }
    }
}

impl Part for RaftAppendResponse {
    const LEAST: usize = 31;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            result: r.i8()?,
            last_term: r.i64()?,
            last_index: r.i64()?,
            term: r.i64()?,
            candidate: r.i32()?,
            committed: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i8(self.result);
        w.i64(self.last_term);
        w.i64(self.last_index);
        w.i64(self.term);
        w.i32(self.candidate);
        w.bool(self.committed);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftAppendResponse {
    const NAME: &'static str = "RaftAppendResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
