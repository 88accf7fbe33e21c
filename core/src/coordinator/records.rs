//! What coordinators write, in Kafka's own formats, so that its tools can read the offsets topic.

use bytes::Bytes;

use super::classic::{Classic, Phase};
use super::member::Member;
use super::offsets::Committed;
use crate::records::build::NewRecord;
use crate::time::Wall;
use crate::wire::generated::group_metadata_value::MemberMetadata;
use crate::wire::generated::{
    GroupMetadataKey, GroupMetadataValue, OffsetCommitKey, OffsetCommitValue,
};
use crate::wire::{Message, Reader, Str, Writer};

/// Version of a group's value: the latest without tagged fields, which every Kafka reads.
const GROUP_VALUE: i16 = 3;

/// Version of an offset's value: the first that names the topic's id.
const OFFSET_VALUE: i16 = 4;

/// The kinds of keys: a key begins with its kind, which is its version in Kafka's words.
const OFFSET: i16 = 1;
const OLD_OFFSET: i16 = 0;
const GROUP: i16 = 2;

/// A record, read back.
pub(super) enum Entry {
    /// A committed offset, or `None` where it was deleted.
    Offset {
        group: Str,
        topic: Str,
        partition: i32,
        value: Option<Committed>,
    },
    /// A group, or `None` where it was deleted.
    Group {
        group: Str,
        value: Option<GroupMetadataValue>,
    },
}

pub(super) fn offset(
    group: &Str,
    topic: &Str,
    partition: i32,
    committed: &Committed,
    wall: Wall,
) -> NewRecord {
    let key = OffsetCommitKey {
        group: group.clone(),
        topic: topic.clone(),
        partition,
        ..OffsetCommitKey::default()
    };
    let value = OffsetCommitValue {
        offset: committed.offset,
        leader_epoch: committed.leader_epoch,
        metadata: committed.metadata.clone(),
        commit_timestamp: committed.timestamp,
        topic_id: committed.topic_id,
        ..OffsetCommitValue::default()
    };
    NewRecord {
        key: Some(bytes(OFFSET, &key, 0)),
        value: Some(bytes(OFFSET_VALUE, &value, OFFSET_VALUE)),
        timestamp: wall.0,
    }
}

pub(super) fn offset_gone(group: &Str, topic: &Str, partition: i32, wall: Wall) -> NewRecord {
    let key = OffsetCommitKey {
        group: group.clone(),
        topic: topic.clone(),
        partition,
        ..OffsetCommitKey::default()
    };
    NewRecord {
        key: Some(bytes(OFFSET, &key, 0)),
        value: None,
        timestamp: wall.0,
    }
}

pub(super) fn group(name: &Str, group: &Classic, wall: Wall) -> NewRecord {
    let protocol = group.protocol.clone();
    let members = group.members.values().map(|member| MemberMetadata {
        member_id: member.id.clone(),
        group_instance_id: member.instance.clone(),
        client_id: member.client_id.clone(),
        client_host: member.client_host.clone(),
        rebalance_timeout: member.rebalance_timeout.as_millis() as i32,
        session_timeout: member.session_timeout.as_millis() as i32,
        subscription: member.metadata(protocol.as_deref().unwrap_or("")),
        assignment: member.assignment.clone(),
        ..MemberMetadata::default()
    });
    let value = GroupMetadataValue {
        protocol_type: group.protocol_type.clone().unwrap_or_default(),
        generation: group.generation,
        protocol: if group.phase == Phase::Empty {
            None
        } else {
            protocol.clone()
        },
        leader: group.leader.clone(),
        current_state_timestamp: wall.0,
        members: members.collect(),
        ..GroupMetadataValue::default()
    };
    let key = GroupMetadataKey {
        group: name.clone(),
        ..GroupMetadataKey::default()
    };
    NewRecord {
        key: Some(bytes(GROUP, &key, 0)),
        value: Some(bytes(GROUP_VALUE, &value, GROUP_VALUE)),
        timestamp: wall.0,
    }
}

pub(super) fn group_gone(name: &Str, wall: Wall) -> NewRecord {
    let key = GroupMetadataKey {
        group: name.clone(),
        ..GroupMetadataKey::default()
    };
    NewRecord {
        key: Some(bytes(GROUP, &key, 0)),
        value: None,
        timestamp: wall.0,
    }
}

/// Reads a record back; `None` if it is of a kind that this coordinator has no use for, such as the members of
/// the newer group protocol.
pub(super) fn read(key: Option<&Bytes>, value: Option<&Bytes>) -> Option<Entry> {
    let (kind, mut r) = open(key?)?;
    match kind {
        OFFSET | OLD_OFFSET => {
            let key = OffsetCommitKey::decode(&mut r, 0).ok()?;
            let value = match value {
                None => None,
                Some(value) => {
                    let (version, mut r) = open(value)?;
                    let value = OffsetCommitValue::decode(&mut r, version).ok()?;
                    Some(Committed {
                        topic_id: value.topic_id,
                        offset: value.offset,
                        leader_epoch: value.leader_epoch,
                        metadata: value.metadata.detach(),
                        timestamp: value.commit_timestamp,
                    })
                }
            };
            let (group, topic) = (key.group.detach(), key.topic.detach());
            Some(Entry::Offset {
                group,
                topic,
                partition: key.partition,
                value,
            })
        }
        GROUP => {
            let key = GroupMetadataKey::decode(&mut r, 0).ok()?;
            let value = match value {
                None => None,
                Some(value) => {
                    let (version, mut r) = open(value)?;
                    Some(GroupMetadataValue::decode(&mut r, version).ok()?)
                }
            };
            Some(Entry::Group {
                group: key.group.detach(),
                value,
            })
        }
        _ => None,
    }
}

/// A member, as it was when its group was written.
pub(super) fn member(protocol: &Str, written: &MemberMetadata) -> Member {
    let millis = |ms: i32| core::time::Duration::from_millis(ms.max(0) as u64);
    Member {
        id: written.member_id.detach(),
        instance: written.group_instance_id.as_ref().map(Str::detach),
        client_id: written.client_id.detach(),
        client_host: written.client_host.detach(),
        session_timeout: millis(written.session_timeout),
        rebalance_timeout: millis(written.rebalance_timeout),
        protocols: alloc::vec![(
            protocol.detach(),
            Bytes::copy_from_slice(&written.subscription)
        )],
        assignment: Bytes::copy_from_slice(&written.assignment),
        join: None,
        sync: None,
    }
}

fn open(bytes: &Bytes) -> Option<(i16, Reader)> {
    let budget = bytes.len().saturating_mul(64).saturating_add(4096);
    let mut r = Reader::new(bytes.clone(), budget);
    let first = r.i16().ok()?;
    Some((first, r))
}

fn bytes<M: Message>(first: i16, message: &M, version: i16) -> Bytes {
    let mut w = Writer::new();
    w.i16(first);
    message
        .encode(&mut w, version)
        .expect("what a coordinator writes can be expressed");
    w.into_parts().0
}
