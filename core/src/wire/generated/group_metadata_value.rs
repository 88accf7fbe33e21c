//! `GroupMetadataValue`, coordinator record key 2, versions 0-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `GroupMetadataValue`, coordinator record key 2, versions 0-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GroupMetadataValue {
    /// Versions 0+.
    pub protocol_type: Str,
    /// Versions 0+.
    pub generation: i32,
    /// Versions 0+, nullable.
    pub protocol: Option<Str>,
    /// Versions 0+, nullable.
    pub leader: Option<Str>,
    /// Versions 2+, default -1, ignorable.
    pub current_state_timestamp: i64,
    /// Versions 0+.
    pub members: Vec<MemberMetadata>,
}

impl Default for GroupMetadataValue {
    fn default() -> Self {
        Self {
            protocol_type: Str::default(),
            generation: 0,
            protocol: Some(Str::default()),
            leader: Some(Str::default()),
            current_state_timestamp: -1,
            members: Vec::new(),
        }
    }
}

impl Part for GroupMetadataValue {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            protocol_type: r.string(flexible)?,
            generation: r.i32()?,
            protocol: r.opt_string(flexible)?,
            leader: r.opt_string(flexible)?,
            current_state_timestamp: if v >= 2 { r.i64()? } else { -1 },
            members: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.protocol_type)?;
        w.i32(self.generation);
        w.opt_string(flexible, self.protocol.as_ref())?;
        w.opt_string(flexible, self.leader.as_ref())?;
        if v >= 2 {
            w.i64(self.current_state_timestamp);
        }
        w.array(flexible, v, &self.members)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MemberMetadata` of `GroupMetadataValue`, versions 0-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemberMetadata {
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 3+, nullable, default null, ignorable.
    pub group_instance_id: Option<Str>,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 1+, default -1, ignorable.
    pub rebalance_timeout: i32,
    /// Versions 0+.
    pub session_timeout: i32,
    /// Versions 0+.
    pub subscription: Bytes,
    /// Versions 0+.
    pub assignment: Bytes,
}

impl Default for MemberMetadata {
    fn default() -> Self {
        Self {
            member_id: Str::default(),
            group_instance_id: None,
            client_id: Str::default(),
            client_host: Str::default(),
            rebalance_timeout: -1,
            session_timeout: 0,
            subscription: Bytes::new(),
            assignment: Bytes::new(),
        }
    }
}

impl Part for MemberMetadata {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            member_id: r.string(flexible)?,
            group_instance_id: if v >= 3 {
                r.opt_string(flexible)?
            } else {
                None
            },
            client_id: r.string(flexible)?,
            client_host: r.string(flexible)?,
            rebalance_timeout: if v >= 1 { r.i32()? } else { -1 },
            session_timeout: r.i32()?,
            subscription: r.bytes(flexible)?,
            assignment: r.bytes(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.string(flexible, &self.member_id)?;
        if v >= 3 {
            w.opt_string(flexible, self.group_instance_id.as_ref())?;
        }
        w.string(flexible, &self.client_id)?;
        w.string(flexible, &self.client_host)?;
        if v >= 1 {
            w.i32(self.rebalance_timeout);
        }
        w.i32(self.session_timeout);
        w.bytes(flexible, &self.subscription)?;
        w.bytes(flexible, &self.assignment)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for GroupMetadataValue {
    const NAME: &'static str = "GroupMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl GroupMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 2;
}
