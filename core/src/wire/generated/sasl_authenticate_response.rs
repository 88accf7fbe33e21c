//! `SaslAuthenticateResponse`, api key 36, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `SaslAuthenticateResponse`, api key 36, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SaslAuthenticateResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub auth_bytes: Bytes,
    /// Versions 1+, ignorable.
    pub session_lifetime_ms: i64,
}

impl Default for SaslAuthenticateResponse {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Str::default()),
            auth_bytes: Bytes::new(),
            session_lifetime_ms: 0,
        }
    }
}

impl Part for SaslAuthenticateResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            auth_bytes: r.bytes(flexible)?,
            session_lifetime_ms: if v >= 1 { r.i64()? } else { 0 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        w.bytes(flexible, &self.auth_bytes)?;
        if v >= 1 {
            w.i64(self.session_lifetime_ms);
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for SaslAuthenticateResponse {
    const NAME: &'static str = "SaslAuthenticateResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
