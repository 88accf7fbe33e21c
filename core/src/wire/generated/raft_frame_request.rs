//! `RaftFrameRequest`, api key 9000, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, WireError, Writer};

/// `RaftFrameRequest`, api key 9000, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftFrameRequest {
    /// Versions 0+.
    pub from: i32,
    /// Versions 0+.
    pub frame: Bytes,
}

impl Part for RaftFrameRequest {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            from: r.i32()?,
            frame: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(self.from);
        w.bytes(true, &self.frame)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftFrameRequest {
    const NAME: &'static str = "RaftFrameRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for RaftFrameRequest {
    const API_KEY: i16 = 9000;
    type Response = super::raft_frame_response::RaftFrameResponse;
}
