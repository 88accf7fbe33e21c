//! `MetadataResponse`, api key 3, versions 0-13, flexible 9+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::{lacking, required};
use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `MetadataResponse`, api key 3, versions 0-13, flexible 9+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataResponse {
    /// Versions 3+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub brokers: Vec<MetadataResponseBroker>,
    /// Versions 2+, nullable, default null, ignorable.
    pub cluster_id: Option<Str>,
    /// Versions 1+, default -1, ignorable.
    pub controller_id: i32,
    /// Versions 0+.
    pub topics: Vec<MetadataResponseTopic>,
    /// Versions 8-10, default -2147483648.
    pub cluster_authorized_operations: i32,
    /// Versions 13+, ignorable.
    pub error_code: i16,
}

impl Default for MetadataResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            brokers: Vec::new(),
            cluster_id: None,
            controller_id: -1,
            topics: Vec::new(),
            cluster_authorized_operations: -2147483648,
            error_code: 0,
        }
    }
}

impl Part for MetadataResponse {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            throttle_time_ms: if v >= 3 { r.i32()? } else { 0 },
            brokers: r.array(flexible, v)?,
            cluster_id: if v >= 2 {
                r.opt_string(flexible)?
            } else {
                None
            },
            controller_id: if v >= 1 { r.i32()? } else { -1 },
            topics: r.array(flexible, v)?,
            cluster_authorized_operations: if (8..=10).contains(&v) {
                r.i32()?
            } else {
                -2147483648
            },
            error_code: if v >= 13 { r.i16()? } else { 0 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        if v >= 3 {
            w.i32(self.throttle_time_ms);
        }
        w.array(flexible, v, &self.brokers)?;
        if v >= 2 {
            w.opt_string(flexible, self.cluster_id.as_ref())?;
        }
        if v >= 1 {
            w.i32(self.controller_id);
        }
        w.array(flexible, v, &self.topics)?;
        if (8..=10).contains(&v) {
            w.i32(self.cluster_authorized_operations);
        } else {
            lacking(
                self.cluster_authorized_operations == -2147483648,
                "MetadataResponse.cluster_authorized_operations",
                v,
            )?;
        }
        if v >= 13 {
            w.i16(self.error_code);
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MetadataResponseBroker` of `MetadataResponse`, versions 0-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MetadataResponseBroker {
    /// Versions 0+, key of its array.
    pub node_id: i32,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: i32,
    /// Versions 1+, nullable, default null, ignorable.
    pub rack: Option<Str>,
}

impl Part for MetadataResponseBroker {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            node_id: r.i32()?,
            host: r.string(flexible)?,
            port: r.i32()?,
            rack: if v >= 1 {
                r.opt_string(flexible)?
            } else {
                None
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.i32(self.node_id);
        w.string(flexible, &self.host)?;
        w.i32(self.port);
        if v >= 1 {
            w.opt_string(flexible, self.rack.as_ref())?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MetadataResponseTopic` of `MetadataResponse`, versions 0-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataResponseTopic {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable in 12+, key of its array.
    pub name: Option<Str>,
    /// Versions 10+, ignorable.
    pub topic_id: Uuid,
    /// Versions 1+, ignorable.
    pub is_internal: bool,
    /// Versions 0+.
    pub partitions: Vec<MetadataResponsePartition>,
    /// Versions 8+, default -2147483648.
    pub topic_authorized_operations: i32,
}

impl Default for MetadataResponseTopic {
    fn default() -> Self {
        Self {
            error_code: 0,
            name: Some(Str::default()),
            topic_id: Uuid::ZERO,
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: -2147483648,
        }
    }
}

impl Part for MetadataResponseTopic {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            error_code: r.i16()?,
            name: if v >= 12 {
                r.opt_string(flexible)?
            } else {
                Some(r.string(flexible)?)
            },
            topic_id: if v >= 10 { r.uuid()? } else { Uuid::ZERO },
            is_internal: if v >= 1 { r.bool()? } else { false },
            partitions: r.array(flexible, v)?,
            topic_authorized_operations: if v >= 8 { r.i32()? } else { -2147483648 },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.i16(self.error_code);
        if v >= 12 {
            w.opt_string(flexible, self.name.as_ref())?;
        } else {
            w.string(
                flexible,
                required(self.name.as_ref(), "MetadataResponseTopic.name")?,
            )?;
        }
        if v >= 10 {
            w.uuid(self.topic_id);
        }
        if v >= 1 {
            w.bool(self.is_internal);
        }
        w.array(flexible, v, &self.partitions)?;
        if v >= 8 {
            w.i32(self.topic_authorized_operations);
        } else {
            lacking(
                self.topic_authorized_operations == -2147483648,
                "MetadataResponseTopic.topic_authorized_operations",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MetadataResponsePartition` of `MetadataResponse`, versions 0-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataResponsePartition {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub leader_id: i32,
    /// Versions 7+, default -1, ignorable.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub replica_nodes: Vec<i32>,
    /// Versions 0+.
    pub isr_nodes: Vec<i32>,
    /// Versions 5+, ignorable.
    pub offline_replicas: Vec<i32>,
}

impl Default for MetadataResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            offline_replicas: Vec::new(),
        }
    }
}

impl Part for MetadataResponsePartition {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            error_code: r.i16()?,
            partition_index: r.i32()?,
            leader_id: r.i32()?,
            leader_epoch: if v >= 7 { r.i32()? } else { -1 },
            replica_nodes: r.array(flexible, v)?,
            isr_nodes: r.array(flexible, v)?,
            offline_replicas: if v >= 5 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        w.i16(self.error_code);
        w.i32(self.partition_index);
        w.i32(self.leader_id);
        if v >= 7 {
            w.i32(self.leader_epoch);
        }
        w.array(flexible, v, &self.replica_nodes)?;
        w.array(flexible, v, &self.isr_nodes)?;
        if v >= 5 {
            w.array(flexible, v, &self.offline_replicas)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for MetadataResponse {
    const NAME: &'static str = "MetadataResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 13;
    const FLEXIBLE_FROM: Option<i16> = Some(9);
}
