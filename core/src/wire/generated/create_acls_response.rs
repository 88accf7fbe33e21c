//! `CreateAclsResponse`, api key 30, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `CreateAclsResponse`, api key 30, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreateAclsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub results: Vec<AclCreationResult>,
}

impl Part for CreateAclsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AclCreationResult` of `CreateAclsResponse`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AclCreationResult {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
}

impl Default for AclCreationResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
        }
    }
}

impl Part for AclCreationResult {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
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
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for CreateAclsResponse {
    const NAME: &'static str = "CreateAclsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
