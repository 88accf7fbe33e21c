//! `CreateAclsRequest`, api key 30, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `CreateAclsRequest`, api key 30, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreateAclsRequest {
    /// Versions 0+.
    pub creations: Vec<AclCreation>,
}

impl Part for CreateAclsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            creations: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.array(flexible, v, &self.creations)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AclCreation` of `CreateAclsRequest`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AclCreation {
    /// Versions 0+.
    pub resource_type: i8,
    /// Versions 0+.
    pub resource_name: Str,
    /// Versions 1+, default 3.
    pub resource_pattern_type: i8,
    /// Versions 0+.
    pub principal: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub operation: i8,
    /// Versions 0+.
    pub permission_type: i8,
}

impl Default for AclCreation {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: Str::default(),
            resource_pattern_type: 3,
            principal: Str::default(),
            host: Str::default(),
            operation: 0,
            permission_type: 0,
        }
    }
}

impl Part for AclCreation {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            resource_type: r.i8()?,
            resource_name: r.string(flexible)?,
            resource_pattern_type: r.i8()?,
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
        w.i8(self.resource_type);
        w.string(flexible, &self.resource_name)?;
        w.i8(self.resource_pattern_type);
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

impl Message for CreateAclsRequest {
    const NAME: &'static str = "CreateAclsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for CreateAclsRequest {
    const API_KEY: i16 = 30;
    type Response = super::create_acls_response::CreateAclsResponse;
}
