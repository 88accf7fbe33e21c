//! `ExpireDelegationTokenRequest`, api key 40, versions 1-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `ExpireDelegationTokenRequest`, api key 40, versions 1-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExpireDelegationTokenRequest {
    /// Versions 0+.
    pub hmac: Bytes,
    /// Versions 0+.
    pub expiry_time_period_ms: i64,
}

impl Part for ExpireDelegationTokenRequest {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            hmac: r.bytes(flexible)?,
            expiry_time_period_ms: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.bytes(flexible, &self.hmac)?;
        w.i64(self.expiry_time_period_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ExpireDelegationTokenRequest {
    const NAME: &'static str = "ExpireDelegationTokenRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for ExpireDelegationTokenRequest {
    const API_KEY: i16 = 40;
    type Response = super::expire_delegation_token_response::ExpireDelegationTokenResponse;
}
