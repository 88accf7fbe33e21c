//! `EndTxnMarker`, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `EndTxnMarker`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EndTxnMarker {
    /// Versions 0+.
    pub coordinator_epoch: i32,
}

impl Part for EndTxnMarker {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            coordinator_epoch: r.i32()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.coordinator_epoch);
        Ok(())
    }
}

impl Message for EndTxnMarker {
    const NAME: &'static str = "EndTxnMarker";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}
