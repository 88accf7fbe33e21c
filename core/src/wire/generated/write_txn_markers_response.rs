//! `WriteTxnMarkersResponse`, api key 27, versions 1-2, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `WriteTxnMarkersResponse`, api key 27, versions 1-2, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteTxnMarkersResponse {
    /// Versions 0+.
    pub markers: Vec<WritableTxnMarkerResult>,
}

impl Part for WriteTxnMarkersResponse {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            markers: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.markers)?;
        w.no_tags();
        Ok(())
    }
}

/// `WritableTxnMarkerResult` of `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WritableTxnMarkerResult {
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub topics: Vec<WritableTxnMarkerTopicResult>,
}

impl Part for WritableTxnMarkerResult {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            producer_id: r.i64()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.producer_id);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `WritableTxnMarkerTopicResult` of `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WritableTxnMarkerTopicResult {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<WritableTxnMarkerPartitionResult>,
}

impl Part for WritableTxnMarkerTopicResult {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `WritableTxnMarkerPartitionResult` of `WriteTxnMarkersResponse`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WritableTxnMarkerPartitionResult {
    /// Versions 0+.
    pub partition_index: i32,
    /// Versions 0+.
    pub error_code: i16,
}

impl Part for WritableTxnMarkerPartitionResult {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            partition_index: r.i32()?,
            error_code: r.i16()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.no_tags();
        Ok(())
    }
}

impl Message for WriteTxnMarkersResponse {
    const NAME: &'static str = "WriteTxnMarkersResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}
