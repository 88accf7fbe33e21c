//! `ListTransactionsRequest`, api key 66, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ListTransactionsRequest`, api key 66, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListTransactionsRequest {
    /// Versions 0+.
    pub state_filters: Vec<Str>,
    /// Versions 0+.
    pub producer_id_filters: Vec<i64>,
    /// Versions 1+, default -1.
    pub duration_filter: i64,
    /// Versions 2+, nullable, default null.
    pub transactional_id_pattern: Option<Str>,
}

impl Default for ListTransactionsRequest {
    fn default() -> Self {
        Self {
            state_filters: Vec::new(),
            producer_id_filters: Vec::new(),
            duration_filter: -1,
            transactional_id_pattern: None,
        }
    }
}

impl Part for ListTransactionsRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            state_filters: r.strings(true)?,
            producer_id_filters: r.array(true, v)?,
            duration_filter: if v >= 1 { r.i64()? } else { -1 },
            transactional_id_pattern: if v >= 2 { r.opt_string(true)? } else { None },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.strings(true, &self.state_filters)?;
        w.array(true, v, &self.producer_id_filters)?;
        if v >= 1 {
            w.i64(self.duration_filter);
        } else {
            lacking(
                self.duration_filter == -1,
                "ListTransactionsRequest.duration_filter",
                v,
            )?;
        }
        if v >= 2 {
            w.opt_string(true, self.transactional_id_pattern.as_ref())?;
        } else {
            lacking(
                self.transactional_id_pattern.is_none(),
                "ListTransactionsRequest.transactional_id_pattern",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for ListTransactionsRequest {
    const NAME: &'static str = "ListTransactionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ListTransactionsRequest {
    const API_KEY: i16 = 66;
    type Response = super::list_transactions_response::ListTransactionsResponse;
}
