//! `UnregisterControllerRequest`, api key 94, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `UnregisterControllerRequest`, api key 94, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnregisterControllerRequest {
    /// Versions 0+.
    pub controller_id: i32,
}

impl Part for UnregisterControllerRequest {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            controller_id: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.controller_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for UnregisterControllerRequest {
    const NAME: &'static str = "UnregisterControllerRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for UnregisterControllerRequest {
    const API_KEY: i16 = 94;
    type Response = super::unregister_controller_response::UnregisterControllerResponse;
}
