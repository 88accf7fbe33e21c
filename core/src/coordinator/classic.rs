//! The classic group protocol: members join, a leader assigns, all learn what is theirs. The transitions are
//! Kafka's: Empty, PreparingRebalance, CompletingRebalance, Stable.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::time::Duration;

use bytes::Bytes;

use super::member::Member;
use super::{Awaiting, Effects, records};
use crate::api::Response;
use crate::error::ErrorCode;
use crate::ids::LogId;
use crate::mutant::{self, Mutant};
use crate::time::TimerId;
use crate::wire::Str;
use crate::wire::generated::join_group_response::JoinGroupResponseMember;
use crate::wire::generated::{JoinGroupResponse, SyncGroupResponse};

/// How far a group is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// No members; it may have offsets.
    Empty,
    /// Waits for its members to join again.
    Preparing,
    /// Waits for the leader's assignment.
    Completing,
    /// Everyone knows what is theirs.
    Stable,
}

impl Phase {
    /// Kafka's name of the state.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "Empty",
            Self::Preparing => "PreparingRebalance",
            Self::Completing => "CompletingRebalance",
            Self::Stable => "Stable",
        }
    }
}

/// A group.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Classic {
    /// Its id.
    pub name: Str,
    /// How far it is.
    pub phase: Phase,
    /// Grows with every rebalance.
    pub generation: i32,
    /// `consumer`, `connect`, ...
    pub protocol_type: Option<Str>,
    /// The assignor that the members agreed on.
    pub protocol: Option<Str>,
    /// The member that assigns.
    pub leader: Option<Str>,
    /// Its members, by id.
    pub members: BTreeMap<Str, Member>,
    /// Ids that were given out to clients which have not joined with them yet (KIP-394).
    pub pending: BTreeSet<Str>,
    /// Members that have not asked for their assignment in this generation (KAFKA-12890).
    pub unsynced: BTreeSet<Str>,
    /// The first rebalance waits a while for more members (`group.initial.rebalance.delay.ms`).
    delayed: bool,
}

impl Classic {
    /// A group that nobody has joined.
    pub fn new(name: Str) -> Self {
        Self {
            name,
            phase: Phase::Empty,
            generation: 0,
            protocol_type: None,
            protocol: None,
            leader: None,
            members: BTreeMap::new(),
            pending: BTreeSet::new(),
            unsynced: BTreeSet::new(),
            delayed: false,
        }
    }

    /// The member with this `group.instance.id`.
    pub fn instance(&self, instance: &str) -> Option<&Member> {
        self.members
            .values()
            .find(|member| member.instance.as_deref() == Some(instance))
    }

    /// Whether `member` is one of the group, and not a process that another with the same instance id has
    /// replaced.
    pub(super) fn check(&self, member: &Str, instance: Option<&Str>) -> Result<(), ErrorCode> {
        if let Some(instance) = instance {
            return match self.instance(instance) {
                None => Err(ErrorCode::UnknownMemberId),
                Some(current)
                    if current.id != *member && !mutant::is(Mutant::StaticMemberNotFenced) =>
                {
                    Err(ErrorCode::FencedInstanceId)
                }
                Some(_) => Ok(()),
            };
        }
        if self.members.contains_key(member) {
            Ok(())
        } else {
            Err(ErrorCode::UnknownMemberId)
        }
    }

    /// Whether a member with these protocols can be one of the group.
    pub(super) fn is_compatible(&self, protocol_type: &Str, protocols: &[(Str, Bytes)]) -> bool {
        if protocols.is_empty() || protocol_type.is_empty() {
            return false;
        }
        if self.members.is_empty() {
            return true;
        }
        let common = self.common_protocols();
        self.protocol_type.as_ref() == Some(protocol_type)
            && protocols.iter().any(|(name, _)| common.contains(name))
    }

