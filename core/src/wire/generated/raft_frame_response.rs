//! `RaftFrameResponse`, api key 9000, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, WireError, Writer};

/// `RaftFrameResponse`, api key 9000, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RaftFrameResponse {}

impl Part for RaftFrameResponse {
    const LEAST: usize = 1;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {};
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.no_tags();
        Ok(())
    }
}

impl Message for RaftFrameResponse {
    const NAME: &'static str = "RaftFrameResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
