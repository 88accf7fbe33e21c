//! `CreateDelegationTokenResponse`, api key 38, versions 1-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `CreateDelegationTokenResponse`, api key 38, versions 1-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreateDelegationTokenResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub principal_type: Str,
    /// Versions 0+.
    pub principal_name: Str,
    /// Versions 3+.
    pub token_requester_principal_type: Str,
    /// Versions 3+.
    pub token_requester_principal_name: Str,
    /// Versions 0+.
    pub issue_timestamp_ms: i64,
    /// Versions 0+.
    pub expiry_timestamp_ms: i64,
    /// Versions 0+.
    pub max_timestamp_ms: i64,
    /// Versions 0+.
    pub token_id: Str,
    /// Versions 0+.
    pub hmac: Bytes,
    /// Versions 0+.
    pub throttle_time_ms: i32,
}

impl Part for CreateDelegationTokenResponse {
    const LEAST: usize = 35;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            principal_type: r.string(flexible)?,
            principal_name: r.string(flexible)?,
            token_requester_principal_type: if v >= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            token_requester_principal_name: if v >= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            issue_timestamp_ms: r.i64()?,
            expiry_timestamp_ms: r.i64()?,
            max_timestamp_ms: r.i64()?,
            token_id: r.string(flexible)?,
            hmac: r.bytes(flexible)?,
            throttle_time_ms: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i16(self.error_code);
        w.string(flexible, &self.principal_type)?;
        w.string(flexible, &self.principal_name)?;
        if v >= 3 {
            w.string(flexible, &self.token_requester_principal_type)?;
        } else {
            lacking(
                self.token_requester_principal_type.is_empty(),
                "CreateDelegationTokenResponse.token_requester_principal_type",
                v,
            )?;
        }
        if v >= 3 {
            w.string(flexible, &self.token_requester_principal_name)?;
        } else {
            lacking(
                self.token_requester_principal_name.is_empty(),
                "CreateDelegationTokenResponse.token_requester_principal_name",
                v,
            )?;
        }
        w.i64(self.issue_timestamp_ms);
        w.i64(self.expiry_timestamp_ms);
        w.i64(self.max_timestamp_ms);
        w.string(flexible, &self.token_id)?;
        w.bytes(flexible, &self.hmac)?;
        w.i32(self.throttle_time_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for CreateDelegationTokenResponse {
    const NAME: &'static str = "CreateDelegationTokenResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
