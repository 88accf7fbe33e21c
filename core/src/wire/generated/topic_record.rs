//! `TopicRecord`, record key 2, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `TopicRecord`, record key 2, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicRecord {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub topic_id: Uuid,
}

impl Part for TopicRecord {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            topic_id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.uuid(self.topic_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for TopicRecord {
    const NAME: &'static str = "TopicRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl TopicRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 2;
}
