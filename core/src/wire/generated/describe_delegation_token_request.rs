//! `DescribeDelegationTokenRequest`, api key 41, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeDelegationTokenRequest`, api key 41, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeDelegationTokenRequest {
    /// Versions 0+, nullable.
    pub owners: Option<Vec<DescribeDelegationTokenOwner>>,
}

impl Default for DescribeDelegationTokenRequest {
    fn default() -> Self {
        Self {
            owners: Some(Vec::new()),
        }
    }
}

impl Part for DescribeDelegationTokenRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            owners: r.opt_array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.opt_array(flexible, v, self.owners.as_deref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeDelegationTokenOwner` of `DescribeDelegationTokenRequest`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeDelegationTokenOwner {
    /// Versions 0+.
    pub principal_type: Str,
    /// Versions 0+.
    pub principal_name: Str,
}

impl Part for DescribeDelegationTokenOwner {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            principal_type: r.string(flexible)?,
            principal_name: r.string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.principal_type)?;
        w.string(flexible, &self.principal_name)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeDelegationTokenRequest {
    const NAME: &'static str = "DescribeDelegationTokenRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for DescribeDelegationTokenRequest {
    const API_KEY: i16 = 41;
    type Response = super::describe_delegation_token_response::DescribeDelegationTokenResponse;
}
