//! Where a new topic's replicas go, and whether it may be made at all.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::command::Record;
use super::topic_config;
use crate::api::{illegal_name, is_reserved};
use crate::error::ErrorCode;
use crate::node::Node;
use crate::wire::generated::{ConfigRecord, PartitionRecord, RemoveTopicRecord, TopicRecord};
use crate::wire::{Str, Uuid};

/// Partitions that one topic may have: a bound on what one small request can make.
const MAX_PARTITIONS: i32 = 100_000;

/// A topic to be made.
pub(crate) struct NewTopic {
    pub(crate) name: Str,
    /// -1: the default.
    pub(crate) partitions: i32,
    /// -1: the default.
    pub(crate) replication_factor: i16,
    /// Replicas by partition, if the caller chose them.
    pub(crate) assignments: BTreeMap<i32, Vec<i32>>,
    pub(crate) configs: Vec<(Str, Option<Str>)>,
}

/// A topic that may be made.
pub(crate) struct PlannedTopic {
    pub(crate) id: Uuid,
    pub(crate) partitions: i32,
    pub(crate) replication_factor: i16,
    pub(crate) records: Vec<Record>,
}

/// Why a change is refused.
pub(crate) struct Reject {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Reject {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl Node {
    /// Checks a topic and decides on its id and on the places of its replicas.
    pub(crate) fn plan_topic(&mut self, topic: &NewTopic) -> Result<PlannedTopic, Reject> {
        if is_reserved(&topic.name) {
            let why = format!("Creation of internal topic {} is prohibited.", topic.name);
            return Err(Reject::new(ErrorCode::InvalidRequest, why));
        }
        if let Some(why) = illegal_name(&topic.name) {
            return Err(Reject::new(ErrorCode::InvalidTopic, why));
        }
        if self.planned().topics.contains_key(&topic.name) {
            let why = format!("topic '{}' already exists", topic.name);
            return Err(Reject::new(ErrorCode::TopicAlreadyExists, why));
        }
        if let Some(other) = self.collides(&topic.name) {
            let why = format!(
                "Topic '{}' collides with existing topic: {other}",
                topic.name
            );
            return Err(Reject::new(ErrorCode::InvalidTopic, why));
        }
        for (name, value) in &topic.configs {
            topic_config::check(name, value.as_deref(), self.config.flush)
                .map_err(|why| Reject::new(ErrorCode::InvalidConfig, why))?;
        }
        let replicas = self.place(topic)?;
        let id = self.next_id();
        let mut records = Vec::with_capacity(replicas.len() + 1);
        records.push(Record::Topic(TopicRecord {
            name: topic.name.clone(),
            topic_id: id,
            next_producer_id: self.planned().next_producer_id,
            ..TopicRecord::default()
        }));
        let partitions = replicas.len() as i32;
        let replication_factor = replicas.first().map_or(0, Vec::len) as i16;
        for (number, replicas) in replicas.into_iter().enumerate() {
            records.push(Record::Partition(PartitionRecord {
                topic_id: id,
                partition: number as i32,
                isr: replicas.clone(),
                leader: replicas[0],
                replicas,
                ..PartitionRecord::default()
            }));
        }
        for (name, value) in &topic.configs {
            if let Some(value) = value {
                records.push(Record::Config(ConfigRecord {
                    resource: topic.name.clone(),
                    name: name.clone(),
                    value: Some(value.clone()),
                    ..ConfigRecord::default()
                }));
            }
        }
        Ok(PlannedTopic {
            id,
            partitions,
            replication_factor,
            records,
        })
    }

    /// The topic whose name differs in dots and underscores only: metrics would not tell the two apart, so Kafka has but one.
    fn collides(&self, name: &Str) -> Option<&Str> {
        let like = |byte: u8| if byte == b'.' { b'_' } else { byte };
        if !name.contains(['.', '_']) {
            return None;
        }
        let alike = |other: &&Str| other.bytes().map(like).eq(name.bytes().map(like));
        self.planned().topics.keys().find(alike)
    }