    /// Protocols that every member has.
    fn common_protocols(&self) -> BTreeSet<Str> {
        let mut members = self.members.values();
        let Some(first) = members.next() else {
            return BTreeSet::new();
        };
        let mut common: BTreeSet<Str> = first
            .protocols
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        for member in members {
            let names = member.protocol_names();
            common.retain(|name| names.contains(name.as_str()));
        }
        common
    }

    /// The protocol with the most votes among those that all members have.
    fn elect_protocol(&self) -> Option<Str> {
        let common = self.common_protocols();
        let mut votes: BTreeMap<&Str, usize> = BTreeMap::new();
        for choice in self
            .members
            .values()
            .filter_map(|member| member.vote(&common))
        {
            *votes.entry(choice).or_default() += 1;
        }
        let most = votes.values().copied().max()?;
        votes
            .into_iter()
            .find(|&(_, count)| count == most)
            .map(|(name, _)| name.clone())
    }

    /// Calls all members together again.
    pub(super) fn prepare_rebalance(&mut self, initial_delay: Duration, fx: &mut Effects) {
        if self.phase == Phase::Completing && !mutant::is(Mutant::SyncsForgotten) {
            self.answer_syncs(ErrorCode::RebalanceInProgress, fx);
        }
        fx.disarm.push(self.sync_timer(fx.log));
        self.unsynced.clear();
        self.delayed = self.phase == Phase::Empty && !initial_delay.is_zero();
        self.phase = Phase::Preparing;
        let wait = if self.delayed {
            initial_delay
        } else {
            self.rebalance_timeout()
        };
        fx.arm.push((self.rebalance_timer(fx.log), wait));
        self.maybe_complete_join(fx);
    }

    fn rebalance_timeout(&self) -> Duration {
        self.members
            .values()
            .map(|member| member.rebalance_timeout)
            .max()
            .unwrap_or_default()
    }

    /// Completes the join if all are here.
    pub(super) fn maybe_complete_join(&mut self, fx: &mut Effects) {
        let all =
            self.members.values().all(|member| member.join.is_some()) && self.pending.is_empty();
        if self.phase == Phase::Preparing && !self.delayed && all {
            self.complete_join(fx);
        }
    }

    /// The rebalance has waited long enough: who has not joined is out.
    pub(super) fn on_rebalance_timer(&mut self, fx: &mut Effects) {
        if self.phase == Phase::Preparing {
            self.delayed = false;
            self.complete_join(fx);
        }
    }

    fn complete_join(&mut self, fx: &mut Effects) {
        let gone: Vec<Str> = self
            .members
            .values()
            .filter(|member| {
                member.join.is_none()
                    && member.instance.is_none()
                    && !mutant::is(Mutant::DeadMemberKept)
            })
            .map(|member| member.id.clone())
            .collect();
        for id in gone {
            self.members.remove(&id);
            fx.disarm.push(self.session_timer(fx.log, &id));
        }
        let joined = |id: &Str| {
            self.members
                .get(id)
                .is_some_and(|member| member.join.is_some())
        };
        if !self.leader.as_ref().is_some_and(joined) {
            let next = self.members.values().find(|member| member.join.is_some());
            let next = next.map(|member| member.id.clone());
            if next.is_none() && !self.members.is_empty() {
                // Only static members are left, and none has come back yet: wait on.
                fx.arm
                    .push((self.rebalance_timer(fx.log), self.rebalance_timeout()));
                return;
            }
            self.leader = next;
        }
        fx.disarm.push(self.rebalance_timer(fx.log));
        if !mutant::is(Mutant::SameGeneration) || self.generation == 0 {
            self.generation += 1;
        }
        if self.members.is_empty() {
            self.phase = Phase::Empty;
            self.protocol = None;
            self.leader = None;
            fx.records.push(records::group(&self.name, self, fx.wall));
            return;
        }
        self.protocol = self.elect_protocol();
        self.phase = Phase::Completing;
        self.unsynced = self.members.keys().cloned().collect();
        fx.arm
            .push((self.sync_timer(fx.log), self.rebalance_timeout()));
        for id in self.members.keys().cloned().collect::<Vec<_>>() {
            self.arm_session(&id, fx);
            if let Some(awaiting) = self
                .members
                .get_mut(&id)
                .and_then(|member| member.join.take())
            {
                fx.now
                    .push((awaiting.id, self.joined(awaiting.version, &id)));
            }
        }
    }

