//! `InitProducerIdRequest`, api key 22, versions 0-6, flexible 2+, the last unstable.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `InitProducerIdRequest`, api key 22, versions 0-6, flexible 2+, the last unstable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitProducerIdRequest {
    /// Versions 0+, nullable.
    pub transactional_id: Option<Str>,
    /// Versions 0+.
    pub transaction_timeout_ms: i32,
    /// Versions 3+, default -1.
    pub producer_id: i64,
    /// Versions 3+, default -1.
    pub producer_epoch: i16,
    /// Versions 6+.
    pub enable2_pc: bool,
    /// Versions 6+.
    pub keep_prepared_txn: bool,
}

impl Default for InitProducerIdRequest {
    fn default() -> Self {
        Self {
            transactional_id: Some(Str::default()),
            transaction_timeout_ms: 0,
            producer_id: -1,
            producer_epoch: -1,
            enable2_pc: false,
            keep_prepared_txn: false,
        }
    }
}

impl Part for InitProducerIdRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            transactional_id: r.opt_string(flexible)?,
            transaction_timeout_ms: r.i32()?,
            producer_id: if v >= 3 { r.i64()? } else { -1 },
            producer_epoch: if v >= 3 { r.i16()? } else { -1 },
            enable2_pc: if v >= 6 { r.bool()? } else { false },
            keep_prepared_txn: if v >= 6 { r.bool()? } else { false },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.opt_string(flexible, self.transactional_id.as_ref())?;
        w.i32(self.transaction_timeout_ms);
        if v >= 3 {
            w.i64(self.producer_id);
        } else {
            lacking(
                self.producer_id == -1,
                "InitProducerIdRequest.producer_id",
                v,
            )?;
        }
        if v >= 3 {
            w.i16(self.producer_epoch);
        } else {
            lacking(
                self.producer_epoch == -1,
                "InitProducerIdRequest.producer_epoch",
                v,
            )?;
        }
        if v >= 6 {
            w.bool(self.enable2_pc);
        } else {
            lacking(!self.enable2_pc, "InitProducerIdRequest.enable2_pc", v)?;
        }
        if v >= 6 {
            w.bool(self.keep_prepared_txn);
        } else {
            lacking(
                !self.keep_prepared_txn,
                "InitProducerIdRequest.keep_prepared_txn",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for InitProducerIdRequest {
    const NAME: &'static str = "InitProducerIdRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
    const UNSTABLE_LATEST: bool = true;
}

impl Request for InitProducerIdRequest {
    const API_KEY: i16 = 22;
    type Response = super::init_producer_id_response::InitProducerIdResponse;
}
