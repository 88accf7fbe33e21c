//! `GroupMetadataKey`, coordinator record key 2, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `GroupMetadataKey`, coordinator record key 2, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GroupMetadataKey {
    /// Version 0.
    pub group: Str,
}

impl Part for GroupMetadataKey {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            group: r.string(false)?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.group)?;
        Ok(())
    }
}

impl Message for GroupMetadataKey {
    const NAME: &'static str = "GroupMetadataKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl GroupMetadataKey {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 2;
}
