//! `ListConfigResourcesRequest`, api key 74, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `ListConfigResourcesRequest`, api key 74, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListConfigResourcesRequest {
    /// Versions 1+.
    pub resource_types: Vec<i8>,
}

impl Part for ListConfigResourcesRequest {
    const LEAST: usize = 1;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            resource_types: if v >= 1 {
                r.array(true, v)?
            } else {
                Vec::new()
            },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        if v >= 1 {
            w.array(true, v, &self.resource_types)?;
        } else {
            lacking(
                self.resource_types.is_empty(),
                "ListConfigResourcesRequest.resource_types",
                v,
            )?;
        }
        w.no_tags();
        Ok(())
    }
}

impl Message for ListConfigResourcesRequest {
    const NAME: &'static str = "ListConfigResourcesRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ListConfigResourcesRequest {
    const API_KEY: i16 = 74;
    type Response = super::list_config_resources_response::ListConfigResourcesResponse;
}
