//! `ConsumerGroupHeartbeatRequest`, api key 68, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `ConsumerGroupHeartbeatRequest`, api key 68, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConsumerGroupHeartbeatRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+, nullable, default null.
    pub instance_id: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub rack_id: Option<Str>,
    /// Versions 0+, default -1.
    pub rebalance_timeout_ms: i32,
    /// Versions 0+, nullable, default null.
    pub subscribed_topic_names: Option<Vec<Str>>,
    /// Versions 1+, nullable, default null.
    pub subscribed_topic_regex: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub server_assignor: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub topic_partitions: Option<Vec<TopicPartitions>>,
}

impl Default for ConsumerGroupHeartbeatRequest {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            member_id: Str::default(),
            member_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            subscribed_topic_names: None,
            subscribed_topic_regex: None,
            server_assignor: None,
            topic_partitions: None,
        }
    }
}

impl Part for ConsumerGroupHeartbeatRequest {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            member_id: r.string(true)?,
            member_epoch: r.i32()?,
            instance_id: r.opt_string(true)?,
            rack_id: r.opt_string(true)?,
            rebalance_timeout_ms: r.i32()?,
            subscribed_topic_names: r.opt_strings(true)?,
            subscribed_topic_regex: if v >= 1 { r.opt_string(true)? } else { None },
            server_assignor: r.opt_string(true)?,
            topic_partitions: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.string(true, &self.member_id)?;
        w.i32(self.member_epoch);
        w.opt_string(true, self.instance_id.as_ref())?;
        w.opt_string(true, self.rack_id.as_ref())?;
        w.i32(self.rebalance_timeout_ms);
        w.opt_strings(true, self.subscribed_topic_names.as_deref())?;
        if v >= 1 {
            w.opt_string(true, self.subscribed_topic_regex.as_ref())?;
        } else {
            lacking(
                self.subscribed_topic_regex.is_none(),
                "ConsumerGroupHeartbeatRequest.subscribed_topic_regex",
                v,
            )?;
        }
        w.opt_string(true, self.server_assignor.as_ref())?;
        w.opt_array(true, v, self.topic_partitions.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartitions` of `ConsumerGroupHeartbeatRequest`, versions 0-1.
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

impl Message for ConsumerGroupHeartbeatRequest {
    const NAME: &'static str = "ConsumerGroupHeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ConsumerGroupHeartbeatRequest {
    const API_KEY: i16 = 68;
    type Response = super::consumer_group_heartbeat_response::ConsumerGroupHeartbeatResponse;
}
