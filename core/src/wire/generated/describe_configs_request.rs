//! `DescribeConfigsRequest`, api key 32, versions 1-4, flexible 4+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeConfigsRequest`, api key 32, versions 1-4, flexible 4+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeConfigsRequest {
    /// Versions 0+.
    pub resources: Vec<DescribeConfigsResource>,
    /// Versions 1+.
    pub include_synonyms: bool,
    /// Versions 3+.
    pub include_documentation: bool,
}

impl Part for DescribeConfigsRequest {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            resources: r.array(flexible, v)?,
            include_synonyms: r.bool()?,
            include_documentation: if v >= 3 { r.bool()? } else { false },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.array(flexible, v, &self.resources)?;
        w.bool(self.include_synonyms);
        if v >= 3 {
            w.bool(self.include_documentation);
        } else {
            lacking(
                !self.include_documentation,
                "DescribeConfigsRequest.include_documentation",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `DescribeConfigsResource` of `DescribeConfigsRequest`, versions 1-4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribeConfigsResource {
    /// Versions 0+.
    pub resource_type: i8,
    /// Versions 0+.
    pub resource_name: Str,
    /// Versions 0+, nullable.
    pub configuration_keys: Option<Vec<Str>>,
}

impl Default for DescribeConfigsResource {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: Str::default(),
            configuration_keys: Some(Vec::new()),
        }
    }
}

impl Part for DescribeConfigsResource {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 4;
        let it = Self {
            resource_type: r.i8()?,
            resource_name: r.string(flexible)?,
            configuration_keys: r.opt_strings(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 4;
        w.i8(self.resource_type);
        w.string(flexible, &self.resource_name)?;
        w.opt_strings(flexible, self.configuration_keys.as_deref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for DescribeConfigsRequest {
    const NAME: &'static str = "DescribeConfigsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 4;
    const FLEXIBLE_FROM: Option<i16> = Some(4);
}

impl Request for DescribeConfigsRequest {
    const API_KEY: i16 = 32;
    type Response = super::describe_configs_response::DescribeConfigsResponse;
}
