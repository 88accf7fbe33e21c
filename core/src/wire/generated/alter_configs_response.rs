//! `AlterConfigsResponse`, api key 33, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `AlterConfigsResponse`, api key 33, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterConfigsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub responses: Vec<AlterConfigsResourceResponse>,
}

impl Part for AlterConfigsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            responses: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.responses)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterConfigsResourceResponse` of `AlterConfigsResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterConfigsResourceResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub resource_type: i8,
    /// Versions 0+.
    pub resource_name: Str,
}

impl Default for AlterConfigsResourceResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            resource_type: 0,
            resource_name: Str::default(),
        }
    }
}

impl Part for AlterConfigsResourceResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            resource_type: r.i8()?,
            resource_name: r.string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        w.i8(self.resource_type);
        w.string(flexible, &self.resource_name)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AlterConfigsResponse {
    const NAME: &'static str = "AlterConfigsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
