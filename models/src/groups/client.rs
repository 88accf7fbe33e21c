//! A member of a group, as its client sees it: it joins, asks for its share, works, and does what it is told.

use bytes::Bytes;
use highwater_core::api::{Body, Response};
use highwater_core::wire::Str;
use highwater_core::wire::generated::join_group_request::JoinGroupRequestProtocol;
use highwater_core::wire::generated::leave_group_request::MemberIdentity;
use highwater_core::wire::generated::offset_commit_request::{
    OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use highwater_core::wire::generated::sync_group_request::SyncGroupRequestAssignment;
use highwater_core::wire::generated::{
    HeartbeatRequest, JoinGroupRequest, LeaveGroupRequest, OffsetCommitRequest, SyncGroupRequest,
};
use highwater_core::{ConnId, ErrorCode, ReqId};

use super::{GROUP, PARTITIONS, TOPIC};

/// What a client is about to do, or waits for an answer to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Doing {
    /// It wants to join.
    Joining,
    /// It is in this generation, and has to ask what is its own. Whoever leads knows all members.
    Syncing(i32, Vec<Str>),
    /// It works on these partitions.
    Working(i32, Vec<u8>),
    /// It has left, and does not come back.
    Gone,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client {
    /// `group.instance.id` of a static member (KIP-345).
    pub(super) instance: Option<Str>,
    /// The id that the coordinator gave it; empty before.
    pub(super) id: Str,
    pub(super) doing: Doing,
    pub(super) conn: u64,
    /// It waits for an answer.
    pub(super) waits: bool,
    /// The answer was looked at when it was given.
    pub(super) seen: bool,
}

/// A request with its version.
pub(super) type Asks = (i16, Body);

impl Client {
    pub(super) fn new(conn: u64, instance: Option<Str>) -> Self {
        Self {
            instance,
            id: Str::default(),
            doing: Doing::Joining,
            conn,
            waits: false,
            seen: false,
        }
    }

    /// Under what its answer comes. It asks for one thing at a time.
    pub(super) fn request_id(&self) -> ReqId {
        ReqId {
            conn: ConnId(self.conn),
            seq: 0,
        }
    }

    /// Who has what: a static member is the same, whichever process it is.
    pub(super) fn owner(&self) -> Str {
        self.instance.clone().unwrap_or_else(|| self.id.clone())
    }

    /// What comes next. Whoever works says that it is alive.
    pub(super) fn next(&self) -> Option<Asks> {
        match &self.doing {
            Doing::Joining => Some((5, self.join())),
            Doing::Syncing(generation, members) => Some((3, self.sync(*generation, members))),
            Doing::Working(generation, _) => {
                let request = HeartbeatRequest {
                    group_id: GROUP,
                    generation_id: *generation,
                    member_id: self.id.clone(),
                    group_instance_id: self.instance.clone(),
                    ..HeartbeatRequest::default()
                };
                Some((3, Body::Heartbeat(request)))
            }
            Doing::Gone => None,
        }
    }

    fn join(&self) -> Body {
        let protocol = JoinGroupRequestProtocol {
            name: Str::from_static("range"),
            metadata: Bytes::from_static(b"t"),
            ..JoinGroupRequestProtocol::default()
        };
        Body::JoinGroup(JoinGroupRequest {
            group_id: GROUP,
            session_timeout_ms: 10_000,
            rebalance_timeout_ms: 10_000,
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            protocol_type: Str::from_static("consumer"),
            protocols: vec![protocol],
            ..JoinGroupRequest::default()
        })
    }

    /// Whoever leads gives out the partitions in turn.
    fn sync(&self, generation: i32, members: &[Str]) -> Body {
        let share = |(at, member): (usize, &Str)| {
            let own = (0..PARTITIONS).filter(|number| usize::from(*number) % members.len() == at);
            SyncGroupRequestAssignment {
                member_id: member.clone(),
                assignment: own.collect::<Vec<u8>>().into(),
                ..SyncGroupRequestAssignment::default()
            }
        };
        Body::SyncGroup(SyncGroupRequest {
            group_id: GROUP,
            generation_id: generation,
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            assignments: members.iter().enumerate().map(share).collect(),
            ..SyncGroupRequest::default()
        })
    }

    /// Commits where it is in all that it works on.
    pub(super) fn commit(&self) -> Option<Asks> {
        let Doing::Working(generation, own) = &self.doing else {
            return None;
        };
        let partition = |number: &u8| OffsetCommitRequestPartition {
            partition_index: (*number).into(),
            committed_offset: (*generation).into(),
            ..OffsetCommitRequestPartition::default()
        };
        let topic = OffsetCommitRequestTopic {
            name: TOPIC,
            partitions: own.iter().map(partition).collect(),
            ..OffsetCommitRequestTopic::default()
        };
        let request = OffsetCommitRequest {
            group_id: GROUP,
            generation_id_or_member_epoch: *generation,
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            topics: vec![topic],
            ..OffsetCommitRequest::default()
        };
        Some((7, Body::OffsetCommit(request)))
    }

    pub(super) fn leave(&self) -> Asks {
        let member = MemberIdentity {
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            ..MemberIdentity::default()
        };
        let request = LeaveGroupRequest {
            group_id: GROUP,
            members: vec![member],
            ..LeaveGroupRequest::default()
        };
        (3, Body::LeaveGroup(request))
    }

    /// Takes in an answer.
    pub(super) fn hear(&mut self, answer: Response) {
        self.waits = false;
        let code = match answer {
            Response::JoinGroup(answer) if answer.error_code == 0 => {
                self.id = answer.member_id.clone();
                let members = answer.members.iter().map(|member| member.member_id.clone());
                self.doing = Doing::Syncing(answer.generation_id, members.collect());
                return;
            }
            Response::JoinGroup(answer) => {
                if answer.error_code == ErrorCode::MemberIdRequired.code() {
                    self.id = answer.member_id;
                }
                answer.error_code
            }
            Response::SyncGroup(answer) => {
                if let (0, Doing::Syncing(generation, _)) = (answer.error_code, &self.doing) {
                    self.doing = Doing::Working(*generation, answer.assignment.to_vec());
                }
                answer.error_code
            }
            Response::Heartbeat(answer) => answer.error_code,
            Response::OffsetCommit(answer) => {
                let rows = answer.topics.iter().flat_map(|topic| &topic.partitions);
                rows.map(|row| row.error_code).max().unwrap_or(0)
            }
            _ => 0,
        };
        self.obey(code);
    }

    /// Does what a refusal asks for, as Kafka's clients do.
    fn obey(&mut self, code: i16) {
        let is = |other: ErrorCode| other.code() == code;
        if is(ErrorCode::UnknownMemberId) || is(ErrorCode::IllegalGeneration) {
            self.id = Str::default();
            self.doing = Doing::Joining;
        } else if is(ErrorCode::RebalanceInProgress) {
            self.doing = Doing::Joining;
        } else if is(ErrorCode::FencedInstanceId) {
            self.doing = Doing::Gone;
        }
    }
}
