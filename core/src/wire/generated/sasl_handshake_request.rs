//! `SaslHandshakeRequest`, api key 17, versions 0-1.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `SaslHandshakeRequest`, api key 17, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SaslHandshakeRequest {
    /// Versions 0+.
    pub mechanism: Str,
}

impl Part for SaslHandshakeRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            mechanism: r.string(false)?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.mechanism)?;
        Ok(())
    }
}

impl Message for SaslHandshakeRequest {
    const NAME: &'static str = "SaslHandshakeRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl Request for SaslHandshakeRequest {
    const API_KEY: i16 = 17;
    type Response = super::sasl_handshake_response::SaslHandshakeResponse;
}
