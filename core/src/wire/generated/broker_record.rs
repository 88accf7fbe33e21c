//! `BrokerRecord`, record key 1, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `BrokerRecord`, record key 1, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BrokerRecord {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub incarnation: Uuid,
    /// Versions 0+.
    pub directory: Uuid,
    /// Versions 0+.
    pub endpoints: Vec<BrokerEndpoint>,
    /// Versions 0+, nullable, default null.
    pub rack: Option<Str>,
    /// Versions 0+.
    pub fenced: bool,
}

impl Part for BrokerRecord {
    const LEAST: usize = 40;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            incarnation: r.uuid()?,
            directory: r.uuid()?,
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
        w.array(true, v, &self.endpoints)?;
        w.opt_string(true, self.rack.as_ref())?;
        w.bool(self.fenced);
        w.no_tags();
        Ok(())
    }
}

/// `BrokerEndpoint` of `BrokerRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BrokerEndpoint {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
}

impl Part for BrokerEndpoint {
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

impl Message for BrokerRecord {
    const NAME: &'static str = "BrokerRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl BrokerRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 1;
}
