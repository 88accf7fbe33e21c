//! `DeleteGroupsResponse`, api key 42, versions 0-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DeleteGroupsResponse`, api key 42, versions 0-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteGroupsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub results: Vec<DeletableGroupResult>,
}

impl Part for DeleteGroupsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeletableGroupResult` of `DeleteGroupsResponse`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeletableGroupResult {
    /// Versions 0+, key of its array.
    pub group_id: Str,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 3+, nullable, default null, ignorable.
    pub error_message: Option<Str>,
}

impl Part for DeletableGroupResult {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            group_id: r.string(flexible)?,
            error_code: r.i16()?,
            error_message: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                None
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.group_id)?;
        w.i16(self.error_code);
        if v >= 3 {
            w.opt_string(flexible, self.error_message.as_ref())?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteGroupsResponse {
    const NAME: &'static str = "DeleteGroupsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
