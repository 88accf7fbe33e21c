//! `ConsumerProtocolAssignment`, versions 0-3.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ConsumerProtocolAssignment`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerProtocolAssignment {
    /// Versions 0+.
    pub assigned_partitions: Vec<TopicPartition>,
    /// Versions 0+, nullable, default null.
    pub user_data: Option<Bytes>,
}

impl Part for ConsumerProtocolAssignment {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        Ok(Self {
            assigned_partitions: r.array(false, v)?,
            user_data: r.opt_bytes(false)?,
        })
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(false, v, &self.assigned_partitions)?;
        w.opt_bytes(false, self.user_data.as_ref())?;
        Ok(())
    }
}

/// `TopicPartition` of `ConsumerProtocolAssignment`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartition {
    /// Versions 0+, key of its array.
    pub topic: Str,
    /// Versions 0+.
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

impl Message for ConsumerProtocolAssignment {
    const NAME: &'static str = "ConsumerProtocolAssignment";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = None;
}
