//! `OffsetFetchRequest`, api key 9, versions 1-10, flexible 6+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::{lacking, required};
use crate::wire::{Message, Part, Reader, Request, Str, Uuid, WireError, Writer};

/// `OffsetFetchRequest`, api key 9, versions 1-10, flexible 6+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetFetchRequest {
    /// Versions 0-7.
    pub group_id: Str,
    /// Versions 0-7, nullable in 2-7.
    pub topics: Option<Vec<OffsetFetchRequestTopic>>,
    /// Versions 8+.
    pub groups: Vec<OffsetFetchRequestGroup>,
    /// Versions 7+.
    pub require_stable: bool,
}

impl Default for OffsetFetchRequest {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            topics: Some(Vec::new()),
            groups: Vec::new(),
            require_stable: false,
        }
    }
}

impl Part for OffsetFetchRequest {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            group_id: if v <= 7 {
                r.string(flexible)?
            } else {
                Str::default()
            },
            topics: if v <= 7 {
                if v >= 2 {
                    r.opt_array(flexible, v)?
                } else {
                    Some(r.array(flexible, v)?)
                }
            } else {
                Some(Vec::new())
            },
            groups: if v >= 8 {
                r.array(flexible, v)?
            } else {
                Vec::new()
            },
            require_stable: if v >= 7 { r.bool()? } else { false },
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        if v <= 7 {
            w.string(flexible, &self.group_id)?;
        } else {
            lacking(self.group_id.is_empty(), "OffsetFetchRequest.group_id", v)?;
        }
        if v <= 7 {
            if v >= 2 {
                w.opt_array(flexible, v, self.topics.as_deref())?;
            } else {
                w.array(
                    flexible,
                    v,
                    required(self.topics.as_deref(), "OffsetFetchRequest.topics")?,
                )?;
            }
        } else {
            lacking(
                self.topics.as_ref().is_some_and(|x| x.is_empty()),
                "OffsetFetchRequest.topics",
                v,
            )?;
        }
        if v >= 8 {
            w.array(flexible, v, &self.groups)?;
        } else {
            lacking(self.groups.is_empty(), "OffsetFetchRequest.groups", v)?;
        }
        if v >= 7 {
            w.bool(self.require_stable);
        } else {
            lacking(!self.require_stable, "OffsetFetchRequest.require_stable", v)?;
        }
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetFetchRequestTopic` of `OffsetFetchRequest`, versions 1-7.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetFetchRequestTopic {
    /// Versions 0-7.
    pub name: Str,
    /// Versions 0-7.
    pub partition_indexes: Vec<i32>,
}

impl Part for OffsetFetchRequestTopic {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let flexible = v >= 6;
        let it = Self {
            name: r.string(flexible)?,
            partition_indexes: r.array(flexible, v)?,
        };
        if flexible {
            r.skip_tags()?;
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        let flexible = v >= 6;
        w.string(flexible, &self.name)?;
        w.array(flexible, v, &self.partition_indexes)?;
        if flexible {
            w.no_tags();
        }
        Ok(())
    }
}

/// `OffsetFetchRequestGroup` of `OffsetFetchRequest`, versions 8-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetFetchRequestGroup {
    /// Versions 8+.
    pub group_id: Str,
    /// Versions 9+, nullable, default null, ignorable.
    pub member_id: Option<Str>,
    /// Versions 9+, default -1, ignorable.
    pub member_epoch: i32,
    /// Versions 8+, nullable.
    pub topics: Option<Vec<OffsetFetchRequestTopics>>,
}

impl Default for OffsetFetchRequestGroup {
    fn default() -> Self {
        Self {
            group_id: Str::default(),
            member_id: None,
            member_epoch: -1,
            topics: Some(Vec::new()),
        }
    }
}

impl Part for OffsetFetchRequestGroup {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            group_id: r.string(true)?,
            member_id: if v >= 9 { r.opt_string(true)? } else { None },
            member_epoch: if v >= 9 { r.i32()? } else { -1 },
            topics: r.opt_array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.group_id)?;
        if v >= 9 {
            w.opt_string(true, self.member_id.as_ref())?;
        }
        if v >= 9 {
            w.i32(self.member_epoch);
        }
        w.opt_array(true, v, self.topics.as_deref())?;
        w.no_tags();
        Ok(())
    }
}

/// `OffsetFetchRequestTopics` of `OffsetFetchRequest`, versions 8-10.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffsetFetchRequestTopics {
    /// Versions 8-9, ignorable.
    pub name: Str,
    /// Versions 10+, ignorable.
    pub topic_id: Uuid,
    /// Versions 8+.
    pub partition_indexes: Vec<i32>,
}

impl Part for OffsetFetchRequestTopics {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            name: if v <= 9 {
                r.string(true)?
            } else {
                Str::default()
            },
            topic_id: if v >= 10 { r.uuid()? } else { Uuid::ZERO },
            partition_indexes: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        if v <= 9 {
            w.string(true, &self.name)?;
        }
        if v >= 10 {
            w.uuid(self.topic_id);
        }
        w.array(true, v, &self.partition_indexes)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for OffsetFetchRequest {
    const NAME: &'static str = "OffsetFetchRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 10;
    const FLEXIBLE_FROM: Option<i16> = Some(6);
}

impl Request for OffsetFetchRequest {
    const API_KEY: i16 = 9;
    type Response = super::offset_fetch_response::OffsetFetchResponse;
}
