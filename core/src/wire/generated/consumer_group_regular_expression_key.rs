//! `ConsumerGroupRegularExpressionKey`, coordinator record key 16, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ConsumerGroupRegularExpressionKey`, coordinator record key 16, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupRegularExpressionKey {
    /// Version 0.
    pub group_id: Str,
    /// Version 0.
    pub regular_expression: Str,
}

impl Part for ConsumerGroupRegularExpressionKey {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            group_id: r.string(false)?,
            regular_expression: r.string(false)?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.group_id)?;
        w.string(false, &self.regular_expression)?;
        Ok(())
    }
}

impl Message for ConsumerGroupRegularExpressionKey {
    const NAME: &'static str = "ConsumerGroupRegularExpressionKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl ConsumerGroupRegularExpressionKey {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 16;
}
