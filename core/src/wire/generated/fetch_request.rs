//! `FetchRequest`, api key 1, versions 4-18, flexible 12+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `FetchRequest`, api key 1, versions 4-18, flexible 12+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchRequest {
    /// Versions 12+, nullable, tag 0, default null, ignorable.
    pub cluster_id: Option<Str>,
    /// Versions 0-14, default -1.
    pub replica_id: i32,
    /// Versions 15+, tag 1.
    pub replica_state: ReplicaState,
    /// Versions 0+.
    pub max_wait_ms: i32,
    /// Versions 0+.
    pub min_bytes: i32,
    /// Versions 3+, default 0x7fffffff, ignorable.
    pub max_bytes: i32,
    /// Versions 4+, ignorable.
    pub isolation_level: i8,
    /// Versions 7+, ignorable.
    pub session_id: i32,
    /// Versions 7+, default -1, ignorable.
    pub session_epoch: i32,
    /// Versions 0+.
    pub topics: Vec<FetchTopic>,
    /// Versions 7+.
    pub forgotten_topics_data: Vec<ForgottenTopic>,
    /// Versions 11+, ignorable.
    pub rack_id: Str,
}

impl Default for FetchRequest {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            replica_state: ReplicaState::default(),
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: 0x7fffffff,
            isolation_level: 0,
            session_id: 0,
            session_epoch: -1,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            rack_id: Str::default(),
        }
    }
}

