//! `ProduceResponse`, api key 0, versions 3-13, flexible 9+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ProduceResponse`, api key 0, versions 3-13, flexible 9+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProduceResponse {
    /// Versions 0+.
    pub responses: Vec<TopicProduceResponse>,
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 10+, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Part for ProduceResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let mut it = Self {
            responses: r.array(flexible, v)?,
            throttle_time_ms: r.i32()?,
            node_endpoints: Vec::new(),
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 if v >= 10 => it.node_endpoints = r.array(true, v)?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.array(flexible, v, &self.responses)?;
        w.i32(self.throttle_time_ms);
        if v < 10 {
            lacking(
                self.node_endpoints.is_empty(),
                "ProduceResponse.node_endpoints",
                v,
            )?;
        }
        if flexible {
            let tags = w.open_tags();
            if v >= 10 && !self.node_endpoints.is_empty() {
                let tag = w.open_tag(&tags, 0);
                w.array(true, v, &self.node_endpoints)?;
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `TopicProduceResponse` of `ProduceResponse`, versions 3-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicProduceResponse {
    /// Versions 0-12, ignorable, key of its array.
    pub name: Str,
    /// Versions 13+, ignorable, key of its array.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partition_responses: Vec<PartitionProduceResponse>,
}

impl Part for TopicProduceResponse {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            name: if v <= 12 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            topic_id: if v >= 13 { r.uuid()? } else { Uuid::ZERO },
            partition_responses: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        if v <= 12 {
            w.string(flexible, &self.name)?;
        }
        if v >= 13 {
            w.uuid(self.topic_id);
        }
        w.array(flexible, v, &self.partition_responses)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `PartitionProduceResponse` of `ProduceResponse`, versions 3-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionProduceResponse {
    /// Versions 0+.
    pub index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub base_offset: i64,
    /// Versions 2+, default -1, ignorable.
    pub log_append_time_ms: i64,
    /// Versions 5+, default -1, ignorable.
    pub log_start_offset: i64,
    /// Versions 8+, ignorable.
    pub record_errors: Vec<BatchIndexAndErrorMessage>,
    /// Versions 8+, nullable, default null, ignorable.
    pub error_message: Option<Str>,
    /// Versions 10+, tag 0.
    pub current_leader: LeaderIdAndEpoch,
}

impl Default for PartitionProduceResponse {
    fn default() -> Self {
        Self {
            index: 0,
            error_code: 0,
            base_offset: 0,
            log_append_time_ms: -1,
            log_start_offset: -1,
            record_errors: Vec::new(),
            error_message: None,
            current_leader: LeaderIdAndEpoch::default(),
        }
    }
}

impl Part for PartitionProduceResponse {
    const LEAST: usize = 22;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let mut it = Self {
            index: r.i32()?,
            error_code: r.i16()?,
            base_offset: r.i64()?,
            log_append_time_ms: r.i64()?,
            log_start_offset: if v >= 5 { r.i64()? } else { -1 },
            record_errors: if v >= 8 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            error_message: if v >= 8 {
                r.opt_string(flexible)?
            } else {
                None
            },
            current_leader: LeaderIdAndEpoch::default(),
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 if v >= 10 => it.current_leader = LeaderIdAndEpoch::read(r, v)?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.i32(self.index);
        w.i16(self.error_code);
        w.i64(self.base_offset);
        w.i64(self.log_append_time_ms);
        if v >= 5 {
            w.i64(self.log_start_offset);
        }
        if v >= 8 {
            w.array(flexible, v, &self.record_errors)?;
        }
        if v >= 8 {
            w.opt_string(flexible, self.error_message.as_ref())?;
        }
        if v < 10 {
            lacking(
                self.current_leader == LeaderIdAndEpoch::default(),
                "PartitionProduceResponse.current_leader",
                v,
            )?;
        }
        if flexible {
            let tags = w.open_tags();
            if v >= 10 && self.current_leader != LeaderIdAndEpoch::default() {
                let tag = w.open_tag(&tags, 0);
                self.current_leader.write(w, v)?;
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `BatchIndexAndErrorMessage` of `ProduceResponse`, versions 8-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BatchIndexAndErrorMessage {
    /// Versions 8+.
    pub batch_index: i32,
    /// Versions 8+, nullable, default null.
    pub batch_index_error_message: Option<Str>,
}

impl Part for BatchIndexAndErrorMessage {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            batch_index: r.i32()?,
            batch_index_error_message: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.i32(self.batch_index);
        w.opt_string(flexible, self.batch_index_error_message.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `LeaderIdAndEpoch` of `ProduceResponse`, versions 10-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderIdAndEpoch {
    /// Versions 10+, default -1.
    pub leader_id: i32,
    /// Versions 10+, default -1.
    pub leader_epoch: i32,
}

impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        Self {
            leader_id: -1,
            leader_epoch: -1,
        }
    }
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

/// `NodeEndpoint` of `ProduceResponse`, versions 10-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeEndpoint {
    /// Versions 10+, key of its array.
    pub node_id: i32,
    /// Versions 10+.
    pub host: Str,
    /// Versions 10+.
    pub port: i32,
    /// Versions 10+, nullable, default null.
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

impl Message for ProduceResponse {
    const NAME: &'static str = "ProduceResponse";
    const MIN_VERSION: i16 = 3;
    const MAX_VERSION: i16 = 13;
    const FLEXIBLE_FROM: Option<i16> = Some(9);
}
