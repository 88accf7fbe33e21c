//! `ImageSnapshot`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ImageSnapshot`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ImageSnapshot {
    /// Versions 0+.
    pub index: i64,
    /// Versions 0+.
    pub term: i64,
    /// Versions 0+.
    pub cluster_id: Uuid,
    /// Versions 0+.
    pub next_producer_id: i64,
    /// Versions 0+.
    pub brokers: Vec<SnapshotBroker>,
    /// Versions 0+.
    pub topics: Vec<SnapshotTopic>,
    /// Versions 0+.
    pub names: Vec<SnapshotName>,
    /// Versions 0+.
    pub applied: Vec<SnapshotProposal>,
}

impl Part for ImageSnapshot {
    const LEAST: usize = 45;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            index: r.i64()?,
            term: r.i64()?,
            cluster_id: r.uuid()?,
            next_producer_id: r.i64()?,
            brokers: r.array(true, v)?,
            topics: r.array(true, v)?,
            names: r.array(true, v)?,
            applied: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.index);
        w.i64(self.term);
        w.uuid(self.cluster_id);
        w.i64(self.next_producer_id);
        w.array(true, v, &self.brokers)?;
        w.array(true, v, &self.topics)?;
        w.array(true, v, &self.names)?;
        w.array(true, v, &self.applied)?;
        w.no_tags();
        Ok(())
    }
}

/// `SnapshotBroker` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotBroker {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub incarnation: Uuid,
    /// Versions 0+.
    pub directory: Uuid,
    /// Versions 0+.
    pub epoch: i64,
    /// Versions 0+.
    pub endpoints: Vec<SnapshotEndpoint>,
    /// Versions 0+, nullable, default null.
    pub rack: Option<Str>,
    /// Versions 0+.
    pub fenced: bool,
}

impl Part for SnapshotBroker {
    const LEAST: usize = 48;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            incarnation: r.uuid()?,
            directory: r.uuid()?,
            epoch: r.i64()?,
            endpoints: r.array(true, v)?,
            rack: r.opt_string(true)?,
            fenced: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.uuid(self.incarnation);
        w.uuid(self.directory);
        w.i64(self.epoch);
        w.array(true, v, &self.endpoints)?;
        w.opt_string(true, self.rack.as_ref())?;
        w.bool(self.fenced);
        w.no_tags();
        Ok(())
    }
}

/// `SnapshotEndpoint` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotEndpoint {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
}

impl Part for SnapshotEndpoint {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            host: r.string(true)?,
            port: r.u16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.no_tags();
        Ok(())
    }
}

/// `SnapshotTopic` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SnapshotTopic {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+, tag 0, default 0.
    pub next_producer_id: i64,
    /// Versions 0+.
    pub partitions: Vec<SnapshotPartition>,
    /// Versions 0+.
    pub configs: Vec<SnapshotConfig>,
}

impl Default for SnapshotTopic {
    fn default() -> Self {
        Self {
            name: Str::default(),
            topic_id: Uuid::ZERO,
            next_producer_id: 0,
            partitions: Vec::new(),
            configs: Vec::new(),
        }
    }
}

impl Part for SnapshotTopic {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            name: r.string(true)?,
            topic_id: r.uuid()?,
            next_producer_id: 0,
            partitions: r.array(true, v)?,
            configs: r.array(true, v)?,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.next_producer_id = r.i64()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.array(true, v, &self.configs)?;
        let tags = w.open_tags();
        if self.next_producer_id != 0 {
            let tag = w.open_tag(&tags, 0);
            w.i64(self.next_producer_id);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `SnapshotPartition` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SnapshotPartition {
    /// Versions 0+.
    pub replicas: Vec<i32>,
    /// Versions 0+.
    pub isr: Vec<i32>,
    /// Versions 0+, default -1.
    pub leader: i32,
    /// Versions 0+.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub partition_epoch: i32,
}

impl Default for SnapshotPartition {
    fn default() -> Self {
        Self {
            replicas: Vec::new(),
            isr: Vec::new(),
            leader: -1,
            leader_epoch: 0,
            partition_epoch: 0,
        }
    }
}

impl Part for SnapshotPartition {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            replicas: r.array(true, v)?,
            isr: r.array(true, v)?,
            leader: r.i32()?,
            leader_epoch: r.i32()?,
            partition_epoch: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.replicas)?;
        w.array(true, v, &self.isr)?;
        w.i32(self.leader);
        w.i32(self.leader_epoch);
        w.i32(self.partition_epoch);
        w.no_tags();
        Ok(())
    }
}

/// `SnapshotConfig` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotConfig {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub value: Str,
}

impl Part for SnapshotConfig {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            value: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.string(true, &self.value)?;
        w.no_tags();
        Ok(())
    }
}

/// `SnapshotName` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotName {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub name: Str,
}

impl Part for SnapshotName {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            name: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.string(true, &self.name)?;
        w.no_tags();
        Ok(())
    }
}

/// `SnapshotProposal` of `ImageSnapshot`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SnapshotProposal {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub boot: i64,
    /// Versions 0+.
    pub sequence: i64,
}

impl Part for SnapshotProposal {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            boot: r.i64()?,
            sequence: r.i64()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.boot);
        w.i64(self.sequence);
        w.no_tags();
        Ok(())
    }
}

impl Message for ImageSnapshot {
    const NAME: &'static str = "ImageSnapshot";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
