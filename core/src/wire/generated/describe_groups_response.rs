//! `DescribeGroupsResponse`, api key 15, versions 0-6, flexible 5+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeGroupsResponse`, api key 15, versions 0-6, flexible 5+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeGroupsResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub groups: Vec<DescribedGroup>,
}

impl Part for DescribeGroupsResponse {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            groups: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        if v >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.array(flexible, v, &self.groups)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribedGroup` of `DescribeGroupsResponse`, versions 0-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribedGroup {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 6+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub group_state: Str,
    /// Versions 0+.
    pub protocol_type: Str,
    /// Versions 0+.
    pub protocol_data: Str,
    /// Versions 0+.
    pub members: Vec<DescribedGroupMember>,
    /// Versions 3+, default -2147483648.
    pub authorized_operations: i32,
}

impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: Str::default(),
            group_state: Str::default(),
            protocol_type: Str::default(),
            protocol_data: Str::default(),
            members: Vec::new(),
            authorized_operations: -2147483648,
        }
    }
}

impl Part for DescribedGroup {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            error_code: r.i16()?,
            error_message: if v >= 6 {
                r.opt_string(flexible)?
            } else {
                None
            },
            group_id: r.string(flexible)?,
            group_state: r.string(flexible)?,
            protocol_type: r.string(flexible)?,
            protocol_data: r.string(flexible)?,
            members: r.array(flexible, v)?,
            authorized_operations: if v >= 3 { r.i32()? } else { -2147483648 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.i16(self.error_code);
        if v >= 6 {
            w.opt_string(flexible, self.error_message.as_ref())?;
        } else {
            lacking(
                self.error_message.is_none(),
                "DescribedGroup.error_message",
                v,
            )?;
        }
        w.string(flexible, &self.group_id)?;
        w.string(flexible, &self.group_state)?;
        w.string(flexible, &self.protocol_type)?;
        w.string(flexible, &self.protocol_data)?;
        w.array(flexible, v, &self.members)?;
        if v >= 3 {
            w.i32(self.authorized_operations);
        } else {
            lacking(
                self.authorized_operations == -2147483648,
                "DescribedGroup.authorized_operations",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribedGroupMember` of `DescribeGroupsResponse`, versions 0-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribedGroupMember {
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 4+, nullable, default null, ignorable.
    pub group_instance_id: Option<Str>,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 0+.
    pub member_metadata: Bytes,
    /// Versions 0+.
    pub member_assignment: Bytes,
}

impl Part for DescribedGroupMember {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            member_id: r.string(flexible)?,
            group_instance_id: if v >= 4 {
                r.opt_string(flexible)?
            } else {
                None
            },
            client_id: r.string(flexible)?,
            client_host: r.string(flexible)?,
            member_metadata: r.bytes(flexible)?,
            member_assignment: r.bytes(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.string(flexible, &self.member_id)?;
        if v >= 4 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        }
        w.string(flexible, &self.client_id)?;
        w.string(flexible, &self.client_host)?;
        w.bytes(flexible, &self.member_metadata)?;
        w.bytes(flexible, &self.member_assignment)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeGroupsResponse {
    const NAME: &'static str = "DescribeGroupsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(5);
}
