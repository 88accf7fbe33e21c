//! `UpdateFeaturesResponse`, api key 57, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `UpdateFeaturesResponse`, api key 57, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UpdateFeaturesResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0-1, ignorable.
    pub results: Vec<UpdatableFeatureResult>,
}

impl Default for UpdateFeaturesResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Str::default()),
            results: Vec::new(),
        }
    }
}

impl Part for UpdateFeaturesResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            results: if v <= 1 {
                r.array(true, v)?
            } else {
                Vec::new()
            },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        if v <= 1 {
            w.array(true, v, &self.results)?;
        }
        w.no_tags();
        Ok(())
    }
}

/// `UpdatableFeatureResult` of `UpdateFeaturesResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UpdatableFeatureResult {
    /// Versions 0+, key of its array.
    pub feature: Str,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
}

impl Default for UpdatableFeatureResult {
    fn default() -> Self {
        Self {
            feature: Str::default(),
            error_code: 0,
            error_message: Some(Str::default()),
        }
    }
}

impl Part for UpdatableFeatureResult {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            feature: r.string(true)?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.feature)?;
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for UpdateFeaturesResponse {
    const NAME: &'static str = "UpdateFeaturesResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
