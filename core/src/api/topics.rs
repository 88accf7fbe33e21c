//! CreateTopics and DeleteTopics: decided by the active controller, answered once the topics can be used.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::api::{Body, Response};
use crate::error::ErrorCode;
use crate::ids::{ProposalId, ReqId};
use crate::metadata::placement::{NewTopic, Reject};
use crate::node::{Call, Node};
use crate::output::Outbox;
use crate::park::{Then, Until};
use crate::time::Now;
use crate::wire::generated::create_topics_request::CreatableTopic;
use crate::wire::generated::create_topics_response::{CreatableTopicConfigs, CreatableTopicResult};
use crate::wire::generated::delete_topics_response::DeletableTopicResult;
use crate::wire::generated::{
    AllocateProducerIdsResponse, AlterPartitionResponse, BrokerHeartbeatResponse,
    BrokerRegistrationResponse, CreateTopicsRequest, CreateTopicsResponse, DeleteTopicsRequest,
    DeleteTopicsResponse,
};
use crate::wire::{Str, Uuid};

/// The longest that a request waits for topics that it needs.
const CREATION_WAIT_MS: i32 = 10_000;

/// `ConfigSource` of a value that was set for the topic.
const DYNAMIC_TOPIC_CONFIG: i8 = 1;

impl Node {
    pub(crate) fn create_topics(
        &mut self,
        request: &CreateTopicsRequest,
        out: &mut Outbox,
    ) -> (CreateTopicsResponse, Option<ProposalId>) {
        let mut response = CreateTopicsResponse::default();
        let mut records = Vec::new();
        let repeated = repeated(request);
        for topic in &request.topics {
            let planned = if repeated.contains(&topic.name) {
                Err(Reject::new(
                    ErrorCode::InvalidRequest,
                    "the topic is named twice in one request",
                ))
            } else {
                self.plan_topic(&new_topic(topic))
            };
            response.topics.push(match planned {
                Ok(planned) => {
                    let row = created(
                        topic,
                        planned.id,
                        planned.partitions,
                        planned.replication_factor,
                    );
                    if !request.validate_only {
                        records.extend(planned.records);
                    }
                    row
                }
                Err(reject) => CreatableTopicResult {
                    name: topic.name.detach(),
                    error_code: reject.code.code(),
                    error_message: Some(Str::from(reject.message)),
                    ..CreatableTopicResult::default()
                },
            });
        }
        let proposal = (!records.is_empty()).then(|| self.propose(records, out));
        (response, proposal)
    }

    pub(crate) fn delete_topics(
        &mut self,
        version: i16,
        request: &DeleteTopicsRequest,
        out: &mut Outbox,
    ) -> (DeleteTopicsResponse, Option<ProposalId>) {
        let mut response = DeleteTopicsResponse::default();
        let mut records = Vec::new();
        for (name, topic_id) in doomed(version, request) {
            let mut row = DeletableTopicResult {
                name,
                topic_id,
                ..DeletableTopicResult::default()
            };
            match self.plan_removal(row.name.as_ref(), topic_id) {
                Ok((name, topic_id, record)) => {
                    row.name = Some(name);
                    row.topic_id = topic_id;
                    records.push(record);
                }
                Err(reject) => {
                    row.error_code = reject.code.code();
                    row.error_message = Some(Str::from(reject.message));
                }
            }
            response.responses.push(row);
        }
        let proposal = (!records.is_empty()).then(|| self.propose(records, out));
        (response, proposal)
    }

    /// Has topics created that somebody needs, here or by the active controller, and handles the request again once
    /// they are there, or once it is known that they will not be.
    pub(crate) fn create_needed(
        &mut self,
        now: Now,
        id: ReqId,
        topics: Vec<CreatableTopic>,
        then: Then,
        out: &mut Outbox,
    ) {
        let names: BTreeSet<Str> = topics.iter().map(|topic| topic.name.clone()).collect();
        let until = Until::Topics {
            created: names.clone(),
            removed: BTreeSet::new(),
        };
        self.park_until(now, id, until, CREATION_WAIT_MS, then);
        let call = Call::Create(names.clone());
        if self.is_asking(&call) {
            return;
        }
        let request = CreateTopicsRequest {
            topics,
            timeout_ms: CREATION_WAIT_MS,
            ..CreateTopicsRequest::default()
        };
        if !self.ask_controller(now, call, 7, Body::CreateTopics(request), out) {
            self.on_not_created(now, &names, out);
        }
    }
}

