//! `AddPartitionsToTxnRequest`, api key 24, versions 0-5, flexible 3+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AddPartitionsToTxnRequest`, api key 24, versions 0-5, flexible 3+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnRequest {
    /// Versions 4+.
    pub transactions: Vec<AddPartitionsToTxnTransaction>,
    /// Versions 0-3.
    pub v3_and_below_transactional_id: Str,
    /// Versions 0-3.
    pub v3_and_below_producer_id: i64,
    /// Versions 0-3.
    pub v3_and_below_producer_epoch: i16,
    /// Versions 0-3.
    pub v3_and_below_topics: Vec<AddPartitionsToTxnTopic>,
}

impl Part for AddPartitionsToTxnRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
        let it = Self {
            transactions: if v >= 4 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            v3_and_below_transactional_id: if v <= 3 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            v3_and_below_producer_id: if v <= 3 { r.i64()? } else { 0 },
            v3_and_below_producer_epoch: if v <= 3 { r.i16()? } else { 0 },
            v3_and_below_topics: if v <= 3 {
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
        if v >= 4 {
            w.array(flexible, v, &self.transactions)?;
        } else {
            lacking(
                self.transactions.is_empty(),
                "AddPartitionsToTxnRequest.transactions",
                v,
            )?;
        }
        if v <= 3 {
            w.string(flexible, &self.v3_and_below_transactional_id)?;
        } else {
            lacking(
                self.v3_and_below_transactional_id.is_empty(),
                "AddPartitionsToTxnRequest.v3_and_below_transactional_id",
                v,
            )?;
        }
        if v <= 3 {
            w.i64(self.v3_and_below_producer_id);
        } else {
            lacking(
                self.v3_and_below_producer_id == 0,
                "AddPartitionsToTxnRequest.v3_and_below_producer_id",
                v,
            )?;
        }
        if v <= 3 {
            w.i16(self.v3_and_below_producer_epoch);
        } else {
            lacking(
                self.v3_and_below_producer_epoch == 0,
                "AddPartitionsToTxnRequest.v3_and_below_producer_epoch",
                v,
            )?;
        }
        if v <= 3 {
            w.array(flexible, v, &self.v3_and_below_topics)?;
        } else {
            lacking(
                self.v3_and_below_topics.is_empty(),
                "AddPartitionsToTxnRequest.v3_and_below_topics",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `AddPartitionsToTxnTransaction` of `AddPartitionsToTxnRequest`, versions 4-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnTransaction {
    /// Versions 4+, key of its array.
    pub transactional_id: Str,
    /// Versions 4+.
    pub producer_id: i64,
    /// Versions 4+.
    pub producer_epoch: i16,
    /// Versions 4+.
    pub verify_only: bool,
    /// Versions 4+.
    pub topics: Vec<AddPartitionsToTxnTopic>,
}

impl Part for AddPartitionsToTxnTransaction {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            transactional_id: r.string(true)?,
            producer_id: r.i64()?,
            producer_epoch: r.i16()?,
            verify_only: r.bool()?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.transactional_id)?;
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        w.bool(self.verify_only);
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `AddPartitionsToTxnTopic` of `AddPartitionsToTxnRequest`, versions 0-5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AddPartitionsToTxnTopic {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for AddPartitionsToTxnTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 3;
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
        let flexible = v >= 3;
        w.string(flexible, &self.name)?;
        w.array(flexible, v, &self.partitions)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for AddPartitionsToTxnRequest {
    const NAME: &'static str = "AddPartitionsToTxnRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    const FLEXIBLE_FROM: Option<i16> = Some(3);
}

impl Request for AddPartitionsToTxnRequest {
    const API_KEY: i16 = 24;
    type Response = super::add_partitions_to_txn_response::AddPartitionsToTxnResponse;
}
