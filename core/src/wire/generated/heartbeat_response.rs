//! `HeartbeatResponse`, api key 12, versions 0-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `HeartbeatResponse`, api key 12, versions 0-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeartbeatResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for HeartbeatResponse {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            error_code: r.i16()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        if v >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for HeartbeatResponse {
    const NAME: &'static str = "HeartbeatResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}
