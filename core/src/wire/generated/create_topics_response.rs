//! `CreateTopicsResponse`, api key 19, versions 2-7, flexible 5+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `CreateTopicsResponse`, api key 19, versions 2-7, flexible 5+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CreateTopicsResponse {
    /// Versions 2+, ignorable.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub topics: Vec<CreatableTopicResult>,
}

impl Part for CreateTopicsResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let it = Self {
            throttle_time_ms: r.i32()?,
            topics: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.i32(self.throttle_time_ms);
        w.array(flexible, v, &self.topics)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `CreatableTopicResult` of `CreateTopicsResponse`, versions 2-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatableTopicResult {
    /// Versions 0+, key of its array.
    pub name: Str,
    /// Versions 7+, ignorable.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 1+, nullable, ignorable.
    pub error_message: Option<Str>,
    /// Versions 5+, tag 0, ignorable.
    pub topic_config_error_code: i16,
    /// Versions 5+, default -1, ignorable.
    pub num_partitions: i32,
    /// Versions 5+, default -1, ignorable.
    pub replication_factor: i16,
    /// Versions 5+, nullable, ignorable.
    pub configs: Option<Vec<CreatableTopicConfigs>>,
}

impl Default for CreatableTopicResult {
    fn default() -> Self {
        Self {
            name: Str::default(),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: Some(Str::default()),
            topic_config_error_code: 0,
            num_partitions: -1,
            replication_factor: -1,
            configs: Some(Vec::new()),
        }
    }
}

impl Part for CreatableTopicResult {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 5;
        let mut it = Self {
            name: r.string(flexible)?,
            topic_id: if v >= 7 { r.uuid()? } else { Uuid::ZERO },
            error_code: r.i16()?,
            error_message: r.opt_string(flexible)?,
            topic_config_error_code: 0,
            num_partitions: if v >= 5 { r.i32()? } else { -1 },
            replication_factor: if v >= 5 { r.i16()? } else { -1 },
            configs: if v >= 5 {
                r.opt_array(flexible, v)?
            } else {
                Some(Vec::new())
            },
        };
        if flexible {
            let mut tags = r.tags()?;
            while let Some(tag) = r.tag(&mut tags)? {
                match tag {
                    0 => it.topic_config_error_code = r.i16()?,
                    _ => r.skip_tag(),
                }
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 5;
        w.string(flexible, &self.name)?;
        if v >= 7 {
            w.uuid(self.topic_id);
        }
        w.i16(self.error_code);
        w.opt_string(flexible, self.error_message.as_ref())?;
        if v >= 5 {
            w.i32(self.num_partitions);
        }
        if v >= 5 {
            w.i16(self.replication_factor);
        }
        if v >= 5 {
            w.opt_array(flexible, v, self.configs.as_deref())?;
        }
        if flexible {
            let tags = w.open_tags();
            if self.topic_config_error_code != 0 {
                let tag = w.open_tag(&tags, 0);
                w.i16(self.topic_config_error_code);
                w.close_tag(tag)?;
            }
        }
        Ok(())
    }
}

/// `CreatableTopicConfigs` of `CreateTopicsResponse`, versions 5-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatableTopicConfigs {
    /// Versions 5+.
    pub name: Str,
    /// Versions 5+, nullable.
    pub value: Option<Str>,
    /// Versions 5+.
    pub read_only: bool,
    /// Versions 5+, default -1, ignorable.
    pub config_source: i8,
    /// Versions 5+.
    pub is_sensitive: bool,
}

impl Default for CreatableTopicConfigs {
    fn default() -> Self {
        Self {
            name: Str::default(),
            value: Some(Str::default()),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
        }
    }
}

impl Part for CreatableTopicConfigs {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            value: r.opt_string(true)?,
            read_only: r.bool()?,
            config_source: r.i8()?,
            is_sensitive: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.opt_string(true, self.value.as_ref())?;
        w.bool(self.read_only);
        w.i8(self.config_source);
        w.bool(self.is_sensitive);
        w.no_tags();
        Ok(())
    }
}

impl Message for CreateTopicsResponse {
    const NAME: &'static str = "CreateTopicsResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 7;
    const FLEXIBLE_FROM: Option<i16> = Some(5);
}
