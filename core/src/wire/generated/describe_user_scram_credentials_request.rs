//! `DescribeUserScramCredentialsRequest`, api key 50, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeUserScramCredentialsRequest`, api key 50, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeUserScramCredentialsRequest {
    /// Versions 0+, nullable.
    pub users: Option<Vec<UserName>>,
}

impl Default for DescribeUserScramCredentialsRequest {
    fn default() -> Self {
        Self {
            users: Some(Vec::new()),
        }
    }
}

impl Part for DescribeUserScramCredentialsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            users: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_array(true, v, self.users.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `UserName` of `DescribeUserScramCredentialsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UserName {
    /// Versions 0+.
    pub name: Str,
}

impl Part for UserName {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeUserScramCredentialsRequest {
    const NAME: &'static str = "DescribeUserScramCredentialsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeUserScramCredentialsRequest {
    const API_KEY: i16 = 50;
    type Response =
        super::describe_user_scram_credentials_response::DescribeUserScramCredentialsResponse;
}
