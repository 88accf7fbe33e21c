//! `WriteShareGroupStateResponse`, api key 85, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `WriteShareGroupStateResponse`, api key 85, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteShareGroupStateResponse {
    /// Versions 0+.
    pub results: Vec<WriteStateResult>,
}

impl Part for WriteShareGroupStateResponse {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            results: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.results)?;
        w.no_tags();
        Ok(())
    }
}

/// `WriteStateResult` of `WriteShareGroupStateResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteStateResult {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionResult>,
}

impl Part for WriteStateResult {
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

/// `PartitionResult` of `WriteShareGroupStateResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionResult {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
}

impl Part for PartitionResult {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for WriteShareGroupStateResponse {
    const NAME: &'static str = "WriteShareGroupStateResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
