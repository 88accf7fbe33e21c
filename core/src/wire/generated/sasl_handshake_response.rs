//! `SaslHandshakeResponse`, api key 17, versions 0-1.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `SaslHandshakeResponse`, api key 17, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SaslHandshakeResponse {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub mechanisms: Vec<Str>,
}

impl Part for SaslHandshakeResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            error_code: r.i16()?,
            mechanisms: r.strings(false)?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.strings(false, &self.mechanisms)?;
        Ok(())
    }
}

impl Message for SaslHandshakeResponse {
    const NAME: &'static str = "SaslHandshakeResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = None;
}
