//! `DescribeConfigsResponse`, api key 32, versions 1-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeConfigsResponse`, api key 32, versions 1-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeConfigsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub results: Vec<DescribeConfigsResult>,
}

impl Part for DescribeConfigsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
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
        let flexible = v >= 4;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeConfigsResult` of `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeConfigsResult {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub resource_type: i8,
    /// Versions 0+.
    pub resource_name: Str,
    /// Versions 0+.
    pub configs: Vec<DescribeConfigsResourceResult>,
}

impl Default for DescribeConfigsResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            resource_type: 0,
            resource_name: Str::default(),
            configs: Vec::new(),
        }
    }
}

impl Part for DescribeConfigsResult {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
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
        let flexible = v >= 4;
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        w.i8(self.resource_type);
        w.string(flexible, &self.resource_name)?;
        w.array(flexible, v, &self.configs)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeConfigsResourceResult` of `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeConfigsResourceResult {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+, nullable.
    pub value: Option<Str>,
    /// Versions 0+.
    pub read_only: bool,
    /// Versions 1+, default -1, ignorable.
    pub config_source: i8,
    /// Versions 0+.
    pub is_sensitive: bool,
    /// Versions 1+, ignorable.
    pub synonyms: Vec<DescribeConfigsSynonym>,
    /// Versions 3+, ignorable.
    pub config_type: i8,
    /// Versions 3+, nullable, ignorable.
    pub documentation: Option<Str>,
}

impl Default for DescribeConfigsResourceResult {
    fn default() -> Self {
        Self {
            name: Str::default(),
            value: Some(Str::default()),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
            synonyms: Vec::new(),
            config_type: 0,
            documentation: Some(Str::default()),
        }
    }
}

impl Part for DescribeConfigsResourceResult {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            name: r.string(flexible)?,
            value: r.opt_string(flexible)?,
            read_only: r.bool()?,
            config_source: r.i8()?,
            is_sensitive: r.bool()?,
            synonyms: r.array(flexible, v)?,
            config_type: if v >= 3 { r.i8()? } else { 0 },
            documentation: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                Some(Str::default())
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.name)?;
        w.opt_string(flexible, self.value.as_ref())?;
        w.bool(self.read_only);
        w.i8(self.config_source);
        w.bool(self.is_sensitive);
        w.array(flexible, v, &self.synonyms)?;
        if v >= 3 {
            w.i8(self.config_type);
        }
        if v >= 3 {
            w.opt_string(flexible, self.documentation.as_ref())?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeConfigsSynonym` of `DescribeConfigsResponse`, versions 1-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeConfigsSynonym {
    /// Versions 1+.
    pub name: Str,
    /// Versions 1+, nullable.
    pub value: Option<Str>,
    /// Versions 1+.
    pub source: i8,
}

impl Default for DescribeConfigsSynonym {
    fn default() -> Self {
        Self {
            name: Str::default(),
            value: Some(Str::default()),
            source: 0,
        }
    }
}

impl Part for DescribeConfigsSynonym {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            name: r.string(flexible)?,
            value: r.opt_string(flexible)?,
            source: r.i8()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.name)?;
        w.opt_string(flexible, self.value.as_ref())?;
        w.i8(self.source);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeConfigsResponse {
    const NAME: &'static str = "DescribeConfigsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}
