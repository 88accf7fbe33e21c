//! `LegacyOffsetCommitValue`, coordinator record key 0, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `LegacyOffsetCommitValue`, coordinator record key 0, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LegacyOffsetCommitValue {
    /// Version 0.
    pub offset: i64,
    /// Version 0.
    pub metadata: Str,
    /// Version 0.
    pub commit_timestamp: i64,
}

impl Part for LegacyOffsetCommitValue {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            offset: r.i64()?,
            metadata: r.string(false)?,
            commit_timestamp: r.i64()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.offset);
        w.string(false, &self.metadata)?;
        w.i64(self.commit_timestamp);
        Ok(())
    }
}

impl Message for LegacyOffsetCommitValue {
    const NAME: &'static str = "LegacyOffsetCommitValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl LegacyOffsetCommitValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 0;
}
