//! `AlterReplicaLogDirsRequest`, api key 34, versions 1-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AlterReplicaLogDirsRequest`, api key 34, versions 1-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterReplicaLogDirsRequest {
    /// Versions 0+.
    pub dirs: Vec<AlterReplicaLogDir>,
}

impl Part for AlterReplicaLogDirsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            dirs: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.array(flexible, v, &self.dirs)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterReplicaLogDir` of `AlterReplicaLogDirsRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterReplicaLogDir {
    /// Versions 0+, key of its array.
    pub path: Str,
    /// Versions 0+.
    pub topics: Vec<AlterReplicaLogDirTopic>,
}

impl Part for AlterReplicaLogDir {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            path: r.string(flexible)?,
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.path)?;
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AlterReplicaLogDirTopic` of `AlterReplicaLogDirsRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterReplicaLogDirTopic {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for AlterReplicaLogDirTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            name: r.string(flexible)?,
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.name)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AlterReplicaLogDirsRequest {
    const NAME: &'static str = "AlterReplicaLogDirsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for AlterReplicaLogDirsRequest {
    const API_KEY: i16 = 34;
    type Response = super::alter_replica_log_dirs_response::AlterReplicaLogDirsResponse;
}
