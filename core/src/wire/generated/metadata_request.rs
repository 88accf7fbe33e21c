//! `MetadataRequest`, api key 3, versions 0-13, flexible 9+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::{lacking, required};
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `MetadataRequest`, api key 3, versions 0-13, flexible 9+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataRequest {
    /// Versions 0+, nullable in 1+.
    pub topics: Option<Vec<MetadataRequestTopic>>,
    /// Versions 4+, default true.
    pub allow_auto_topic_creation: bool,
    /// Versions 8-10.
    pub include_cluster_authorized_operations: bool,
    /// Versions 8+.
    pub include_topic_authorized_operations: bool,
}

impl Default for MetadataRequest {
    fn default() -> Self {
        Self {
            topics: Some(Vec::new()),
            allow_auto_topic_creation: true,
            include_cluster_authorized_operations: false,
            include_topic_authorized_operations: false,
        }
    }
}

impl Part for MetadataRequest {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            topics: if v >= 1 {
                r.opt_array(flexible, v)?
            } else {
                Some(r.array(flexible, v)?)
            },
            allow_auto_topic_creation: if v >= 4 { r.bool()? } else { true },
            include_cluster_authorized_operations: if (8..=10).contains(&v) {
                r.bool()?
            } else {
                false
            },
            include_topic_authorized_operations: if v >= 8 { r.bool()? } else { false },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        if v >= 1 {
            w.opt_array(flexible, v, self.topics.as_deref())?;
        } else {
            w.array(
                flexible,
                v,
                required(self.topics.as_deref(), "MetadataRequest.topics")?,
            )?;
        }
        if v >= 4 {
            w.bool(self.allow_auto_topic_creation);
        } else {
            lacking(
                self.allow_auto_topic_creation,
                "MetadataRequest.allow_auto_topic_creation",
                v,
            )?;
        }
        if (8..=10).contains(&v) {
            w.bool(self.include_cluster_authorized_operations);
        } else {
            lacking(
                !self.include_cluster_authorized_operations,
                "MetadataRequest.include_cluster_authorized_operations",
                v,
            )?;
        }
        if v >= 8 {
            w.bool(self.include_topic_authorized_operations);
        } else {
            lacking(
                !self.include_topic_authorized_operations,
                "MetadataRequest.include_topic_authorized_operations",
                v,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `MetadataRequestTopic` of `MetadataRequest`, versions 0-13.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetadataRequestTopic {
    /// Versions 10+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+, nullable in 10+.
    pub name: Option<Str>,
}

impl Default for MetadataRequestTopic {
    fn default() -> Self {
        Self {
            topic_id: Uuid::ZERO,
            name: Some(Str::default()),
        }
    }
}

impl Part for MetadataRequestTopic {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 9;
        let it = Self {
            topic_id: if v >= 10 { r.uuid()? } else { Uuid::ZERO },
            name: if v >= 10 {
                r.opt_string(flexible)?
            } else {
                Some(r.string(flexible)?)
            },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 9;
        if v >= 10 {
            w.uuid(self.topic_id);
        }
        if v >= 10 {
            w.opt_string(flexible, self.name.as_ref())?;
        } else {
            w.string(
                flexible,
                required(self.name.as_ref(), "MetadataRequestTopic.name")?,
            )?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for MetadataRequest {
    const NAME: &'static str = "MetadataRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 13;
    const FLEXIBLE_FROM: Option<i16> = Some(9);
}

impl Request for MetadataRequest {
    const API_KEY: i16 = 3;
    type Response = super::metadata_response::MetadataResponse;
}
