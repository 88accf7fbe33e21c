//! `ElectLeadersRequest`, api key 43, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `ElectLeadersRequest`, api key 43, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ElectLeadersRequest {
    /// Versions 1+.
    pub election_type: i8,
    /// Versions 0+, nullable.
    pub topic_partitions: Option<Vec<TopicPartitions>>,
    /// Versions 0+, default 60000.
    pub timeout_ms: i32,
}

impl Default for ElectLeadersRequest {
    fn default() -> Self {
        Self {
            election_type: 0,
            topic_partitions: Some(Vec::new()),
            timeout_ms: 60000,
        }
    }
}

impl Part for ElectLeadersRequest {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            election_type: if v >= 1 { r.i8()? } else { 0 },
            topic_partitions: r.opt_array(flexible, v)?,
            timeout_ms: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        if v >= 1 {
            w.i8(self.election_type);
        } else {
            lacking(
                self.election_type == 0,
                "ElectLeadersRequest.election_type",
                v,
            )?;
        }
        w.opt_array(flexible, v, self.topic_partitions.as_deref())?;
        w.i32(self.timeout_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `TopicPartitions` of `ElectLeadersRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartitions {
    /// Versions 0+, key of its array.
    pub topic: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartitions {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topic: r.string(flexible)?,
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.topic)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ElectLeadersRequest {
    const NAME: &'static str = "ElectLeadersRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for ElectLeadersRequest {
    const API_KEY: i16 = 43;
    type Response = super::elect_leaders_response::ElectLeadersResponse;
}
