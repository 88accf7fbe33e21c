//! `ShareGroupStatePartitionMetadataKey`, coordinator record key 15, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ShareGroupStatePartitionMetadataKey`, coordinator record key 15, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareGroupStatePartitionMetadataKey {
    /// Version 0.
    pub group_id: Str,
}

impl Part for ShareGroupStatePartitionMetadataKey {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            group_id: r.string(false)?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.group_id)?;
        Ok(())
    }
}

impl Message for ShareGroupStatePartitionMetadataKey {
    const NAME: &'static str = "ShareGroupStatePartitionMetadataKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl ShareGroupStatePartitionMetadataKey {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 15;
}
