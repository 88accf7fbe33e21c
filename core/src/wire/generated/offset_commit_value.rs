//! `OffsetCommitValue`, coordinator record key 1, versions 0-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `OffsetCommitValue`, coordinator record key 1, versions 0-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetCommitValue {
    /// Versions 0+.
    pub offset: i64,
    /// Versions 3+, default -1, ignorable.
    pub leader_epoch: i32,
    /// Versions 0+.
    pub metadata: Str,
    /// Versions 0+.
    pub commit_timestamp: i64,
    /// Version 1, default -1, ignorable.
    pub expire_timestamp: i64,
    /// Versions 4+, tag 0, ignorable.
    pub topic_id: Uuid,
}

impl Default for OffsetCommitValue {
    fn default() -> Self {
        Self {
            offset: 0,
            leader_epoch: -1,
            metadata: Str::default(),
            commit_timestamp: 0,
            expire_timestamp: -1,
            topic_id: Uuid::ZERO,
        }
    }
}

impl Part for OffsetCommitValue {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let mut it = Self {
            offset: r.i64()?,
            leader_epoch: if v >= 3 { r.i32()? } else { -1 },
            metadata: r.string(flexible)?,
            commit_timestamp: r.i64()?,
            expire_timestamp: if v == 1 { r.i64()? } else { -1 },
            topic_id: Uuid::ZERO,
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.topic_id = r.uuid()?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.i64(self.offset);
        if v >= 3 {
            w.i32(self.leader_epoch);
        }
        w.string(flexible, &self.metadata)?;
        w.i64(self.commit_timestamp);
        if v == 1 {
            w.i64(self.expire_timestamp);
        }
        if flexible {
            let tags = w.open_tags();
            if self.topic_id != Uuid::ZERO {
                let tag = w.open_tag(&tags, 0);
                w.uuid(self.topic_id);
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

impl Message for OffsetCommitValue {
    const NAME: &'static str = "OffsetCommitValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl OffsetCommitValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 1;
}
