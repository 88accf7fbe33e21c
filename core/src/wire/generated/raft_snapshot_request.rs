//! `RaftSnapshotRequest`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftSnapshotRequest`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftSnapshotRequest {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub leader: i32,
}

impl Part for RaftSnapshotRequest {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            leader: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i32(self.leader);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftSnapshotRequest {
    const NAME: &'static str = "RaftSnapshotRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
