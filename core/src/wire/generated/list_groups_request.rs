//! `ListGroupsRequest`, api key 16, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ListGroupsRequest`, api key 16, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListGroupsRequest {
    /// Versions 4+.
    pub states_filter: Vec<Str>,
    /// Versions 5+.
    pub types_filter: Vec<Str>,
}

impl Part for ListGroupsRequest {
    const LEAST: usize = 1;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            states_filter: if v >= 4 {
                r.strings(flexible)?
            } else {
                Vec::new()
            },
            types_filter: if v >= 5 {
                r.strings(flexible)?
            } else {
                Vec::new()
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        if v >= 4 {
            w.strings(flexible, &self.states_filter)?;
        } else {
            lacking(
                self.states_filter.is_empty(),
                "ListGroupsRequest.states_filter",
                v,
            )?;
        }
        if v >= 5 {
            w.strings(flexible, &self.types_filter)?;
        } else {
            lacking(
                self.types_filter.is_empty(),
                "ListGroupsRequest.types_filter",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ListGroupsRequest {
    const NAME: &'static str = "ListGroupsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}

impl Request for ListGroupsRequest {
    const API_KEY: i16 = 16;
    type Response = super::list_groups_response::ListGroupsResponse;
}
