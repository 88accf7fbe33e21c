//! `BrokerChangeRecord`, record key 8, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `BrokerChangeRecord`, record key 8, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BrokerChangeRecord {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub broker_epoch: i64,
    /// Versions 0+.
    pub fenced: bool,
}

impl Part for BrokerChangeRecord {
    const LEAST: usize = 14;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            broker_epoch: r.i64()?,
            fenced: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.broker_epoch);
        w.bool(self.fenced);
        w.no_tags();
        Ok(())
    }
}

impl Message for BrokerChangeRecord {
    const NAME: &'static str = "BrokerChangeRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl BrokerChangeRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 8;
}
