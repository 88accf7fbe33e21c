//! `ListGroupsResponse`, api key 16, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ListGroupsResponse`, api key 16, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListGroupsResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub groups: Vec<ListedGroup>,
}

impl Part for ListGroupsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            error_code: r.i16()?,
            groups: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        if v >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        w.array(flexible, v, &self.groups)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `ListedGroup` of `ListGroupsResponse`, versions 0-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListedGroup {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub protocol_type: Str,
    /// Versions 4+, ignorable.
    pub group_state: Str,
    /// Versions 5+, ignorable.
    pub group_type: Str,
}

impl Part for ListedGroup {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            group_id: r.string(flexible)?,
            protocol_type: r.string(flexible)?,
            group_state: if v >= 4 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            group_type: if v >= 5 {
                r.string(flexible)?
            } else {
                Str::default()
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 3;
        w.string(flexible, &self.group_id)?;
        w.string(flexible, &self.protocol_type)?;
        if v >= 4 {
            w.string(flexible, &self.group_state)?;
        }
        if v >= 5 {
            w.string(flexible, &self.group_type)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ListGroupsResponse {
    const NAME: &'static str = "ListGroupsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
