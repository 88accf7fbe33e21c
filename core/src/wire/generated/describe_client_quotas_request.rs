//! `DescribeClientQuotasRequest`, api key 48, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeClientQuotasRequest`, api key 48, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeClientQuotasRequest {
    /// Versions 0+.
    pub components: Vec<ComponentData>,
    /// Versions 0+.
    pub strict: bool,
}

impl Part for DescribeClientQuotasRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            components: r.array(flexible, v)?,
            strict: r.bool()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.array(flexible, v, &self.components)?;
        w.bool(self.strict);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ComponentData` of `DescribeClientQuotasRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ComponentData {
    /// Versions 0+.
    pub entity_type: Str,
    /// Versions 0+.
    pub match_type: i8,
    /// Versions 0+, nullable.
    pub match_: Option<Str>,
}

impl Default for ComponentData {
    fn default() -> Self {
        Self {
            entity_type: Str::default(),
            match_type: 0,
            match_: Some(Str::default()),
        }
    }
}

impl Part for ComponentData {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            entity_type: r.string(flexible)?,
            match_type: r.i8()?,
            match_: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.string(flexible, &self.entity_type)?;
        w.i8(self.match_type);
        w.opt_string(flexible, self.match_.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeClientQuotasRequest {
    const NAME: &'static str = "DescribeClientQuotasRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}

impl Request for DescribeClientQuotasRequest {
    const API_KEY: i16 = 48;
    type Response = super::describe_client_quotas_response::DescribeClientQuotasResponse;
}