impl Part for FetchRequest {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let mut it = Self {
            cluster_id: None,
            replica_id: if v <= 14 { r.i32()? } else { -1 },
            replica_state: ReplicaState::default(),
            max_wait_ms: r.i32()?,
            min_bytes: r.i32()?,
            max_bytes: r.i32()?,
            isolation_level: r.i8()?,
            session_id: if v >= 7 { r.i32()? } else { 0 },
            session_epoch: if v >= 7 { r.i32()? } else { -1 },
            topics: r.array(flexible, v)?,
            forgotten_topics_data: if v >= 7 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            rack_id: if v >= 11 {
                r.string(flexible)?
            } else {
                Str::default()
            },
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.cluster_id = r.opt_string(true)?,
                    1 if v >= 15 => it.replica_state = ReplicaState::read(r, v)?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        if v <= 14 {
            w.i32(self.replica_id);
        } else {
            lacking(self.replica_id == -1, "FetchRequest.replica_id", v)?;
        }
        if v < 15 {
            lacking(
                self.replica_state == ReplicaState::default(),
                "FetchRequest.replica_state",
                v,
            )?;
        }
        w.i32(self.max_wait_ms);
        w.i32(self.min_bytes);
        w.i32(self.max_bytes);
        w.i8(self.isolation_level);
        if v >= 7 {
            w.i32(self.session_id);
        }
        if v >= 7 {
            w.i32(self.session_epoch);
        }
        w.array(flexible, v, &self.topics)?;
        if v >= 7 {
            w.array(flexible, v, &self.forgotten_topics_data)?;
        } else {
            lacking(
                self.forgotten_topics_data.is_empty(),
                "FetchRequest.forgotten_topics_data",
                v,
            )?;
        }
        if v >= 11 {
            w.string(flexible, &self.rack_id)?;
        }
        if flexible {
            let tags = w.open_tags();
            if self.cluster_id.is_some() {
                let tag = w.open_tag(&tags, 0);
                w.opt_string(true, self.cluster_id.as_ref())?;
                w.close_tag(tag)?;
            }
            if v >= 15 && self.replica_state != ReplicaState::default() {
                let tag = w.open_tag(&tags, 1);
                self.replica_state.write(w, v)?;
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `ReplicaState` of `FetchRequest`, versions 15-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReplicaState {
    /// Versions 15+, default -1.
    pub replica_id: i32,
    /// Versions 15+, default -1.
    pub replica_epoch: i64,
}

impl Default for ReplicaState {
    fn default() -> Self {
        Self {
            replica_id: -1,
            replica_epoch: -1,
        }
    }
}

impl Part for ReplicaState {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            replica_id: r.i32()?,
            replica_epoch: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.replica_id);
        w.i64(self.replica_epoch);
        w.no_tags();
        Ok(())
    }
}

/// `FetchTopic` of `FetchRequest`, versions 4-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchTopic {
    /// Versions 0-12, ignorable.
    pub topic: Str,
    /// Versions 13+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<FetchPartition>,
}

impl Part for FetchTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let it = Self {
            topic: if v <= 12 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            topic_id: if v >= 13 { r.uuid()? } else { Uuid::ZERO },
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        if v <= 12 {
            w.string(flexible, &self.topic)?;
        }
        if v >= 13 {
            w.uuid(self.topic_id);
        }
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `FetchPartition` of `FetchRequest`, versions 4-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchPartition {
    /// Versions 0+.
    pub partition: i32,
    /// Versions 9+, default -1, ignorable.
    pub current_leader_epoch: i32,
    /// Versions 0+.
    pub fetch_offset: i64,
    /// Versions 12+, default -1.
    pub last_fetched_epoch: i32,
    /// Versions 5+, default -1, ignorable.
    pub log_start_offset: i64,
    /// Versions 0+.
    pub partition_max_bytes: i32,
    /// Versions 17+, tag 0, ignorable.
    pub replica_directory_id: Uuid,
    /// Versions 18+, tag 1, default 9223372036854775807, ignorable.
    pub high_watermark: i64,
    /// Versions 12+, tag 9001, default -1. Highwater's own.
    pub flushed_end: i64,
}

impl Default for FetchPartition {
    fn default() -> Self {
        Self {
            partition: 0,
            current_leader_epoch: -1,
            fetch_offset: 0,
            last_fetched_epoch: -1,
            log_start_offset: -1,
            partition_max_bytes: 0,
            replica_directory_id: Uuid::ZERO,
            high_watermark: 9223372036854775807,
            flushed_end: -1,
        }
    }
}

impl Part for FetchPartition {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let mut it = Self {
            partition: r.i32()?,
            current_leader_epoch: if v >= 9 { r.i32()? } else { -1 },
            fetch_offset: r.i64()?,
            last_fetched_epoch: if v >= 12 { r.i32()? } else { -1 },
            log_start_offset: if v >= 5 { r.i64()? } else { -1 },
            partition_max_bytes: r.i32()?,
            replica_directory_id: Uuid::ZERO,
            high_watermark: 9223372036854775807,
            flushed_end: -1,
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 if v >= 17 => it.replica_directory_id = r.uuid()?,
                    1 if v >= 18 => it.high_watermark = r.i64()?,
                    9001 => it.flushed_end = r.i64()?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        w.i32(self.partition);
        if v >= 9 {
            w.i32(self.current_leader_epoch);
        }
        w.i64(self.fetch_offset);
        if v >= 12 {
            w.i32(self.last_fetched_epoch);
        } else {
            lacking(
                self.last_fetched_epoch == -1,
                "FetchPartition.last_fetched_epoch",
                v,
            )?;
        }
        if v >= 5 {
            w.i64(self.log_start_offset);
        }
        w.i32(self.partition_max_bytes);
        if v < 12 {
            lacking(self.flushed_end == -1, "FetchPartition.flushed_end", v)?;
        }
        if flexible {
            let tags = w.open_tags();
            if v >= 17 && self.replica_directory_id != Uuid::ZERO {
                let tag = w.open_tag(&tags, 0);
                w.uuid(self.replica_directory_id);
                w.close_tag(tag)?;
            }
            if v >= 18 && self.high_watermark != 9223372036854775807 {
                let tag = w.open_tag(&tags, 1);
                w.i64(self.high_watermark);
                w.close_tag(tag)?;
            }
            if self.flushed_end != -1 {
                let tag = w.open_tag(&tags, 9001);
                w.i64(self.flushed_end);
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `ForgottenTopic` of `FetchRequest`, versions 7-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ForgottenTopic {
    /// Versions 7-12, ignorable.
    pub topic: Str,
    /// Versions 13+, ignorable.
    pub topic_id: Uuid,
    /// Versions 7+.
    pub partitions: Vec<i32>,
}

impl Part for ForgottenTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let it = Self {
            topic: if v <= 12 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            topic_id: if v >= 13 { r.uuid()? } else { Uuid::ZERO },
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        if v <= 12 {
            w.string(flexible, &self.topic)?;
        }
        if v >= 13 {
            w.uuid(self.topic_id);
        }
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for FetchRequest {
    const NAME: &'static str = "FetchRequest";
    const MIN_VERSION: i16 = 4;
    const MAX_VERSION: i16 = 18;
    const FLEXIBLE_FROM: Option<i16> = Some(12);
}

impl Request for FetchRequest {
    const API_KEY: i16 = 1;
    type Response = super::fetch_response::FetchResponse;
}
