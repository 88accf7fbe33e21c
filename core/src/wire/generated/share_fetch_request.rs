//! `ShareFetchRequest`, api key 78, versions 1-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `ShareFetchRequest`, api key 78, versions 1-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShareFetchRequest {
    /// Versions 0+, nullable, default null.
    pub group_id: Option<Str>,
    /// Versions 0+, nullable.
    pub member_id: Option<Str>,
    /// Versions 0+.
    pub share_session_epoch: i32,
    /// Versions 0+.
    pub max_wait_ms: i32,
    /// Versions 0+.
    pub min_bytes: i32,
    /// Versions 0+, default 0x7fffffff.
    pub max_bytes: i32,
    /// Versions 1+.
    pub max_records: i32,
    /// Versions 1+.
    pub batch_size: i32,
    /// Versions 2+, ignorable.
    pub share_acquire_mode: i8,
    /// Versions 2+.
    pub is_renew_ack: bool,
    /// Versions 0+.
    pub topics: Vec<FetchTopic>,
    /// Versions 0+.
    pub forgotten_topics_data: Vec<ForgottenTopic>,
}

impl Default for ShareFetchRequest {
    fn default() -> Self {
        Self {
            group_id: None,
            member_id: Some(Str::default()),
            share_session_epoch: 0,
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: 0x7fffffff,
            max_records: 0,
            batch_size: 0,
            share_acquire_mode: 0,
            is_renew_ack: false,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
        }
    }
}

impl Part for ShareFetchRequest {
    const LEAST: usize = 29;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.opt_string(true)?,
            member_id: r.opt_string(true)?,
            share_session_epoch: r.i32()?,
            max_wait_ms: r.i32()?,
            min_bytes: r.i32()?,
            max_bytes: r.i32()?,
            max_records: r.i32()?,
            batch_size: r.i32()?,
            share_acquire_mode: if v >= 2 { r.i8()? } else { 0 },
            is_renew_ack: if v >= 2 { r.bool()? } else { false },
            topics: r.array(true, v)?,
            forgotten_topics_data: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.group_id.as_ref())?;
        w.opt_string(true, self.member_id.as_ref())?;
        w.i32(self.share_session_epoch);
        w.i32(self.max_wait_ms);
        w.i32(self.min_bytes);
        w.i32(self.max_bytes);
        w.i32(self.max_records);
        w.i32(self.batch_size);
        if v >= 2 {
            w.i8(self.share_acquire_mode);
        }
        if v >= 2 {
            w.bool(self.is_renew_ack);
        } else {
            lacking(!self.is_renew_ack, "ShareFetchRequest.is_renew_ack", v)?;
        }
        w.array(true, v, &self.topics)?;
        w.array(true, v, &self.forgotten_topics_data)?;
        w.no_tags();
        Ok(())
    }
}

/// `FetchTopic` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchTopic {
    /// Versions 0+, key of its array.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<FetchPartition>,
}

impl Part for FetchTopic {
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

/// `FetchPartition` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchPartition {
    /// Versions 0+, key of its array.
    pub partition_index: i32,
    /// Versions 0+.
    pub acknowledgement_batches: Vec<AcknowledgementBatch>,
}

impl Part for FetchPartition {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            acknowledgement_batches: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.array(true, v, &self.acknowledgement_batches)?;
        w.no_tags();
        Ok(())
    }
}

/// `AcknowledgementBatch` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AcknowledgementBatch {
    /// Versions 0+.
    pub first_offset: i64,
    /// Versions 0+.
    pub last_offset: i64,
    /// Versions 0+.
    pub acknowledge_types: Vec<i8>,
}

impl Part for AcknowledgementBatch {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            first_offset: r.i64()?,
            last_offset: r.i64()?,
            acknowledge_types: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.first_offset);
        w.i64(self.last_offset);
        w.array(true, v, &self.acknowledge_types)?;
        w.no_tags();
        Ok(())
    }
}

/// `ForgottenTopic` of `ShareFetchRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ForgottenTopic {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for ForgottenTopic {
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

impl Message for ShareFetchRequest {
    const NAME: &'static str = "ShareFetchRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ShareFetchRequest {
    const API_KEY: i16 = 78;
    type Response = super::share_fetch_response::ShareFetchResponse;
}