    /// What a member is told when its join is done: the leader learns of all others.
    pub(super) fn joined(&self, version: i16, id: &Str) -> Response {
        let is_leader = self.leader.as_ref() == Some(id);
        Response::JoinGroup(JoinGroupResponse {
            generation_id: self.generation,
            protocol_type: self.protocol_type.clone(),
            protocol_name: self
                .protocol
                .clone()
                .or_else(|| (version < 7).then(Str::default)),
            leader: self.leader.clone().unwrap_or_default(),
            member_id: id.clone(),
            members: if is_leader {
                self.described()
            } else {
                Vec::new()
            },
            ..JoinGroupResponse::default()
        })
    }

    /// All members with their metadata, for the leader.
    pub(super) fn described(&self) -> Vec<JoinGroupResponseMember> {
        let protocol = self.protocol.as_deref().unwrap_or("");
        let members = self.members.values().map(|member| JoinGroupResponseMember {
            member_id: member.id.clone(),
            group_instance_id: member.instance.clone(),
            metadata: member.metadata(protocol),
            ..JoinGroupResponseMember::default()
        });
        members.collect()
    }

    /// The leader's assignment: the group is stable, and everyone who waits is told once it is committed.
    pub(super) fn assign(&mut self, assignments: &BTreeMap<Str, Bytes>, fx: &mut Effects) {
        for member in self.members.values_mut() {
            member.assignment = assignments.get(&member.id).cloned().unwrap_or_default();
        }
        let record = records::group(&self.name, self, fx.wall);
        if !fx.fits(core::slice::from_ref(&record)) {
            // As in Kafka: all are told, and called together again, for what they are told now is not written.
            for member in self.members.values_mut() {
                member.assignment = Bytes::new();
            }
            self.answer_syncs(ErrorCode::UnknownServerError, fx);
            return self.prepare_rebalance(Duration::ZERO, fx);
        }
        self.phase = Phase::Stable;
        fx.records.push(record);
        for id in self.members.keys().cloned().collect::<Vec<_>>() {
            if let Some(awaiting) = self
                .members
                .get_mut(&id)
                .and_then(|member| member.sync.take())
            {
                let tell = if mutant::is(Mutant::SyncBeforeCommit) {
                    &mut fx.now
                } else {
                    &mut fx.committed
                };
                tell.push((awaiting.id, self.assigned(&id)));
                self.arm_session(&id, fx);
            }
        }
    }

    /// What a member is told of its assignment.
    pub(super) fn assigned(&self, id: &Str) -> Response {
        Response::SyncGroup(SyncGroupResponse {
            protocol_type: self.protocol_type.clone(),
            protocol_name: self.protocol.clone(),
            assignment: self
                .members
                .get(id)
                .map(|member| member.assignment.clone())
                .unwrap_or_default(),
            ..SyncGroupResponse::default()
        })
    }

    /// A member has asked for its assignment.
    pub(super) fn synced(&mut self, id: &Str, fx: &mut Effects) {
        self.unsynced.remove(id);
        if self.unsynced.is_empty() {
            fx.disarm.push(self.sync_timer(fx.log));
        }
    }

    fn answer_syncs(&mut self, code: ErrorCode, fx: &mut Effects) {
        for id in self.members.keys().cloned().collect::<Vec<_>>() {
            if let Some(awaiting) = self
                .members
                .get_mut(&id)
                .and_then(|member| member.sync.take())
            {
                fx.now.push((awaiting.id, sync_refused(code)));
                self.arm_session(&id, fx);
            }
        }
    }

