//! `CreatePartitionsRequest`, api key 37, versions 0-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `CreatePartitionsRequest`, api key 37, versions 0-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatePartitionsRequest {
    /// Versions 0+.
    pub topics: Vec<CreatePartitionsTopic>,
    /// Versions 0+.
    pub timeout_ms: i32,
    /// Versions 0+.
    pub validate_only: bool,
}

impl Part for CreatePartitionsRequest {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topics: r.array(flexible, v)?,
            timeout_ms: r.i32()?,
            validate_only: r.bool()?,
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
        w.bool(self.validate_only);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatePartitionsTopic` of `CreatePartitionsRequest`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatePartitionsTopic {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub count: i32,
    /// Versions 0+, nullable.
    pub assignments: Option<Vec<CreatePartitionsAssignment>>,
}

impl Default for CreatePartitionsTopic {
    fn default() -> Self {
        Self {
            name: Str::default(),
            count: 0,
            assignments: Some(Vec::new()),
        }
    }
}

impl Part for CreatePartitionsTopic {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            name: r.string(flexible)?,
            count: r.i32()?,
            assignments: r.opt_array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.name)?;
        w.i32(self.count);
        w.opt_array(flexible, v, self.assignments.as_deref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatePartitionsAssignment` of `CreatePartitionsRequest`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatePartitionsAssignment {
    /// Versions 0+.
    pub broker_ids: Vec<i32>,
}

impl Part for CreatePartitionsAssignment {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            broker_ids: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.array(flexible, v, &self.broker_ids)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for CreatePartitionsRequest {
    const NAME: &'static str = "CreatePartitionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for CreatePartitionsRequest {
    const API_KEY: i16 = 37;
    type Response = super::create_partitions_response::CreatePartitionsResponse;
}
