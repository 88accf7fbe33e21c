//! `ConsumerProtocolSubscription`, versions 0-3.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ConsumerProtocolSubscription`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConsumerProtocolSubscription {
    /// Versions 0+.
    pub topics: Vec<Str>,
    /// Versions 0+, nullable, default null.
    pub user_data: Option<Bytes>,
    /// Versions 1+, ignorable.
    pub owned_partitions: Vec<TopicPartition>,
    /// Versions 2+, default -1, ignorable.
    pub generation_id: i32,
    /// Versions 3+, nullable, default null, ignorable.
    pub rack_id: Option<Str>,
}

impl Default for ConsumerProtocolSubscription {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            user_data: None,
            owned_partitions: Vec::new(),
            generation_id: -1,
            rack_id: None,
        }
    }
}

impl Part for ConsumerProtocolSubscription {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            topics: r.strings(false)?,
            user_data: r.opt_bytes(false)?,
            owned_partitions: if v >= 1 {
                r.array(false, v)?
            } else {
                Vec::new()
            },
            generation_id: if v >= 2 { r.i32()? } else { -1 },
            rack_id: if v >= 3 { r.opt_string(false)? } else { None },
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.strings(false, &self.topics)?;
        w.opt_bytes(false, self.user_data.as_ref())?;
        if v >= 1 {
            w.array(false, v, &self.owned_partitions)?;
        }
        if v >= 2 {
            w.i32(self.generation_id);
        }
        if v >= 3 {
            w.opt_string(false, self.rack_id.as_ref())?;
        }
        Ok(())
    }
}

/// `TopicPartition` of `ConsumerProtocolSubscription`, versions 1-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartition {
    /// Versions 1+, key of its array.
    pub topic: Str,
    /// Versions 1+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartition {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            topic: r.string(false)?,
            partitions: r.array(false, v)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(false, &self.topic)?;
        w.array(false, v, &self.partitions)?;
        Ok(())
    }
}

impl Message for ConsumerProtocolSubscription {
    const NAME: &'static str = "ConsumerProtocolSubscription";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = None;
}
