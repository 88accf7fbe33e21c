//! The groups and offsets of one partition of the offsets topic.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use bytes::Bytes;

use super::classic::{Classic, Phase, sync_refused};
use super::offsets::Committed;
use super::records::{self, Entry};
use super::{Awaiting, Effects};
use crate::api::{Client, Response};
use crate::error::ErrorCode;
use crate::ids::{Epoch, LogId};
use crate::mutant::{self, Mutant};
use crate::records::read::Record;
use crate::time::TimerId;
use crate::wire::generated::leave_group_response::MemberResponse;
use crate::wire::generated::{
    HeartbeatRequest, HeartbeatResponse, LeaveGroupRequest, LeaveGroupResponse,
    OffsetCommitRequest, SyncGroupRequest,
};
use crate::wire::{Str, Uuid};

/// What an operator decides about groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GroupLimits {
    /// `group.initial.rebalance.delay.ms`.
    pub(crate) initial_delay: Duration,
    /// `group.min.session.timeout.ms` and `group.max.session.timeout.ms`.
    pub(crate) session_ms: (i32, i32),
}

/// The state of a coordinator: what its partition's records say, and what its members wait for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    /// The partition.
    pub log: LogId,
    /// The epoch under which this broker leads it.
    pub epoch: Epoch,
    /// Reading the log back; nothing is answered before that is done.
    pub(crate) loading: Option<super::Loading>,
    /// Groups by id.
    pub groups: BTreeMap<Str, Classic>,
    /// Offsets by group, then by topic and partition.
    pub offsets: BTreeMap<Str, BTreeMap<(Str, i32), Committed>>,
}

/// Who asks, and where the answer goes.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) awaiting: Awaiting,
    pub(crate) client: Client,
    /// An id, should the request need a new one.
    pub(crate) new_member: Str,
}

impl Shard {
    /// A coordinator that has to read its log back first.
    pub(crate) fn new(log: LogId, epoch: Epoch, loading: super::Loading) -> Self {
        Self {
            log,
            epoch,
            loading: Some(loading),
            groups: BTreeMap::new(),
            offsets: BTreeMap::new(),
        }
    }

    /// Applies a record that was read back.
    pub(super) fn replay(&mut self, record: &Record) {
        match records::read(record.key.as_ref(), record.value.as_ref()) {
            Some(Entry::Offset {
                group,
                topic,
                partition,
                value: Some(value),
            }) => {
                let offsets = self.offsets.entry(group).or_default();
                if !mutant::is(Mutant::CommitForgetsLater)
                    || !offsets.contains_key(&(topic.clone(), partition))
                {
                    offsets.insert((topic, partition), value);
                }
            }
            // A deletion of what is not known is no error: its creation may have been compacted away
            // (KAFKA-17306).
            Some(Entry::Offset {
                group,
                topic,
                partition,
                value: None,
            }) if !mutant::is(Mutant::GroupGoneIgnored) => {
                if let Some(offsets) = self.offsets.get_mut(&group) {
                    offsets.remove(&(topic, partition));
                    if offsets.is_empty() {
                        self.offsets.remove(&group);
                    }
                }
            }
            Some(Entry::Group { group, value: None }) if !mutant::is(Mutant::GroupGoneIgnored) => {
                self.groups.remove(&group);
            }
            Some(Entry::Group {
                group,
                value: Some(value),
            }) => {
                let protocol = value.protocol.clone().unwrap_or_default();
                let members = value
                    .members
                    .iter()
                    .map(|one| records::member(&protocol, one));
                let mut loaded = Classic::new(group.clone());
                loaded.members = members.map(|member| (member.id.clone(), member)).collect();
                loaded.generation = value.generation;
                loaded.protocol_type =
                    Some(value.protocol_type.detach()).filter(|name| !name.is_empty());
                loaded.protocol = value.protocol.as_ref().map(Str::detach);
                loaded.leader = value
                    .leader
                    .as_ref()
                    .map(Str::detach)
                    .filter(|id| !id.is_empty());
                loaded.phase = if loaded.members.is_empty() {
                    Phase::Empty
                } else {
                    Phase::Stable
                };
                self.groups.insert(group, loaded);
            }
            None | Some(Entry::Offset { .. } | Entry::Group { .. }) => {}
        }
    }

    /// The log is read back: members have a session's time to be heard of.
    pub(super) fn loaded(&mut self, fx: &mut Effects) {
        self.loading = None;
        for group in self.groups.values() {
            for id in group
                .members
                .keys()
                .filter(|_| !mutant::is(Mutant::NoSessionsAfterLoad))
            {
                group.arm_session(id, fx);
            }
        }
    }

