//! `BrokerRegistrationResponse`, api key 62, versions 0-4, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `BrokerRegistrationResponse`, api key 62, versions 0-4, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerRegistrationResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, default -1.
    pub broker_epoch: i64,
}

impl Default for BrokerRegistrationResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            broker_epoch: -1,
        }
    }
}

impl Part for BrokerRegistrationResponse {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            broker_epoch: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.i64(self.broker_epoch);
        w.no_tags();
        Ok(())
    }
}

impl Message for BrokerRegistrationResponse {
    const NAME: &'static str = "BrokerRegistrationResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
