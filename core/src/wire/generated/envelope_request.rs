//! `EnvelopeRequest`, api key 58, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `EnvelopeRequest`, api key 58, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnvelopeRequest {
    /// Versions 0+.
    pub request_data: Bytes,
    /// Versions 0+, nullable.
    pub request_principal: Option<Bytes>,
    /// Versions 0+.
    pub client_host_address: Bytes,
}

impl Default for EnvelopeRequest {
    fn default() -> Self {
        Self {
            request_data: Bytes::new(),
            request_principal: Some(Bytes::new()),
            client_host_address: Bytes::new(),
        }
    }
}

impl Part for EnvelopeRequest {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            request_data: r.bytes(true)?,
            request_principal: r.opt_bytes(true)?,
            client_host_address: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.bytes(true, &self.request_data)?;
        w.opt_bytes(true, self.request_principal.as_ref())?;
        w.bytes(true, &self.client_host_address)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for EnvelopeRequest {
    const NAME: &'static str = "EnvelopeRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for EnvelopeRequest {
    const API_KEY: i16 = 58;
    type Response = super::envelope_response::EnvelopeResponse;
}
