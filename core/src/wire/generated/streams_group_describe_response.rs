//! `StreamsGroupDescribeResponse`, api key 89, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupDescribeResponse`, api key 89, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupDescribeResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub groups: Vec<DescribedGroup>,
}

impl Part for StreamsGroupDescribeResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            groups: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.groups)?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribedGroup` of `StreamsGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribedGroup {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub group_state: Str,
    /// Versions 0+.
    pub group_epoch: i32,
    /// Versions 0+.
    pub assignment_epoch: i32,
    /// Versions 0+, nullable, default null.
    pub topology: Option<Topology>,
    /// Versions 0+.
    pub members: Vec<Member>,
    /// Versions 0+, default -2147483648.
    pub authorized_operations: i32,
    /// Versions 1+, nullable, default null.
    pub topology_description: Option<TopologyDescription>,
    /// Versions 1+.
    pub topology_description_status: i8,
    /// Versions 1+, nullable, default null, ignorable.
    pub assignor_name: Option<Str>,
}

impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: Str::default(),
            group_state: Str::default(),
            group_epoch: 0,
            assignment_epoch: 0,
            topology: None,
            members: Vec::new(),
            authorized_operations: -2147483648,
            topology_description: None,
            topology_description_status: 0,
            assignor_name: None,
        }
    }
}

impl Part for DescribedGroup {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            group_id: r.string(true)?,
            group_state: r.string(true)?,
            group_epoch: r.i32()?,
            assignment_epoch: r.i32()?,
            topology: r.opt_part(v)?,
            members: r.array(true, v)?,
            authorized_operations: r.i32()?,
            topology_description: if v >= 1 { r.opt_part(v)? } else { None },
            topology_description_status: if v >= 1 { r.i8()? } else { 0 },
            assignor_name: if v >= 1 { r.opt_string(true)? } else { None },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.string(true, &self.group_id)?;
        w.string(true, &self.group_state)?;
        w.i32(self.group_epoch);
        w.i32(self.assignment_epoch);
        w.opt_part(v, self.topology.as_ref())?;
        w.array(true, v, &self.members)?;
        w.i32(self.authorized_operations);
        if v >= 1 {
            w.opt_part(v, self.topology_description.as_ref())?;
        } else {
            lacking(
                self.topology_description.is_none(),
                "DescribedGroup.topology_description",
                v,
            )?;
        }
        if v >= 1 {
            w.i8(self.topology_description_status);
        } else {
            lacking(
                self.topology_description_status == 0,
                "DescribedGroup.topology_description_status",
                v,
            )?;
        }
        if v >= 1 {
            w.opt_string(true, self.assignor_name.as_ref())?;
        }
        w.no_tags();
        Ok(())
    }
}

/// `Topology` of `StreamsGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Topology {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+, nullable, default null.
    pub subtopologies: Option<Vec<Subtopology>>,
}

impl Part for Topology {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            epoch: r.i32()?,
            subtopologies: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.opt_array(true, v, self.subtopologies.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `Subtopology` of `StreamsGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Subtopology {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub source_topics: Vec<Str>,
    /// Versions 0+.
    pub repartition_sink_topics: Vec<Str>,
    /// Versions 0+.
    pub state_changelog_topics: Vec<TopicInfo>,
    /// Versions 0+.
    pub repartition_source_topics: Vec<TopicInfo>,
}

impl Part for Subtopology {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            source_topics: r.strings(true)?,
            repartition_sink_topics: r.strings(true)?,
            state_changelog_topics: r.array(true, v)?,
            repartition_source_topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.strings(true, &self.source_topics)?;
        w.strings(true, &self.repartition_sink_topics)?;
        w.array(true, v, &self.state_changelog_topics)?;
        w.array(true, v, &self.repartition_source_topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `Member` of `StreamsGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Member {
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+, nullable, default null.
    pub instance_id: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub rack_id: Option<Str>,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 0+.
    pub topology_epoch: i32,
    /// Versions 0+.
    pub process_id: Str,
    /// Versions 0+, nullable, default null.
    pub user_endpoint: Option<Endpoint>,
    /// Versions 0+.
    pub client_tags: Vec<KeyValue>,
    /// Versions 0+.
    pub task_offsets: Vec<TaskOffset>,
    /// Versions 0+.
    pub task_end_offsets: Vec<TaskOffset>,
    /// Versions 0+.
    pub assignment: Assignment,
    /// Versions 0+.
    pub target_assignment: Assignment,
    /// Versions 0+.
    pub is_classic: bool,
}

impl Part for Member {
    const LEAST: usize = 28;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            member_id: r.string(true)?,
            member_epoch: r.i32()?,
            instance_id: r.opt_string(true)?,
            rack_id: r.opt_string(true)?,
            client_id: r.string(true)?,
            client_host: r.string(true)?,
            topology_epoch: r.i32()?,
            process_id: r.string(true)?,
            user_endpoint: r.opt_part(v)?,
            client_tags: r.array(true, v)?,
            task_offsets: r.array(true, v)?,
            task_end_offsets: r.array(true, v)?,
            assignment: Assignment::read(r, v)?,
            target_assignment: Assignment::read(r, v)?,
            is_classic: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.member_id)?;
        w.i32(self.member_epoch);
        w.opt_string(true, self.instance_id.as_ref())?;
        w.opt_string(true, self.rack_id.as_ref())?;
        w.string(true, &self.client_id)?;
        w.string(true, &self.client_host)?;
        w.i32(self.topology_epoch);
        w.string(true, &self.process_id)?;
        w.opt_part(v, self.user_endpoint.as_ref())?;
        w.array(true, v, &self.client_tags)?;
        w.array(true, v, &self.task_offsets)?;
        w.array(true, v, &self.task_end_offsets)?;
        self.assignment.write(w, v)?;
        self.target_assignment.write(w, v)?;
        w.bool(self.is_classic);
        w.no_tags();
        Ok(())
    }
}