    /// Replicas for each partition: those that were asked for, or alive brokers in turn.
    fn place(&self, topic: &NewTopic) -> Result<Vec<Vec<i32>>, Reject> {
        let alive: Vec<i32> = self.planned().alive().map(|(id, _)| id.0).collect();
        if !topic.assignments.is_empty() {
            return assigned(topic, &alive);
        }
        let partitions = if topic.partitions == -1 {
            self.config.partitions
        } else {
            topic.partitions
        };
        let factor = if topic.replication_factor == -1 {
            self.config.replication_factor
        } else {
            topic.replication_factor
        };
        if !(1..=MAX_PARTITIONS).contains(&partitions) {
            let why = format!(
                "the number of partitions must be from 1 to {MAX_PARTITIONS}, or -1 for the default"
            );
            return Err(Reject::new(ErrorCode::InvalidPartitions, why));
        }
        if factor < 1 || factor as usize > alive.len() {
            let why = format!(
                "the replication factor is {factor}, and {} brokers are alive",
                alive.len()
            );
            return Err(Reject::new(ErrorCode::InvalidReplicationFactor, why));
        }
        let first = self.planned().topics.len();
        let replicas_of = |number: usize| {
            let place = |replica: usize| alive[(first + number + replica) % alive.len()];
            (0..factor as usize).map(place).collect()
        };
        Ok((0..partitions as usize).map(replicas_of).collect())
    }

    /// The record that removes a topic, which is named by its name or by its id.
    pub(crate) fn plan_removal(
        &self,
        name: Option<&Str>,
        id: Uuid,
    ) -> Result<(Str, Uuid, Record), Reject> {
        let found = match name {
            Some(_) if id != Uuid::ZERO => {
                return Err(Reject::new(
                    ErrorCode::InvalidRequest,
                    "name the topic or give its id, not both",
                ));
            }
            Some(name) => self.planned().topics.get_key_value(name).ok_or_else(|| {
                Reject::new(
                    ErrorCode::UnknownTopicOrPartition,
                    format!("there is no topic '{name}'"),
                )
            }),
            None => self.planned().topic_by_id(id).ok_or_else(|| {
                Reject::new(
                    ErrorCode::UnknownTopicId,
                    format!("there is no topic with id {id}"),
                )
            }),
        };
        let (name, topic) = found?;
        let record = RemoveTopicRecord {
            topic_id: topic.id,
            ..RemoveTopicRecord::default()
        };
        Ok((name.clone(), topic.id, Record::RemoveTopic(record)))
    }
}

/// Replicas that the caller chose.
fn assigned(topic: &NewTopic, alive: &[i32]) -> Result<Vec<Vec<i32>>, Reject> {
    let invalid = |why: &str| Reject::new(ErrorCode::InvalidReplicaAssignment, why);
    if topic.partitions != -1 || topic.replication_factor != -1 {
        let why = "with an assignment, partitions and replication factor must be -1";
        return Err(Reject::new(ErrorCode::InvalidRequest, why));
    }
    let width = topic.assignments.values().next().map_or(0, Vec::len);
    let mut replicas = Vec::with_capacity(topic.assignments.len());
    for (number, (&partition, brokers)) in topic.assignments.iter().enumerate() {
        if partition != number as i32 {
            return Err(invalid(
                "the assignment must number the partitions from 0 without gaps",
            ));
        }
        let distinct: BTreeSet<i32> = brokers.iter().copied().collect();
        if brokers.is_empty() || brokers.len() != width || distinct.len() != brokers.len() {
            return Err(invalid(
                "each partition needs the same number of different brokers",
            ));
        }
        if !brokers.iter().all(|broker| alive.contains(broker)) {
            return Err(invalid("the assignment names a broker that is not alive"));
        }
        replicas.push(brokers.clone());
    }
    Ok(replicas)
}
