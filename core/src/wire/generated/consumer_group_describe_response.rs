//! `ConsumerGroupDescribeResponse`, api key 69, versions 0-1, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Str, Uuid, WireError, Writer};

/// `ConsumerGroupDescribeResponse`, api key 69, versions 0-1, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConsumerGroupDescribeResponse {
    /// Versions 0+.
    pub throttle_time_ms: i32,
    /// Versions 0+.
    pub groups: Vec<DescribedGroup>,
}

impl Part for ConsumerGroupDescribeResponse {
    const LEAST: usize = 6;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            throttle_time_ms: r.i32()?,
            groups: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i32(self.throttle_time_ms);
        w.array(true, v, &self.groups)?;
        w.no_tags();
        Ok(())
    }
}

/// `DescribedGroup` of `ConsumerGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DescribedGroup {
    /// Versions 0+.
    pub error_code: i16,
    /// Versions 0+, nullable, default null.
    pub error_message: Option<Str>,
    /// Versions 0+.
    pub group_id: Str,
    /// Versions 0+.
    pub group_state: Str,
    /// Versions 0+.
    pub group_epoch: i32,
    /// Versions 0+.
    pub assignment_epoch: i32,
    /// Versions 0+.
    pub assignor_name: Str,
    /// Versions 0+.
    pub members: Vec<Member>,
    /// Versions 0+, default -2147483648.
    pub authorized_operations: i32,
}

impl Default for DescribedGroup {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: Str::default(),
            group_state: Str::default(),
            group_epoch: 0,
            assignment_epoch: 0,
            assignor_name: Str::default(),
            members: Vec::new(),
            authorized_operations: -2147483648,
        }
    }
}

impl Part for DescribedGroup {
    const LEAST: usize = 20;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            error_code: r.i16()?,
            error_message: r.opt_string(true)?,
            group_id: r.string(true)?,
            group_state: r.string(true)?,
            group_epoch: r.i32()?,
            assignment_epoch: r.i32()?,
            assignor_name: r.string(true)?,
            members: r.array(true, v)?,
            authorized_operations: r.i32()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.i16(self.error_code);
        w.opt_string(true, self.error_message.as_ref())?;
        w.string(true, &self.group_id)?;
        w.string(true, &self.group_state)?;
        w.i32(self.group_epoch);
        w.i32(self.assignment_epoch);
        w.string(true, &self.assignor_name)?;
        w.array(true, v, &self.members)?;
        w.i32(self.authorized_operations);
        w.no_tags();
        Ok(())
    }
}

/// `Member` of `ConsumerGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Versions 0+.
    pub member_id: Str,
    /// Versions 0+, nullable, default null.
    pub instance_id: Option<Str>,
    /// Versions 0+, nullable, default null.
    pub rack_id: Option<Str>,
    /// Versions 0+.
    pub member_epoch: i32,
    /// Versions 0+.
    pub client_id: Str,
    /// Versions 0+.
    pub client_host: Str,
    /// Versions 0+.
    pub subscribed_topic_names: Vec<Str>,
    /// Versions 0+, nullable, default null.
    pub subscribed_topic_regex: Option<Str>,
    /// Versions 0+.
    pub assignment: Assignment,
    /// Versions 0+.
    pub target_assignment: Assignment,
    /// Versions 1+, default -1, ignorable.
    pub member_type: i8,
}

impl Default for Member {
    fn default() -> Self {
        Self {
            member_id: Str::default(),
            instance_id: None,
            rack_id: None,
            member_epoch: 0,
            client_id: Str::default(),
            client_host: Str::default(),
            subscribed_topic_names: Vec::new(),
            subscribed_topic_regex: None,
            assignment: Assignment::default(),
            target_assignment: Assignment::default(),
            member_type: -1,
        }
    }
}

impl Part for Member {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            member_id: r.string(true)?,
            instance_id: r.opt_string(true)?,
            rack_id: r.opt_string(true)?,
            member_epoch: r.i32()?,
            client_id: r.string(true)?,
            client_host: r.string(true)?,
            subscribed_topic_names: r.strings(true)?,
            subscribed_topic_regex: r.opt_string(true)?,
            assignment: Assignment::read(r, v)?,
            target_assignment: Assignment::read(r, v)?,
            member_type: if v >= 1 { r.i8()? } else { -1 },
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.string(true, &self.member_id)?;
        w.opt_string(true, self.instance_id.as_ref())?;
        w.opt_string(true, self.rack_id.as_ref())?;
        w.i32(self.member_epoch);
        w.string(true, &self.client_id)?;
        w.string(true, &self.client_host)?;
        w.strings(true, &self.subscribed_topic_names)?;
        w.opt_string(true, self.subscribed_topic_regex.as_ref())?;
        self.assignment.write(w, v)?;
        self.target_assignment.write(w, v)?;
        if v >= 1 {
            w.i8(self.member_type);
        }
        w.no_tags();
        Ok(())
    }
}

/// `TopicPartitions` of `ConsumerGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TopicPartitions {
    /// Versions 0+.
    pub topic_id: Uuid,
    /// Versions 0+.
    pub topic_name: Str,
    /// Versions 0+.
    pub partitions: Vec<i32>,
}

impl Part for TopicPartitions {
    const LEAST: usize = 19;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_id: r.uuid()?,
            topic_name: r.string(true)?,
            partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.uuid(self.topic_id);
        w.string(true, &self.topic_name)?;
        w.array(true, v, &self.partitions)?;
        w.no_tags();
        Ok(())
    }
}

/// `Assignment` of `ConsumerGroupDescribeResponse`, versions 0-1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Assignment {
    /// Versions 0+.
    pub topic_partitions: Vec<TopicPartitions>,
}

impl Part for Assignment {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, v: i16) -> Result<Self, WireError> {
        let it = Self {
            topic_partitions: r.array(true, v)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, v: i16) -> Result<(), WireError> {
        w.array(true, v, &self.topic_partitions)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ConsumerGroupDescribeResponse {
    const NAME: &'static str = "ConsumerGroupDescribeResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
