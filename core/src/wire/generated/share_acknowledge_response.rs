//! `ShareAcknowledgeResponse`, api key 79, versions 1-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ShareAcknowledgeResponse`, api key 79, versions 1-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareAcknowledgeResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 2+, ignorable.
    pub acquisition_lock_timeout_ms: i32,
    /// Versions 0+.
    pub responses: Vec<ShareAcknowledgeTopicResponse>,
    /// Versions 0+.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Part for ShareAcknowledgeResponse {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            acquisition_lock_timeout_ms: if v >= 2 { r.i32()? } else { 0 },
            responses: r.array(true, v)?,
            node_endpoints: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        if v >= 2 {
            w.i32(self.acquisition_lock_timeout_ms);
        }
        w.array(true, v, &self.responses)?;
        w.array(true, v, &self.node_endpoints)?;
        w.no_tags();
        Ok(())
    }
}

/// `ShareAcknowledgeTopicResponse` of `ShareAcknowledgeResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShareAcknowledgeTopicResponse {
    /// Versions 0+, key of its array.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for ShareAcknowledgeTopicResponse {
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

/// `PartitionData` of `ShareAcknowledgeResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub current_leader: LeaderIdAndEpoch,
}

impl Part for PartitionData {
    const LEAST: usize = 17;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            current_leader: LeaderIdAndEpoch::read(r, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        self.current_leader.write(w, v)?;
        w.no_tags();
        Ok(())
    }
}

/// `LeaderIdAndEpoch` of `ShareAcknowledgeResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeaderIdAndEpoch {
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
}

impl Part for LeaderIdAndEpoch {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            leader_id: r.i32()?,
            leader_epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.no_tags();
        Ok(())
    }
}

/// `NodeEndpoint` of `ShareAcknowledgeResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeEndpoint {
    /// Versions 0+, key of its array.
    pub node_id: i32,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: i32,
    /// Versions 0+, nullable, default null.
    pub rack: Option<Str>,
}

impl Part for NodeEndpoint {
    const LEAST: usize = 11;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            node_id: r.i32()?,
            host: r.string(true)?,
            port: r.i32()?,
            rack: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.node_id);
        w.string(true, &self.host)?;
        w.i32(self.port);
        w.opt_string(true, self.rack.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ShareAcknowledgeResponse {
    const NAME: &'static str = "ShareAcknowledgeResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
