//! `StreamsGroupTopologyDescriptionUpdateRequest`, api key 93, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `StreamsGroupTopologyDescriptionUpdateRequest`, api key 93, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StreamsGroupTopologyDescriptionUpdateRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+.
    pub topology_epoch: i32,
    /// Versions 0+.
    pub topology_description: TopologyDescription,
}

impl Part for StreamsGroupTopologyDescriptionUpdateRequest {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            member_id: r.string(true)?,
            topology_epoch: r.i32()?,
            topology_description: TopologyDescription::read(r, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.string(true, &self.member_id)?;
        w.i32(self.topology_epoch);
        self.topology_description.write(w, v)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescription` of `StreamsGroupTopologyDescriptionUpdateRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescription {
    /// Versions 0+.
    pub subtopologies: Vec<TopologyDescriptionSubtopology>,
    /// Versions 0+.
    pub global_stores: Vec<TopologyDescriptionGlobalStore>,
}

impl Part for TopologyDescription {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopologies: r.array(true, v)?,
            global_stores: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.subtopologies)?;
        w.array(true, v, &self.global_stores)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescriptionSubtopology` of `StreamsGroupTopologyDescriptionUpdateRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescriptionSubtopology {
    /// Versions 0+.
    pub subtopology_id: Str,
    /// Versions 0+.
    pub nodes: Vec<TopologyDescriptionNode>,
}

impl Part for TopologyDescriptionSubtopology {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            subtopology_id: r.string(true)?,
            nodes: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.subtopology_id)?;
        w.array(true, v, &self.nodes)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescriptionNode` of `StreamsGroupTopologyDescriptionUpdateRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescriptionNode {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub node_type: i8,
    /// Versions 0+.
    pub source_topics: Vec<Str>,
    /// Versions 0+, nullable, default null.
    pub sink_topic: Option<Str>,
    /// Versions 0+.
    pub stores: Vec<Str>,
    /// Versions 0+.
    pub successors: Vec<Str>,
}

impl Part for TopologyDescriptionNode {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            node_type: r.i8()?,
            source_topics: r.strings(true)?,
            sink_topic: r.opt_string(true)?,
            stores: r.strings(true)?,
            successors: r.strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i8(self.node_type);
        w.strings(true, &self.source_topics)?;
        w.opt_string(true, self.sink_topic.as_ref())?;
        w.strings(true, &self.stores)?;
        w.strings(true, &self.successors)?;
        w.no_tags();
        Ok(())
    }
}

/// `TopologyDescriptionGlobalStore` of `StreamsGroupTopologyDescriptionUpdateRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopologyDescriptionGlobalStore {
    /// Versions 0+.
    pub source: TopologyDescriptionNode,
    /// Versions 0+.
    pub processor: TopologyDescriptionNode,
}

impl Part for TopologyDescriptionGlobalStore {
    const LEAST: usize = 15;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            source: TopologyDescriptionNode::read(r, v)?,
            processor: TopologyDescriptionNode::read(r, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        self.source.write(w, v)?;
        self.processor.write(w, v)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for StreamsGroupTopologyDescriptionUpdateRequest {
    const NAME: &'static str = "StreamsGroupTopologyDescriptionUpdateRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for StreamsGroupTopologyDescriptionUpdateRequest {
    const API_KEY: i16 = 93;
    type Response = super::streams_group_topology_description_update_response::StreamsGroupTopologyDescriptionUpdateResponse;
}