/// The answer to a request of the controller that nothing is known of yet.
pub(crate) fn unanswered(version: i16, body: &Body) -> Response {
    match body {
        Body::CreateTopics(request) => {
            let row = |topic: &CreatableTopic| CreatableTopicResult {
                name: topic.name.detach(),
                ..CreatableTopicResult::default()
            };
            Response::CreateTopics(CreateTopicsResponse {
                topics: request.topics.iter().map(row).collect(),
                ..CreateTopicsResponse::default()
            })
        }
        Body::DeleteTopics(request) => {
            let row = |(name, topic_id)| DeletableTopicResult {
                name,
                topic_id,
                ..DeletableTopicResult::default()
            };
            Response::DeleteTopics(DeleteTopicsResponse {
                responses: doomed(version, request).into_iter().map(row).collect(),
                ..DeleteTopicsResponse::default()
            })
        }
        Body::AlterPartition(_) => Response::AlterPartition(AlterPartitionResponse::default()),
        Body::BrokerRegistration(_) => {
            Response::BrokerRegistration(BrokerRegistrationResponse::default())
        }
        Body::BrokerHeartbeat(_) => Response::BrokerHeartbeat(BrokerHeartbeatResponse::default()),
        Body::AllocateProducerIds(_) => {
            Response::AllocateProducerIds(AllocateProducerIdsResponse::default())
        }
        other => unreachable!("{other:?} is not the controller's to answer"),
    }
}

/// The topics that a request wants deleted: by name or by id.
fn doomed(version: i16, request: &DeleteTopicsRequest) -> Vec<(Option<Str>, Uuid)> {
    if version >= 6 {
        let rows = request.topics.iter();
        rows.map(|topic| (topic.name.as_ref().map(Str::detach), topic.topic_id))
            .collect()
    } else {
        let names = request.topic_names.iter();
        names
            .map(|name| (Some(name.detach()), Uuid::ZERO))
            .collect()
    }
}

/// Names that a request has more than once.
fn repeated(request: &CreateTopicsRequest) -> BTreeSet<Str> {
    let mut seen = BTreeSet::new();
    let again = request
        .topics
        .iter()
        .filter(|topic| !seen.insert(&topic.name));
    again.map(|topic| topic.name.detach()).collect()
}

fn new_topic(topic: &CreatableTopic) -> NewTopic {
    let assignments = topic
        .assignments
        .iter()
        .map(|row| (row.partition_index, row.broker_ids.clone()));
    NewTopic {
        name: topic.name.detach(),
        partitions: topic.num_partitions,
        replication_factor: topic.replication_factor,
        assignments: assignments.collect(),
        configs: topic
            .configs
            .iter()
            .map(|row| (row.name.detach(), row.value.as_ref().map(Str::detach)))
            .collect(),
    }
}

fn created(
    topic: &CreatableTopic,
    id: Uuid,
    partitions: i32,
    replication_factor: i16,
) -> CreatableTopicResult {
    let configs = topic.configs.iter().map(|row| CreatableTopicConfigs {
        name: row.name.detach(),
        value: row.value.as_ref().map(Str::detach),
        config_source: DYNAMIC_TOPIC_CONFIG,
        ..CreatableTopicConfigs::default()
    });
    CreatableTopicResult {
        name: topic.name.detach(),
        topic_id: id,
        num_partitions: partitions,
        replication_factor,
        configs: Some(configs.collect()),
        ..CreatableTopicResult::default()
    }
}

/// True for the name of the metadata log, which is no topic: nobody creates it, or deletes what has its name (KAFKA-14358).
pub(crate) fn is_reserved(name: &str) -> bool {
    name == "__cluster_metadata"
}

/// Why `name` cannot be a topic's, if it cannot: Kafka's rules.
pub(crate) fn illegal_name(name: &str) -> Option<String> {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    if name.is_empty() {
        return Some("a topic's name cannot be empty".to_string());
    }
    if name == "." || name == ".." {
        return Some(format!("a topic's name cannot be {name:?}"));
    }
    if name.len() > 249 {
        return Some("a topic's name has at most 249 characters".to_string());
    }
    if !name.bytes().all(legal) {
        return Some(format!(
            "topic name {name:?} has characters other than letters, digits, '.', '_' and '-'"
        ));
    }
    None
}
