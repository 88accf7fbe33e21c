//! `ListTransactionsResponse`, api key 66, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ListTransactionsResponse`, api key 66, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListTransactionsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub unknown_state_filters: Vec<Str>,
    /// Versions 0+.
    pub transaction_states: Vec<TransactionState>,
}

impl Part for ListTransactionsResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            unknown_state_filters: r.strings(true)?,
            transaction_states: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.strings(true, &self.unknown_state_filters)?;
        w.array(true, v, &self.transaction_states)?;
        w.no_tags();
        Ok(())
    }
}

/// `TransactionState` of `ListTransactionsResponse`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TransactionState {
    /// Versions 0+.
    pub transactional_id: Str,
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub transaction_state: Str,
}

impl Part for TransactionState {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            transactional_id: r.string(true)?,
            producer_id: r.i64()?,
            transaction_state: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.transactional_id)?;
        w.i64(self.producer_id);
        w.string(true, &self.transaction_state)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ListTransactionsResponse {
    const NAME: &'static str = "ListTransactionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
