//! `RaftSnapshot`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftSnapshot`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaftSnapshot {
    /// Versions 0+.
    pub last_term: i64,
    /// Versions 0+, default -1.
    pub last_index: i64,
    /// Versions 0+.
    pub membership_term: i64,
    /// Versions 0+, default -1.
    pub membership_index: i64,
    /// Versions 0+.
    pub membership: Bytes,
    /// Versions 0+.
    pub image: Bytes,
}

impl Default for RaftSnapshot {
    fn default() -> Self {
        Self {
            last_term: 0,
            last_index: -1,
            membership_term: 0,
            membership_index: -1,
            membership: Bytes::new(),
            image: Bytes::new(),
        }
    }
}

impl Part for RaftSnapshot {
    const LEAST: usize = 35;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            last_term: r.i64()?,
            last_index: r.i64()?,
            membership_term: r.i64()?,
            membership_index: r.i64()?,
            membership: r.bytes(true)?,
            image: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(self.last_term);
        w.i64(self.last_index);
        w.i64(self.membership_term);
        w.i64(self.membership_index);
        w.bytes(true, &self.membership)?;
        w.bytes(true, &self.image)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftSnapshot {
    const NAME: &'static str = "RaftSnapshot";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
