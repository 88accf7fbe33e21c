//! `ShareUpdateValue`, coordinator record key 1, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ShareUpdateValue`, coordinator record key 1, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShareUpdateValue {
    /// Versions 0+.
    pub snapshot_epoch: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub start_offset: i64,
    /// Versions 0+, tag 0, default -1.
    pub delivery_complete_count: i32,
    /// Versions 0+.
    pub state_batches: Vec<StateBatch>,
}

impl Default for ShareUpdateValue {
    fn default() -> Self {
        Self {
            snapshot_epoch: 0,
            leader_epoch: 0,
            start_offset: 0,
            delivery_complete_count: -1,
            state_batches: Vec::new(),
        }
    }
}

impl Part for ShareUpdateValue {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            snapshot_epoch: r.i32()?,
            leader_epoch: r.i32()?,
            start_offset: r.i64()?,
            delivery_complete_count: -1,
            state_batches: r.array(true, v)?,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.delivery_complete_count = r.i32()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.snapshot_epoch);
        w.i32(self.leader_epoch);
        w.i64(self.start_offset);
        w.array(true, v, &self.state_batches)?;
        let tags = w.open_tags();
        if self.delivery_complete_count != -1 {
            let tag = w.open_tag(&tags, 0);
            w.i32(self.delivery_complete_count);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `StateBatch` of `ShareUpdateValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StateBatch {
    /// Versions 0+.
    pub first_offset: i64,
    /// Versions 0+.
    pub last_offset: i64,
    /// Versions 0+.
    pub delivery_state: i8,
    /// Versions 0+.
    pub delivery_count: i16,
}

impl Part for StateBatch {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            first_offset: r.i64()?,
            last_offset: r.i64()?,
            delivery_state: r.i8()?,
            delivery_count: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.first_offset);
        w.i64(self.last_offset);
        w.i8(self.delivery_state);
        w.i16(self.delivery_count);
        w.no_tags();
        Ok(())
    }
}

impl Message for ShareUpdateValue {
    const NAME: &'static str = "ShareUpdateValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ShareUpdateValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 1;
}
