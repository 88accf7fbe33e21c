//! `PushTelemetryRequest`, api key 72, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, Uuid, WireError, Writer};

/// `PushTelemetryRequest`, api key 72, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PushTelemetryRequest {
    /// Versions 0+.
    pub client_instance_id: Uuid,
    /// Versions 0+.
    pub subscription_id: i32,
    /// Versions 0+.
    pub terminating: bool,
    /// Versions 0+.
    pub compression_type: i8,
    /// Versions 0+.
    pub metrics: Bytes,
}

impl Part for PushTelemetryRequest {
    const LEAST: usize = 24;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            client_instance_id: r.uuid()?,
            subscription_id: r.i32()?,
            terminating: r.bool()?,
            compression_type: r.i8()?,
            metrics: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.uuid(self.client_instance_id);
        w.i32(self.subscription_id);
        w.bool(self.terminating);
        w.i8(self.compression_type);
        w.bytes(true, &self.metrics)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for PushTelemetryRequest {
    const NAME: &'static str = "PushTelemetryRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for PushTelemetryRequest {
    const API_KEY: i16 = 72;
    type Response = super::push_telemetry_response::PushTelemetryResponse;
}
