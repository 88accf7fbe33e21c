//! `DeleteGroupsRequest`, api key 42, versions 0-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DeleteGroupsRequest`, api key 42, versions 0-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteGroupsRequest {
    /// Versions 0+.
    pub groups_names: Vec<Str>,
}

impl Part for DeleteGroupsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            groups_names: r.strings(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.strings(flexible, &self.groups_names)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteGroupsRequest {
    const NAME: &'static str = "DeleteGroupsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for DeleteGroupsRequest {
    const API_KEY: i16 = 42;
    type Response = super::delete_groups_response::DeleteGroupsResponse;
}
