//! `WriteTxnMarkersRequest`, api key 27, versions 1-2, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `WriteTxnMarkersRequest`, api key 27, versions 1-2, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteTxnMarkersRequest {
    /// Versions 0+.
    pub markers: Vec<WritableTxnMarker>,
}

impl Part for WriteTxnMarkersRequest {
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

/// `WritableTxnMarker` of `WriteTxnMarkersRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WritableTxnMarker {
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i16,
    /// Versions 0+.
    pub transaction_result: bool,
    /// Versions 0+.
    pub topics: Vec<WritableTxnMarkerTopic>,
    /// Versions 0+.
    pub coordinator_epoch: i32,
    /// Versions 2+, ignorable.
    pub transaction_version: i8,
}

impl Part for WritableTxnMarker {
    const LEAST: usize = 17;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            producer_id: r.i64()?,
            producer_epoch: r.i16()?,
            transaction_result: r.bool()?,
            topics: r.array(true, v)?,
            coordinator_epoch: r.i32()?,
            transaction_version: if v >= 2 { r.i8()? } else { 0 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        w.bool(self.transaction_result);
        w.array(true, v, &self.topics)?;
        w.i32(self.coordinator_epoch);
        if v >= 2 {
            w.i8(self.transaction_version);
        }
        w.no_tags();
        Ok(())
    }
}

/// `WritableTxnMarkerTopic` of `WriteTxnMarkersRequest`, versions 1-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct WritableTxnMarkerTopic {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub partition_indexes: Vec<i32>,
}

impl Part for WritableTxnMarkerTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            partition_indexes: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.array(true, v, &self.partition_indexes)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for WriteTxnMarkersRequest {
    const NAME: &'static str = "WriteTxnMarkersRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}

impl Request for WriteTxnMarkersRequest {
    const API_KEY: i16 = 27;
    type Response = super::write_txn_markers_response::WriteTxnMarkersResponse;
}
