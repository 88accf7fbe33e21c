//! `EndTxnResponse`, api key 26, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `EndTxnResponse`, api key 26, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EndTxnResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 5+, default -1, ignorable.
    pub producer_id: i64,
    /// Versions 5+, default -1, ignorable.
    pub producer_epoch: i16,
}

impl Default for EndTxnResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            producer_id: -1,
            producer_epoch: -1,
        }
    }
}

impl Part for EndTxnResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            producer_id: if v >= 5 { r.i64()? } else { -1 },
            producer_epoch: if v >= 5 { r.i16()? } else { -1 },
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
        if v >= 5 {
            w.i64(self.producer_id);
        }
        if v >= 5 {
            w.i16(self.producer_epoch);
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for EndTxnResponse {
    const NAME: &'static str = "EndTxnResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
