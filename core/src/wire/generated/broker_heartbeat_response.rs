//! `BrokerHeartbeatResponse`, api key 63, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `BrokerHeartbeatResponse`, api key 63, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerHeartbeatResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub is_caught_up: bool,
    /// Versions 0+, default true.
    pub is_fenced: bool,
    /// Versions 0+.
    pub should_shut_down: bool,
    /// Versions 0+, tag 9001, default -1. Highwater's own.
    pub metadata_offset: i64,
}

impl Default for BrokerHeartbeatResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            is_caught_up: false,
            is_fenced: true,
            should_shut_down: false,
            metadata_offset: -1,
        }
    }
}

impl Part for BrokerHeartbeatResponse {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let mut it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            is_caught_up: r.bool()?,
            is_fenced: r.bool()?,
            should_shut_down: r.bool()?,
            metadata_offset: -1,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                9001 => it.metadata_offset = r.i64()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.bool(self.is_caught_up);
        w.bool(self.is_fenced);
        w.bool(self.should_shut_down);
        let tags = w.open_tags();
        if self.metadata_offset != -1 {
            let tag = w.open_tag(&tags, 9001);
            w.i64(self.metadata_offset);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

impl Message for BrokerHeartbeatResponse {
    const NAME: &'static str = "BrokerHeartbeatResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
