//! `DeleteShareGroupOffsetsResponse`, api key 92, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `DeleteShareGroupOffsetsResponse`, api key 92, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteShareGroupOffsetsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub responses: Vec<DeleteShareGroupOffsetsResponseTopic>,
}

impl Part for DeleteShareGroupOffsetsResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            responses: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.array(true, v, &self.responses)?;
        w.no_tags();
        Ok(())
    }
}

/// `DeleteShareGroupOffsetsResponseTopic` of `DeleteShareGroupOffsetsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteShareGroupOffsetsResponseTopic {
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
}

impl Part for DeleteShareGroupOffsetsResponseTopic {
    const LEAST: usize = 21;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_name: r.string(true)?,
            topic_id: r.uuid()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.topic_name)?;
        w.uuid(self.topic_id);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for DeleteShareGroupOffsetsResponse {
    const NAME: &'static str = "DeleteShareGroupOffsetsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
