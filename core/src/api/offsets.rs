//! OffsetCommit and OffsetFetch: where a group is.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::api::once::once;
use crate::api::{Client, Reply, Response};
use crate::coordinator::{Committed, Shard};
use crate::error::ErrorCode;
use crate::ids::{LogId, ReqId};
use crate::metadata::Image;
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::time::{Now, Wall};
use crate::wire::generated::offset_commit_request::OffsetCommitRequestTopic;
use crate::wire::generated::offset_commit_response::{
    OffsetCommitResponsePartition, OffsetCommitResponseTopic,
};
use crate::wire::generated::offset_fetch_request::OffsetFetchRequestGroup;
use crate::wire::generated::offset_fetch_response::{
    OffsetFetchResponseGroup, OffsetFetchResponsePartition, OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic, OffsetFetchResponseTopics,
};
use crate::wire::generated::{
    OffsetCommitRequest, OffsetCommitResponse, OffsetFetchRequest, OffsetFetchResponse,
};
use crate::wire::{Str, Uuid};

impl Node {
    pub(crate) fn offset_commit(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        client: Client,
        request: &OffsetCommitRequest,
        out: &mut Outbox,
    ) {
        let asked = Self::asked(id, version, client);
        let image = self.image.clone();
        let most = self.config.offset_metadata_max_bytes as usize;
        let decided = self.decide(now, &request.group_id, out, |shard, fx| {
            let code = shard.may_commit(request, fx);
            let (mut topics, mut offsets) = (Vec::with_capacity(request.topics.len()), Vec::new());
            for topic in &request.topics {
                topics.push(match code {
                    ErrorCode::None => {
                        check_topic(&image, version, topic, most, fx.wall, &mut offsets)
                    }
                    code => refused_topic(topic, code),
                });
            }
            if !shard.commit(&request.group_id.detach(), offsets, fx) {
                let rows = topics.iter_mut().flat_map(|topic| &mut topic.partitions);
                for row in rows.filter(|row| row.error_code == 0) {
                    row.error_code = ErrorCode::InvalidCommitOffsetSize.code();
                }
            }
            let response = OffsetCommitResponse {
                topics,
                ..OffsetCommitResponse::default()
            };
            let wait = if fx.records.is_empty() {
                &mut fx.now
            } else {
                &mut fx.committed
            };
            wait.push((asked.awaiting.id, Response::OffsetCommit(response)));
        });
        if let Err(code) = decided {
            let topics = request
                .topics
                .iter()
                .map(|topic| refused_topic(topic, code))
                .collect();
            let response = OffsetCommitResponse {
                topics,
                ..OffsetCommitResponse::default()
            };
            out.push(Output::Reply(
                id,
                Reply::Body(Response::OffsetCommit(response)),
            ));
        }
    }

    pub(crate) fn offset_fetch(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        request: &OffsetFetchRequest,
        out: &mut Outbox,
    ) {
        let mut logs = BTreeSet::new();
        let mut response = OffsetFetchResponse::default();
        if version >= 8 {
            response.groups = once(&request.groups, |group| &group.group_id)
                .map(|group| self.fetch_group(version, group, &mut logs))
                .collect();
        } else {
            self.fetch_single(version, request, &mut response, &mut logs);
        }
        self.reply_committed(now, id, logs, Response::OffsetFetch(response), out);
    }

    fn fetch_group(
        &self,
        version: i16,
        asked: &OffsetFetchRequestGroup,
        logs: &mut BTreeSet<LogId>,
    ) -> OffsetFetchResponseGroup {
        let mut row = OffsetFetchResponseGroup {
            group_id: asked.group_id.detach(),
            ..Default::default()
        };
        let log = match self.coordinator(&asked.group_id) {
            Ok(log) => log,
            Err(code) => {
                row.error_code = code.code();
                return row;
            }
        };
        logs.insert(log);
        let shard = &self.coordinators[&log];
        let by_id = version >= 10;
        match &asked.topics {
            None => {
                for (topic, partition, committed) in all(shard, &asked.group_id) {
                    // A topic that is gone has no id to name it by.
                    let id = self
                        .image
                        .topics
                        .get(topic)
                        .map_or(Uuid::ZERO, |topic| topic.id);
                    if by_id && id == Uuid::ZERO {
                        continue;
                    }
                    if row.topics.last().is_none_or(|last| last.name != *topic) {
                        let name = topic.clone();
                        row.topics.push(OffsetFetchResponseTopics {
                            name,
                            topic_id: id,
                            ..Default::default()
                        });
                    }
                    if let Some(last) = row.topics.last_mut() {
                        last.partitions.push(partition_row(
                            partition,
                            Some(committed),
                            ErrorCode::None,
                        ));
                    }
                }
            }
            Some(topics) => {
                for topic in once(topics, |topic| (&topic.name, topic.topic_id)) {
                    let name = if by_id {
                        self.image.names.get(&topic.topic_id)
                    } else {
                        Some(&topic.name)
                    };
                    let found =
                        |partition: i32| committed(shard, &asked.group_id, name?, partition);
                    let code = if name.is_some() {
                        ErrorCode::None
                    } else {
                        ErrorCode::UnknownTopicId
                    };
                    let rows = once(&topic.partition_indexes, |at| **at)
                        .map(|&at| partition_row(at, found(at), code));
                    row.topics.push(OffsetFetchResponseTopics {
                        name: topic.name.detach(),
                        topic_id: topic.topic_id,
                        partitions: rows.collect(),
                        ..Default::default()
                    });
                }
            }
        }
        row
    }

