//! `RaftEntry`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftEntry`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftEntry {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub index: i64,
    /// Versions 0+.
    pub kind: i8,
    /// Versions 0+.
    pub payload: Bytes,
}

impl Part for RaftEntry {
    const LEAST: usize = 19;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            index: r.i64()?,
            kind: r.i8()?,
            payload: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i64(self.index);
        w.i8(self.kind);
        w.bytes(true, &self.payload)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftEntry {
    const NAME: &'static str = "RaftEntry";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
