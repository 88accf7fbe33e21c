//! `SaslAuthenticateRequest`, api key 36, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `SaslAuthenticateRequest`, api key 36, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SaslAuthenticateRequest {
    /// Versions 0+.
    pub auth_bytes: Bytes,
}

impl Part for SaslAuthenticateRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            auth_bytes: r.bytes(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.bytes(flexible, &self.auth_bytes)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for SaslAuthenticateRequest {
    const NAME: &'static str = "SaslAuthenticateRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for SaslAuthenticateRequest {
    const API_KEY: i16 = 36;
    type Response = super::sasl_authenticate_response::SaslAuthenticateResponse;
}
