//! `DeleteRecordsRequest`, api key 21, versions 0-2, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DeleteRecordsRequest`, api key 21, versions 0-2, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteRecordsRequest {
    /// Versions 0+.
    pub topics: Vec<DeleteRecordsTopic>,
    /// Versions 0+.
    pub timeout_ms: i32,
}

impl Part for DeleteRecordsRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topics: r.array(flexible, v)?,
            timeout_ms: r.i32()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.array(flexible, v, &self.topics)?;
        w.i32(self.timeout_ms);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeleteRecordsTopic` of `DeleteRecordsRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteRecordsTopic {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<DeleteRecordsPartition>,
}

impl Part for DeleteRecordsTopic {
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

/// `DeleteRecordsPartition` of `DeleteRecordsRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteRecordsPartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub offset: i64,
}

impl Part for DeleteRecordsPartition {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            partition_index: r.i32()?,
            offset: r.i64()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.partition_index);
        w.i64(self.offset);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteRecordsRequest {
    const NAME: &'static str = "DeleteRecordsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for DeleteRecordsRequest {
    const API_KEY: i16 = 21;
    type Response = super::delete_records_response::DeleteRecordsResponse;
}
