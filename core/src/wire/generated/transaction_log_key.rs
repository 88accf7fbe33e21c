//! `TransactionLogKey`, coordinator record key 0, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `TransactionLogKey`, coordinator record key 0, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TransactionLogKey {
    /// Version 0.
    pub transactional_id: Str,
}

impl Part for TransactionLogKey {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            transactional_id: r.string(false)?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(false, &self.transactional_id)?;
        Ok(())
    }
}

impl Message for TransactionLogKey {
    const NAME: &'static str = "TransactionLogKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl TransactionLogKey {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 0;
}
