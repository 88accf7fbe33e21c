//! `DeleteTopicsResponse`, api key 20, versions 1-6, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::required;
use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `DeleteTopicsResponse`, api key 20, versions 1-6, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeleteTopicsResponse {
    /// Versions 1+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub responses: Vec<DeletableTopicResult>,
}

impl Part for DeleteTopicsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            throttle_time_ms: r.i32()?,
            responses: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.responses)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DeletableTopicResult` of `DeleteTopicsResponse`, versions 1-6.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeletableTopicResult {
    /// Versions 0+, nullable in 6+, key of its array.
    pub name: Option<Str>,
    /// Versions 6+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 5+, nullable, default null, ignorable.
    pub error_message: Option<Str>,
}

impl Default for DeletableTopicResult {
    fn default() -> Self {
        Self {
            name: Some(Str::default()),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: None,
        }
    }
}

impl Part for DeletableTopicResult {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            name: if v >= 6 {
                r.opt_string(flexible)?
            } else {
                Some(r.string(flexible)?)
            },
            topic_id: if v >= 6 { r.uuid()? } else { Uuid::ZERO },
            error_code: r.i16()?,
            error_message: if v >= 5 {
                r.opt_string(flexible)?
            } else {
                None
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        if v >= 6 {
            w.opt_string(flexible, self.name.as_ref())?;
        } else {
            w.string(
                flexible,
                required(self.name.as_ref(), "DeletableTopicResult.name")?,
            )?;
        }
        if v >= 6 {
            w.uuid(self.topic_id);
        }
        w.i16(self.error_code);
        if v >= 5 {
            w.opt_string(flexible, self.error_message.as_ref())?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DeleteTopicsResponse {
    const NAME: &'static str = "DeleteTopicsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 6;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}
