//! `ApiVersionsRequest`, api key 18, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ApiVersionsRequest`, api key 18, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApiVersionsRequest {
    /// Versions 3+, ignorable.
    pub client_software_name: Str,
    /// Versions 3+, ignorable.
    pub client_software_version: Str,
    /// Versions 5+, nullable, default null, ignorable.
    pub cluster_id: Option<Str>,
    /// Versions 5+, default -1, ignorable.
    pub node_id: i32,
}

impl Default for ApiVersionsRequest {
    fn default() -> Self {
        Self {
            client_software_name: Str::default(),
            client_software_version: Str::default(),
            cluster_id: None,
            node_id: -1,
        }
    }
}

impl Part for ApiVersionsRequest {
    const LEAST: usize = 1;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            client_software_name: if v >= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            client_software_version: if v >= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            cluster_id: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
            node_id: if v >= 5 { r.i32()? } else { -1 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        if v >= 3 {
            w.string(flexible, &self.client_software_name)?;
        }
        if v >= 3 {
            w.string(flexible, &self.client_software_version)?;
        }
        if v >= 5 {
            w.opt_string(flexible, self.cluster_id.as_ref())?;
        }
        if v >= 5 {
            w.i32(self.node_id);
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ApiVersionsRequest {
    const NAME: &'static str = "ApiVersionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}

impl Request for ApiVersionsRequest {
    const API_KEY: i16 = 18;
    type Response = super::api_versions_response::ApiVersionsResponse;
}
