//! `ConsumerGroupMemberMetadataValue`, coordinator record key 5, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ConsumerGroupMemberMetadataValue`, coordinator record key 5, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConsumerGroupMemberMetadataValue {
    /// Versions 0+, nullable.
    pub instance_id: Option<Str>,
    /// Versions 0+, nullable.
    pub rack_id: Option<Str>,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 0+.
    pub subscribed_topic_names: Vec<Str>,
    /// Versions 0+, nullable.
    pub subscribed_topic_regex: Option<Str>,
    /// Versions 0+, default -1.
    pub rebalance_timeout_ms: i32,
    /// Versions 0+, nullable.
    pub server_assignor: Option<Str>,
    /// Versions 0+, nullable, tag 0.
    pub classic_member_metadata: Option<ClassicMemberMetadata>,
}

impl Default for ConsumerGroupMemberMetadataValue {
    fn default() -> Self {
        Self {
            instance_id: Some(Str::default()),
            rack_id: Some(Str::default()),
            client_id: Str::default(),
            client_host: Str::default(),
            subscribed_topic_names: Vec::new(),
            subscribed_topic_regex: Some(Str::default()),
            rebalance_timeout_ms: -1,
            server_assignor: Some(Str::default()),
            classic_member_metadata: Some(ClassicMemberMetadata::default()),
        }
    }
}

impl Part for ConsumerGroupMemberMetadataValue {
    const LEAST: usize = 12;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let mut it = Self {
            instance_id: r.opt_string(true)?,
            rack_id: r.opt_string(true)?,
            client_id: r.string(true)?,
            client_host: r.string(true)?,
            subscribed_topic_names: r.strings(true)?,
            subscribed_topic_regex: r.opt_string(true)?,
            rebalance_timeout_ms: r.i32()?,
            server_assignor: r.opt_string(true)?,
            classic_member_metadata: Some(ClassicMemberMetadata::default()),
        };
        let mut tags = r.tags()?;
        while let Some(tag) = r.tag(&mut tags)? {
            match tag {
                0 => it.classic_member_metadata = r.opt_tagged_part(v)?,
                _ => r.skip_tag(),
            }
        }
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.opt_string(true, self.instance_id.as_ref())?;
        w.opt_string(true, self.rack_id.as_ref())?;
        w.string(true, &self.client_id)?;
        w.string(true, &self.client_host)?;
        w.strings(true, &self.subscribed_topic_names)?;
        w.opt_string(true, self.subscribed_topic_regex.as_ref())?;
        w.i32(self.rebalance_timeout_ms);
        w.opt_string(true, self.server_assignor.as_ref())?;
        let tags = w.open_tags();
        if !self
            .classic_member_metadata
            .as_ref()
            .is_some_and(|x| *x == ClassicMemberMetadata::default())
        {
            let tag = w.open_tag(&tags, 0);
            w.opt_tagged_part(v, self.classic_member_metadata.as_ref())?;
            w.close_tag(tag)?;
        }
        Ok(())
    }
}

/// `ClassicMemberMetadata` of `ConsumerGroupMemberMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClassicMemberMetadata {
    /// Versions 0+.
    pub session_timeout_ms: i32,
    /// Versions 0+.
    pub supported_protocols: Vec<ClassicProtocol>,
}

impl Part for ClassicMemberMetadata {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            session_timeout_ms: r.i32()?,
            supported_protocols: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.session_timeout_ms);
        w.array(true, v, &self.supported_protocols)?;
        w.no_tags();
        Ok(())
    }
}

/// `ClassicProtocol` of `ConsumerGroupMemberMetadataValue`, version 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClassicProtocol {
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub metadata: Bytes,
}

impl Part for ClassicProtocol {
    const LEAST: usize = 3;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            name: r.string(true)?,
            metadata: r.bytes(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.name)?;
        w.bytes(true, &self.metadata)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ConsumerGroupMemberMetadataValue {
    const NAME: &'static str = "ConsumerGroupMemberMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConsumerGroupMemberMetadataValue {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 5;
}
