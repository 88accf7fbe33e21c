//! `ShareAcknowledgeRequest`, api key 79, versions 1-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `ShareAcknowledgeRequest`, api key 79, versions 1-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShareAcknowledgeRequest {
    /// Versions 0+, nullable, default null.
    pub group_id: Option<Str>,
    /// Versions 0+, nullable.
    pub member_id: Option<Str>,
    /// Versions 0+.
    pub share_session_epoch: i32,
    /// Versions 2+.
    pub is_renew_ack: bool,
    /// Versions 0+.
    pub topics: Vec<AcknowledgeTopic>,
}

impl Default for ShareAcknowledgeRequest {
    fn default() -> Self {
        Self {
            group_id: None,
            member_id: Some(Str::default()),
            share_session_epoch: 0,
            is_renew_ack: false,
            topics: Vec::new(),
        }
    }
}

impl Part for ShareAcknowledgeRequest {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.opt_string(true)?,
            member_id: r.opt_string(true)?,
            share_session_epoch: r.i32()?,
            is_renew_ack: if v >= 2 { r.bool()? } else { false },
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.group_id.as_ref())?;
        w.opt_string(true, self.member_id.as_ref())?;
        w.i32(self.share_session_epoch);
        if v >= 2 {
            w.bool(self.is_renew_ack);
        } else {
            lacking(
                !self.is_renew_ack,
                "ShareAcknowledgeRequest.is_renew_ack",
                v,
            )?;
        }
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `AcknowledgeTopic` of `ShareAcknowledgeRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AcknowledgeTopic {
    /// Versions 0+, key of its array.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<AcknowledgePartition>,
}

impl Part for AcknowledgeTopic {
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

/// `AcknowledgePartition` of `ShareAcknowledgeRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AcknowledgePartition {
    /// Versions 0+, key of its array.
    pub partition_index: i32,
    /// Versions 0+.
    pub acknowledgement_batches: Vec<AcknowledgementBatch>,
}

impl Part for AcknowledgePartition {
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

/// `AcknowledgementBatch` of `ShareAcknowledgeRequest`, versions 1-2.
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

impl Message for ShareAcknowledgeRequest {
    const NAME: &'static str = "ShareAcknowledgeRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ShareAcknowledgeRequest {
    const API_KEY: i16 = 79;
    type Response = super::share_acknowledge_response::ShareAcknowledgeResponse;
}
