//! `AlterConfigsRequest`, api key 33, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AlterConfigsRequest`, api key 33, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterConfigsRequest {
    /// Versions 0+.
    pub resources: Vec<AlterConfigsResource>,
    /// Versions 0+.
    pub validate_only: bool,
}

impl Part for AlterConfigsRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            resources: r.array(flexible, v)?,
            validate_only: r.bool()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.array(flexible, v, &self.resources)?;
        w.bool(self.validate_only);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterConfigsResource` of `AlterConfigsRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterConfigsResource {
    /// Versions 0+, key of its array.
    pub resource_type: i8,
    /// Versions 0+, key of its array.
    pub resource_name: Str,
    /// Versions 0+.
    pub configs: Vec<AlterableConfig>,
}

impl Part for AlterConfigsResource {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            resource_type: r.i8()?,
            resource_name: r.string(flexible)?,
            configs: r.array(flexible, v)?,
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
        w.array(flexible, v, &self.configs)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterableConfig` of `AlterConfigsRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterableConfig {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+, nullable.
    pub value: Option<Str>,
}

impl Default for AlterableConfig {
    fn default() -> Self {
        Self {
            name: Str::default(),
            value: Some(Str::default()),
        }
    }
}

impl Part for AlterableConfig {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            name: r.string(flexible)?,
            value: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.name)?;
        w.opt_string(flexible, self.value.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AlterConfigsRequest {
    const NAME: &'static str = "AlterConfigsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for AlterConfigsRequest {
    const API_KEY: i16 = 33;
    type Response = super::alter_configs_response::AlterConfigsResponse;
}
