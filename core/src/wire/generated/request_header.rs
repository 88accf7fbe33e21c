//! `RequestHeader`, versions 1-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `RequestHeader`, versions 1-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequestHeader {
    /// Versions 0+.
    pub request_api_key: i16,
    /// Versions 0+.
    pub request_api_version: i16,
    /// Versions 0+.
    pub correlation_id: i32,
    /// Versions 1+, nullable.
    pub client_id: Option<Str>,
}

impl Default for RequestHeader {
    fn default() -> Self {
        Self {
            request_api_key: 0,
            request_api_version: 0,
            correlation_id: 0,
            client_id: Some(Str::default()),
        }
    }
}

impl Part for RequestHeader {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            request_api_key: r.i16()?,
            request_api_version: r.i16()?,
            correlation_id: r.i32()?,
            client_id: r.opt_string(false)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i16(self.request_api_key);
        w.i16(self.request_api_version);
        w.i32(self.correlation_id);
        w.opt_string(false, self.client_id.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for RequestHeader {
    const NAME: &'static str = "RequestHeader";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