    /// Versions below 8 name one group; those below 2 have no room for an error but at each partition.
    fn fetch_single(
        &self,
        version: i16,
        request: &OffsetFetchRequest,
        response: &mut OffsetFetchResponse,
        logs: &mut BTreeSet<LogId>,
    ) {
        let (shard, code) = match self.coordinator(&request.group_id) {
            Ok(log) => {
                logs.insert(log);
                (self.coordinators.get(&log), ErrorCode::None)
            }
            Err(code) => (None, code),
        };
        if version >= 2 {
            response.error_code = code.code();
        }
        let row = |partition: i32, found: Option<&Committed>| OffsetFetchResponsePartition {
            partition_index: partition,
            committed_offset: found.map_or(-1, |found| found.offset),
            committed_leader_epoch: found.map_or(-1, |found| found.leader_epoch),
            metadata: Some(
                found
                    .map(|found| found.metadata.clone())
                    .unwrap_or_default(),
            ),
            error_code: code.code(),
            ..OffsetFetchResponsePartition::default()
        };
        let Some(topics) = &request.topics else {
            for (topic, partition, found) in shard
                .into_iter()
                .flat_map(|shard| all(shard, &request.group_id))
            {
                if response
                    .topics
                    .last()
                    .is_none_or(|last| last.name != *topic)
                {
                    response.topics.push(OffsetFetchResponseTopic {
                        name: topic.clone(),
                        ..Default::default()
                    });
                }
                if let Some(last) = response.topics.last_mut() {
                    last.partitions.push(row(partition, Some(found)));
                }
            }
            return;
        };
        for topic in once(topics, |topic| &topic.name) {
            let found =
                |partition: i32| committed(shard?, &request.group_id, &topic.name, partition);
            response.topics.push(OffsetFetchResponseTopic {
                name: topic.name.detach(),
                partitions: once(&topic.partition_indexes, |at| **at)
                    .map(|&at| row(at, found(at)))
                    .collect(),
                ..OffsetFetchResponseTopic::default()
            });
        }
    }
}

fn all<'a>(shard: &'a Shard, group: &str) -> impl Iterator<Item = (&'a Str, i32, &'a Committed)> {
    let offsets = shard.offsets.get(group).into_iter().flatten();
    offsets.map(|((topic, partition), committed)| (topic, *partition, committed))
}

fn committed<'a>(
    shard: &'a Shard,
    group: &str,
    topic: &Str,
    partition: i32,
) -> Option<&'a Committed> {
    shard.offsets.get(group)?.get(&(topic.clone(), partition))
}

fn partition_row(
    partition: i32,
    found: Option<&Committed>,
    code: ErrorCode,
) -> OffsetFetchResponsePartitions {
    OffsetFetchResponsePartitions {
        partition_index: partition,
        committed_offset: found.map_or(-1, |found| found.offset),
        committed_leader_epoch: found.map_or(-1, |found| found.leader_epoch),
        metadata: Some(
            found
                .map(|found| found.metadata.clone())
                .unwrap_or_default(),
        ),
        error_code: code.code(),
        ..OffsetFetchResponsePartitions::default()
    }
}

/// Adds to `offsets` what can be committed of `topic`, and says what cannot.
fn check_topic(
    image: &Image,
    version: i16,
    topic: &OffsetCommitRequestTopic,
    most: usize,
    wall: Wall,
    offsets: &mut Vec<((Str, i32), Committed)>,
) -> OffsetCommitResponseTopic {
    let known = if version >= 10 {
        image
            .topic_by_id(topic.topic_id)
            .ok_or(ErrorCode::UnknownTopicId)
    } else {
        image
            .topics
            .get_key_value(&topic.name)
            .ok_or(ErrorCode::UnknownTopicOrPartition)
    };
    let mut rows = Vec::with_capacity(topic.partitions.len());
    for asked in &topic.partitions {
        let metadata = asked
            .committed_metadata
            .as_ref()
            .map(Str::detach)
            .unwrap_or_default();
        let code = match known {
            Err(code) => code,
            Ok((_, topic))
                if asked.partition_index < 0
                    || asked.partition_index as usize >= topic.partitions.len() =>
            {
                ErrorCode::UnknownTopicOrPartition
            }
            Ok(_) if metadata.len() > most => ErrorCode::OffsetMetadataTooLarge,
            Ok((name, known)) => {
                let committed = Committed {
                    topic_id: known.id,
                    offset: asked.committed_offset,
                    leader_epoch: asked.committed_leader_epoch,
                    metadata,
                    timestamp: wall.0,
                };
                offsets.push(((name.clone(), asked.partition_index), committed));
                ErrorCode::None
            }
        };
        rows.push(OffsetCommitResponsePartition {
            partition_index: asked.partition_index,
            error_code: code.code(),
            ..OffsetCommitResponsePartition::default()
        });
    }
    OffsetCommitResponseTopic {
        name: topic.name.detach(),
        topic_id: topic.topic_id,
        partitions: rows,
        ..OffsetCommitResponseTopic::default()
    }
}

fn refused_topic(topic: &OffsetCommitRequestTopic, code: ErrorCode) -> OffsetCommitResponseTopic {
    let rows = topic
        .partitions
        .iter()
        .map(|asked| OffsetCommitResponsePartition {
            partition_index: asked.partition_index,
            error_code: code.code(),
            ..OffsetCommitResponsePartition::default()
        });
    OffsetCommitResponseTopic {
        name: topic.name.detach(),
        topic_id: topic.topic_id,
        partitions: rows.collect(),
        ..OffsetCommitResponseTopic::default()
    }
}
