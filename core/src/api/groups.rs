//! The group APIs: each finds its coordinator, lets it decide, or says why there is none.

use alloc::format;
use alloc::vec::Vec;

use crate::api::once::once;
use crate::api::{Client, Reply, Response};
use crate::coordinator::{Classic, Phase, join_refused, sync_refused};
use crate::error::ErrorCode;
use crate::ids::ReqId;
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::time::Now;
use crate::wire::Str;
use crate::wire::generated::delete_groups_response::DeletableGroupResult;
use crate::wire::generated::describe_groups_response::{DescribedGroup, DescribedGroupMember};
use crate::wire::generated::list_groups_response::ListedGroup;
use crate::wire::generated::{
    DeleteGroupsRequest, DeleteGroupsResponse, DescribeGroupsRequest, DescribeGroupsResponse,
    HeartbeatRequest, HeartbeatResponse, JoinGroupRequest, LeaveGroupRequest, LeaveGroupResponse,
    ListGroupsRequest, ListGroupsResponse, SyncGroupRequest,
};

impl Node {
    pub(crate) fn join_group(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: &JoinGroupRequest,
        out: &mut Outbox,
    ) {
        let mut asked = Self::asked(id, version, client);
        if request.member_id.is_empty() {
            asked.new_member = self.next_member_id(&asked.client);
        }
        let limits = self.group_limits();
        let decided = self.decide(now, &request.group_id, out, |shard, fx| {
            shard.join(&asked, request, limits, fx)
        });
        if let Err(code) = decided {
            let refused = join_refused(version, code, request.member_id.detach());
            out.push(Output::Reply(id, Reply::Body(refused)));
        }
    }

    pub(crate) fn sync_group(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: &SyncGroupRequest,
        out: &mut Outbox,
    ) {
        let asked = Self::asked(id, version, client);
        let decided = self.decide(now, &request.group_id, out, |shard, fx| {
            shard.sync(&asked, request, fx)
        });
        if let Err(code) = decided {
            out.push(Output::Reply(id, Reply::Body(sync_refused(code))));
        }
    }

    pub(crate) fn heartbeat(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: &HeartbeatRequest,
        out: &mut Outbox,
    ) {
        let asked = Self::asked(id, version, client);
        let decided = self.decide(now, &request.group_id, out, |shard, fx| {
            shard.heartbeat(&asked, request, fx)
        });
        if let Err(code) = decided {
            // A coordinator that is loading does not know its members yet: it asks them to go on (as Kafka does).
            let code = if code == ErrorCode::CoordinatorLoadInProgress {
                ErrorCode::None
            } else {
                code
            };
            let response = HeartbeatResponse {
                error_code: code.code(),
                ..HeartbeatResponse::default()
            };
            out.push(Output::Reply(
                id,
                Reply::Body(Response::Heartbeat(response)),
            ));
        }
    }

    pub(crate) fn leave_group(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: &LeaveGroupRequest,
        out: &mut Outbox,
    ) {
        let asked = Self::asked(id, version, client);
        let decided = self.decide(now, &request.group_id, out, |shard, fx| {
            shard.leave(&asked, request, fx)
        });
        if let Err(code) = decided {
            let response = LeaveGroupResponse {
                error_code: code.code(),
                ..LeaveGroupResponse::default()
            };
            out.push(Output::Reply(
                id,
                Reply::Body(Response::LeaveGroup(response)),
            ));
        }
    }

