//! `TransactionLogValue`, coordinator record key 0, versions 0-1, flexible 1+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `TransactionLogValue`, coordinator record key 0, versions 0-1, flexible 1+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TransactionLogValue {
    /// Versions 0+.
    pub producer_id: i64,
    /// Versions 1+, tag 0, default -1.
    pub previous_producer_id: i64,
    /// Versions 1+, tag 1, default -1.
    pub next_producer_id: i64,
    /// Versions 0+.
    pub producer_epoch: i16,
    /// Versions 1+, tag 3, default -1.
    pub next_producer_epoch: i16,
    /// Versions 0+.
    pub transaction_timeout_ms: i32,
    /// Versions 0+.
    pub transaction_status: i8,
    /// Versions 0+, nullable.
    pub transaction_partitions: Option<Vec<PartitionsSchema>>,
    /// Versions 0+.
    pub transaction_last_update_timestamp_ms: i64,
    /// Versions 0+.
    pub transaction_start_timestamp_ms: i64,
    /// Versions 1+, tag 2.
    pub client_transaction_version: i16,
}

impl Default for TransactionLogValue {
    fn default() -> Self {
        Self {
            producer_id: 0,
            previous_producer_id: -1,
            next_producer_id: -1,
            producer_epoch: 0,
            next_producer_epoch: -1,
            transaction_timeout_ms: 0,
            transaction_status: 0,
            transaction_partitions: Some(Vec::new()),
            transaction_last_update_timestamp_ms: 0,
            transaction_start_timestamp_ms: 0,
            client_transaction_version: 0,
        }
    }
}

impl Part for TransactionLogValue {
    const LEAST: usize = 33;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let mut it = Self {
            producer_id: r.i64()?,
            previous_producer_id: -1,
            next_producer_id: -1,
            producer_epoch: r.i16()?,
            next_producer_epoch: -1,
            transaction_timeout_ms: r.i32()?,
            transaction_status: r.i8()?,
            transaction_partitions: r.opt_array(flexible, v)?,
            transaction_last_update_timestamp_ms: r.i64()?,
            transaction_start_timestamp_ms: r.i64()?,
            client_transaction_version: 0,
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.previous_producer_id = r.i64()?,
                    1 => it.next_producer_id = r.i64()?,
                    3 => it.next_producer_epoch = r.i16()?,
                    2 => it.client_transaction_version = r.i16()?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.i64(self.producer_id);
        if v < 1 {
            lacking(
                self.previous_producer_id == -1,
                "TransactionLogValue.previous_producer_id",
                v,
            )?;
        }
        if v < 1 {
            lacking(
                self.next_producer_id == -1,
                "TransactionLogValue.next_producer_id",
                v,
            )?;
        }
        w.i16(self.producer_epoch);
        if v < 1 {
            lacking(
                self.next_producer_epoch == -1,
                "TransactionLogValue.next_producer_epoch",
                v,
            )?;
        }
        w.i32(self.transaction_timeout_ms);
        w.i8(self.transaction_status);
        w.opt_array(flexible, v, self.transaction_partitions.as_deref())?;
        w.i64(self.transaction_last_update_timestamp_ms);
        w.i64(self.transaction_start_timestamp_ms);
        if v < 1 {
            lacking(
                self.client_transaction_version == 0,
                "TransactionLogValue.client_transaction_version",
                v,
            )?;
        }
        if flexible {
            let tags = w.open_tags();
            if self.previous_producer_id != -1 {
                let tag = w.open_tag(&tags, 0);
                w.i64(self.previous_producer_id);
                w.close_tag(tag)?;
            }
            if self.next_producer_id != -1 {
                let tag = w.open_tag(&tags, 1);
                w.i64(self.next_producer_id);
                w.close_tag(tag)?;
            }
            if self.client_transaction_version != 0 {
                let tag = w.open_tag(&tags, 2);
                w.i16(self.client_transaction_version);
                w.close_tag(tag)?;
            }
            if self.next_producer_epoch != -1 {
                let tag = w.open_tag(&tags, 3);
                w.i16(self.next_producer_epoch);
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `PartitionsSchema` of `TransactionLogValue`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionsSchema {
    /// Versions 0+.
    pub topic: Str,
    /// Versions 0+.
    pub partition_ids: Vec<i32>,
}

impl Part for PartitionsSchema {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 1;
        let it = Self {
            topic: r.string(flexible)?,
            partition_ids: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 1;
        w.string(flexible, &self.topic)?;
        w.array(flexible, v, &self.partition_ids)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for TransactionLogValue {
    const NAME: &'static str = "TransactionLogValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(1);
}

impl TransactionLogValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 0;
}
