//! `DeleteAclsRequest`, api key 31, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DeleteAclsRequest`, api key 31, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteAclsRequest {
    /// Versions 0+.
    pub filters: Vec<DeleteAclsFilter>,
}

impl Part for DeleteAclsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            filters: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.array(flexible, v, &self.filters)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteAclsFilter` of `DeleteAclsRequest`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeleteAclsFilter {
    /// Versions 0+.
    pub resource_type_filter: i8,
    /// Versions 0+, nullable.
    pub resource_name_filter: Option<Str>,
    /// Versions 1+, default 3.
    pub pattern_type_filter: i8,
    /// Versions 0+, nullable.
    pub principal_filter: Option<Str>,
    /// Versions 0+, nullable.
    pub host_filter: Option<Str>,
    /// Versions 0+.
    pub operation: i8,
    /// Versions 0+.
    pub permission_type: i8,
}

impl Default for DeleteAclsFilter {
    fn default() -> Self {
        Self {
            resource_type_filter: 0,
            resource_name_filter: Some(Str::default()),
            pattern_type_filter: 3,
            principal_filter: Some(Str::default()),
            host_filter: Some(Str::default()),
            operation: 0,
            permission_type: 0,
        }
    }
}

impl Part for DeleteAclsFilter {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            resource_type_filter: r.i8()?,
            resource_name_filter: r.opt_string(flexible)?,
            pattern_type_filter: r.i8()?,
            principal_filter: r.opt_string(flexible)?,
            host_filter: r.opt_string(flexible)?,
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
        w.i8(self.resource_type_filter);
        w.opt_string(flexible, self.resource_name_filter.as_ref())?;
        w.i8(self.pattern_type_filter);
        w.opt_string(flexible, self.principal_filter.as_ref())?;
        w.opt_string(flexible, self.host_filter.as_ref())?;
        w.i8(self.operation);
        w.i8(self.permission_type);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteAclsRequest {
    const NAME: &'static str = "DeleteAclsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for DeleteAclsRequest {
    const API_KEY: i16 = 31;
    type Response = super::delete_acls_response::DeleteAclsResponse;
}
