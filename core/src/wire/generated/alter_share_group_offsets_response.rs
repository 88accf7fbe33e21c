//! `AlterShareGroupOffsetsResponse`, api key 91, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `AlterShareGroupOffsetsResponse`, api key 91, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterShareGroupOffsetsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub responses: Vec<AlterShareGroupOffsetsResponseTopic>,
}

impl Part for AlterShareGroupOffsetsResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            responses: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.array(true, v, &self.responses)?;
        w.no_tags();
        Ok(())
    }
}

/// `AlterShareGroupOffsetsResponseTopic` of `AlterShareGroupOffsetsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterShareGroupOffsetsResponseTopic {
    /// Versions 0+, key of its array.
    pub topic_name: Str,
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<AlterShareGroupOffsetsResponsePartition>,
}

impl Part for AlterShareGroupOffsetsResponseTopic {
    const LEAST: usize = 19;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `AlterShareGroupOffsetsResponsePartition` of `AlterShareGroupOffsetsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterShareGroupOffsetsResponsePartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
}

impl Part for AlterShareGroupOffsetsResponsePartition {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterShareGroupOffsetsResponse {
    const NAME: &'static str = "AlterShareGroupOffsetsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
