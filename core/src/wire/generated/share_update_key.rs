//! `ShareUpdateKey`, coordinator record key 1, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ShareUpdateKey`, coordinator record key 1, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareUpdateKey {
    /// Version 0.
    pub group_id: Str,
    /// Version 0.
    pub topic_id: Uuid,
    /// Version 0.
    pub partition: i32,
}

impl Part for ShareUpdateKey {
    const LEAST: usize = 22;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            group_id: r.string(false)?,
            topic_id: r.uuid()?,
            partition: r.i32()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.group_id)?;
        w.uuid(self.topic_id);
        w.i32(self.partition);
        Ok(())
    }
}

impl Message for ShareUpdateKey {
    const NAME: &'static str = "ShareUpdateKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl ShareUpdateKey {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 1;
}
