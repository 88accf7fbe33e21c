//! `DescribeLogDirsRequest`, api key 35, versions 1-5, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeLogDirsRequest`, api key 35, versions 1-5, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeLogDirsRequest {
    /// Versions 0+, nullable.
    pub topics: Option<Vec<DescribableLogDirTopic>>,
}

impl Default for DescribeLogDirsRequest {
    fn default() -> Self {
        Self {
            topics: Some(Vec::new()),
        }
    }
}

impl Part for DescribeLogDirsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topics: r.opt_array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.opt_array(flexible, v, self.topics.as_deref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribableLogDirTopic` of `DescribeLogDirsRequest`, versions 1-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribableLogDirTopic {
    /// Versions 0+, key of its array.
    pub topic: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for DescribableLogDirTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            topic: r.string(flexible)?,
            partitions: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.topic)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeLogDirsRequest {
    const NAME: &'static str = "DescribeLogDirsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}

impl Request for DescribeLogDirsRequest {
    const API_KEY: i16 = 35;
    type Response = super::describe_log_dirs_response::DescribeLogDirsResponse;
}
