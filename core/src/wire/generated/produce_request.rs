//! `ProduceRequest`, api key 0, versions 3-13, flexible 9+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Records, Request, Str, Uuid, WireError, Writer};

/// `ProduceRequest`, api key 0, versions 3-13, flexible 9+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProduceRequest {
    /// Versions 3+, nullable, default null.
    pub transactional_id: Option<Str>,
    /// Versions 0+.
    pub acks: i16,
    /// Versions 0+.
    pub timeout_ms: i32,
    /// Versions 0+.
    pub topic_data: Vec<TopicProduceData>,
}

impl Part for ProduceRequest {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            transactional_id: r.opt_string(flexible)?,
            acks: r.i16()?,
            timeout_ms: r.i32()?,
            topic_data: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.opt_string(flexible, self.transactional_id.as_ref())?;
        w.i16(self.acks);
        w.i32(self.timeout_ms);
        w.array(flexible, v, &self.topic_data)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `TopicProduceData` of `ProduceRequest`, versions 3-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicProduceData {
    /// Versions 0-12, ignorable, key of its array.
    pub name: Str,
    /// Versions 13+, ignorable, key of its array.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partition_data: Vec<PartitionProduceData>,
}

impl Part for TopicProduceData {
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
            partition_data: r.array(flexible, v)?,
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
        w.array(flexible, v, &self.partition_data)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `PartitionProduceData` of `ProduceRequest`, versions 3-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionProduceData {
    /// Versions 0+.
    pub index: i32,
    /// Versions 0+, nullable.
    pub records: Option<Records>,
}

impl Part for PartitionProduceData {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            index: r.i32()?,
            records: r.opt_records(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.i32(self.index);
        w.opt_records(flexible, self.records.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for ProduceRequest {
    const NAME: &'static str = "ProduceRequest";
    const MIN_VERSION: i16 = 3;
    const MAX_VERSION: i16 = 13;
    const FLEXIBLE_FROM: Option<i16> = Some(9);
}

impl Request for ProduceRequest {
    const API_KEY: i16 = 0;
    type Response = super::produce_response::ProduceResponse;
}
