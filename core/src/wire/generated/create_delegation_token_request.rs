//! `CreateDelegationTokenRequest`, api key 38, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `CreateDelegationTokenRequest`, api key 38, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreateDelegationTokenRequest {
    /// Versions 3+, nullable.
    pub owner_principal_type: Option<Str>,
    /// Versions 3+, nullable.
    pub owner_principal_name: Option<Str>,
    /// Versions 0+.
    pub renewers: Vec<CreatableRenewers>,
    /// Versions 0+.
    pub max_lifetime_ms: i64,
}

impl Default for CreateDelegationTokenRequest {
    fn default() -> Self {
        Self {
            owner_principal_type: Some(Str::default()),
            owner_principal_name: Some(Str::default()),
            renewers: Vec::new(),
            max_lifetime_ms: 0,
        }
    }
}

impl Part for CreateDelegationTokenRequest {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            owner_principal_type: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                Some(Str::default())
            },
            owner_principal_name: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                Some(Str::default())
            },
            renewers: r.array(flexible, v)?,
            max_lifetime_ms: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        if v >= 3 {
            w.opt_string(flexible, self.owner_principal_type.as_ref())?;
        } else {
            lacking(
                self.owner_principal_type
                    .as_ref()
                    .is_some_and(|x| x.is_empty()),
                "CreateDelegationTokenRequest.owner_principal_type",
                v,
            )?;
        }
        if v >= 3 {
            w.opt_string(flexible, self.owner_principal_name.as_ref())?;
        } else {
            lacking(
                self.owner_principal_name
                    .as_ref()
                    .is_some_and(|x| x.is_empty()),
                "CreateDelegationTokenRequest.owner_principal_name",
                v,
            )?;
        }
        w.array(flexible, v, &self.renewers)?;
        w.i64(self.max_lifetime_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatableRenewers` of `CreateDelegationTokenRequest`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatableRenewers {
    /// Versions 0+.
    pub principal_type: Str,
    /// Versions 0+.
    pub principal_name: Str,
}

impl Part for CreatableRenewers {
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

impl Message for CreateDelegationTokenRequest {
    const NAME: &'static str = "CreateDelegationTokenRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for CreateDelegationTokenRequest {
    const API_KEY: i16 = 38;
    type Response = super::create_delegation_token_response::CreateDelegationTokenResponse;
}
