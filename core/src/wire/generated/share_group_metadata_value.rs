//! `ShareGroupMetadataValue`, coordinator record key 11, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ShareGroupMetadataValue`, coordinator record key 11, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareGroupMetadataValue {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+.
    pub metadata_hash: i64,
}

impl Part for ShareGroupMetadataValue {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            epoch: r.i32()?,
            metadata_hash: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.i64(self.metadata_hash);
        w.no_tags();
        Ok(())
    }
}

impl Message for ShareGroupMetadataValue {
    const NAME: &'static str = "ShareGroupMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ShareGroupMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 11;
}
