//! `SyncGroupResponse`, api key 14, versions 0-5, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `SyncGroupResponse`, api key 14, versions 0-5, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SyncGroupResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 5+, nullable, default null, ignorable.
    pub protocol_type: Option<Str>,
    /// Versions 5+, nullable, default null, ignorable.
    pub protocol_name: Option<Str>,
    /// Versions 0+.
    pub assignment: Bytes,
}

impl Part for SyncGroupResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            error_code: r.i16()?,
            protocol_type: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            protocol_name: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            assignment: r.bytes(flexible)?,
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
        if v >= 5 {
            w.opt_string(flexible, self.protocol_type.as_ref())?;
        }
        if v >= 5 {
            w.opt_string(flexible, self.protocol_name.as_ref())?;
        }
        w.bytes(flexible, &self.assignment)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for SyncGroupResponse {
    const NAME: &'static str = "SyncGroupResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}
