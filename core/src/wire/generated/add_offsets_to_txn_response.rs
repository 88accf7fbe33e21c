//! `AddOffsetsToTxnResponse`, api key 25, versions 0-4, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `AddOffsetsToTxnResponse`, api key 25, versions 0-4, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddOffsetsToTxnResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for AddOffsetsToTxnResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AddOffsetsToTxnResponse {
    const NAME: &'static str = "AddOffsetsToTxnResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
