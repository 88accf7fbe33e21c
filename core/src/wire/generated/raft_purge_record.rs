//! `RaftPurgeRecord`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftPurgeRecord`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftPurgeRecord {
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub index: i64,
}

impl Part for RaftPurgeRecord {
    const LEAST: usize = 17;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            term: r.i64()?,
            index: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.term);
        w.i64(self.index);
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftPurgeRecord {
    const NAME: &'static str = "RaftPurgeRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
