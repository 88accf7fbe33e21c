//! `DescribeUserScramCredentialsResponse`, api key 50, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DescribeUserScramCredentialsResponse`, api key 50, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeUserScramCredentialsResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub results: Vec<DescribeUserScramCredentialsResult>,
}

impl Default for DescribeUserScramCredentialsResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Str::default()),
            results: Vec::new(),
        }
    }
}

impl Part for DescribeUserScramCredentialsResponse {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            results: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.array(true, v, &self.results)?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribeUserScramCredentialsResult` of `DescribeUserScramCredentialsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeUserScramCredentialsResult {
    /// Versions 0+.
    pub user: Str,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub credential_infos: Vec<CredentialInfo>,
}

impl Default for DescribeUserScramCredentialsResult {
    fn default() -> Self {
        Self {
            user: Str::default(),
            error_code: 0,
            error_message: Some(Str::default()),
            credential_infos: Vec::new(),
        }
    }
}

impl Part for DescribeUserScramCredentialsResult {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            user: r.string(true)?,
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            credential_infos: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.user)?;
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.array(true, v, &self.credential_infos)?;
        w.no_tags();
        Ok(())
    }
}

/// `CredentialInfo` of `DescribeUserScramCredentialsResponse`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CredentialInfo {
    /// Versions 0+.
    pub mechanism: i8,
    /// Versions 0+.
    pub iterations: i32,
}

impl Part for CredentialInfo {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            mechanism: r.i8()?,
            iterations: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i8(self.mechanism);
        w.i32(self.iterations);
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeUserScramCredentialsResponse {
    const NAME: &'static str = "DescribeUserScramCredentialsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
