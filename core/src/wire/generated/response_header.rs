//! `ResponseHeader`, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ResponseHeader`, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResponseHeader {
    /// Versions 0+.
    pub correlation_id: i32,
}

impl Part for ResponseHeader {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            correlation_id: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i32(self.correlation_id);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ResponseHeader {
    const NAME: &'static str = "ResponseHeader";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}
