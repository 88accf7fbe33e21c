//! What a member of a group asks its coordinator. Where two results are nested, the outer error is the connection's
//! and the inner one the broker's.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use highwater_core::wire::generated::join_group_request::JoinGroupRequestProtocol;
use highwater_core::wire::generated::leave_group_request::MemberIdentity;
use highwater_core::wire::generated::offset_commit_request::{
    OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use highwater_core::wire::generated::offset_fetch_request::{
    OffsetFetchRequestGroup, OffsetFetchRequestTopic, OffsetFetchRequestTopics,
};
use highwater_core::wire::generated::sync_group_request::SyncGroupRequestAssignment;
use highwater_core::wire::generated::{
    FindCoordinatorRequest, HeartbeatRequest, JoinGroupRequest, JoinGroupResponse,
    LeaveGroupRequest, OffsetCommitRequest, OffsetCommitResponse, OffsetFetchRequest,
    OffsetFetchResponse, SyncGroupRequest, SyncGroupResponse,
};
use highwater_core::wire::{Str, Uuid};
use highwater_core::{ErrorCode, Offset};

use super::Client;
use crate::world::TOPIC;

/// A broker's answer, or its error code.
pub(crate) type Told<T> = io::Result<Result<T, i16>>;

/// The one protocol type of consumers.
const PROTOCOL_TYPE: &str = "consumer";

/// A member as its coordinator knows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Membership {
    pub(crate) group: Str,
    /// Empty until the coordinator has given one.
    pub(crate) id: Str,
    pub(crate) instance: Option<Str>,
    pub(crate) generation: i32,
    pub(crate) session_ms: i32,
    pub(crate) rebalance_ms: i32,
}

fn told<T>(code: i16, value: T) -> Result<T, i16> {
    if code == ErrorCode::None.code() {
        Ok(value)
    } else {
        Err(code)
    }
}

impl Client {
    /// Whether every request of a member's can name its `group.instance.id` (KIP-345).
    pub(crate) fn may_be_static(&self) -> bool {
        self.version::<JoinGroupRequest>() >= 5
            && self.version::<SyncGroupRequest>() >= 3
            && self.version::<HeartbeatRequest>() >= 3
            && self.version::<LeaveGroupRequest>() >= 3
            && self.version::<OffsetCommitRequest>() >= 7
    }

    /// Finds the coordinator of a group, and goes there from now on.
    pub(crate) async fn find_coordinator(&mut self, group: &Str) -> Told<()> {
        self.ask_another();
        let anyone = self.anyone.clone();
        self.reach(&anyone).await?;
        let many = self.version::<FindCoordinatorRequest>() >= 4;
        let request = FindCoordinatorRequest {
            key: if many { "".into() } else { group.clone() },
            key_type: 0,
            coordinator_keys: if many { vec![group.clone()] } else { vec![] },
        };
        let response = self.call(&request).await?;
        let (code, host, port) = match response.coordinators.first() {
            Some(row) if many => (row.error_code, &row.host, row.port),
            _ => (response.error_code, &response.host, response.port),
        };
        let address = format!("{host}:{port}");
        if code == ErrorCode::None.code() {
            self.coordinator = Some(address);
        }
        Ok(told(code, ()))
    }

    /// The coordinator that was found. Whoever has found none asks anyone, and is sent away.
    pub(crate) fn coordinator(&self) -> String {
        self.coordinator.as_ref().unwrap_or(&self.anyone).clone()
    }

    /// Connects to the coordinator, for a request whose form depends on the version.
    async fn reach_coordinator(&mut self) -> io::Result<()> {
        let address = self.coordinator();
        self.reach(&address).await
    }

    async fn ask_coordinator<R: highwater_core::wire::Request>(
        &mut self,
        request: &R,
    ) -> io::Result<R::Response> {
        let address = self.coordinator();
        self.call_at(&address, request).await
    }

    /// Joins. The answer may take as long as a rebalance does.
    pub(crate) async fn join_group(
        &mut self,
        me: &Membership,
        protocol: JoinGroupRequestProtocol,
    ) -> io::Result<JoinGroupResponse> {
        let request = JoinGroupRequest {
            group_id: me.group.clone(),
            session_timeout_ms: me.session_ms,
            rebalance_timeout_ms: me.rebalance_ms,
            member_id: me.id.clone(),
            group_instance_id: me.instance.clone(),
            protocol_type: PROTOCOL_TYPE.into(),
            protocols: vec![protocol],
            ..JoinGroupRequest::default()
        };
        self.patient(me, &request).await
    }

    /// Asks for the assignment; a leader brings all of them.
    pub(crate) async fn sync_group(
        &mut self,
        me: &Membership,
        assignments: Vec<SyncGroupRequestAssignment>,
    ) -> io::Result<SyncGroupResponse> {
        let request = SyncGroupRequest {
            group_id: me.group.clone(),
            generation_id: me.generation,
            member_id: me.id.clone(),
            group_instance_id: me.instance.clone(),
            assignments,
            ..SyncGroupRequest::default()
        };
        self.patient(me, &request).await
    }

    /// Calls with as much patience as a rebalance needs.
    async fn patient<R: highwater_core::wire::Request>(
        &mut self,
        me: &Membership,
        request: &R,
    ) -> io::Result<R::Response> {
        let usual = self.limit;
        self.limit = usual.max(Duration::from_millis(me.rebalance_ms as u64 + 5_000));
        let answer = self.ask_coordinator(request).await;
        self.limit = usual;
        answer
    }

