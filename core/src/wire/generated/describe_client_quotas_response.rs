//! `DescribeClientQuotasResponse`, api key 48, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Float64, Message, Part, Reader, Str, WireError, Writer};

/// `DescribeClientQuotasResponse`, api key 48, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeClientQuotasResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+, nullable.
    pub entries: Option<Vec<EntryData>>,
}

impl Default for DescribeClientQuotasResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Str::default()),
            entries: Some(Vec::new()),
        }
    }
}

impl Part for DescribeClientQuotasResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            entries: r.opt_array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        w.opt_array(flexible, v, self.entries.as_deref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `EntryData` of `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EntryData {
    /// Versions 0+.
    pub entity: Vec<EntityData>,
    /// Versions 0+.
    pub values: Vec<ValueData>,
}

impl Part for EntryData {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            entity: r.array(flexible, v)?,
            values: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.array(flexible, v, &self.entity)?;
        w.array(flexible, v, &self.values)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `EntityData` of `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EntityData {
    /// Versions 0+.
    pub entity_type: Str,
    /// Versions 0+, nullable.
    pub entity_name: Option<Str>,
}

impl Default for EntityData {
    fn default() -> Self {
        Self {
            entity_type: Str::default(),
            entity_name: Some(Str::default()),
        }
    }
}

impl Part for EntityData {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            entity_type: r.string(flexible)?,
            entity_name: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.string(flexible, &self.entity_type)?;
        w.opt_string(flexible, self.entity_name.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ValueData` of `DescribeClientQuotasResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ValueData {
    /// Versions 0+.
    pub key: Str,
    /// Versions 0+.
    pub value: Float64,
}

impl Part for ValueData {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            key: r.string(flexible)?,
            value: r.f64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.string(flexible, &self.key)?;
        w.f64(self.value);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeClientQuotasResponse {
    const NAME: &'static str = "DescribeClientQuotasResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}
