//! `FetchResponse`, api key 1, versions 4-18, flexible 12+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Records, Str, Uuid, WireError, Writer};

/// `FetchResponse`, api key 1, versions 4-18, flexible 12+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 7+, ignorable.
    pub error_code: i16,
    /// Versions 7+.
    pub session_id: i32,
    /// Versions 0+.
    pub responses: Vec<FetchableTopicResponse>,
    /// Versions 16+, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Part for FetchResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let mut it = Self {
            throttle_time_ms: r.i32()?,
            error_code: if v >= 7 { r.i16()? } else { 0 },
            session_id: if v >= 7 { r.i32()? } else { 0 },
            responses: r.array(flexible, v)?,
            node_endpoints: Vec::new(),
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 if v >= 16 => it.node_endpoints = r.array(true, v)?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        w.i32(self.throttle_time_ms);
        if v >= 7 {
            w.i16(self.error_code);
        }
        if v >= 7 {
            w.i32(self.session_id);
        } else {
            lacking(self.session_id == 0, "FetchResponse.session_id", v)?;
        }
        w.array(flexible, v, &self.responses)?;
        if v < 16 {
            lacking(
                self.node_endpoints.is_empty(),
                "FetchResponse.node_endpoints",
                v,
            )?;
        }
        if flexible {
            let tags = w.open_tags();
            if v >= 16 && !self.node_endpoints.is_empty() {
                let tag = w.open_tag(&tags, 0);
                w.array(true, v, &self.node_endpoints)?;
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `FetchableTopicResponse` of `FetchResponse`, versions 4-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchableTopicResponse {
    /// Versions 0-12, ignorable.
    pub topic: Str,
    /// Versions 13+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<PartitionData>,
}

impl Part for FetchableTopicResponse {
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

/// `PartitionData` of `FetchResponse`, versions 4-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionData {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub high_watermark: i64,
    /// Versions 4+, default -1, ignorable.
    pub last_stable_offset: i64,
    /// Versions 5+, default -1, ignorable.
    pub log_start_offset: i64,
    /// Versions 12+, tag 0.
    pub diverging_epoch: EpochEndOffset,
    /// Versions 12+, tag 1.
    pub current_leader: LeaderIdAndEpoch,
    /// Versions 12+, tag 2.
    pub snapshot_id: SnapshotId,
    /// Versions 4+, nullable, ignorable.
    pub aborted_transactions: Option<Vec<AbortedTransaction>>,
    /// Versions 11+, default -1.
    pub preferred_read_replica: i32,
    /// Versions 0+, nullable.
    pub records: Option<Records>,
}

impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            high_watermark: 0,
            last_stable_offset: -1,
            log_start_offset: -1,
            diverging_epoch: EpochEndOffset::default(),
            current_leader: LeaderIdAndEpoch::default(),
            snapshot_id: SnapshotId::default(),
            aborted_transactions: Some(Vec::new()),
            preferred_read_replica: -1,
            records: None,
        }
    }
}

impl Part for PartitionData {
    const LEAST: usize = 30;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let mut it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
            high_watermark: r.i64()?,
            last_stable_offset: r.i64()?,
            log_start_offset: if v >= 5 { r.i64()? } else { -1 },
            diverging_epoch: EpochEndOffset::default(),
            current_leader: LeaderIdAndEpoch::default(),
            snapshot_id: SnapshotId::default(),
            aborted_transactions: r.opt_array(flexible, v)?,
            preferred_read_replica: if v >= 11 { r.i32()? } else { -1 },
            records: r.opt_records(flexible)?,
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.diverging_epoch = EpochEndOffset::read(r, v)?,
                    1 => it.current_leader = LeaderIdAndEpoch::read(r, v)?,
                    2 => it.snapshot_id = SnapshotId::read(r, v)?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.i64(self.high_watermark);
        w.i64(self.last_stable_offset);
        if v >= 5 {
            w.i64(self.log_start_offset);
        }
        if v < 12 {
            lacking(
                self.diverging_epoch == EpochEndOffset::default(),
                "PartitionData.diverging_epoch",
                v,
            )?;
        }
        if v < 12 {
            lacking(
                self.current_leader == LeaderIdAndEpoch::default(),
                "PartitionData.current_leader",
                v,
            )?;
        }
        if v < 12 {
            lacking(
                self.snapshot_id == SnapshotId::default(),
                "PartitionData.snapshot_id",
                v,
            )?;
        }
        w.opt_array(flexible, v, self.aborted_transactions.as_deref())?;
        if v >= 11 {
            w.i32(self.preferred_read_replica);
        } else {
            lacking(
                self.preferred_read_replica == -1,
                "PartitionData.preferred_read_replica",
                v,
            )?;
        }
        w.opt_records(flexible, self.records.as_ref())?;
        if flexible {
            let tags = w.open_tags();
            if self.diverging_epoch != EpochEndOffset::default() {
                let tag = w.open_tag(&tags, 0);
                self.diverging_epoch.write(w, v)?;
                w.close_tag(tag)?;
            }
            if self.current_leader != LeaderIdAndEpoch::default() {
                let tag = w.open_tag(&tags, 1);
                self.current_leader.write(w, v)?;
                w.close_tag(tag)?;
            }
            if self.snapshot_id != SnapshotId::default() {
                let tag = w.open_tag(&tags, 2);
                self.snapshot_id.write(w, v)?;
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `EpochEndOffset` of `FetchResponse`, versions 12-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EpochEndOffset {
    /// Versions 12+, default -1.
    pub epoch: i32,
    /// Versions 12+, default -1.
    pub end_offset: i64,
}

impl Default for EpochEndOffset {
    fn default() -> Self {
        Self {
            epoch: -1,
            end_offset: -1,
        }
    }
}

impl Part for EpochEndOffset {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            epoch: r.i32()?,
            end_offset: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.i64(self.end_offset);
        w.no_tags();
        Ok(())
    }
}

/// `LeaderIdAndEpoch` of `FetchResponse`, versions 12-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderIdAndEpoch {
    /// Versions 12+, default -1.
    pub leader_id: i32,
    /// Versions 12+, default -1.
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

/// `SnapshotId` of `FetchResponse`, versions 12-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SnapshotId {
    /// Versions 0+, default -1.
    pub end_offset: i64,
    /// Versions 0+, default -1.
    pub epoch: i32,
}

impl Default for SnapshotId {
    fn default() -> Self {
        Self {
            end_offset: -1,
            epoch: -1,
        }
    }
}

impl Part for SnapshotId {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            end_offset: r.i64()?,
            epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.end_offset);
        w.i32(self.epoch);
        w.no_tags();
        Ok(())
    }
}

/// `AbortedTransaction` of `FetchResponse`, versions 4-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AbortedTransaction {
    /// Versions 4+.
    pub producer_id: i64,
    /// Versions 4+.
    pub first_offset: i64,
}

impl Part for AbortedTransaction {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 12;
        let it = Self {
            producer_id: r.i64()?,
            first_offset: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 12;
        w.i64(self.producer_id);
        w.i64(self.first_offset);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `NodeEndpoint` of `FetchResponse`, versions 16-18.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeEndpoint {
    /// Versions 16+, key of its array.
    pub node_id: i32,
    /// Versions 16+.
    pub host: Str,
    /// Versions 16+.
    pub port: i32,
    /// Versions 16+, nullable, default null.
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

impl Message for FetchResponse {
    const NAME: &'static str = "FetchResponse";
    const MIN_VERSION: i16 = 4;
    const MAX_VERSION: i16 = 18;
    const FLEXIBLE_FROM: Option<i16> = Some(12);
}
