//! `CommandHeader`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `CommandHeader`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandHeader {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub boot: i64,
    /// Versions 0+.
    pub sequence: i64,
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub record_count: i32,
    /// Versions 0+, tag 0, default -1.
    pub base: i64,
}

impl Default for CommandHeader {
    fn default() -> Self {
        Self {
            broker_id: 0,
            boot: 0,
            sequence: 0,
            term: 0,
            record_count: 0,
            base: -1,
        }
    }
}

impl Part for CommandHeader {
    const LEAST: usize = 33;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let mut it = Self {
            broker_id: r.i32()?,
            boot: r.i64()?,
            sequence: r.i64()?,
            term: r.i64()?,
            record_count: r.i32()?,
            base: -1,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.base = r.i64()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.boot);
        w.i64(self.sequence);
        w.i64(self.term);
        w.i32(self.record_count);
        let tags = w.open_tags();
        if self.base != -1 {
            let tag = w.open_tag(&tags, 0);
            w.i64(self.base);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

impl Message for CommandHeader {
    const NAME: &'static str = "CommandHeader";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
