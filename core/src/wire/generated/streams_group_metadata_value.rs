//! `StreamsGroupMetadataValue`, coordinator record key 17, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupMetadataValue`, coordinator record key 17, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StreamsGroupMetadataValue {
    /// Versions 0+.
    pub epoch: i32,
    /// Versions 0+.
    pub metadata_hash: i64,
    /// Versions 0+, tag 0, default -1.
    pub validated_topology_epoch: i32,
    /// Versions 0+, nullable, tag 1.
    pub last_assignment_configs: Option<Vec<LastAssignmentConfig>>,
    /// Versions 0+, tag 2, default -1.
    pub stored_description_topology_epoch: i32,
    /// Versions 0+, tag 3, default -1.
    pub failed_description_topology_epoch: i32,
}

impl Default for StreamsGroupMetadataValue {
    fn default() -> Self {
        Self {
            epoch: 0,
            metadata_hash: 0,
            validated_topology_epoch: -1,
            last_assignment_configs: Some(Vec::new()),
            stored_description_topology_epoch: -1,
            failed_description_topology_epoch: -1,
        }
    }
}

impl Part for StreamsGroupMetadataValue {
    const LEAST: usize = 13;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            epoch: r.i32()?,
            metadata_hash: r.i64()?,
            validated_topology_epoch: -1,
            last_assignment_configs: Some(Vec::new()),
            stored_description_topology_epoch: -1,
            failed_description_topology_epoch: -1,
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.validated_topology_epoch = r.i32()?,
                1 => it.last_assignment_configs = r.opt_array(true, v)?,
                2 => it.stored_description_topology_epoch = r.i32()?,
                3 => it.failed_description_topology_epoch = r.i32()?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.epoch);
        w.i64(self.metadata_hash);
        let tags = w.open_tags();
        if self.validated_topology_epoch != -1 {
            let tag = w.open_tag(&tags, 0);
            w.i32(self.validated_topology_epoch);
            w.close_tag(tag)?;
        }
        if !self
            .last_assignment_configs
            .as_ref()
            .is_some_and(|x| x.is_empty())
        {
            let tag = w.open_tag(&tags, 1);
            w.opt_array(true, v, self.last_assignment_configs.as_deref())?;
            w.close_tag(tag)?;
        }
        if self.stored_description_topology_epoch != -1 {
            let tag = w.open_tag(&tags, 2);
            w.i32(self.stored_description_topology_epoch);
            w.close_tag(tag)?;
        }
        if self.failed_description_topology_epoch != -1 {
            let tag = w.open_tag(&tags, 3);
            w.i32(self.failed_description_topology_epoch);
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `LastAssignmentConfig` of `StreamsGroupMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LastAssignmentConfig {
    /// Versions 0+.
    pub key: Str,
    /// Versions 0+.
    pub value: Str,
}

impl Part for LastAssignmentConfig {
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

impl Message for StreamsGroupMetadataValue {
    const NAME: &'static str = "StreamsGroupMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl StreamsGroupMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 17;
}