    /// Says that the member is alive.
    pub(crate) async fn heartbeat(&mut self, me: &Membership) -> Told<()> {
        let request = HeartbeatRequest {
            group_id: me.group.clone(),
            generation_id: me.generation,
            member_id: me.id.clone(),
            group_instance_id: me.instance.clone(),
        };
        let response = self.ask_coordinator(&request).await?;
        Ok(told(response.error_code, ()))
    }

    /// Leaves in an orderly way.
    pub(crate) async fn leave_group(&mut self, me: &Membership) -> Told<()> {
        self.reach_coordinator().await?;
        let many = self.version::<LeaveGroupRequest>() >= 3;
        let identity = MemberIdentity {
            member_id: me.id.clone(),
            group_instance_id: me.instance.clone(),
            ..MemberIdentity::default()
        };
        let request = LeaveGroupRequest {
            group_id: me.group.clone(),
            member_id: if many { "".into() } else { me.id.clone() },
            members: if many { vec![identity] } else { vec![] },
        };
        let response = self.ask_coordinator(&request).await?;
        let row = response.members.first().map_or(0, |row| row.error_code);
        Ok(told(response.error_code, ()).and_then(|()| told(row, ())))
    }

    /// Commits where the group is, by partition.
    pub(crate) async fn commit(
        &mut self,
        me: &Membership,
        offsets: &BTreeMap<i32, Offset>,
    ) -> Told<()> {
        self.reach_coordinator().await?;
        self.know_topic().await?;
        let by_id = self.version::<OffsetCommitRequest>() >= 10;
        let partitions = offsets
            .iter()
            .map(|(&partition, &offset)| OffsetCommitRequestPartition {
                partition_index: partition,
                committed_offset: offset,
                committed_metadata: Some(note(offset)),
                ..OffsetCommitRequestPartition::default()
            });
        let request = OffsetCommitRequest {
            group_id: me.group.clone(),
            generation_id_or_member_epoch: me.generation,
            member_id: me.id.clone(),
            group_instance_id: me.instance.clone(),
            topics: vec![OffsetCommitRequestTopic {
                name: if by_id { "".into() } else { TOPIC.into() },
                topic_id: if by_id { self.topic() } else { Uuid::ZERO },
                partitions: partitions.collect(),
            }],
            ..OffsetCommitRequest::default()
        };
        let response: OffsetCommitResponse = self.ask_coordinator(&request).await?;
        let rows: Vec<_> = response
            .topics
            .iter()
            .flat_map(|topic| &topic.partitions)
            .collect();
        if rows.len() != offsets.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let refused = rows
            .iter()
            .map(|row| row.error_code)
            .find(|&code| code != ErrorCode::None.code());
        Ok(refused.map_or(Ok(()), Err))
    }

    /// Where a group is in each of `partitions`; -1 where it never committed.
    pub(crate) async fn committed(
        &mut self,
        group: &Str,
        partitions: &[i32],
    ) -> Told<BTreeMap<i32, Offset>> {
        self.reach_coordinator().await?;
        self.know_topic().await?;
        let version = self.version::<OffsetFetchRequest>();
        let request = if version >= 8 {
            let topic = OffsetFetchRequestTopics {
                name: if version >= 10 {
                    "".into()
                } else {
                    TOPIC.into()
                },
                topic_id: if version >= 10 {
                    self.topic()
                } else {
                    Uuid::ZERO
                },
                partition_indexes: partitions.to_vec(),
            };
            OffsetFetchRequest {
                groups: vec![OffsetFetchRequestGroup {
                    group_id: group.clone(),
                    topics: Some(vec![topic]),
                    ..OffsetFetchRequestGroup::default()
                }],
                topics: Some(vec![]),
                ..OffsetFetchRequest::default()
            }
        } else {
            let topic = OffsetFetchRequestTopic {
                name: TOPIC.into(),
                partition_indexes: partitions.to_vec(),
            };
            OffsetFetchRequest {
                group_id: group.clone(),
                topics: Some(vec![topic]),
                ..OffsetFetchRequest::default()
            }
        };
        let response = self.ask_coordinator(&request).await?;
        let (code, rows) = rows(&response);
        let torn = |row: &&Row| row.code == 0 && row.at >= 0 && row.noted != Some(note(row.at));
        if let Some(row) = rows.iter().find(torn) {
            let what = format!("{}: group {group}: {row:?}", self.name);
            self.world.violate("commit-torn", what);
        }
        let refused = rows.iter().map(|row| row.code);
        let code = [code].into_iter().chain(refused).find(|&code| code != 0);
        if let Some(code) = code {
            return Ok(Err(code));
        }
        let found: BTreeMap<i32, Offset> = rows.iter().map(|row| (row.partition, row.at)).collect();
        if found.len() != partitions.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(Ok(found))
    }
}

/// Where a group is in a partition, as it was told.
#[derive(Debug)]
struct Row {
    partition: i32,
    at: Offset,
    /// What the member that committed noted.
    noted: Option<Str>,
    code: i16,
}

/// What members note with an offset, to find it again with that and no other.
fn note(at: Offset) -> Str {
    Str::from(format!("at {at}"))
}

/// The group's error code, and its rows.
fn rows(response: &OffsetFetchResponse) -> (i16, Vec<Row>) {
    if let Some(group) = response.groups.first() {
        let rows = group.topics.iter().flat_map(|topic| &topic.partitions);
        let rows = rows.map(|row| Row {
            partition: row.partition_index,
            at: row.committed_offset,
            noted: row.metadata.clone(),
            code: row.error_code,
        });
        return (group.error_code, rows.collect());
    }
    let rows = response.topics.iter().flat_map(|topic| &topic.partitions);
    let rows = rows.map(|row| Row {
        partition: row.partition_index,
        at: row.committed_offset,
        noted: row.metadata.clone(),
        code: row.error_code,
    });
    (response.error_code, rows.collect())
}
