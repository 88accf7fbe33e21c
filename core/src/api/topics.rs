//! CreateTopics and DeleteTopics: decided by the active controller, answered once the topics can be used.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

use crate::api::{Reply, Response};
use crate::error::ErrorCode;
use crate::ids::ReqId;
use crate::metadata::controller::{NewTopic, Reject};
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::{Parked, Then};
use crate::time::{Now, TimerId};
use crate::wire::generated::create_topics_request::CreatableTopic;
use crate::wire::generated::create_topics_response::{CreatableTopicConfigs, CreatableTopicResult};
use crate::wire::generated::delete_topics_response::DeletableTopicResult;
use crate::wire::generated::{
    CreateTopicsRequest, CreateTopicsResponse, DeleteTopicsRequest, DeleteTopicsResponse,
};
use crate::wire::{Str, Uuid};

/// `ConfigSource` of a value that was set for the topic.
const DYNAMIC_TOPIC_CONFIG: i8 = 1;

impl Node {
    pub(crate) fn create_topics(
        &mut self,
        now: Now,
        id: ReqId,
        request: &CreateTopicsRequest,
        out: &mut Outbox,
    ) {
        let mut response = CreateTopicsResponse::default();
        let mut records = Vec::new();
        let mut names = BTreeSet::new();
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
                        names.insert(topic.name.detach());
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
        if records.is_empty() {
            out.push(Output::Reply(
                id,
                Reply::Body(Response::CreateTopics(response)),
            ));
            return;
        }
        let proposal = self.propose_topics(names, records, out);
        let then = Then::Reply(Response::CreateTopics(response));
        self.park_proposal(now, id, proposal, request.timeout_ms, then);
    }

    pub(crate) fn delete_topics(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        request: &DeleteTopicsRequest,
        out: &mut Outbox,
    ) {
        let asked: Vec<(Option<Str>, Uuid)> = if version >= 6 {
            request
                .topics
                .iter()
                .map(|topic| (topic.name.as_ref().map(Str::detach), topic.topic_id))
                .collect()
        } else {
            request
                .topic_names
                .iter()
                .map(|name| (Some(name.detach()), Uuid::ZERO))
                .collect()
        };
        let mut response = DeleteTopicsResponse::default();
        let mut records = Vec::new();
        for (name, topic_id) in asked {
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
        let reply = Response::DeleteTopics(response);
        if records.is_empty() {
            out.push(Output::Reply(id, Reply::Body(reply)));
            return;
        }
        let proposal = self.propose(records, out);
        self.park_proposal(now, id, proposal, request.timeout_ms, Then::Reply(reply));
    }

    /// Parks a reply until its proposal is applied, and arms its timer.
    pub(crate) fn park_proposal(
        &mut self,
        now: Now,
        id: ReqId,
        proposal: crate::ids::ProposalId,
        timeout_ms: i32,
        then: Then,
    ) {
        self.park.put(id, Parked::Proposal { id: proposal, then });
        let wait = Duration::from_millis(timeout_ms.max(1).unsigned_abs().into());
        self.timers.arm(TimerId::Park(id), now.mono.after(wait));
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
