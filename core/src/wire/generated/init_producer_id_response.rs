//! `InitProducerIdResponse`, api key 22, versions 0-6, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `InitProducerIdResponse`, api key 22, versions 0-6, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitProducerIdResponse {
    /// Versions 0+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, default -1.
    pub producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i16,
    /// Versions 6+, default -1.
    pub ongoing_txn_producer_id: i64,
    /// Versions 6+, default -1.
    pub ongoing_txn_producer_epoch: i16,
}

impl Default for InitProducerIdResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            producer_id: -1,
            producer_epoch: 0,
            ongoing_txn_producer_id: -1,
            ongoing_txn_producer_epoch: -1,
        }
    }
}

impl Part for InitProducerIdResponse {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            producer_id: r.i64()?,
            producer_epoch: r.i16()?,
            ongoing_txn_producer_id: if v >= 6 { r.i64()? } else { -1 },
            ongoing_txn_producer_epoch: if v >= 6 { r.i16()? } else { -1 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        if v >= 6 {
            w.i64(self.ongoing_txn_producer_id);
        } else {
            lacking(
                self.ongoing_txn_producer_id == -1,
                "InitProducerIdResponse.ongoing_txn_producer_id",
                v,
            )?;
        }
        if v >= 6 {
            w.i16(self.ongoing_txn_producer_epoch);
        } else {
            lacking(
                self.ongoing_txn_producer_epoch == -1,
                "InitProducerIdResponse.ongoing_txn_producer_epoch",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for InitProducerIdResponse {
    const NAME: &'static str = "InitProducerIdResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
    const UNSTABLE_LATEST: bool = true;
}
