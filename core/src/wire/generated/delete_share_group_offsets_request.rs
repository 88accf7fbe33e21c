//! `DeleteShareGroupOffsetsRequest`, api key 92, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DeleteShareGroupOffsetsRequest`, api key 92, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteShareGroupOffsetsRequest {
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub topics: Vec<DeleteShareGroupOffsetsRequestTopic>,
}

impl Part for DeleteShareGroupOffsetsRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            topics: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        w.array(true, v, &self.topics)?;
        w.no_tags();
        Ok(())
    }
}

/// `DeleteShareGroupOffsetsRequestTopic` of `DeleteShareGroupOffsetsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteShareGroupOffsetsRequestTopic {
    /// Versions 0+.
    pub topic_name: Str,
}

impl Part for DeleteShareGroupOffsetsRequestTopic {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for DeleteShareGroupOffsetsRequest {
    const NAME: &'static str = "DeleteShareGroupOffsetsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DeleteShareGroupOffsetsRequest {
    const API_KEY: i16 = 92;
    type Response = super::delete_share_group_offsets_response::DeleteShareGroupOffsetsResponse;
}
