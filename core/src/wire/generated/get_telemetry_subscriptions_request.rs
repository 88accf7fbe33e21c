//! `GetTelemetrySubscriptionsRequest`, api key 71, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, Uuid, WireError, Writer};

/// `GetTelemetrySubscriptionsRequest`, api key 71, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GetTelemetrySubscriptionsRequest {
    /// Versions 0+.
    pub client_instance_id: Uuid,
}

impl Part for GetTelemetrySubscriptionsRequest {
    const LEAST: usize = 17;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            client_instance_id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.uuid(self.client_instance_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for GetTelemetrySubscriptionsRequest {
    const NAME: &'static str = "GetTelemetrySubscriptionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for GetTelemetrySubscriptionsRequest {
    const API_KEY: i16 = 71;
    type Response = super::get_telemetry_subscriptions_response::GetTelemetrySubscriptionsResponse;
}
