//! `PartitionChangeRecord`, record key 4, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Uuid, WireError, Writer};

/// `PartitionChangeRecord`, record key 4, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionChangeRecord {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+, nullable, default null.
    pub isr: Option<Vec<i32>>,
    /// Versions 0+.
    pub new_leader: bool,
    /// Versions 0+, default -1.
    pub leader: i32,
}

impl Default for PartitionChangeRecord {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            partition: 0,
            isr: None,
            new_leader: false,
            leader: -1,
        }
    }
}

impl Part for PartitionChangeRecord {
    const LEAST: usize = 27;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            partition: r.i32()?,
            isr: r.opt_array(true, v)?,
            new_leader: r.bool()?,
            leader: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.i32(self.partition);
        w.opt_array(true, v, self.isr.as_deref())?;
        w.bool(self.new_leader);
        w.i32(self.leader);
        w.no_tags();
        Ok(())
    }
}

impl Message for PartitionChangeRecord {
    const NAME: &'static str = "PartitionChangeRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl PartitionChangeRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 4;
}
