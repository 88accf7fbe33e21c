//! FindCoordinator: which broker answers for a group. The first to ask has the offsets topic created.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::api::{Body, Client, Reply, Request, Response};
use crate::coordinator::{OFFSETS_TOPIC, partition_of};
use crate::error::ErrorCode;
use crate::ids::ReqId;
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::Then;
use crate::time::Now;
use crate::wire::Str;
use crate::wire::generated::create_topics_request::{CreatableTopic, CreatableTopicConfig};
use crate::wire::generated::find_coordinator_response::Coordinator;
use crate::wire::generated::{FindCoordinatorRequest, FindCoordinatorResponse};

/// `key_type` of a group; 1 is a transaction's, 2 a share group's.
const GROUP: i8 = 0;

impl Node {
    pub(crate) fn find_coordinator(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: FindCoordinatorRequest,
        out: &mut Outbox,
    ) {
        let missing = !self.image.topics.contains_key(&OFFSETS_TOPIC);
        if request.key_type == GROUP && missing {
            return self.create_offsets_topic(now, id, version, client, &request, out);
        }
        let response = self.coordinators_of(version, client.listener, &request);
        out.push(Output::Reply(
            id,
            Reply::Body(Response::FindCoordinator(response)),
        ));
    }

    fn coordinators_of(
        &self,
        version: i16,
        listener: u16,
        request: &FindCoordinatorRequest,
    ) -> FindCoordinatorResponse {
        let mut response = FindCoordinatorResponse::default();
        if version >= 4 {
            let keys = request.coordinator_keys.iter();
            response.coordinators = keys
                .map(|key| self.coordinator_row(listener, request.key_type, key))
                .collect();
        } else {
            let row = self.coordinator_row(listener, request.key_type, &request.key);
            response.error_code = row.error_code;
            response.error_message = row.error_message;
            response.node_id = row.node_id;
            response.host = row.host;
            response.port = row.port;
        }
        response
    }

    fn coordinator_row(&self, listener: u16, key_type: i8, key: &Str) -> Coordinator {
        let refused = |code: ErrorCode, why: &'static str| Coordinator {
            key: key.detach(),
            node_id: -1,
            port: -1,
            error_code: code.code(),
            error_message: Some(Str::from_static(why)),
            ..Coordinator::default()
        };
        if key_type != GROUP {
            return refused(
                ErrorCode::CoordinatorNotAvailable,
                "only groups have coordinators here",
            );
        }
        if key.is_empty() {
            return refused(ErrorCode::InvalidGroupId, "a group's id cannot be empty");
        }
        let leader = self.image.topics.get(&OFFSETS_TOPIC).and_then(|topic| {
            let number = partition_of(key, topic.partitions.len());
            topic.partitions.get(number as usize)?.leader
        });
        match leader.and_then(|leader| Some((leader, self.endpoint(leader, listener)?))) {
            Some((id, at)) => Coordinator {
                key: key.detach(),
                node_id: id.0,
                host: at.host.clone(),
                port: i32::from(at.port),
                ..Coordinator::default()
            },
            None => refused(
                ErrorCode::CoordinatorNotAvailable,
                "the group's partition has no leader",
            ),
        }
    }

    /// Has the offsets topic created; the request goes on once it is there.
    fn create_offsets_topic(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: &FindCoordinatorRequest,
        out: &mut Outbox,
    ) {
        let setting = |name: &'static str, value: &'static str| CreatableTopicConfig {
            name: Str::from_static(name),
            value: Some(Str::from_static(value)),
            ..CreatableTopicConfig::default()
        };
        let alive = self.image.alive().count().max(1);
        let factor = (self.config.offsets_replication_factor as usize).min(alive);
        let topic = CreatableTopic {
            name: OFFSETS_TOPIC,
            num_partitions: self.config.offsets_partitions,
            replication_factor: factor as i16,
            configs: Vec::from([
                setting("cleanup.policy", "compact"),
                setting("compression.type", "producer"),
            ]),
            ..CreatableTopic::default()
        };
        let kept = FindCoordinatorRequest {
            key: request.key.detach(),
            key_type: request.key_type,
            coordinator_keys: request.coordinator_keys.iter().map(Str::detach).collect(),
            ..FindCoordinatorRequest::default()
        };
        let refused =
            Response::FindCoordinator(self.coordinators_of(version, client.listener, &kept));
        let then = Then::Again {
            request: Box::new(Request {
                version,
                client,
                body: Body::FindCoordinator(kept),
            }),
            otherwise: Some(refused),
        };
        self.create_needed(now, id, Vec::from([topic]), then, out);
    }
}
