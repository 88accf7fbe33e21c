//! `StreamsGroupTopologyValue`, coordinator record key 23, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupTopologyValue`, coordinator record key 23, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupTopologyValue {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+.
    pub subtopologies: Vec<Subtopology>,
}

impl Part for StreamsGroupTopologyValue {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            epoch: r.i32()?,
            subtopologies: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.array(true, v, &self.subtopologies)?;
        w.no_tags();
        Ok(())
    }
}

/// `Subtopology` of `StreamsGroupTopologyValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Subtopology {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub source_topics: Vec<Str>,
    /// Versions 0+.
    pub source_topic_regex: Vec<Str>,
    /// Versions 0+.
    pub state_changelog_topics: Vec<TopicInfo>,
    /// Versions 0+.
    pub repartition_sink_topics: Vec<Str>,
    /// Versions 0+.
    pub repartition_source_topics: Vec<TopicInfo>,
    /// Versions 0+.
    pub copartition_groups: Vec<CopartitionGroup>,
}

impl Part for Subtopology {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            source_topics: r.strings(true)?,
            source_topic_regex: r.strings(true)?,
            state_changelog_topics: r.array(true, v)?,
            repartition_sink_topics: r.strings(true)?,
            repartition_source_topics: r.array(true, v)?,
            copartition_groups: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.strings(true, &self.source_topics)?;
        w.strings(true, &self.source_topic_regex)?;
        w.array(true, v, &self.state_changelog_topics)?;
        w.strings(true, &self.repartition_sink_topics)?;
        w.array(true, v, &self.repartition_source_topics)?;
        w.array(true, v, &self.copartition_groups)?;
        w.no_tags();
        Ok(())
    }
}

/// `CopartitionGroup` of `StreamsGroupTopologyValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CopartitionGroup {
    /// Versions 0+.
    pub source_topics: Vec<i16>,
    /// Versions 0+.
    pub source_topic_regex: Vec<i16>,
    /// Versions 0+.
    pub repartition_source_topics: Vec<i16>,
}

impl Part for CopartitionGroup {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            source_topics: r.array(true, v)?,
            source_topic_regex: r.array(true, v)?,
            repartition_source_topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.source_topics)?;
        w.array(true, v, &self.source_topic_regex)?;
        w.array(true, v, &self.repartition_source_topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicConfig` of `StreamsGroupTopologyValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicConfig {
    /// Versions 0+.
    pub key: Str,
    /// Versions 0+.
    pub value: Str,
}

impl Part for TopicConfig {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            key: r.string(true)?,
            value: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.key)?;
        w.string(true, &self.value)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopicInfo` of `StreamsGroupTopologyValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicInfo {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: i32,
    /// Versions 0+.
    pub replication_factor: i16,
    /// Versions 0+.
    pub topic_configs: Vec<TopicConfig>,
}

impl Part for TopicInfo {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partitions: r.i32()?,
            replication_factor: r.i16()?,
            topic_configs: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i32(self.partitions);
        w.i16(self.replication_factor);
        w.array(true, v, &self.topic_configs)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for StreamsGroupTopologyValue {
    const NAME: &'static str = "StreamsGroupTopologyValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl StreamsGroupTopologyValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 23;
}
