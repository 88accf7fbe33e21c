//! `StreamsGroupHeartbeatResponse`, api key 88, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupHeartbeatResponse`, api key 88, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StreamsGroupHeartbeatResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub heartbeat_interval_ms: i32,
    /// Version 0.
    pub acceptable_recovery_lag_legacy: i32,
    /// Versions 0+.
    pub task_offset_interval_ms: i32,
    /// Versions 1+, default -1, ignorable.
    pub acceptable_recovery_lag: i64,
    /// Versions 0+, nullable.
    pub status: Option<Vec<Status>>,
    /// Versions 0+, nullable, default null.
    pub active_tasks: Option<Vec<TaskIds>>,
    /// Versions 0+, nullable, default null.
    pub standby_tasks: Option<Vec<TaskIds>>,
    /// Versions 0+, nullable, default null.
    pub warmup_tasks: Option<Vec<TaskIds>>,
    /// Versions 1+.
    pub topology_description_required: bool,
    /// Versions 0+.
    pub endpoint_information_epoch: i32,
    /// Versions 0+, nullable, default null.
    pub partitions_by_user_endpoint: Option<Vec<EndpointToPartitions>>,
}

impl Default for StreamsGroupHeartbeatResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: None,
            member_id: Str::default(),
            member_epoch: 0,
            heartbeat_interval_ms: 0,
            acceptable_recovery_lag_legacy: 0,
            task_offset_interval_ms: 0,
            acceptable_recovery_lag: -1,
            status: Some(Vec::new()),
            active_tasks: None,
            standby_tasks: None,
            warmup_tasks: None,
            topology_description_required: false,
            endpoint_information_epoch: 0,
            partitions_by_user_endpoint: None,
        }
    }
}

impl Part for StreamsGroupHeartbeatResponse {
    const LEAST: usize = 34;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            member_id: r.string(true)?,
            member_epoch: r.i32()?,
            heartbeat_interval_ms: r.i32()?,
            acceptable_recovery_lag_legacy: if v <= 0 { r.i32()? } else { 0 },
            task_offset_interval_ms: r.i32()?,
            acceptable_recovery_lag: if v >= 1 { r.i64()? } else { -1 },
            status: r.opt_array(true, v)?,
            active_tasks: r.opt_array(true, v)?,
            standby_tasks: r.opt_array(true, v)?,
            warmup_tasks: r.opt_array(true, v)?,
            topology_description_required: if v >= 1 { r.bool()? } else { false },
            endpoint_information_epoch: r.i32()?,
            partitions_by_user_endpoint: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.string(true, &self.member_id)?;
        w.i32(self.member_epoch);
        w.i32(self.heartbeat_interval_ms);
        if v <= 0 {
            w.i32(self.acceptable_recovery_lag_legacy);
        } else {
            lacking(
                self.acceptable_recovery_lag_legacy == 0,
                "StreamsGroupHeartbeatResponse.acceptable_recovery_lag_legacy",
                v,
            )?;
        }
        w.i32(self.task_offset_interval_ms);
        if v >= 1 {
            w.i64(self.acceptable_recovery_lag);
        }
        w.opt_array(true, v, self.status.as_deref())?;
        w.opt_array(true, v, self.active_tasks.as_deref())?;
        w.opt_array(true, v, self.standby_tasks.as_deref())?;
        w.opt_array(true, v, self.warmup_tasks.as_deref())?;
        if v >= 1 {
            w.bool(self.topology_description_required);
        } else {
            lacking(
                !self.topology_description_required,
                "StreamsGroupHeartbeatResponse.topology_description_required",
                v,
            )?;
        }
        w.i32(self.endpoint_information_epoch);
        w.opt_array(true, v, self.partitions_by_user_endpoint.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `EndpointToPartitions` of `StreamsGroupHeartbeatResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EndpointToPartitions {
    /// Versions 0+.
    pub user_endpoint: Endpoint,
    /// Versions 0+.
    pub active_partitions: Vec<TopicPartition>,
    /// Versions 0+.
    pub standby_partitions: Vec<TopicPartition>,
}

impl Part for EndpointToPartitions {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            user_endpoint: Endpoint::read(r, v)?,
            active_partitions: r.array(true, v)?,
            standby_partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        self.user_endpoint.write(w, v)?;
        w.array(true, v, &self.active_partitions)?;
        w.array(true, v, &self.standby_partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `Status` of `StreamsGroupHeartbeatResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Status {
    /// Versions 0+.
    pub status_code: i8,
    /// Versions 0+.
    pub status_detail: Str,
}

impl Part for Status {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            status_code: r.i8()?,
            status_detail: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i8(self.status_code);
        w.string(true, &self.status_detail)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartition` of `StreamsGroupHeartbeatResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartition {
    /// Versions 0+.
    pub topic: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartition {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.topic)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `TaskIds` of `StreamsGroupHeartbeatResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TaskIds {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TaskIds {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `Endpoint` of `StreamsGroupHeartbeatResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Endpoint {
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
}

impl Part for Endpoint {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            host: r.string(true)?,
            port: r.u16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.no_tags();
        Ok(())
    }
}

impl Message for StreamsGroupHeartbeatResponse {
    const NAME: &'static str = "StreamsGroupHeartbeatResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