    /// A member's sync waits for the leader's; its session does not run meanwhile.
    pub(super) fn await_sync(&mut self, id: &Str, awaiting: Awaiting, fx: &mut Effects) {
        self.synced(id, fx);
        fx.disarm.push(self.session_timer(fx.log, id));
        let member = self.members.get_mut(id);
        if let Some(before) = member.and_then(|member| member.sync.replace(awaiting)) {
            // Its client may still listen, on a connection where nothing overtakes an answer that never comes.
            fx.now
                .push((before.id, sync_refused(ErrorCode::RebalanceInProgress)));
        }
    }

    /// Takes a member out, and rebalances if that matters.
    pub(super) fn remove(&mut self, id: &Str, fx: &mut Effects) {
        fx.disarm.push(self.session_timer(fx.log, id));
        if self.pending.remove(id) {
            self.maybe_complete_join(fx);
            return;
        }
        let Some(member) = self.members.remove(id) else {
            return;
        };
        let refused = ErrorCode::UnknownMemberId;
        if let Some(awaiting) = member.join {
            fx.now.push((
                awaiting.id,
                join_refused(awaiting.version, refused, id.clone()),
            ));
        }
        if let Some(awaiting) = member.sync {
            fx.now.push((awaiting.id, sync_refused(refused)));
        }
        self.unsynced.remove(id);
        match self.phase {
            Phase::Stable | Phase::Completing => self.prepare_rebalance(Duration::ZERO, fx),
            Phase::Preparing => self.maybe_complete_join(fx),
            Phase::Empty => {}
        }
    }

    /// Members that never asked for their assignment are out.
    pub(super) fn on_sync_timer(&mut self, fx: &mut Effects) {
        for id in core::mem::take(&mut self.unsynced) {
            self.remove(&id, fx);
        }
    }

    /// A member was heard of.
    pub(super) fn arm_session(&self, id: &Str, fx: &mut Effects) {
        if let Some(member) = self.members.get(id)
            && !mutant::is(Mutant::SessionOfMemberNeverEnds)
        {
            fx.arm
                .push((self.session_timer(fx.log, id), member.session_timeout));
        }
    }

    /// A member's join waits for the others, who are called together unless they are already; its session does
    /// not run meanwhile.
    pub(super) fn gather(
        &mut self,
        id: &Str,
        awaiting: Awaiting,
        initial_delay: Duration,
        fx: &mut Effects,
    ) {
        fx.disarm.push(self.session_timer(fx.log, id));
        let member = self.members.get_mut(id);
        if let Some(before) = member.and_then(|member| member.join.replace(awaiting)) {
            // The client gave up on it, or sent two at once: no request is left unanswered.
            let code = ErrorCode::RebalanceInProgress;
            fx.now
                .push((before.id, join_refused(before.version, code, id.clone())));
        }
        if self.phase == Phase::Preparing {
            self.maybe_complete_join(fx);
        } else {
            self.prepare_rebalance(initial_delay, fx);
        }
    }

    pub(super) fn session_timer(&self, log: LogId, member: &Str) -> TimerId {
        TimerId::Session {
            log,
            group: self.name.clone(),
            member: member.clone(),
        }
    }

    pub(super) fn rebalance_timer(&self, log: LogId) -> TimerId {
        TimerId::Rebalance {
            log,
            group: self.name.clone(),
        }
    }

    pub(super) fn sync_timer(&self, log: LogId) -> TimerId {
        TimerId::Sync {
            log,
            group: self.name.clone(),
        }
    }
}

/// A join that is refused.
pub(crate) fn join_refused(version: i16, code: ErrorCode, member_id: Str) -> Response {
    Response::JoinGroup(JoinGroupResponse {
        error_code: code.code(),
        member_id,
        protocol_name: (version < 7).then(Str::default),
        ..JoinGroupResponse::default()
    })
}

/// A sync that is refused.
pub(crate) fn sync_refused(code: ErrorCode) -> Response {
    Response::SyncGroup(SyncGroupResponse {
        error_code: code.code(),
        ..SyncGroupResponse::default()
    })
}