    pub(crate) fn sync(&mut self, asked: &Asked, request: &SyncGroupRequest, fx: &mut Effects) {
        let id = asked.awaiting.id;
        let Some(group) = self.groups.get_mut(&request.group_id) else {
            fx.now.push((id, sync_refused(ErrorCode::UnknownMemberId)));
            return;
        };
        let member = request.member_id.detach();
        if let Err(code) = check_sync(group, &member, request) {
            fx.now.push((id, sync_refused(code)));
            return;
        }
        if group.phase == Phase::Stable {
            fx.committed.push((id, group.assigned(&member)));
            group.synced(&member, fx);
            group.arm_session(&member, fx);
            return;
        }
        group.await_sync(&member, asked.awaiting, fx);
        if group.leader.as_ref() == Some(&member) {
            let given =
                |one: &crate::wire::generated::sync_group_request::SyncGroupRequestAssignment| {
                    (
                        one.member_id.detach(),
                        Bytes::copy_from_slice(&one.assignment),
                    )
                };
            let assignments = request.assignments.iter().map(given).collect();
            group.assign(&assignments, fx);
        }
    }

    pub(crate) fn heartbeat(&self, asked: &Asked, request: &HeartbeatRequest, fx: &mut Effects) {
        let code = match self.groups.get(&request.group_id) {
            None => ErrorCode::UnknownMemberId,
            Some(group) => {
                let checked = group.check(&request.member_id, request.group_instance_id.as_ref());
                match checked {
                    Err(code) => code,
                    Ok(()) if request.generation_id != group.generation => {
                        ErrorCode::IllegalGeneration
                    }
                    Ok(()) => {
                        group.arm_session(&request.member_id.detach(), fx);
                        match group.phase {
                            Phase::Empty => ErrorCode::UnknownMemberId,
                            Phase::Preparing if mutant::is(Mutant::HeartbeatHidesRebalance) => {
                                ErrorCode::None
                            }
                            Phase::Preparing => ErrorCode::RebalanceInProgress,
                            Phase::Completing | Phase::Stable => ErrorCode::None,
                        }
                    }
                }
            }
        };
        let response = HeartbeatResponse {
            error_code: code.code(),
            ..HeartbeatResponse::default()
        };
        fx.now
            .push((asked.awaiting.id, Response::Heartbeat(response)));
    }

    pub(crate) fn leave(&mut self, asked: &Asked, request: &LeaveGroupRequest, fx: &mut Effects) {
        let mut response = LeaveGroupResponse::default();
        let Some(group) = self.groups.get_mut(&request.group_id) else {
            response.error_code = ErrorCode::UnknownMemberId.code();
            fx.now
                .push((asked.awaiting.id, Response::LeaveGroup(response)));
            return;
        };
        if asked.awaiting.version < 3 {
            response.error_code = leave_one(group, &request.member_id, None, fx).code();
        }
        for member in &request.members {
            let code = leave_one(
                group,
                &member.member_id,
                member.group_instance_id.as_ref(),
                fx,
            );
            response.members.push(MemberResponse {
                member_id: member.member_id.detach(),
                group_instance_id: member.group_instance_id.as_ref().map(Str::detach),
                error_code: code.code(),
                ..MemberResponse::default()
            });
        }
        fx.now
            .push((asked.awaiting.id, Response::LeaveGroup(response)));
    }

    /// Whether this commit is one of the group's members, or of an administrator of a group without members.
    pub(crate) fn may_commit(&self, request: &OffsetCommitRequest, fx: &mut Effects) -> ErrorCode {
        let generation = request.generation_id_or_member_epoch;
        let Some(group) = self.groups.get(&request.group_id) else {
            return if generation < 0 {
                ErrorCode::None
            } else {
                ErrorCode::IllegalGeneration
            };
        };
        if generation < 0 && group.phase == Phase::Empty {
            return ErrorCode::None;
        }
        if let Err(code) = group.check(&request.member_id, request.group_instance_id.as_ref())
            && !mutant::is(Mutant::CommitOfAnybody)
        {
            return code;
        }
        if generation != group.generation && !mutant::is(Mutant::CommitOfAnyGeneration) {
            return ErrorCode::IllegalGeneration;
        }
        group.arm_session(&request.member_id.detach(), fx);
        match group.phase {
            Phase::Completing => ErrorCode::RebalanceInProgress,
            Phase::Empty | Phase::Preparing | Phase::Stable => ErrorCode::None,
        }
    }

    /// Notes where the group is, in the log and here; false if that is too much for one batch, as in Kafka, and nothing is
    /// changed.
    pub(crate) fn commit(
        &mut self,
        group: &Str,
        offsets: Vec<((Str, i32), Committed)>,
        fx: &mut Effects,
    ) -> bool {
        let record = |((topic, partition), committed): &((Str, i32), Committed)| {
            records::offset(group, topic, *partition, committed, fx.wall)
        };
        let records: Vec<_> = offsets.iter().map(record).collect();
        if !fx.fits(&records) {
            return false;
        }
        fx.records.extend(records);
        if !offsets.is_empty() {
            let known = self.offsets.entry(group.clone()).or_default();
            known.extend(offsets);
        }
        true
    }

