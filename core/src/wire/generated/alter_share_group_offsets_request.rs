//! `AlterShareGroupOffsetsRequest`, api key 91, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AlterShareGroupOffsetsRequest`, api key 91, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterShareGroupOffsetsRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub topics: Vec<AlterShareGroupOffsetsRequestTopic>,
}

impl Part for AlterShareGroupOffsetsRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `AlterShareGroupOffsetsRequestTopic` of `AlterShareGroupOffsetsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterShareGroupOffsetsRequestTopic {
    /// Versions 0+, key of its array.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<AlterShareGroupOffsetsRequestPartition>,
}

impl Part for AlterShareGroupOffsetsRequestTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `AlterShareGroupOffsetsRequestPartition` of `AlterShareGroupOffsetsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterShareGroupOffsetsRequestPartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub start_offset: i64,
}

impl Part for AlterShareGroupOffsetsRequestPartition {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            start_offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i64(self.start_offset);
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterShareGroupOffsetsRequest {
    const NAME: &'static str = "AlterShareGroupOffsetsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AlterShareGroupOffsetsRequest {
    const API_KEY: i16 = 91;
    type Response = super::alter_share_group_offsets_response::AlterShareGroupOffsetsResponse;
}
