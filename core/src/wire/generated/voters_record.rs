//! `VotersRecord`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `VotersRecord`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct VotersRecord {
    /// Versions 0+.
    pub version: i16,
    /// Versions 0+.
    pub voters: Vec<Voter>,
}

impl Part for VotersRecord {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            version: r.i16()?,
            voters: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.version);
        w.array(true, v, &self.voters)?;
        w.no_tags();
        Ok(())
    }
}

/// `Voter` of `VotersRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Voter {
    /// Versions 0+.
    pub voter_id: i32,
    /// Versions 0+.
    pub voter_directory_id: Uuid,
    /// Versions 0+.
    pub endpoints: Vec<Endpoint>,
    /// Versions 0+.
    pub kraft_version_feature: KRaftVersionFeature,
}

impl Part for Voter {
    const LEAST: usize = 27;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            voter_id: r.i32()?,
            voter_directory_id: r.uuid()?,
            endpoints: r.array(true, v)?,
            kraft_version_feature: KRaftVersionFeature::read(r, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.voter_id);
        w.uuid(self.voter_directory_id);
        w.array(true, v, &self.endpoints)?;
        self.kraft_version_feature.write(w, v)?;
        w.no_tags();
        Ok(())
    }
}

/// `Endpoint` of `VotersRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Endpoint {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub host: Str,
    /// Versions 0+.
    pub port: u16,
}

impl Part for Endpoint {
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

/// `KRaftVersionFeature` of `VotersRecord`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct KRaftVersionFeature {
    /// Versions 0+.
    pub min_supported_version: i16,
    /// Versions 0+.
    pub max_supported_version: i16,
}

impl Part for KRaftVersionFeature {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            min_supported_version: r.i16()?,
            max_supported_version: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(self.min_supported_version);
        w.i16(self.max_supported_version);
        w.no_tags();
        Ok(())
    }
}

impl Message for VotersRecord {
    const NAME: &'static str = "VotersRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
