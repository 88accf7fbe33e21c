//! `DeleteTopicsRequest`, api key 20, versions 1-6, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `DeleteTopicsRequest`, api key 20, versions 1-6, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteTopicsRequest {
    /// Versions 6+.
    pub topics: Vec<DeleteTopicState>,
    /// Versions 0-5, ignorable.
    pub topic_names: Vec<Str>,
    /// Versions 0+.
    pub timeout_ms: i32,
}

impl Part for DeleteTopicsRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            topics: if v >= 6 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            topic_names: if v <= 5 {
                r.strings(flexible)?
            } else {
                Vec::new()
            },
            timeout_ms: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        if v >= 6 {
            w.array(flexible, v, &self.topics)?;
        } else {
            lacking(self.topics.is_empty(), "DeleteTopicsRequest.topics", v)?;
        }
        if v <= 5 {
            w.strings(flexible, &self.topic_names)?;
        }
        w.i32(self.timeout_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteTopicState` of `DeleteTopicsRequest`, version 6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteTopicState {
    /// Versions 6+, nullable, default null.
    pub name: Option<Str>,
    /// Versions 6+.
    pub topic_id: Uuid,
}

impl Part for DeleteTopicState {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.opt_string(true)?,
            topic_id: r.uuid()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.opt_string(true, self.name.as_ref())?;
        w.uuid(self.topic_id);
        w.no_tags();
        Ok(())
    }
}

impl Message for DeleteTopicsRequest {
    const NAME: &'static str = "DeleteTopicsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl Request for DeleteTopicsRequest {
    const API_KEY: i16 = 20;
    type Response = super::delete_topics_response::DeleteTopicsResponse;
}
