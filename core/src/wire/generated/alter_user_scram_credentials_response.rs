//! `AlterUserScramCredentialsResponse`, api key 51, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `AlterUserScramCredentialsResponse`, api key 51, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterUserScramCredentialsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub results: Vec<AlterUserScramCredentialsResult>,
}

impl Part for AlterUserScramCredentialsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            results: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.results)?;
        w.no_tags();
        Ok(())
    }
}

/// `AlterUserScramCredentialsResult` of `AlterUserScramCredentialsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterUserScramCredentialsResult {
    /// Versions 0+.
    pub user: Str,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
}

impl Default for AlterUserScramCredentialsResult {
    fn default() -> Self {
        Self {
            user: Str::default(),
            error_code: 0,
            error_message: Some(Str::default()),
        }
    }
}

impl Part for AlterUserScramCredentialsResult {
    const LEAST: usize = 5;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            user: r.string(true)?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.user)?;
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterUserScramCredentialsResponse {
    const NAME: &'static str = "AlterUserScramCredentialsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
