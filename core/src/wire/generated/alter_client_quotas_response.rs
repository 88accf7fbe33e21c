//! `AlterClientQuotasResponse`, api key 49, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `AlterClientQuotasResponse`, api key 49, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterClientQuotasResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub entries: Vec<EntryData>,
}

impl Part for AlterClientQuotasResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            throttle_time_ms: r.i32()?,
            entries: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.entries)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `EntryData` of `AlterClientQuotasResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EntryData {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub entity: Vec<EntityData>,
}

impl Default for EntryData {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            entity: Vec::new(),
        }
    }
}

impl Part for EntryData {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            entity: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        w.array(flexible, v, &self.entity)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `EntityData` of `AlterClientQuotasResponse`, versions 0-1.
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

impl Message for AlterClientQuotasResponse {
    const NAME: &'static str = "AlterClientQuotasResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}
