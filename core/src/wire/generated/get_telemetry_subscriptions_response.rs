//! `GetTelemetrySubscriptionsResponse`, api key 71, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `GetTelemetrySubscriptionsResponse`, api key 71, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GetTelemetrySubscriptionsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub client_instance_id: Uuid,
    /// Versions 0+.
    pub subscription_id: i32,
    /// Versions 0+.
    pub accepted_compression_types: Vec<i8>,
    /// Versions 0+.
    pub push_interval_ms: i32,
    /// Versions 0+.
    pub telemetry_max_bytes: i32,
    /// Versions 0+.
    pub delta_temporality: bool,
    /// Versions 0+.
    pub requested_metrics: Vec<Str>,
}

impl Part for GetTelemetrySubscriptionsResponse {
    const LEAST: usize = 38;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            client_instance_id: r.uuid()?,
            subscription_id: r.i32()?,
            accepted_compression_types: r.array(true, v)?,
            push_interval_ms: r.i32()?,
            telemetry_max_bytes: r.i32()?,
            delta_temporality: r.bool()?,
            requested_metrics: r.strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.uuid(self.client_instance_id);
        w.i32(self.subscription_id);
        w.array(true, v, &self.accepted_compression_types)?;
        w.i32(self.push_interval_ms);
        w.i32(self.telemetry_max_bytes);
        w.bool(self.delta_temporality);
        w.strings(true, &self.requested_metrics)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for GetTelemetrySubscriptionsResponse {
    const NAME: &'static str = "GetTelemetrySubscriptionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
