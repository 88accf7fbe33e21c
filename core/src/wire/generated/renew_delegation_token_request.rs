//! `RenewDelegationTokenRequest`, api key 39, versions 1-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `RenewDelegationTokenRequest`, api key 39, versions 1-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RenewDelegationTokenRequest {
    /// Versions 0+.
    pub hmac: Bytes,
    /// Versions 0+.
    pub renew_period_ms: i64,
}

impl Part for RenewDelegationTokenRequest {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            hmac: r.bytes(flexible)?,
            renew_period_ms: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.bytes(flexible, &self.hmac)?;
        w.i64(self.renew_period_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for RenewDelegationTokenRequest {
    const NAME: &'static str = "RenewDelegationTokenRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for RenewDelegationTokenRequest {
    const API_KEY: i16 = 39;
    type Response = super::renew_delegation_token_response::RenewDelegationTokenResponse;
}
