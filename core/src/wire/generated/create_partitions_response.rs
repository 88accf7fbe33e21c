//! `CreatePartitionsResponse`, api key 37, versions 0-3, flexible 2+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `CreatePartitionsResponse`, api key 37, versions 0-3, flexible 2+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatePartitionsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub results: Vec<CreatePartitionsTopicResult>,
}

impl Part for CreatePartitionsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            throttle_time_ms: r.i32()?,
            results: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.results)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatePartitionsTopicResult` of `CreatePartitionsResponse`, versions 0-3.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatePartitionsTopicResult {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
}

impl Part for CreatePartitionsTopicResult {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 2;
        let it = Self {
            name: r.string(flexible)?,
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 2;
        w.string(flexible, &self.name)?;
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for CreatePartitionsResponse {
    const NAME: &'static str = "CreatePartitionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    const FLEXIBLE_FROM: Option<i16> = Some(2);
}
