//! `OffsetCommitKey`, coordinator record key 1, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `OffsetCommitKey`, coordinator record key 1, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetCommitKey {
    /// Version 0.
    pub group: Str,
    /// Version 0.
    pub topic: Str,
    /// Version 0.
    pub partition: i32,
}

impl Part for OffsetCommitKey {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            group: r.string(false)?,
            topic: r.string(false)?,
            partition: r.i32()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.group)?;
        w.string(false, &self.topic)?;
        w.i32(self.partition);
        Ok(())
    }
}

impl Message for OffsetCommitKey {
    const NAME: &'static str = "OffsetCommitKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl OffsetCommitKey {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 1;
}