    pub(crate) fn list_groups(&self, request: &ListGroupsRequest) -> Response {
        let wanted = |filter: &[Str], value: &str| {
            filter.is_empty()
                || filter
                    .iter()
                    .any(|one| one.as_str().eq_ignore_ascii_case(value))
        };
        let mut groups = Vec::new();
        for shard in self.ready_coordinators() {
            for (name, group) in &shard.groups {
                let state = group.phase.name();
                if wanted(&request.states_filter, state) && wanted(&request.types_filter, "classic")
                {
                    groups.push(ListedGroup {
                        group_id: name.clone(),
                        protocol_type: group.protocol_type.clone().unwrap_or_default(),
                        group_state: Str::from_static(state),
                        group_type: Str::from_static("classic"),
                        ..ListedGroup::default()
                    });
                }
            }
            // A group that only ever committed offsets has no members to speak of.
            for name in shard
                .offsets
                .keys()
                .filter(|name| !shard.groups.contains_key(*name))
            {
                if wanted(&request.states_filter, "Empty")
                    && wanted(&request.types_filter, "classic")
                {
                    groups.push(ListedGroup {
                        group_id: name.clone(),
                        group_state: Str::from_static("Empty"),
                        group_type: Str::from_static("classic"),
                        ..ListedGroup::default()
                    });
                }
            }
        }
        Response::ListGroups(ListGroupsResponse {
            groups,
            ..ListGroupsResponse::default()
        })
    }

    pub(crate) fn describe_groups(
        &self,
        version: i16,
        request: &DescribeGroupsRequest,
    ) -> Response {
        let groups =
            once(&request.groups, |name| *name).map(|name| self.describe_group(version, name));
        Response::DescribeGroups(DescribeGroupsResponse {
            groups: groups.collect(),
            ..DescribeGroupsResponse::default()
        })
    }

    fn describe_group(&self, version: i16, name: &Str) -> DescribedGroup {
        let refused = |code: ErrorCode| DescribedGroup {
            error_code: code.code(),
            group_id: name.detach(),
            ..DescribedGroup::default()
        };
        let log = match self.coordinator(name) {
            Ok(log) => log,
            Err(code) => return refused(code),
        };
        let shard = &self.coordinators[&log];
        match shard.groups.get(name) {
            Some(group) => described(group),
            None if shard.offsets.contains_key(name) => DescribedGroup {
                group_id: name.detach(),
                group_state: Str::from_static("Empty"),
                ..DescribedGroup::default()
            },
            // KIP-1043: later versions tell a group that is not there from one that is empty.
            None if version >= 6 => DescribedGroup {
                error_message: Some(Str::from(format!("there is no group '{name}'"))),
                group_state: Str::from_static("Dead"),
                ..refused(ErrorCode::GroupIdNotFound)
            },
            None => DescribedGroup {
                group_state: Str::from_static("Dead"),
                ..refused(ErrorCode::None)
            },
        }
    }

    pub(crate) fn delete_groups(
        &mut self,
        now: Now,
        id: ReqId,
        request: &DeleteGroupsRequest,
        out: &mut Outbox,
    ) {
        let mut response = DeleteGroupsResponse::default();
        let mut logs = alloc::collections::BTreeSet::new();
        for name in once(&request.groups_names, |name| *name) {
            let mut code = ErrorCode::None;
            let decided = self.decide(now, name, out, |shard, fx| {
                code = shard.delete(name, fx);
                logs.insert(fx.log);
            });
            response.results.push(DeletableGroupResult {
                group_id: name.detach(),
                error_code: decided.map_or_else(ErrorCode::code, |()| code.code()),
                ..DeletableGroupResult::default()
            });
        }
        self.reply_committed(now, id, logs, Response::DeleteGroups(response), out);
    }
}

fn described(group: &Classic) -> DescribedGroup {
    let protocol = group.protocol.clone().unwrap_or_default();
    let settled = group.phase == Phase::Stable;
    let members = group.members.values().map(|member| DescribedGroupMember {
        member_id: member.id.clone(),
        group_instance_id: member.instance.clone(),
        client_id: member.client_id.clone(),
        client_host: member.client_host.clone(),
        member_metadata: if settled {
            member.metadata(&protocol)
        } else {
            bytes::Bytes::new()
        },
        member_assignment: if settled {
            member.assignment.clone()
        } else {
            bytes::Bytes::new()
        },
        ..DescribedGroupMember::default()
    });
    DescribedGroup {
        group_id: group.name.clone(),
        group_state: Str::from_static(group.phase.name()),
        protocol_type: group.protocol_type.clone().unwrap_or_default(),
        protocol_data: if settled {
            protocol.clone()
        } else {
            Str::default()
        },
        members: members.collect(),
        ..DescribedGroup::default()
    }
}
