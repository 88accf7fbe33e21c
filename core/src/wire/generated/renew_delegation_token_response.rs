//! `RenewDelegationTokenResponse`, api key 39, versions 1-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RenewDelegationTokenResponse`, api key 39, versions 1-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RenewDelegationTokenResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub expiry_timestamp_ms: i64,
    /// Versions 0+.
    pub throttle_time_ms: i32,
}

impl Part for RenewDelegationTokenResponse {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            expiry_timestamp_ms: r.i64()?,
            throttle_time_ms: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i16(self.error_code);
        w.i64(self.expiry_timestamp_ms);
        w.i32(self.throttle_time_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for RenewDelegationTokenResponse {
    const NAME: &'static str = "RenewDelegationTokenResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
