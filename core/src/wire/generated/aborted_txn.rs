//! `AbortedTxn`, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `AbortedTxn`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AbortedTxn {
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub first_offset: i64,
    /// Versions 0+.
    pub last_offset: i64,
    /// Versions 0+.
    pub last_stable_offset: i64,
}

impl Part for AbortedTxn {
    const LEAST: usize = 32;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            producer_id: r.i64()?,
            first_offset: r.i64()?,
            last_offset: r.i64()?,
            last_stable_offset: r.i64()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.producer_id);
        w.i64(self.first_offset);
        w.i64(self.last_offset);
        w.i64(self.last_stable_offset);
        Ok(())
    }
}

impl Message for AbortedTxn {
    const NAME: &'static str = "AbortedTxn";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}
