//! `AlterUserScramCredentialsRequest`, api key 51, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `AlterUserScramCredentialsRequest`, api key 51, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlterUserScramCredentialsRequest {
    /// Versions 0+.
    pub deletions: Vec<ScramCredentialDeletion>,
    /// Versions 0+.
    pub upsertions: Vec<ScramCredentialUpsertion>,
}

impl Part for AlterUserScramCredentialsRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            deletions: r.array(true, v)?,
            upsertions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.deletions)?;
        w.array(true, v, &self.upsertions)?;
        w.no_tags();
        Ok(())
    }
}

/// `ScramCredentialDeletion` of `AlterUserScramCredentialsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScramCredentialDeletion {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub mechanism: i8,
}

impl Part for ScramCredentialDeletion {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            mechanism: r.i8()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i8(self.mechanism);
        w.no_tags();
        Ok(())
    }
}

/// `ScramCredentialUpsertion` of `AlterUserScramCredentialsRequest`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScramCredentialUpsertion {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub mechanism: i8,
    /// Versions 0+.
    pub iterations: i32,
    /// Versions 0+.
    pub salt: Bytes,
    /// Versions 0+.
    pub salted_password: Bytes,
}

impl Part for ScramCredentialUpsertion {
    const LEAST: usize = 9;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            mechanism: r.i8()?,
            iterations: r.i32()?,
            salt: r.bytes(true)?,
            salted_password: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.i8(self.mechanism);
        w.i32(self.iterations);
        w.bytes(true, &self.salt)?;
        w.bytes(true, &self.salted_password)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for AlterUserScramCredentialsRequest {
    const NAME: &'static str = "AlterUserScramCredentialsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for AlterUserScramCredentialsRequest {
    const API_KEY: i16 = 51;
    type Response = super::alter_user_scram_credentials_response::AlterUserScramCredentialsResponse;
}
