//! `AddOffsetsToTxnRequest`, api key 25, versions 0-4, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AddOffsetsToTxnRequest`, api key 25, versions 0-4, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddOffsetsToTxnRequest {
    /// Versions 0+.
    pub transactional_id: Str,
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i16,
    /// Versions 0+.
    pub group_id: Str,
}

impl Part for AddOffsetsToTxnRequest {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            transactional_id: r.string(flexible)?,
            producer_id: r.i64()?,
            producer_epoch: r.i16()?,
            group_id: r.string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.string(flexible, &self.transactional_id)?;
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        w.string(flexible, &self.group_id)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AddOffsetsToTxnRequest {
    const NAME: &'static str = "AddOffsetsToTxnRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}

impl Request for AddOffsetsToTxnRequest {
    const API_KEY: i16 = 25;
    type Response = super::add_offsets_to_txn_response::AddOffsetsToTxnResponse;
}
