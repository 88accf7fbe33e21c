//! `AlterClientQuotasRequest`, api key 49, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Float64, Message, Part, Reader, Request, Str, WireError, Writer};

/// `AlterClientQuotasRequest`, api key 49, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterClientQuotasRequest {
    /// Versions 0+.
    pub entries: Vec<EntryData>,
    /// Versions 0+.
    pub validate_only: bool,
}

impl Part for AlterClientQuotasRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            entries: r.array(flexible, v)?,
            validate_only: r.bool()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.array(flexible, v, &self.entries)?;
        w.bool(self.validate_only);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `EntryData` of `AlterClientQuotasRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EntryData {
    /// Versions 0+.
    pub entity: Vec<EntityData>,
    /// Versions 0+.
    pub ops: Vec<OpData>,
}

impl Part for EntryData {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            entity: r.array(flexible, v)?,
            ops: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.array(flexible, v, &self.entity)?;
        w.array(flexible, v, &self.ops)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `EntityData` of `AlterClientQuotasRequest`, versions 0-1.
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

/// `OpData` of `AlterClientQuotasRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OpData {
    /// Versions 0+.
    pub key: Str,
    /// Versions 0+.
    pub value: Float64,
    /// Versions 0+.
    pub remove: bool,
}

impl Part for OpData {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            key: r.string(flexible)?,
            value: r.f64()?,
            remove: r.bool()?,
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
        w.bool(self.remove);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AlterClientQuotasRequest {
    const NAME: &'static str = "AlterClientQuotasRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}

impl Request for AlterClientQuotasRequest {
    const API_KEY: i16 = 49;
    type Response = super::alter_client_quotas_response::AlterClientQuotasResponse;
}
