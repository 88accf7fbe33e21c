//! `StreamsGroupHeartbeatRequest`, api key 88, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `StreamsGroupHeartbeatRequest`, api key 88, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StreamsGroupHeartbeatRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub endpoint_information_epoch: i32,
    /// Versions 0+, nullable, default null.
    pub instance_id: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub rack_id: Option<Str>,
    /// Versions 0+, default -1.
    pub rebalance_timeout_ms: i32,
    /// Versions 0+, nullable, default null.
    pub topology: Option<Topology>,
    /// Versions 0+, nullable, default null.
    pub active_tasks: Option<Vec<TaskIds>>,
    /// Versions 0+, nullable, default null.
    pub standby_tasks: Option<Vec<TaskIds>>,
    /// Versions 0+, nullable, default null.
    pub warmup_tasks: Option<Vec<TaskIds>>,
    /// Versions 0+, nullable, default null.
    pub process_id: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub user_endpoint: Option<Endpoint>,
    /// Versions 0+, nullable, default null.
    pub client_tags: Option<Vec<KeyValue>>,
    /// Versions 0+, nullable, default null.
    pub task_offsets: Option<Vec<TaskOffset>>,
    /// Versions 0+, nullable, default null.
    pub task_end_offsets: Option<Vec<TaskOffset>>,
    /// Versions 0+.
    pub shutdown_application: bool,
}

impl Default for StreamsGroupHeartbeatRequest {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            member_id: Str::default(),
            member_epoch: 0,
            endpoint_information_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            topology: None,
            active_tasks: None,
            standby_tasks: None,
            warmup_tasks: None,
            process_id: None,
            user_endpoint: None,
            client_tags: None,
            task_offsets: None,
            task_end_offsets: None,
            shutdown_application: false,
        }
    }
}

impl Part for StreamsGroupHeartbeatRequest {
    const LEAST: usize = 27;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            member_id: r.string(true)?,
            member_epoch: r.i32()?,
            endpoint_information_epoch: r.i32()?,
            instance_id: r.opt_string(true)?,
            rack_id: r.opt_string(true)?,
            rebalance_timeout_ms: r.i32()?,
            topology: r.opt_part(v)?,
            active_tasks: r.opt_array(true, v)?,
            standby_tasks: r.opt_array(true, v)?,
            warmup_tasks: r.opt_array(true, v)?,
            process_id: r.opt_string(true)?,
            user_endpoint: r.opt_part(v)?,
            client_tags: r.opt_array(true, v)?,
            task_offsets: r.opt_array(true, v)?,
            task_end_offsets: r.opt_array(true, v)?,
            shutdown_application: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.string(true, &self.member_id)?;
        w.i32(self.member_epoch);
        w.i32(self.endpoint_information_epoch);
        w.opt_string(true, self.instance_id.as_ref())?;
        w.opt_string(true, self.rack_id.as_ref())?;
        w.i32(self.rebalance_timeout_ms);
        w.opt_part(v, self.topology.as_ref())?;
        w.opt_array(true, v, self.active_tasks.as_deref())?;
        w.opt_array(true, v, self.standby_tasks.as_deref())?;
        w.opt_array(true, v, self.warmup_tasks.as_deref())?;
        w.opt_string(true, self.process_id.as_ref())?;
        w.opt_part(v, self.user_endpoint.as_ref())?;
        w.opt_array(true, v, self.client_tags.as_deref())?;
        w.opt_array(true, v, self.task_offsets.as_deref())?;
        w.opt_array(true, v, self.task_end_offsets.as_deref())?;
        w.bool(self.shutdown_application);
        w.no_tags();
        Ok(())
    }
}

/// `Topology` of `StreamsGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Topology {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+.
    pub subtopologies: Vec<Subtopology>,
}

impl Part for Topology {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            epoch: r.i32()?,
            subtopologies: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.array(true, v, &self.subtopologies)?;
        w.no_tags();
        Ok(())
    }
}

/// `Subtopology` of `StreamsGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Subtopology {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub source_topics: Vec<Str>,
    /// Versions 0+.
    pub source_topic_regex: Vec<Str>,
    /// Versions 0+.
    pub state_changelog_topics: Vec<TopicInfo>,
    /// Versions 0+.
    pub repartition_sink_topics: Vec<Str>,
    /// Versions 0+.
    pub repartition_source_topics: Vec<TopicInfo>,
    /// Versions 0+.
    pub copartition_groups: Vec<CopartitionGroup>,
}

impl Part for Subtopology {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            source_topics: r.strings(true)?,
            source_topic_regex: r.strings(true)?,
            state_changelog_topics: r.array(true, v)?,
            repartition_sink_topics: r.strings(true)?,
            repartition_source_topics: r.array(true, v)?,
            copartition_groups: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.strings(true, &self.source_topics)?;
        w.strings(true, &self.source_topic_regex)?;
        w.array(true, v, &self.state_changelog_topics)?;
        w.strings(true, &self.repartition_sink_topics)?;
        w.array(true, v, &self.repartition_source_topics)?;
        w.array(true, v, &self.copartition_groups)?;
        w.no_tags();
        Ok(())
    }
}

/// `CopartitionGroup` of `StreamsGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CopartitionGroup {
    /// Versions 0+.
    pub source_topics: Vec<i16>,
    /// Versions 0+.
    pub source_topic_regex: Vec<i16>,
    /// Versions 0+.
    pub repartition_source_topics: Vec<i16>,
}

impl Part for CopartitionGroup {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            source_topics: r.array(true, v)?,
            source_topic_regex: r.array(true, v)?,
            repartition_source_topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.source_topics)?;
        w.array(true, v, &self.source_topic_regex)?;
        w.array(true, v, &self.repartition_source_topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `KeyValue` of `StreamsGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct KeyValue {
    /// Versions 0+.
    pub key: Str,
    /// Versions 0+.
    pub value: Str,
}

impl Part for KeyValue {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            key: r.string(true)?,
            value: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.key)?;
        w.string(true, &self.value)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicInfo` of `StreamsGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicInfo {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: i32,
    /// Versions 0+.
    pub replication_factor: i16,
    /// Versions 0+.
    pub topic_configs: Vec<KeyValue>,
}

impl Part for TopicInfo {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partitions: r.i32()?,
            replication_factor: r.i16()?,
            topic_configs: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i32(self.partitions);
        w.i16(self.replication_factor);
        w.array(true, v, &self.topic_configs)?;
        w.no_tags();
        Ok(())
    }
}

/// `Endpoint` of `StreamsGroupHeartbeatRequest`, versions 0-1.
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

/// `TaskOffset` of `StreamsGroupHeartbeatRequest`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TaskOffset {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub partition: i32,
    /// Versions 0+.
    pub offset: i64,
}

impl Part for TaskOffset {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            partition: r.i32()?,
            offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.i32(self.partition);
        w.i64(self.offset);
        w.no_tags();
        Ok(())
    }
}

/// `TaskIds` of `StreamsGroupHeartbeatRequest`, versions 0-1.
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

impl Message for StreamsGroupHeartbeatRequest {
    const NAME: &'static str = "StreamsGroupHeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for StreamsGroupHeartbeatRequest {
    const API_KEY: i16 = 88;
    type Response = super::streams_group_heartbeat_response::StreamsGroupHeartbeatResponse;
}
