//! `StreamsGroupMemberMetadataValue`, coordinator record key 19, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `StreamsGroupMemberMetadataValue`, coordinator record key 19, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StreamsGroupMemberMetadataValue {
    /// Versions 0+, nullable.
    pub instance_id: Option<Str>,
    /// Versions 0+, nullable.
    pub rack_id: Option<Str>,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 0+, default -1.
    pub rebalance_timeout_ms: i32,
    /// Versions 0+.
    pub topology_epoch: i32,
    /// Versions 0+.
    pub process_id: Str,
    /// Versions 0+, nullable, default null.
    pub user_endpoint: Option<Endpoint>,
    /// Versions 0+.
    pub client_tags: Vec<KeyValue>,
}

impl Default for StreamsGroupMemberMetadataValue {
    fn default() -> Self {
        Self {
            instance_id: Some(Str::default()),
            rack_id: Some(Str::default()),
            client_id: Str::default(),
            client_host: Str::default(),
            rebalance_timeout_ms: -1,
            topology_epoch: 0,
            process_id: Str::default(),
            user_endpoint: None,
            client_tags: Vec::new(),
        }
    }
}

impl Part for StreamsGroupMemberMetadataValue {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            instance_id: r.opt_string(true)?,
            rack_id: r.opt_string(true)?,
            client_id: r.string(true)?,
            client_host: r.string(true)?,
            rebalance_timeout_ms: r.i32()?,
            topology_epoch: r.i32()?,
            process_id: r.string(true)?,
            user_endpoint: r.opt_part(v)?,
            client_tags: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.instance_id.as_ref())?;
        w.opt_string(true, self.rack_id.as_ref())?;
        w.string(true, &self.client_id)?;
        w.string(true, &self.client_host)?;
        w.i32(self.rebalance_timeout_ms);
        w.i32(self.topology_epoch);
        w.string(true, &self.process_id)?;
        w.opt_part(v, self.user_endpoint.as_ref())?;
        w.array(true, v, &self.client_tags)?;
        w.no_tags();
        Ok(())
    }
}

/// `Endpoint` of `StreamsGroupMemberMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Endpoint {
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
}

impl Part for Endpoint {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            host: r.string(true)?,
            port: r.u16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.no_tags();
        Ok(())
    }
}

/// `KeyValue` of `StreamsGroupMemberMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct KeyValue {
    /// Versions 0+.
    pub key: Str,
    /// Versions 0+.
    pub value: Str,
}

impl Part for KeyValue {
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

impl Message for StreamsGroupMemberMetadataValue {
    const NAME: &'static str = "StreamsGroupMemberMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl StreamsGroupMemberMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 19;
}
