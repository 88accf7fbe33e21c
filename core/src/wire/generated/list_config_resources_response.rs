//! `ListConfigResourcesResponse`, api key 74, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ListConfigResourcesResponse`, api key 74, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListConfigResourcesResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub config_resources: Vec<ConfigResource>,
}

impl Part for ListConfigResourcesResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            config_resources: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.array(true, v, &self.config_resources)?;
        w.no_tags();
        Ok(())
    }
}

/// `ConfigResource` of `ListConfigResourcesResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConfigResource {
    /// Versions 0+.
    pub resource_name: Str,
    /// Versions 1+, default 16, ignorable.
    pub resource_type: i8,
}

impl Default for ConfigResource {
    fn default() -> Self {
        Self {
            resource_name: Str::default(),
            resource_type: 16,
        }
    }
}

impl Part for ConfigResource {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            resource_name: r.string(true)?,
            resource_type: if v >= 1 { r.i8()? } else { 16 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.resource_name)?;
        if v >= 1 {
            w.i8(self.resource_type);
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for ListConfigResourcesResponse {
    const NAME: &'static str = "ListConfigResourcesResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
