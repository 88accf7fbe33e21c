//! `ApiVersionsResponse`, api key 18, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ApiVersionsResponse`, api key 18, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApiVersionsResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub api_keys: Vec<ApiVersion>,
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 3+, tag 0, ignorable.
    pub supported_features: Vec<SupportedFeatureKey>,
    /// Versions 3+, tag 1, default -1, ignorable.
    pub finalized_features_epoch: i64,
    /// Versions 3+, tag 2, ignorable.
    pub finalized_features: Vec<FinalizedFeatureKey>,
    /// Versions 3+, tag 3, ignorable.
    pub zk_migration_ready: bool,
}

impl Default for ApiVersionsResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            api_keys: Vec::new(),
            throttle_time_ms: 0,
            supported_features: Vec::new(),
            finalized_features_epoch: -1,
            finalized_features: Vec::new(),
            zk_migration_ready: false,
        }
    }
}

impl Part for ApiVersionsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let mut it = Self {
            error_code: r.i16()?,
            api_keys: r.array(flexible, v)?,
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            supported_features: Vec::new(),
            finalized_features_epoch: -1,
            finalized_features: Vec::new(),
            zk_migration_ready: false,
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.supported_features = r.array(true, v)?,
                    1 => it.finalized_features_epoch = r.i64()?,
                    2 => it.finalized_features = r.array(true, v)?,
                    3 => it.zk_migration_ready = r.bool()?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.i16(self.error_code);
        w.array(flexible, v, &self.api_keys)?;
        if v >= 1 {
            w.i32(self.throttle_time_ms);
        }
        if flexible {
            let tags = w.open_tags();
            if !self.supported_features.is_empty() {
                let tag = w.open_tag(&tags, 0);
                w.array(true, v, &self.supported_features)?;
                w.close_tag(tag)?;
            }
            if self.finalized_features_epoch != -1 {
                let tag = w.open_tag(&tags, 1);
                w.i64(self.finalized_features_epoch);
                w.close_tag(tag)?;
            }
            if !self.finalized_features.is_empty() {
                let tag = w.open_tag(&tags, 2);
                w.array(true, v, &self.finalized_features)?;
                w.close_tag(tag)?;
            }
            if self.zk_migration_ready {
                let tag = w.open_tag(&tags, 3);
                w.bool(self.zk_migration_ready);
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `ApiVersion` of `ApiVersionsResponse`, versions 0-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ApiVersion {
    /// Versions 0+, key of its array.
    pub api_key: i16,
    /// Versions 0+.
    pub min_version: i16,
    /// Versions 0+.
    pub max_version: i16,
}

impl Part for ApiVersion {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            api_key: r.i16()?,
            min_version: r.i16()?,
            max_version: r.i16()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.i16(self.api_key);
        w.i16(self.min_version);
        w.i16(self.max_version);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `SupportedFeatureKey` of `ApiVersionsResponse`, versions 3-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SupportedFeatureKey {
    /// Versions 3+, key of its array.
    pub name: Str,
    /// Versions 3+.
    pub min_version: i16,
    /// Versions 3+.
    pub max_version: i16,
}

impl Part for SupportedFeatureKey {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            min_version: r.i16()?,
            max_version: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i16(self.min_version);
        w.i16(self.max_version);
        w.no_tags();
        Ok(())
    }
}

/// `FinalizedFeatureKey` of `ApiVersionsResponse`, versions 3-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FinalizedFeatureKey {
    /// Versions 3+, key of its array.
    pub name: Str,
    /// Versions 3+.
    pub max_version_level: i16,
    /// Versions 3+.
    pub min_version_level: i16,
}

impl Part for FinalizedFeatureKey {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            max_version_level: r.i16()?,
            min_version_level: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i16(self.max_version_level);
        w.i16(self.min_version_level);
        w.no_tags();
        Ok(())
    }
}

impl Message for ApiVersionsResponse {
    const NAME: &'static str = "ApiVersionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
