//! `RaftSnapshotResponse`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftSnapshotResponse`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftSnapshotResponse {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub candidate: i32,
    /// Versions 0+.
    pub committed: bool,
}

impl Part for RaftSnapshotResponse {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            candidate: r.i32()?,
            committed: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i32(self.candidate);
        w.bool(self.committed);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftSnapshotResponse {
    const NAME: &'static str = "RaftSnapshotResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
