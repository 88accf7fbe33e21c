//! `RemoveTopicRecord`, record key 5, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `RemoveTopicRecord`, record key 5, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RemoveTopicRecord {
    /// Versions 0+.
    pub topic_id: Uuid,
}

impl Part for RemoveTopicRecord {
    const LEAST: usize = 17;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for RemoveTopicRecord {
    const NAME: &'static str = "RemoveTopicRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl RemoveTopicRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 5;
}
