//! `DeleteAclsResponse`, api key 31, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DeleteAclsResponse`, api key 31, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteAclsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub filter_results: Vec<DeleteAclsFilterResult>,
}

impl Part for DeleteAclsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            filter_results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.filter_results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteAclsFilterResult` of `DeleteAclsResponse`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeleteAclsFilterResult {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub matching_acls: Vec<DeleteAclsMatchingAcl>,
}

impl Default for DeleteAclsFilterResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            matching_acls: Vec::new(),
        }
    }
}

impl Part for DeleteAclsFilterResult {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            matching_acls: r.array(flexible, v)?,
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
        w.array(flexible, v, &self.matching_acls)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteAclsMatchingAcl` of `DeleteAclsResponse`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeleteAclsMatchingAcl {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub resource_type: i8,
    /// Versions 0+.
    pub resource_name: Str,
    /// Versions 1+, default 3.
    pub pattern_type: i8,
    /// Versions 0+.
    pub principal: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub operation: i8,
    /// Versions 0+.
    pub permission_type: i8,
}

impl Default for DeleteAclsMatchingAcl {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            resource_type: 0,
            resource_name: Str::default(),
            pattern_type: 3,
            principal: Str::default(),
            host: Str::default(),
            operation: 0,
            permission_type: 0,
        }
    }
}

impl Part for DeleteAclsMatchingAcl {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            resource_type: r.i8()?,
            resource_name: r.string(flexible)?,
            pattern_type: r.i8()?,
            principal: r.string(flexible)?,
            host: r.string(flexible)?,
            operation: r.i8()?,
            permission_type: r.i8()?,
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
        w.i8(self.pattern_type);
        w.string(flexible, &self.principal)?;
        w.string(flexible, &self.host)?;
        w.i8(self.operation);
        w.i8(self.permission_type);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteAclsResponse {
    const NAME: &'static str = "DeleteAclsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
