//! `FindCoordinatorRequest`, api key 10, versions 0-6, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `FindCoordinatorRequest`, api key 10, versions 0-6, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FindCoordinatorRequest {
    /// Versions 0-3.
    pub key: Str,
    /// Versions 1+.
    pub key_type: i8,
    /// Versions 4+.
    pub coordinator_keys: Vec<Str>,
}

impl Part for FindCoordinatorRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            key: if v <= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            key_type: if v >= 1 { r.i8()? } else { 0 },
            coordinator_keys: if v >= 4 {
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
        if v <= 3 {
            w.string(flexible, &self.key)?;
        } else {
            lacking(self.key.is_empty(), "FindCoordinatorRequest.key", v)?;
        }
        if v >= 1 {
            w.i8(self.key_type);
        } else {
            lacking(self.key_type == 0, "FindCoordinatorRequest.key_type", v)?;
        }
        if v >= 4 {
            w.strings(flexible, &self.coordinator_keys)?;
        } else {
            lacking(
                self.coordinator_keys.is_empty(),
                "FindCoordinatorRequest.coordinator_keys",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for FindCoordinatorRequest {
    const NAME: &'static str = "FindCoordinatorRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}

impl Request for FindCoordinatorRequest {
    const API_KEY: i16 = 10;
    type Response = super::find_coordinator_response::FindCoordinatorResponse;
}
