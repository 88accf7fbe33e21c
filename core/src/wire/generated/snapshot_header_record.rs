//! `SnapshotHeaderRecord`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `SnapshotHeaderRecord`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotHeaderRecord {
    /// Versions 0+.
    pub version: i16,
    /// Versions 0+.
    pub last_contained_log_timestamp: i64,
}

impl Part for SnapshotHeaderRecord {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            version: r.i16()?,
            last_contained_log_timestamp: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(self.version);
        w.i64(self.last_contained_log_timestamp);
        w.no_tags();
        Ok(())
    }
}

impl Message for SnapshotHeaderRecord {
    const NAME: &'static str = "SnapshotHeaderRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
