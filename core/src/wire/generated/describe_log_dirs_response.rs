//! `DescribeLogDirsResponse`, api key 35, versions 1-5, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeLogDirsResponse`, api key 35, versions 1-5, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeLogDirsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 3+, ignorable.
    pub error_code: i16,
    /// Versions 0+.
    pub results: Vec<DescribeLogDirsResult>,
}

impl Part for DescribeLogDirsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: if v >= 3 { r.i16()? } else { 0 },
            results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        if v >= 3 {
            w.i16(self.error_code);
        }
        w.array(flexible, v, &self.results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeLogDirsResult` of `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeLogDirsResult {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+.
    pub log_dir: Str,
    /// Versions 0+.
    pub topics: Vec<DescribeLogDirsTopic>,
    /// Versions 4+, default -1, ignorable.
    pub total_bytes: i64,
    /// Versions 4+, default -1, ignorable.
    pub usable_bytes: i64,
    /// Versions 5+, ignorable.
    pub is_cordoned: bool,
}

impl Default for DescribeLogDirsResult {
    fn default() -> Self {
        Self {
            error_code: 0,
            log_dir: Str::default(),
            topics: Vec::new(),
            total_bytes: -1,
            usable_bytes: -1,
            is_cordoned: false,
        }
    }
}

impl Part for DescribeLogDirsResult {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            error_code: r.i16()?,
            log_dir: r.string(flexible)?,
            topics: r.array(flexible, v)?,
            total_bytes: if v >= 4 { r.i64()? } else { -1 },
            usable_bytes: if v >= 4 { r.i64()? } else { -1 },
            is_cordoned: if v >= 5 { r.bool()? } else { false },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i16(self.error_code);
        w.string(flexible, &self.log_dir)?;
        w.array(flexible, v, &self.topics)?;
        if v >= 4 {
            w.i64(self.total_bytes);
        }
        if v >= 4 {
            w.i64(self.usable_bytes);
        }
        if v >= 5 {
            w.bool(self.is_cordoned);
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeLogDirsTopic` of `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeLogDirsTopic {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<DescribeLogDirsPartition>,
}

impl Part for DescribeLogDirsTopic {
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

/// `DescribeLogDirsPartition` of `DescribeLogDirsResponse`, versions 1-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeLogDirsPartition {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub partition_size: i64,
    /// Versions 0+.
    pub offset_lag: i64,
    /// Versions 0+.
    pub is_future_key: bool,
}

impl Part for DescribeLogDirsPartition {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            partition_index: r.i32()?,
            partition_size: r.i64()?,
            offset_lag: r.i64()?,
            is_future_key: r.bool()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.partition_index);
        w.i64(self.partition_size);
        w.i64(self.offset_lag);
        w.bool(self.is_future_key);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeLogDirsResponse {
    const NAME: &'static str = "DescribeLogDirsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
