//! `BrokerRegistrationRequest`, api key 62, versions 0-4, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `BrokerRegistrationRequest`, api key 62, versions 0-4, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerRegistrationRequest {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub cluster_id: Str,
    /// Versions 0+.
    pub incarnation_id: Uuid,
    /// Versions 0+.
    pub listeners: Vec<Listener>,
    /// Versions 0+.
    pub features: Vec<Feature>,
    /// Versions 0+, nullable.
    pub rack: Option<Str>,
    /// Versions 1+.
    pub is_migrating_zk_broker: bool,
    /// Versions 2+, ignorable.
    pub log_dirs: Vec<Uuid>,
    /// Versions 3+, default -1, ignorable.
    pub previous_broker_epoch: i64,
}

impl Default for BrokerRegistrationRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            cluster_id: Str::default(),
            incarnation_id: Uuid::ZERO,
            listeners: Vec::new(),
            features: Vec::new(),
            rack: Some(Str::default()),
            is_migrating_zk_broker: false,
            log_dirs: Vec::new(),
            previous_broker_epoch: -1,
        }
    }
}

impl Part for BrokerRegistrationRequest {
    const LEAST: usize = 25;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            cluster_id: r.string(true)?,
            incarnation_id: r.uuid()?,
            listeners: r.array(true, v)?,
            features: r.array(true, v)?,
            rack: r.opt_string(true)?,
            is_migrating_zk_broker: if v >= 1 { r.bool()? } else { false },
            log_dirs: if v >= 2 {
                r.array(true, v)?
            } else {
                Vec::new()
            },
            previous_broker_epoch: if v >= 3 { r.i64()? } else { -1 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.string(true, &self.cluster_id)?;
        w.uuid(self.incarnation_id);
        w.array(true, v, &self.listeners)?;
        w.array(true, v, &self.features)?;
        w.opt_string(true, self.rack.as_ref())?;
        if v >= 1 {
            w.bool(self.is_migrating_zk_broker);
        } else {
            lacking(
                !self.is_migrating_zk_broker,
                "BrokerRegistrationRequest.is_migrating_zk_broker",
                v,
            )?;
        }
        if v >= 2 {
            w.array(true, v, &self.log_dirs)?;
        }
        if v >= 3 {
            w.i64(self.previous_broker_epoch);
        }
        w.no_tags();
        Ok(())
    }
}

/// `Listener` of `BrokerRegistrationRequest`, versions 0-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Listener {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
    /// Versions 0+.
    pub security_protocol: i16,
}

impl Part for Listener {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            host: r.string(true)?,
            port: r.u16()?,
            security_protocol: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.string(true, &self.host)?;
        w.u16(self.port);
        w.i16(self.security_protocol);
        w.no_tags();
        Ok(())
    }
}

/// `Feature` of `BrokerRegistrationRequest`, versions 0-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Feature {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub min_supported_version: i16,
    /// Versions 0+.
    pub max_supported_version: i16,
}

impl Part for Feature {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            min_supported_version: r.i16()?,
            max_supported_version: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i16(self.min_supported_version);
        w.i16(self.max_supported_version);
        w.no_tags();
        Ok(())
    }
}

impl Message for BrokerRegistrationRequest {
    const NAME: &'static str = "BrokerRegistrationRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for BrokerRegistrationRequest {
    const API_KEY: i16 = 62;
    type Response = super::broker_registration_response::BrokerRegistrationResponse;
}
