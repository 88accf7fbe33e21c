//! The groups and offsets of one partition of the offsets topic.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use bytes::Bytes;

use super::classic::{Classic, Phase, join_refused, sync_refused};
use super::member::{Member, protocols};
use super::offsets::Committed;
use super::records::{self, Entry};
use super::{Awaiting, Effects};
use crate::api::{Client, Response};
use crate::error::ErrorCode;
use crate::ids::{Epoch, LogId};
use crate::records::read::Record;
use crate::time::TimerId;
use crate::wire::Str;
use crate::wire::generated::leave_group_response::MemberResponse;
use crate::wire::generated::{
    HeartbeatRequest, HeartbeatResponse, JoinGroupRequest, JoinGroupResponse, LeaveGroupRequest,
    LeaveGroupResponse, OffsetCommitRequest, SyncGroupRequest,
};

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
                self.offsets
                    .entry(group)
                    .or_default()
                    .insert((topic, partition), value);
            }
            // A deletion of what is not known is no error: its creation may have been compacted away
            // (KAFKA-17306).
            Some(Entry::Offset {
                group,
                topic,
                partition,
                value: None,
            }) => {
                if let Some(offsets) = self.offsets.get_mut(&group) {
                    offsets.remove(&(topic, partition));
                    if offsets.is_empty() {
                        self.offsets.remove(&group);
                    }
                }
            }
            Some(Entry::Group { group, value: None }) => {
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
            None => {}
        }
    }

    /// The log is read back: members have a session's time to be heard of.
    pub(super) fn loaded(&mut self, fx: &mut Effects) {
        self.loading = None;
        for group in self.groups.values() {
            for id in group.members.keys() {
                group.arm_session(id, fx);
            }
        }
    }

    pub(crate) fn join(
        &mut self,
        asked: &Asked,
        request: &JoinGroupRequest,
        limits: GroupLimits,
        fx: &mut Effects,
    ) {
        let Awaiting { id, version } = asked.awaiting;
        let refuse = |code, member: &Str| (id, join_refused(version, code, member.detach()));
        let (least, most) = limits.session_ms;
        if !(least..=most).contains(&request.session_timeout_ms) {
            fx.now
                .push(refuse(ErrorCode::InvalidSessionTimeout, &request.member_id));
            return;
        }
        let known = self.groups.contains_key(&request.group_id);
        if !known && !request.member_id.is_empty() {
            fx.now
                .push(refuse(ErrorCode::UnknownMemberId, &request.member_id));
            return;
        }
        let name = request.group_id.detach();
        let group = self
            .groups
            .entry(name.clone())
            .or_insert_with(|| Classic::new(name.clone()));
        let wanted = protocols(&request.protocols);
        if !group.is_compatible(&request.protocol_type, &wanted) {
            fx.now.push(refuse(
                ErrorCode::InconsistentGroupProtocol,
                &request.member_id,
            ));
            if !known {
                self.groups.remove(&name);
            }
            return;
        }
        let instance = request.group_instance_id.as_ref();
        if request.member_id.is_empty() {
            if let Some(current) = instance.and_then(|instance| group.instance(instance)) {
                let old = current.id.clone();
                replace(group, &old, asked, request, wanted, limits, fx);
            } else if version >= 4 && instance.is_none() {
                // KIP-394: the client joins with an id, so that one which gives up leaves no member behind.
                group.pending.insert(asked.new_member.clone());
                let session = Duration::from_millis(request.session_timeout_ms.max(0) as u64);
                fx.arm
                    .push((group.session_timer(fx.log, &asked.new_member), session));
                fx.now.push((
                    id,
                    join_refused(
                        version,
                        ErrorCode::MemberIdRequired,
                        asked.new_member.clone(),
                    ),
                ));
            } else {
                enter(
                    group,
                    asked.new_member.clone(),
                    asked,
                    request,
                    wanted,
                    limits,
                    fx,
                );
            }
            return;
        }
        let member = request.member_id.detach();
        if group.pending.remove(&member) {
            enter(group, member, asked, request, wanted, limits, fx);
            return;
        }
        if let Err(code) = group.check(&member, instance) {
            fx.now.push(refuse(code, &member));
            return;
        }
        rejoin(group, &member, asked, request, wanted, limits, fx);
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
        if let Err(code) = group.check(&request.member_id, request.group_instance_id.as_ref()) {
            return code;
        }
        if generation != group.generation {
            return ErrorCode::IllegalGeneration;
        }
        group.arm_session(&request.member_id.detach(), fx);
        match group.phase {
            Phase::Completing => ErrorCode::RebalanceInProgress,
            Phase::Empty | Phase::Preparing | Phase::Stable => ErrorCode::None,
        }
    }

    /// Notes where the group is, in the log and here.
    pub(crate) fn commit(
        &mut self,
        group: &Str,
        topic: &Str,
        partition: i32,
        committed: Committed,
        fx: &mut Effects,
    ) {
        fx.records.push(records::offset(
            group, topic, partition, &committed, fx.wall,
        ));
        self.offsets
            .entry(group.clone())
            .or_default()
            .insert((topic.clone(), partition), committed);
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
            TimerId::Sync { .. } => group.on_sync_timer(fx),
            TimerId::Park(_) => {}
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

/// A member that is new to the group.
fn enter(
    group: &mut Classic,
    id: Str,
    asked: &Asked,
    request: &JoinGroupRequest,
    protocols: Vec<(Str, Bytes)>,
    limits: GroupLimits,
    fx: &mut Effects,
) {
    if group.members.is_empty() {
        group.protocol_type = Some(request.protocol_type.detach());
    }
    group
        .members
        .insert(id.clone(), member(id.clone(), asked, request, protocols));
    group.await_join(&id, asked.awaiting, fx);
    if group.phase == Phase::Preparing {
        group.maybe_complete_join(fx);
    } else {
        group.prepare_rebalance(limits.initial_delay, fx);
    }
}

/// A member that joins again.
fn rejoin(
    group: &mut Classic,
    id: &Str,
    asked: &Asked,
    request: &JoinGroupRequest,
    protocols: Vec<(Str, Bytes)>,
    limits: GroupLimits,
    fx: &mut Effects,
) {
    let same = group
        .members
        .get(id)
        .is_some_and(|member| member.protocols == protocols);
    let is_leader = group.leader.as_ref() == Some(id);
    let settled = match group.phase {
        // It did not hear the answer to its join: it gets it once more.
        Phase::Completing => same,
        // The leader asks for a rebalance by joining; so does a member whose subscription changed.
        Phase::Stable => same && !is_leader,
        Phase::Empty | Phase::Preparing => false,
    };
    if settled {
        group.arm_session(id, fx);
        fx.now
            .push((asked.awaiting.id, group.joined(asked.awaiting.version, id)));
        return;
    }
    if let Some(old) = group.members.get_mut(id) {
        // Everything that a join says counts, timeouts and client id included.
        let (assignment, sync) = (old.assignment.clone(), old.sync);
        *old = Member {
            assignment,
            sync,
            ..member(id.clone(), asked, request, protocols)
        };
    }
    group.await_join(id, asked.awaiting, fx);
    if group.phase == Phase::Preparing {
        group.maybe_complete_join(fx);
    } else {
        group.prepare_rebalance(limits.initial_delay, fx);
    }
}

/// A static member came back as a new process: it takes the place, and the id, of the old one (KIP-345).
fn replace(
    group: &mut Classic,
    old: &Str,
    asked: &Asked,
    request: &JoinGroupRequest,
    protocols: Vec<(Str, Bytes)>,
    limits: GroupLimits,
    fx: &mut Effects,
) {
    let id = asked.new_member.clone();
    let Some(before) = group.members.remove(old) else {
        return;
    };
    fx.disarm.push(group.session_timer(fx.log, old));
    if let Some(awaiting) = before.join {
        fx.now.push((
            awaiting.id,
            join_refused(awaiting.version, ErrorCode::FencedInstanceId, old.clone()),
        ));
    }
    if let Some(awaiting) = before.sync {
        fx.now
            .push((awaiting.id, sync_refused(ErrorCode::FencedInstanceId)));
    }
    let old_leader = group.leader.clone();
    if group.leader.as_ref() == Some(old) {
        group.leader = Some(id.clone());
    }
    if group.unsynced.remove(old) {
        group.unsynced.insert(id.clone());
    }
    let protocol = group.protocol.clone().unwrap_or_default();
    let mut new = member(id.clone(), asked, request, protocols);
    new.assignment = before.assignment.clone();
    let unchanged =
        group.phase == Phase::Stable && new.metadata(&protocol) == before.metadata(&protocol);
    group.members.insert(id.clone(), new);
    if !unchanged {
        group.await_join(&id, asked.awaiting, fx);
        if group.phase == Phase::Preparing {
            group.maybe_complete_join(fx);
        } else {
            group.prepare_rebalance(limits.initial_delay, fx);
        }
        return;
    }
    group.arm_session(&id, fx);
    fx.records.push(records::group(&group.name, group, fx.wall));
    let is_leader = group.leader.as_ref() == Some(&id);
    // KIP-814: a returning leader is told of the members, and that it need not assign. One that does not know
    // this is named as a follower of the id that led before, for an assignment of its own would be unwanted.
    let skips = is_leader && asked.awaiting.version >= 9;
    let leader = if skips {
        group.leader.clone()
    } else {
        old_leader
    };
    fx.committed.push((
        asked.awaiting.id,
        Response::JoinGroup(JoinGroupResponse {
            generation_id: group.generation,
            protocol_type: group.protocol_type.clone(),
            protocol_name: group.protocol.clone(),
            leader: leader.unwrap_or_default(),
            skip_assignment: skips,
            member_id: id,
            members: if skips { group.described() } else { Vec::new() },
            ..JoinGroupResponse::default()
        }),
    ));
}

fn member(
    id: Str,
    asked: &Asked,
    request: &JoinGroupRequest,
    protocols: Vec<(Str, Bytes)>,
) -> Member {
    let millis = |ms: i32| Duration::from_millis(ms.max(0) as u64);
    // Version 0 has but one timeout.
    let rebalance_ms = if request.rebalance_timeout_ms < 0 {
        request.session_timeout_ms
    } else {
        request.rebalance_timeout_ms
    };
    Member {
        id,
        instance: request.group_instance_id.as_ref().map(Str::detach),
        client_id: asked.client.id.detach(),
        client_host: asked.client.host.clone(),
        session_timeout: millis(request.session_timeout_ms),
        rebalance_timeout: millis(rebalance_ms),
        protocols,
        assignment: Bytes::new(),
        join: None,
        sync: None,
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
