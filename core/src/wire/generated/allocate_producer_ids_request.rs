//! `AllocateProducerIdsRequest`, api key 67, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `AllocateProducerIdsRequest`, api key 67, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AllocateProducerIdsRequest {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+, default -1.
    pub broker_epoch: i64,
}

impl Default for AllocateProducerIdsRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
        }
    }
}

impl Part for AllocateProducerIdsRequest {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            broker_epoch: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.broker_epoch);
        w.no_tags();
        Ok(())
    }
}

impl Message for AllocateProducerIdsRequest {
    const NAME: &'static str = "AllocateProducerIdsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AllocateProducerIdsRequest {
    const API_KEY: i16 = 67;
    type Response = super::allocate_producer_ids_response::AllocateProducerIdsResponse;
}
