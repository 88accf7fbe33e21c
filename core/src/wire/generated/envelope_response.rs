//! `EnvelopeResponse`, api key 58, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `EnvelopeResponse`, api key 58, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EnvelopeResponse {
    /// Versions 0+, nullable, default null.
    pub response_data: Option<Bytes>,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for EnvelopeResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            response_data: r.opt_bytes(true)?,
            error_code: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.opt_bytes(true, self.response_data.as_ref())?;
        w.i16(self.error_code);
        w.no_tags();
        Ok(())
    }
}

impl Message for EnvelopeResponse {
    const NAME: &'static str = "EnvelopeResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
