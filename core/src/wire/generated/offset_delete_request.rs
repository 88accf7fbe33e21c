//! `OffsetDeleteRequest`, api key 47, version 0.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `OffsetDeleteRequest`, api key 47, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetDeleteRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub topics: Vec<OffsetDeleteRequestTopic>,
}

impl Part for OffsetDeleteRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            group_id: r.string(false)?,
            topics: r.array(false, v)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(false, &self.group_id)?;
        w.array(false, v, &self.topics)?;
        Ok(())
    }
}

/// `OffsetDeleteRequestTopic` of `OffsetDeleteRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetDeleteRequestTopic {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<OffsetDeleteRequestPartition>,
}

impl Part for OffsetDeleteRequestTopic {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            name: r.string(false)?,
            partitions: r.array(false, v)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(false, &self.name)?;
        w.array(false, v, &self.partitions)?;
        Ok(())
    }
}

/// `OffsetDeleteRequestPartition` of `OffsetDeleteRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetDeleteRequestPartition {
    /// Versions 0+.
    pub partition_index: i32,
}

impl Part for OffsetDeleteRequestPartition {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        Ok(Self {
            partition_index: r.i32()?,
        })
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        Ok(())
    }
}

impl Message for OffsetDeleteRequest {
    const NAME: &'static str = "OffsetDeleteRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = None;
}

impl Request for OffsetDeleteRequest {
    const API_KEY: i16 = 47;
    type Response = super::offset_delete_response::OffsetDeleteResponse;
}
