//! `CreateTopicsRequest`, api key 19, versions 2-7, flexible 5+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `CreateTopicsRequest`, api key 19, versions 2-7, flexible 5+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreateTopicsRequest {
    /// Versions 0+.
    pub topics: Vec<CreatableTopic>,
    /// Versions 0+, default 60000.
    pub timeout_ms: i32,
    /// Versions 1+.
    pub validate_only: bool,
}

impl Default for CreateTopicsRequest {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            timeout_ms: 60000,
            validate_only: false,
        }
    }
}

impl Part for CreateTopicsRequest {
    const LEAST: usize = 7;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            topics: r.array(flexible, v)?,
            timeout_ms: r.i32()?,
            validate_only: r.bool()?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.array(flexible, v, &self.topics)?;
        w.i32(self.timeout_ms);
        w.bool(self.validate_only);
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatableTopic` of `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatableTopic {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+.
    pub num_partitions: i32,
    /// Versions 0+.
    pub replication_factor: i16,
    /// Versions 0+.
    pub assignments: Vec<CreatableReplicaAssignment>,
    /// Versions 0+.
    pub configs: Vec<CreatableTopicConfig>,
}

impl Part for CreatableTopic {
    const LEAST: usize = 10;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            name: r.string(flexible)?,
            num_partitions: r.i32()?,
            replication_factor: r.i16()?,
            assignments: r.array(flexible, v)?,
            configs: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.string(flexible, &self.name)?;
        w.i32(self.num_partitions);
        w.i16(self.replication_factor);
        w.array(flexible, v, &self.assignments)?;
        w.array(flexible, v, &self.configs)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatableReplicaAssignment` of `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreatableReplicaAssignment {
    /// Versions 0+, key of its array.
    pub partition_index: i32,
    /// Versions 0+.
    pub broker_ids: Vec<i32>,
}

impl Part for CreatableReplicaAssignment {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            partition_index: r.i32()?,
            broker_ids: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.i32(self.partition_index);
        w.array(flexible, v, &self.broker_ids)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatableTopicConfig` of `CreateTopicsRequest`, versions 2-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatableTopicConfig {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 0+, nullable.
    pub value: Option<Str>,
}

impl Default for CreatableTopicConfig {
    fn default() -> Self {
        Self {
            name: Str::default(),
            value: Some(Str::default()),
        }
    }
}

impl Part for CreatableTopicConfig {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            name: r.string(flexible)?,
            value: r.opt_string(flexible)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.string(flexible, &self.name)?;
        w.opt_string(flexible, self.value.as_ref())?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

impl Message for CreateTopicsRequest {
    const NAME: &'static str = "CreateTopicsRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 7;
    const FLEXIBLE_FROM: Option<i16> = Some(5);
}

impl Request for CreateTopicsRequest {
    const API_KEY: i16 = 19;
    type Response = super::create_topics_response::CreateTopicsResponse;
}
