//! `StreamsGroupTargetAssignmentMetadataValue`, coordinator record key 20, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `StreamsGroupTargetAssignmentMetadataValue`, coordinator record key 20, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupTargetAssignmentMetadataValue {
    /// Versions 0+.
    pub assignment_epoch: i32,
    /// Versions 0+, tag 0, ignorable.
    pub assignment_timestamp: i64,
}

impl Part for StreamsGroupTargetAssignmentMetadataValue {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let mut it = Self {
            assignment_epoch: r.i32()?,
            assignment_timestamp: 0,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.assignment_timestamp = r.i64()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.assignment_epoch);
        let tags = w.open_tags();
        if self.assignment_timestamp != 0 {
            let tag = w.open_tag(&tags, 0);
            w.i64(self.assignment_timestamp);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

impl Message for StreamsGroupTargetAssignmentMetadataValue {
    const NAME: &'static str = "StreamsGroupTargetAssignmentMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl StreamsGroupTargetAssignmentMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 20;
}
