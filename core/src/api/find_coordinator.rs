//! FindCoordinator: which broker answers for a group. The first to ask has the offsets topic created.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::api::{Body, Client, Reply, Request, Response};
use crate::coordinator::{OFFSETS_TOPIC, partition_of};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, ReqId};
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::Then;
use crate::time::Now;
use crate::wire::Str;
use crate::wire::generated::create_topics_request::{CreatableTopic, CreatableTopicConfig};
use crate::wire::generated::find_coordinator_response::Coordinator;
use crate::wire::generated::{FindCoordinatorRequest, FindCoordinatorResponse};

/// `key_type` of a group; 2 is a share group's.
const GROUP: i8 = 0;

/// `key_type` of a transaction.
const TRANSACTION: i8 = 1;

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
        // With fewer replicas than it is to have, it would have fewer for ever: whoever asks waits for enough brokers.
        let enough = self.image.alive().count() >= self.config.offsets_replication_factor as usize;
        if request.key_type == GROUP && missing && enough {
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
        if key_type == TRANSACTION {
            // Here it is told at once, by InitProducerId, that there are no transactions; without a coordinator it would ask
            // on until its patience ends.
            return self.coordinates(listener, key, self.config.broker);
        }
        if key_type != GROUP {
            return refused(
                key,
                ErrorCode::CoordinatorNotAvailable,
                "only groups have coordinators here",
            );
        }
        if key.is_empty() {
            return refused(
                key,
                ErrorCode::InvalidGroupId,
                "a group's id cannot be empty",
            );
        }
        let leader = self.image.topics.get(&OFFSETS_TOPIC).and_then(|topic| {
            let number = partition_of(key, topic.partitions.len());
            topic.partitions.get(number as usize)?.leader
        });
        match leader {
            Some(leader) => self.coordinates(listener, key, leader),
            None => refused(
                key,
                ErrorCode::CoordinatorNotAvailable,
                "the group's partition has no leader",
            ),
        }
    }

    /// A broker that answers for `key`.
    fn coordinates(&self, listener: u16, key: &Str, id: BrokerId) -> Coordinator {
        let Some(at) = self.endpoint(id, listener) else {
            return refused(
                key,
                ErrorCode::CoordinatorNotAvailable,
                "the coordinator is not known yet",
            );
        };
        Coordinator {
            key: key.detach(),
            node_id: id.0,
            host: at.host.clone(),
            port: i32::from(at.port),
            ..Coordinator::default()
        }
    }

    /// The offsets topic, as it is to be created, whoever asks for it first.
    pub(crate) fn offsets_topic(&self) -> CreatableTopic {
        let setting = |name: &'static str, value: &'static str| CreatableTopicConfig {
            name: Str::from_static(name),
            value: Some(Str::from_static(value)),
            ..CreatableTopicConfig::default()
        };
        CreatableTopic {
            name: OFFSETS_TOPIC,
            num_partitions: self.config.offsets_partitions,
            replication_factor: self.config.offsets_replication_factor,
            configs: Vec::from([
                setting("cleanup.policy", "compact"),
                setting("compression.type", "producer"),
            ]),
            ..CreatableTopic::default()
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
        self.create_needed(now, id, Vec::from([self.offsets_topic()]), then, out);
    }
}

fn refused(key: &Str, code: ErrorCode, why: &'static str) -> Coordinator {
    Coordinator {
        key: key.detach(),
        node_id: -1,
        port: -1,
        error_code: code.code(),
        error_message: Some(Str::from_static(why)),
        ..Coordinator::default()
    }
}
