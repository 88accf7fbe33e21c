//! `FindCoordinatorResponse`, api key 10, versions 0-6, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `FindCoordinatorResponse`, api key 10, versions 0-6, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FindCoordinatorResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0-3.
    pub error_code: i16,
    /// Versions 1-3, nullable, ignorable.
    pub error_message: Option<Str>,
    /// Versions 0-3.
    pub node_id: i32,
    /// Versions 0-3.
    pub host: Str,
    /// Versions 0-3.
    pub port: i32,
    /// Versions 4+.
    pub coordinators: Vec<Coordinator>,
}

impl Default for FindCoordinatorResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Str::default()),
            node_id: 0,
            host: Str::default(),
            port: 0,
            coordinators: Vec::new(),
        }
    }
}

impl Part for FindCoordinatorResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            throttle_time_ms: if v >= 1 { r.i32()? } else { 0 },
            error_code: if v <= 3 { r.i16()? } else { 0 },
            error_message: if (1..=3).contains(&v) {
                r.opt_string(flexible)?
            } else {
                Some(Str::default())
            },
            node_id: if v <= 3 { r.i32()? } else { 0 },
            host: if v <= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            port: if v <= 3 { r.i32()? } else { 0 },
            coordinators: if v >= 4 {
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
        let flexible = v >= 3;
        if v >= 1 {
            w.i32(self.throttle_time_ms);
        }
        if v <= 3 {
            w.i16(self.error_code);
        } else {
            lacking(
                self.error_code == 0,
                "FindCoordinatorResponse.error_code",
                v,
            )?;
        }
        if (1..=3).contains(&v) {
            w.opt_string(flexible, self.error_message.as_ref())?;
        }
        if v <= 3 {
            w.i32(self.node_id);
        } else {
            lacking(self.node_id == 0, "FindCoordinatorResponse.node_id", v)?;
        }
        if v <= 3 {
            w.string(flexible, &self.host)?;
        } else {
            lacking(self.host.is_empty(), "FindCoordinatorResponse.host", v)?;
        }
        if v <= 3 {
            w.i32(self.port);
        } else {
            lacking(self.port == 0, "FindCoordinatorResponse.port", v)?;
        }
        if v >= 4 {
            w.array(flexible, v, &self.coordinators)?;
        } else {
            lacking(
                self.coordinators.is_empty(),
                "FindCoordinatorResponse.coordinators",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `Coordinator` of `FindCoordinatorResponse`, versions 4-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Coordinator {
    /// Versions 4+.
    pub key: Str,
    /// Versions 4+.
    pub node_id: i32,
    /// Versions 4+.
    pub host: Str,
    /// Versions 4+.
    pub port: i32,
    /// Versions 4+.
    pub error_code: i16,
    /// Versions 4+, nullable, ignorable.
    pub error_message: Option<Str>,
}

impl Default for Coordinator {
    fn default() -> Self {
        Self {
            key: Str::default(),
            node_id: 0,
            host: Str::default(),
            port: 0,
            error_code: 0,
            error_message: Some(Str::default()),
        }
    }
}

impl Part for Coordinator {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            key: r.string(true)?,
            node_id: r.i32()?,
            host: r.string(true)?,
            port: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.key)?;
        w.i32(self.node_id);
        w.string(true, &self.host)?;
        w.i32(self.port);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for FindCoordinatorResponse {
    const NAME: &'static str = "FindCoordinatorResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}
