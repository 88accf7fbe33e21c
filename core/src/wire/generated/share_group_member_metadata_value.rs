//! `ShareGroupMemberMetadataValue`, coordinator record key 10, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ShareGroupMemberMetadataValue`, coordinator record key 10, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ShareGroupMemberMetadataValue {
    /// Versions 0+, nullable.
    pub rack_id: Option<Str>,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 0+.
    pub subscribed_topic_names: Vec<Str>,
}

impl Default for ShareGroupMemberMetadataValue {
    fn default() -> Self {
        Self {
            rack_id: Some(Str::default()),
            client_id: Str::default(),
            client_host: Str::default(),
            subscribed_topic_names: Vec::new(),
        }
    }
}

impl Part for ShareGroupMemberMetadataValue {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            rack_id: r.opt_string(true)?,
            client_id: r.string(true)?,
            client_host: r.string(true)?,
            subscribed_topic_names: r.strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.opt_string(true, self.rack_id.as_ref())?;
        w.string(true, &self.client_id)?;
        w.string(true, &self.client_host)?;
        w.strings(true, &self.subscribed_topic_names)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ShareGroupMemberMetadataValue {
    const NAME: &'static str = "ShareGroupMemberMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ShareGroupMemberMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 10;
}