    /// Forgets where groups were in topics that are gone. Whoever leads the partition does so when a topic goes, and once it
    /// has read its log, for the one before may not have come to it.
    pub(crate) fn forget_topics(&mut self, is_gone: impl Fn(&Uuid) -> bool, fx: &mut Effects) {
        if mutant::is(Mutant::OffsetsOutliveTopics) {
            return;
        }
        for (group, offsets) in &mut self.offsets {
            offsets.retain(|(topic, partition), committed| {
                let gone = is_gone(&committed.topic_id);
                if gone {
                    fx.records
                        .push(records::offset_gone(group, topic, *partition, fx.wall));
                }
                !gone
            });
        }
        self.offsets.retain(|_, offsets| !offsets.is_empty());
    }

    /// Forgets a group without members, and where it was.
    pub(crate) fn delete(&mut self, name: &Str, fx: &mut Effects) -> ErrorCode {
        let known = self.groups.contains_key(name) || self.offsets.contains_key(name);
        if !known {
            return ErrorCode::GroupIdNotFound;
        }
        if self
            .groups
            .get(name)
            .is_some_and(|group| group.phase != Phase::Empty)
        {
            return ErrorCode::NonEmptyGroup;
        }
        let name = name.detach();
        for (topic, partition) in self.offsets.remove(&name).unwrap_or_default().into_keys() {
            fx.records
                .push(records::offset_gone(&name, &topic, partition, fx.wall));
        }
        if let Some(group) = self.groups.remove(&name) {
            fx.disarm.extend(
                group
                    .pending
                    .iter()
                    .map(|id| group.session_timer(fx.log, id)),
            );
            fx.records.push(records::group_gone(&name, fx.wall));
        }
        ErrorCode::None
    }

    /// A timer of a group.
    pub(crate) fn on_timer(&mut self, timer: &TimerId, fx: &mut Effects) {
        let (TimerId::Session { group, .. }
        | TimerId::Rebalance { group, .. }
        | TimerId::Sync { group, .. }) = timer
        else {
            return;
        };
        let Some(group) = self.groups.get_mut(group) else {
            return;
        };
        match timer {
            TimerId::Session { member, .. } => group.remove(member, fx),
            TimerId::Rebalance { .. } => group.on_rebalance_timer(fx),
            _ => group.on_sync_timer(fx),
        }
    }

    /// Every timer that the shard may have armed, for when it is dropped.
    pub(crate) fn timers(&self) -> Vec<TimerId> {
        let mut timers = Vec::new();
        for group in self.groups.values() {
            timers.push(group.rebalance_timer(self.log));
            timers.push(group.sync_timer(self.log));
            let ids = group.members.keys().chain(&group.pending);
            timers.extend(ids.map(|id| group.session_timer(self.log, id)));
        }
        timers
    }

    /// Requests that wait for their group, for when the shard is dropped.
    pub(crate) fn awaiting(&self) -> impl Iterator<Item = (Awaiting, bool, Str)> + '_ {
        let members = self
            .groups
            .values()
            .flat_map(|group| group.members.values());
        members.flat_map(|member| {
            let join = member
                .join
                .map(|awaiting| (awaiting, true, member.id.clone()));
            let sync = member
                .sync
                .map(|awaiting| (awaiting, false, member.id.clone()));
            join.into_iter().chain(sync)
        })
    }
}

fn check_sync(group: &Classic, member: &Str, request: &SyncGroupRequest) -> Result<(), ErrorCode> {
    group.check(member, request.group_instance_id.as_ref())?;
    if request.generation_id != group.generation {
        return Err(ErrorCode::IllegalGeneration);
    }
    let differs = |asked: &Option<Str>, is: &Option<Str>| asked.is_some() && asked != is;
    if differs(&request.protocol_type, &group.protocol_type)
        || differs(&request.protocol_name, &group.protocol)
    {
        return Err(ErrorCode::InconsistentGroupProtocol);
    }
    match group.phase {
        Phase::Empty => Err(ErrorCode::UnknownMemberId),
        Phase::Preparing => Err(ErrorCode::RebalanceInProgress),
        Phase::Completing | Phase::Stable => Ok(()),
    }
}

fn leave_one(
    group: &mut Classic,
    member: &Str,
    instance: Option<&Str>,
    fx: &mut Effects,
) -> ErrorCode {
    let id = match instance {
        // An administrator names a static member by its instance id alone.
        Some(instance) if member.is_empty() => match group.instance(instance) {
            Some(member) => member.id.clone(),
            None => return ErrorCode::UnknownMemberId,
        },
        Some(_) => match group.check(member, instance) {
            Ok(()) => member.detach(),
            Err(code) => return code,
        },
        None => member.detach(),
    };
    if !group.members.contains_key(&id) && !group.pending.contains(&id) {
        return ErrorCode::UnknownMemberId;
    }
    group.remove(&id, fx);
    ErrorCode::None
}
