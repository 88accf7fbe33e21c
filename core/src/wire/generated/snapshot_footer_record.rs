//! `SnapshotFooterRecord`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `SnapshotFooterRecord`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotFooterRecord {
    /// Versions 0+.
    pub version: i16,
}

impl Part for SnapshotFooterRecord {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self { version: r.i16()? };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(self.version);
        w.no_tags();
        Ok(())
    }
}

impl Message for SnapshotFooterRecord {
    const NAME: &'static str = "SnapshotFooterRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
