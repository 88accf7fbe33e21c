//! Joining a group: as a new member, again, or as the next process of a static member.

use alloc::vec::Vec;
use core::time::Duration;

use bytes::Bytes;

use super::classic::{Classic, Phase, join_refused, sync_refused};
use super::member::{Member, protocols};
use super::shard::{Asked, GroupLimits};
use super::{Awaiting, Effects, Shard, records};
use crate::api::Response;
use crate::error::ErrorCode;
use crate::wire::Str;
use crate::wire::generated::{JoinGroupRequest, JoinGroupResponse};

impl Shard {
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
    group.gather(&id, asked.awaiting, limits.initial_delay, fx);
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
        let (assignment, join, sync) = (old.assignment.clone(), old.join, old.sync);
        *old = Member {
            assignment,
            join,
            sync,
            ..member(id.clone(), asked, request, protocols)
        };
    }
    group.gather(id, asked.awaiting, limits.initial_delay, fx);
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
        group.gather(&id, asked.awaiting, limits.initial_delay, fx);
        return;
    }
    let record = records::group(&group.name, group, fx.wall);
    if !fx.fits(core::slice::from_ref(&record)) {
        group.gather(&id, asked.awaiting, limits.initial_delay, fx);
        return;
    }
    group.arm_session(&id, fx);
    fx.records.push(record);
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
