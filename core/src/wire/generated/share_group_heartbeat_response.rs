//! `ShareGroupHeartbeatResponse`, api key 76, version 1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ShareGroupHeartbeatResponse`, api key 76, version 1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareGroupHeartbeatResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub member_id: Option<Str>,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub heartbeat_interval_ms: i32,
    /// Versions 0+, nullable, default null.
    pub assignment: Option<Assignment>,
}

impl Part for ShareGroupHeartbeatResponse {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            member_id: r.opt_string(true)?,
            member_epoch: r.i32()?,
            heartbeat_interval_ms: r.i32()?,
            assignment: r.opt_part(v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.opt_string(true, self.member_id.as_ref())?;
        w.i32(self.member_epoch);
        w.i32(self.heartbeat_interval_ms);
        w.opt_part(v, self.assignment.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

/// `Assignment` of `ShareGroupHeartbeatResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Assignment {
    /// Versions 0+.
    pub topic_partitions: Vec<TopicPartitions>,
}

impl Part for Assignment {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.topic_partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartitions` of `ShareGroupHeartbeatResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartitions {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartitions {
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

impl Message for ShareGroupHeartbeatResponse {
    const NAME: &'static str = "ShareGroupHeartbeatResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
