//! `CommandHeader`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `CommandHeader`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
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
}

impl Part for CommandHeader {
    const LEAST: usize = 33;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            boot: r.i64()?,
            sequence: r.i64()?,
            term: r.i64()?,
            record_count: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.boot);
        w.i64(self.sequence);
        w.i64(self.term);
        w.i32(self.record_count);
        w.no_tags();
        Ok(())
    }
}

impl Message for CommandHeader {
    const NAME: &'static str = "CommandHeader";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
