//! Metadata: brokers, topics, leaders. A topic that does not exist may be created on the way.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use crate::api::once::once;
use crate::api::{Body, Client, Reply, Request, Response, illegal_name, is_reserved};
use crate::coordinator::OFFSETS_TOPIC;
use crate::error::ErrorCode;
use crate::ids::ReqId;
use crate::input::Role;
use crate::metadata::{PartitionImage, Topic};
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::Then;
use crate::time::Now;
use crate::wire::generated::create_topics_request::CreatableTopic;
use crate::wire::generated::metadata_response::{
    MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use crate::wire::generated::{MetadataRequest, MetadataResponse};
use crate::wire::{Str, Uuid};

impl Node {
    pub(crate) fn metadata(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: MetadataRequest,
        out: &mut Outbox,
    ) {
        if request.allow_auto_topic_creation || version < 4 {
            let missing = self.missing_topics(&request);
            if !missing.is_empty() {
                self.create_missing(now, id, version, client, request, missing, out);
                return;
            }
        }
        let response = self.describe(version, client.listener, &request);
        out.push(Output::Reply(id, Reply::Body(Response::Metadata(response))));
    }

    /// Each but once, however often the request names it.
    fn missing_topics(&self, request: &MetadataRequest) -> BTreeSet<Str> {
        if !self.config.auto_create_topics {
            return BTreeSet::new();
        }
        let names = request
            .topics
            .iter()
            .flatten()
            .filter_map(|topic| topic.name.as_ref());
        let missing = |name: &&Str| {
            let may_be = illegal_name(name).is_none() && !is_reserved(name);
            may_be && !self.image.topics.contains_key(*name)
        };
        names.filter(missing).map(Str::detach).collect()
    }

    /// Has the topics created, and handles the request again once they are there.
    #[allow(clippy::too_many_arguments, reason = "a request in its parts")]
    fn create_missing(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        mut request: MetadataRequest,
        missing: BTreeSet<Str>,
        out: &mut Outbox,
    ) {
        let topic = |name| CreatableTopic {
            name,
            num_partitions: -1,
            replication_factor: -1,
            ..CreatableTopic::default()
        };
        let offsets = self.offsets_topic();
        let topic = |name| {
            if name == OFFSETS_TOPIC {
                offsets.clone()
            } else {
                topic(name)
            }
        };
        let topics = missing.into_iter().map(topic).collect();
        request.allow_auto_topic_creation = false;
        let then = Then::Again {
            request: Box::new(Request {
                version: version.max(4),
                client: client.detach(),
                body: Body::Metadata(detach(request)),
            }),
            otherwise: None,
        };
        self.create_needed(now, id, topics, then, out);
    }

    /// The answer, from the image as it is.
    pub(crate) fn describe(
        &self,
        version: i16,
        listener: u16,
        request: &MetadataRequest,
    ) -> MetadataResponse {
        let brokers = self.image.alive().filter_map(|(id, broker)| {
            let at = self.endpoint(id, listener)?;
            Some(MetadataResponseBroker {
                node_id: id.0,
                host: at.host.clone(),
                port: i32::from(at.port),
                rack: broker.rack.clone(),
                ..MetadataResponseBroker::default()
            })
        });
        MetadataResponse {
            brokers: brokers.collect(),
            cluster_id: self.image.cluster_id.map(|id| Str::from(format!("{id}"))),
            controller_id: self.controller_id(),
            topics: self.describe_topics(version, listener, request),
            ..MetadataResponse::default()
        }
    }

    /// Whom admin clients turn to: the active controller, if it is known, and -1 if not.
    fn controller_id(&self) -> i32 {
        match self.controller.role {
            Role::Active { .. } => self.config.broker.0,
            Role::Follows { controller } if self.image.is_alive(controller) => controller.0,
            Role::Follows { .. } | Role::Leaderless => -1,
        }
    }

    fn describe_topics(
        &self,
        version: i16,
        listener: u16,
        request: &MetadataRequest,
    ) -> Vec<MetadataResponseTopic> {
        let all = match &request.topics {
            None => true,
            Some(topics) => version == 0 && topics.is_empty(),
        };
        if all {
            return self
                .image
                .topics
                .iter()
                .map(|(name, topic)| self.describe_topic(listener, name, topic))
                .collect();
        }
        let asked = request.topics.iter().flatten();
        once(asked, |topic| (topic.name.as_ref(), topic.topic_id))
            .map(|topic| self.describe_asked(listener, topic.name.as_ref(), topic.topic_id))
            .collect()
    }

    fn describe_asked(&self, listener: u16, name: Option<&Str>, id: Uuid) -> MetadataResponseTopic {
        let unknown = |code: ErrorCode| MetadataResponseTopic {
            error_code: code.code(),
            name: name.cloned(),
            topic_id: id,
            ..MetadataResponseTopic::default()
        };
        match name {
            Some(name) => match self.image.topics.get(name) {
                Some(topic) => self.describe_topic(listener, name, topic),
                None if illegal_name(name).is_some() => unknown(ErrorCode::InvalidTopic),
                None => unknown(ErrorCode::UnknownTopicOrPartition),
            },
            None => match self.image.topic_by_id(id) {
                Some((name, topic)) => self.describe_topic(listener, name, topic),
                None => unknown(ErrorCode::UnknownTopicId),
            },
        }
    }

    fn describe_topic(&self, listener: u16, name: &Str, topic: &Topic) -> MetadataResponseTopic {
        let partitions = topic.partitions.iter().enumerate();
        MetadataResponseTopic {
            name: Some(name.clone()),
            topic_id: topic.id,
            is_internal: *name == OFFSETS_TOPIC,
            partitions: partitions
                .map(|(number, partition)| self.describe_partition(listener, number, partition))
                .collect(),
            ..MetadataResponseTopic::default()
        }
    }

    fn describe_partition(
        &self,
        listener: u16,
        number: usize,
        partition: &PartitionImage,
    ) -> MetadataResponsePartition {
        let alive = |broker: &crate::ids::BrokerId| self.image.is_alive(*broker);
        let leader = partition.leader.filter(alive);
        let reached = leader.filter(|leader| self.endpoint(*leader, listener).is_some());
        let code = match (leader, reached) {
            (Some(_), Some(_)) => ErrorCode::None,
            // Whoever came in by this listener does not find it.
            (Some(_), None) => ErrorCode::ListenerNotFound,
            (None, _) => ErrorCode::LeaderNotAvailable,
        };
        MetadataResponsePartition {
            error_code: code.code(),
            partition_index: number as i32,
            leader_id: reached.map_or(-1, |leader| leader.0),
            leader_epoch: partition.leader_epoch,
            replica_nodes: partition.replicas.iter().map(|broker| broker.0).collect(),
            isr_nodes: partition.isr.iter().map(|broker| broker.0).collect(),
            offline_replicas: partition
                .replicas
                .iter()
                .filter(|b| !alive(b))
                .map(|broker| broker.0)
                .collect(),
            ..MetadataResponsePartition::default()
        }
    }
}

/// What the park keeps must not pin the request's frame.
fn detach(mut request: MetadataRequest) -> MetadataRequest {
    for topic in request.topics.iter_mut().flatten() {
        topic.name = topic.name.as_ref().map(Str::detach);
    }
    request
}
