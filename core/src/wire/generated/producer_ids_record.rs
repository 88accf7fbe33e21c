//! `ProducerIdsRecord`, record key 7, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `ProducerIdsRecord`, record key 7, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProducerIdsRecord {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+.
    pub count: i32,
}

impl Part for ProducerIdsRecord {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            broker_id: r.i32()?,
            count: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i32(self.count);
        w.no_tags();
        Ok(())
    }
}

impl Message for ProducerIdsRecord {
    const NAME: &'static str = "ProducerIdsRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ProducerIdsRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 7;
}
