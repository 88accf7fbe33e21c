//! `UpdateFeaturesRequest`, api key 57, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `UpdateFeaturesRequest`, api key 57, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UpdateFeaturesRequest {
    /// Versions 0+, default 60000.
    pub timeout_ms: i32,
    /// Versions 0+.
    pub feature_updates: Vec<FeatureUpdateKey>,
    /// Versions 1+.
    pub validate_only: bool,
}

impl Default for UpdateFeaturesRequest {
    fn default() -> Self {
        Self {
            timeout_ms: 60000,
            feature_updates: Vec::new(),
            validate_only: false,
        }
    }
}

impl Part for UpdateFeaturesRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            timeout_ms: r.i32()?,
            feature_updates: r.array(true, v)?,
            validate_only: if v >= 1 { r.bool()? } else { false },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.timeout_ms);
        w.array(true, v, &self.feature_updates)?;
        if v >= 1 {
            w.bool(self.validate_only);
        } else {
            lacking(
                !self.validate_only,
                "UpdateFeaturesRequest.validate_only",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

/// `FeatureUpdateKey` of `UpdateFeaturesRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FeatureUpdateKey {
    /// Versions 0+, key of its array.
    pub feature: Str,
    /// Versions 0+.
    pub max_version_level: i16,
    /// Version 0.
    pub allow_downgrade: bool,
    /// Versions 1+, default 1.
    pub upgrade_type: i8,
}

impl Default for FeatureUpdateKey {
    fn default() -> Self {
        Self {
            feature: Str::default(),
            max_version_level: 0,
            allow_downgrade: false,
            upgrade_type: 1,
        }
    }
}

impl Part for FeatureUpdateKey {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            feature: r.string(true)?,
            max_version_level: r.i16()?,
            allow_downgrade: if v <= 0 { r.bool()? } else { false },
            upgrade_type: if v >= 1 { r.i8()? } else { 1 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.feature)?;
        w.i16(self.max_version_level);
        if v <= 0 {
            w.bool(self.allow_downgrade);
        } else {
            lacking(!self.allow_downgrade, "FeatureUpdateKey.allow_downgrade", v)?;
        }
        if v >= 1 {
            w.i8(self.upgrade_type);
        } else {
            lacking(self.upgrade_type == 1, "FeatureUpdateKey.upgrade_type", v)?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for UpdateFeaturesRequest {
    const NAME: &'static str = "UpdateFeaturesRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for UpdateFeaturesRequest {
    const API_KEY: i16 = 57;
    type Response = super::update_features_response::UpdateFeaturesResponse;
}
