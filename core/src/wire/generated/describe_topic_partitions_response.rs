//! `DescribeTopicPartitionsResponse`, api key 75, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `DescribeTopicPartitionsResponse`, api key 75, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeTopicPartitionsResponse {
    /// Versions 0+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<DescribeTopicPartitionsResponseTopic>,
    /// Versions 0+, nullable, default null.
    pub next_cursor: Option<Cursor>,
}

impl Part for DescribeTopicPartitionsResponse {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            topics: r.array(true, v)?,
            next_cursor: r.opt_part(v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.topics)?;
        w.opt_part(v, self.next_cursor.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeTopicPartitionsResponseTopic` of `DescribeTopicPartitionsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeTopicPartitionsResponseTopic {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, key of its array.
    pub name: Option<Str>,
    /// Versions 0+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+, ignorable.
    pub is_internal: bool,
    /// Versions 0+.
    pub partitions: Vec<DescribeTopicPartitionsResponsePartition>,
    /// Versions 0+, default -2147483648.
    pub topic_authorized_operations: i32,
}

impl Default for DescribeTopicPartitionsResponseTopic {
    fn default() -> Self {
        Self {
            error_code: 0,
            name: Some(Str::default()),
            topic_id: Uuid::ZERO,
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: -2147483648,
        }
    }
}

impl Part for DescribeTopicPartitionsResponseTopic {
    const LEAST: usize = 26;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            error_code: r.i16()?,
            name: r.opt_string(true)?,
            topic_id: r.uuid()?,
            is_internal: r.bool()?,
            partitions: r.array(true, v)?,
            topic_authorized_operations: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.opt_string(true, self.name.as_ref())?;
        w.uuid(self.topic_id);
        w.bool(self.is_internal);
        w.array(true, v, &self.partitions)?;
        w.i32(self.topic_authorized_operations);
        w.no_tags();
        Ok(())
    }
}

/// `DescribeTopicPartitionsResponsePartition` of `DescribeTopicPartitionsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeTopicPartitionsResponsePartition {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+, default -1, ignorable.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub replica_nodes: Vec<i32>,
    /// Versions 0+.
    pub isr_nodes: Vec<i32>,
    /// Versions 0+, nullable, default null.
    pub eligible_leader_replicas: Option<Vec<i32>>,
    /// Versions 0+, nullable, default null.
    pub last_known_elr: Option<Vec<i32>>,
    /// Versions 0+, ignorable.
    pub offline_replicas: Vec<i32>,
}

impl Default for DescribeTopicPartitionsResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            eligible_leader_replicas: None,
            last_known_elr: None,
            offline_replicas: Vec::new(),
        }
    }
}

impl Part for DescribeTopicPartitionsResponsePartition {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            error_code: r.i16()?,
            partition_index: r.i32()?,
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
            replica_nodes: r.array(true, v)?,
            isr_nodes: r.array(true, v)?,
            eligible_leader_replicas: r.opt_array(true, v)?,
            last_known_elr: r.opt_array(true, v)?,
            offline_replicas: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.i32(self.partition_index);
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.array(true, v, &self.replica_nodes)?;
        w.array(true, v, &self.isr_nodes)?;
        w.opt_array(true, v, self.eligible_leader_replicas.as_deref())?;
        w.opt_array(true, v, self.last_known_elr.as_deref())?;
        w.array(true, v, &self.offline_replicas)?;
        w.no_tags();
        Ok(())
    }
}

/// `Cursor` of `DescribeTopicPartitionsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cursor {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partition_index: i32,
}

impl Part for Cursor {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            partition_index: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.i32(self.partition_index);
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeTopicPartitionsResponse {
    const NAME: &'static str = "DescribeTopicPartitionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
