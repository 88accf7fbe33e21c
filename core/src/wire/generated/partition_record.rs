//! `PartitionRecord`, record key 3, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `PartitionRecord`, record key 3, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionRecord {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub replicas: Vec<i32>,
    /// Versions 0+.
    pub isr: Vec<i32>,
    /// Versions 0+, default -1.
    pub leader: i32,
}

impl Default for PartitionRecord {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            partition: 0,
            replicas: Vec::new(),
            isr: Vec::new(),
            leader: -1,
        }
    }
}

impl Part for PartitionRecord {
    const LEAST: usize = 27;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            partition: r.i32()?,
            replicas: r.array(true, v)?,
            isr: r.array(true, v)?,
            leader: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.i32(self.partition);
        w.array(true, v, &self.replicas)?;
        w.array(true, v, &self.isr)?;
        w.i32(self.leader);
        w.no_tags();
        Ok(())
    }
}

impl Message for PartitionRecord {
    const NAME: &'static str = "PartitionRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl PartitionRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 3;
}
