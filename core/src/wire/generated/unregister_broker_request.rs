//! `UnregisterBrokerRequest`, api key 64, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `UnregisterBrokerRequest`, api key 64, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnregisterBrokerRequest {
    /// Versions 0+.
    pub broker_id: i32,
}

impl Part for UnregisterBrokerRequest {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for UnregisterBrokerRequest {
    const NAME: &'static str = "UnregisterBrokerRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for UnregisterBrokerRequest {
    const API_KEY: i16 = 64;
    type Response = super::unregister_broker_response::UnregisterBrokerResponse;
}
