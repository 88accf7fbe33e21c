//! `ControllerRegistrationRequest`, api key 70, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `ControllerRegistrationRequest`, api key 70, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ControllerRegistrationRequest {
    /// Versions 0+.
    pub controller_id: i32,
    /// Versions 0+.
    pub incarnation_id: Uuid,
    /// Versions 0+.
    pub zk_migration_ready: bool,
    /// Versions 0+.
    pub listeners: Vec<Listener>,
    /// Versions 0+.
    pub features: Vec<Feature>,
}

impl Part for ControllerRegistrationRequest {
    const LEAST: usize = 24;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            controller_id: r.i32()?,
            incarnation_id: r.uuid()?,
            zk_migration_ready: r.bool()?,
            listeners: r.array(true, v)?,
            features: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.controller_id);
        w.uuid(self.incarnation_id);
        w.bool(self.zk_migration_ready);
        w.array(true, v, &self.listeners)?;
        w.array(true, v, &self.features)?;
        w.no_tags();
        Ok(())
    }
}

/// `Listener` of `ControllerRegistrationRequest`, version 0.
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

/// `Feature` of `ControllerRegistrationRequest`, version 0.
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

impl Message for ControllerRegistrationRequest {
    const NAME: &'static str = "ControllerRegistrationRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for ControllerRegistrationRequest {
    const API_KEY: i16 = 70;
    type Response = super::controller_registration_response::ControllerRegistrationResponse;
}
