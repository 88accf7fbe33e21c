//! `TopicRecord`, record key 2, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `TopicRecord`, record key 2, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopicRecord {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+, tag 0, default 0.
    pub next_producer_id: i64,
}

impl Default for TopicRecord {
    fn default() -> Self {
        Self {
            name: Str::default(),
            topic_id: Uuid::ZERO,
            next_producer_id: 0,
        }
    }
}

impl Part for TopicRecord {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let mut it = Self {
            name: r.string(true)?,
            topic_id: r.uuid()?,
            next_producer_id: 0,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.next_producer_id = r.i64()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.uuid(self.topic_id);
        let tags = w.open_tags();
        if self.next_producer_id != 0 {
            let tag = w.open_tag(&tags, 0);
            w.i64(self.next_producer_id);
            w.close_tag(tag)?;
        }
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
