//! `InitializeShareGroupStateRequest`, api key 83, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `InitializeShareGroupStateRequest`, api key 83, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct InitializeShareGroupStateRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub topics: Vec<InitializeStateData>,
}

impl Part for InitializeShareGroupStateRequest {
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

/// `InitializeStateData` of `InitializeShareGroupStateRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct InitializeStateData {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for InitializeStateData {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `PartitionData` of `InitializeShareGroupStateRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub state_epoch: i32,
    /// Versions 0+.
    pub start_offset: i64,
}

impl Part for PartitionData {
    const LEAST: usize = 17;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition: r.i32()?,
            state_epoch: r.i32()?,
            start_offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.i32(self.state_epoch);
        w.i64(self.start_offset);
        w.no_tags();
        Ok(())
    }
}

impl Message for InitializeShareGroupStateRequest {
    const NAME: &'static str = "InitializeShareGroupStateRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for InitializeShareGroupStateRequest {
    const API_KEY: i16 = 83;
    type Response = super::initialize_share_group_state_response::InitializeShareGroupStateResponse;
}
