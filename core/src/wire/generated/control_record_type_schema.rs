//! `ControlRecordTypeSchema`, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ControlRecordTypeSchema`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ControlRecordTypeSchema {
    /// Versions 0+.
    pub type_: i16,
}

impl Part for ControlRecordTypeSchema {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self { type_: r.i16()? })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(self.type_);
        Ok(())
    }
}

impl Message for ControlRecordTypeSchema {
    const NAME: &'static str = "ControlRecordTypeSchema";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}
