//! `ConsumerGroupMetadataValue`, coordinator record key 3, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ConsumerGroupMetadataValue`, coordinator record key 3, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupMetadataValue {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+, tag 0.
    pub metadata_hash: i64,
}

impl Part for ConsumerGroupMetadataValue {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let mut it = Self {
            epoch: r.i32()?,
            metadata_hash: 0,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.metadata_hash = r.i64()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        let tags = w.open_tags();
        if self.metadata_hash != 0 {
            let tag = w.open_tag(&tags, 0);
            w.i64(self.metadata_hash);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

impl Message for ConsumerGroupMetadataValue {
    const NAME: &'static str = "ConsumerGroupMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConsumerGroupMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 3;
}
