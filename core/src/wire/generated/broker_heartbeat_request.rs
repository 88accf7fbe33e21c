//! `BrokerHeartbeatRequest`, api key 63, versions 0-2, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::message::lacking;
use crate::wire::{Message, Part, Reader, Request, Uuid, WireError, Writer};

/// `BrokerHeartbeatRequest`, api key 63, versions 0-2, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerHeartbeatRequest {
    /// Versions 0+.
    pub broker_id: i32,
    /// Versions 0+, default -1.
    pub broker_epoch: i64,
    /// Versions 0+.
    pub current_metadata_offset: i64,
    /// Versions 0+.
    pub want_fence: bool,
    /// Versions 0+.
    pub want_shut_down: bool,
    /// Versions 1+, tag 0.
    pub offline_log_dirs: Vec<Uuid>,
    /// Versions 2+, nullable, tag 1, default null.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
    /// Versions 0+, tag 9001. Highwater's own.
    pub offline_logs: Vec<OfflineTopic>,
}

impl Default for BrokerHeartbeatRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            current_metadata_offset: 0,
            want_fence: false,
            want_shut_down: false,
            offline_log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            offline_logs: Vec::new(),
        }
    }
}

impl Part for BrokerHeartbeatRequest {
    const LEAST: usize = 23;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            broker_id: r.i32()?,
            broker_epoch: r.i64()?,
            current_metadata_offset: r.i64()?,
            want_fence: r.bool()?,
            want_shut_down: r.bool()?,
            offline_log_dirs: Vec::new(),
            cordoned_log_dirs: None,
            offline_logs: Vec::new(),
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 if v >= 1 => it.offline_log_dirs = r.array(true, v)?,
                1 if v >= 2 => it.cordoned_log_dirs = r.opt_array(true, v)?,
                9001 => it.offline_logs = r.array(true, v)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.broker_id);
        w.i64(self.broker_epoch);
        w.i64(self.current_metadata_offset);
        w.bool(self.want_fence);
        w.bool(self.want_shut_down);
        if v < 1 {
            lacking(
                self.offline_log_dirs.is_empty(),
                "BrokerHeartbeatRequest.offline_log_dirs",
                v,
            )?;
        }
        if v < 2 {
            lacking(
                self.cordoned_log_dirs.is_none(),
                "BrokerHeartbeatRequest.cordoned_log_dirs",
                v,
            )?;
        }
        let tags = w.open_tags();
        if v >= 1 && !self.offline_log_dirs.is_empty() {
            let tag = w.open_tag(&tags, 0);
            w.array(true, v, &self.offline_log_dirs)?;
            w.close_tag(tag)?;
        }
        if v >= 2 && self.cordoned_log_dirs.is_some() {
            let tag = w.open_tag(&tags, 1);
            w.opt_array(true, v, self.cordoned_log_dirs.as_deref())?;
            w.close_tag(tag)?;
        }
        if !self.offline_logs.is_empty() {
            let tag = w.open_tag(&tags, 9001);
            w.array(true, v, &self.offline_logs)?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `OfflineTopic` of `BrokerHeartbeatRequest`, versions 0-2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OfflineTopic {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for OfflineTopic {
    const LEAST: usize = 18;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for BrokerHeartbeatRequest {
    const NAME: &'static str = "BrokerHeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for BrokerHeartbeatRequest {
    const API_KEY: i16 = 63;
    type Response = super::broker_heartbeat_response::BrokerHeartbeatResponse;
}
