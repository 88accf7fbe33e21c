//! `ConsumerGroupRegularExpressionValue`, coordinator record key 16, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ConsumerGroupRegularExpressionValue`, coordinator record key 16, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupRegularExpressionValue {
    /// Versions 0+.
    pub topics: Vec<Str>,
    /// Versions 0+.
    pub version: i64,
    /// Versions 0+.
    pub timestamp: i64,
}

impl Part for ConsumerGroupRegularExpressionValue {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topics: r.strings(true)?,
            version: r.i64()?,
            timestamp: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.strings(true, &self.topics)?;
        w.i64(self.version);
        w.i64(self.timestamp);
        w.no_tags();
        Ok(())
    }
}

impl Message for ConsumerGroupRegularExpressionValue {
    const NAME: &'static str = "ConsumerGroupRegularExpressionValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConsumerGroupRegularExpressionValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 16;
}