/// `Endpoint` of `StreamsGroupDescribeResponse`, versions 0-1.
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

/// `TaskOffset` of `StreamsGroupDescribeResponse`, versions 0-1.
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

/// `Assignment` of `StreamsGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Assignment {
    /// Versions 0+.
    pub active_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub standby_tasks: Vec<TaskIds>,
    /// Versions 0+.
    pub warmup_tasks: Vec<TaskIds>,
}

impl Part for Assignment {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            active_tasks: r.array(true, v)?,
            standby_tasks: r.array(true, v)?,
            warmup_tasks: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.active_tasks)?;
        w.array(true, v, &self.standby_tasks)?;
        w.array(true, v, &self.warmup_tasks)?;
        w.no_tags();
        Ok(())
    }
}

/// `TaskIds` of `StreamsGroupDescribeResponse`, versions 0-1.
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

/// `KeyValue` of `StreamsGroupDescribeResponse`, versions 0-1.
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

/// `TopicInfo` of `StreamsGroupDescribeResponse`, versions 0-1.
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

/// `TopologyDescription` of `StreamsGroupDescribeResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescription {
    /// Versions 1+.
    pub subtopologies: Vec<TopologyDescriptionSubtopology>,
    /// Versions 1+.
    pub global_stores: Vec<TopologyDescriptionGlobalStore>,
}

impl Part for TopologyDescription {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopologies: r.array(true, v)?,
            global_stores: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.subtopologies)?;
        w.array(true, v, &self.global_stores)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescriptionSubtopology` of `StreamsGroupDescribeResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescriptionSubtopology {
    /// Versions 1+.
    pub subtopology_id: Str,
    /// Versions 1+.
    pub nodes: Vec<TopologyDescriptionNode>,
}

impl Part for TopologyDescriptionSubtopology {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            nodes: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.array(true, v, &self.nodes)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescriptionNode` of `StreamsGroupDescribeResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescriptionNode {
    /// Versions 1+.
    pub name: Str,
    /// Versions 1+.
    pub node_type: i8,
    /// Versions 1+.
    pub source_topics: Vec<Str>,
    /// Versions 1+, nullable, default null.
    pub sink_topic: Option<Str>,
    /// Versions 1+.
    pub stores: Vec<Str>,
    /// Versions 1+.
    pub successors: Vec<Str>,
}

impl Part for TopologyDescriptionNode {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            node_type: r.i8()?,
            source_topics: r.strings(true)?,
            sink_topic: r.opt_string(true)?,
            stores: r.strings(true)?,
            successors: r.strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i8(self.node_type);
        w.strings(true, &self.source_topics)?;
        w.opt_string(true, self.sink_topic.as_ref())?;
        w.strings(true, &self.stores)?;
        w.strings(true, &self.successors)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescriptionGlobalStore` of `StreamsGroupDescribeResponse`, version 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescriptionGlobalStore {
    /// Versions 1+.
    pub source: TopologyDescriptionNode,
    /// Versions 1+.
    pub processor: TopologyDescriptionNode,
}

impl Part for TopologyDescriptionGlobalStore {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            source: TopologyDescriptionNode::read(r, v)?,
            processor: TopologyDescriptionNode::read(r, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        self.source.write(w, v)?;
        self.processor.write(w, v)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for StreamsGroupDescribeResponse {
    const NAME: &'static str = "StreamsGroupDescribeResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
