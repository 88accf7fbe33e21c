//! `AlterPartitionRequest`, api key 56, versions 2-3, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Uuid, WireError, Writer};

/// `AlterPartitionRequest`, api key 56, versions 2-3, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionRequest {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+, default -1.
    pub broker_epoch: i64,
    /// Versions 0+.
    pub topics: Vec<TopicData>,
}

impl Default for AlterPartitionRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            topics: Vec::new(),
        }
    }
}

impl Part for AlterPartitionRequest {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            broker_epoch: r.i64()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.broker_epoch);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicData` of `AlterPartitionRequest`, versions 2-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicData {
    /// Versions 2+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for TopicData {
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

/// `PartitionData` of `AlterPartitionRequest`, versions 2-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0-2.
    pub new_isr: Vec<i32>,
    /// Versions 3+.
    pub new_isr_with_epochs: Vec<BrokerState>,
    /// Versions 1+.
    pub leader_recovery_state: i8,
    /// Versions 0+.
    pub partition_epoch: i32,
}

impl Part for PartitionData {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            leader_epoch: r.i32()?,
            new_isr: if v <= 2 {
                r.array(true, v)?
            } else {
                Vec::new()
            },
            new_isr_with_epochs: if v >= 3 {
                r.array(true, v)?
            } else {
                Vec::new()
            },
            leader_recovery_state: r.i8()?,
            partition_epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i32(self.leader_epoch);
        if v <= 2 {
            w.array(true, v, &self.new_isr)?;
        } else {
            lacking(self.new_isr.is_empty(), "PartitionData.new_isr", v)?;
        }
        if v >= 3 {
            w.array(true, v, &self.new_isr_with_epochs)?;
        } else {
            lacking(
                self.new_isr_with_epochs.is_empty(),
                "PartitionData.new_isr_with_epochs",
                v,
            )?;
        }
        w.i8(self.leader_recovery_state);
        w.i32(self.partition_epoch);
        w.no_tags();
        Ok(())
    }
}

/// `BrokerState` of `AlterPartitionRequest`, version 3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerState {
    /// Versions 3+.
    pub broker_id: i32,
    /// Versions 3+, default -1.
    pub broker_epoch: i64,
}

impl Default for BrokerState {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
        }
    }
}

impl Part for BrokerState {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            broker_epoch: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.broker_epoch);
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterPartitionRequest {
    const NAME: &'static str = "AlterPartitionRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AlterPartitionRequest {
    const API_KEY: i16 = 56;
    type Response = super::alter_partition_response::AlterPartitionResponse;
}
