//! What a client asks about topics that come and go. Their records are asked for by the topic's id, so that nothing
//! reaches a successor of the same name.

use std::io;

use bytes::Bytes;
use highwater_core::ErrorCode;
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::delete_topics_request::DeleteTopicState;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic};
use highwater_core::wire::generated::fetch_response::PartitionData;
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::offset_commit_request::{
    OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use highwater_core::wire::generated::offset_fetch_request::{
    OffsetFetchRequestGroup, OffsetFetchRequestTopics,
};
use highwater_core::wire::generated::produce_request::{PartitionProduceData, TopicProduceData};
use highwater_core::wire::generated::{
    CreateTopicsRequest, DeleteTopicsRequest, FetchRequest, MetadataRequest, OffsetCommitRequest,
    OffsetFetchRequest, ProduceRequest,
};
use highwater_core::wire::{Records, Request, Str, Uuid};

use super::Client;
use crate::wire::Pending;

/// The first versions that name a topic by its id.
const METADATA_IDS: i16 = 10;
const DELETE_IDS: i16 = 6;
const PRODUCE_IDS: i16 = 13;
const FETCH_IDS: i16 = 13;
const OFFSET_IDS: i16 = 10;

/// A topic as a node described it.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) id: Uuid,
    /// By partition: where its leader is reached, if it has one.
    pub(crate) leaders: Vec<Option<String>>,
}

impl Client {
    /// Asks any of the nodes for a topic; `None` if that one knows of none.
    pub(crate) async fn describe(&mut self, name: &Str) -> io::Result<Option<Described>> {
        self.ask_another();
        let request = MetadataRequest {
            topics: Some(vec![MetadataRequestTopic {
                name: Some(name.clone()),
                ..MetadataRequestTopic::default()
            }]),
            allow_auto_topic_creation: false,
            ..MetadataRequest::default()
        };
        let address = self.anyone.clone();
        self.reach(&address).await?;
        let version = self.version::<MetadataRequest>().max(METADATA_IDS);
        let pending = self.send_as(&address, &request, version).await?;
        let limit = self.limit;
        let response = self.answered(&address, pending.answer(limit).await)?;
        let Some(topic) = response.topics.first() else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if topic.error_code != ErrorCode::None.code() {
            return Ok(None);
        }
        let address = |id: i32| {
            let of_broker = response.brokers.iter().find(|broker| broker.node_id == id);
            of_broker.map(|broker| format!("{}:{}", broker.host, broker.port))
        };
        let mut leaders = vec![None; topic.partitions.len()];
        for row in &topic.partitions {
            if let Some(leader) = leaders.get_mut(row.partition_index as usize) {
                *leader = address(row.leader_id);
            }
        }
        let id = topic.topic_id;
        Ok(Some(Described { id, leaders }))
    }

    /// Has a topic created: the code that is answered.
    pub(crate) async fn create(
        &mut self,
        name: &Str,
        partitions: i32,
        replication_factor: i16,
    ) -> io::Result<i16> {
        let topic = CreatableTopic {
            name: name.clone(),
            num_partitions: partitions,
            replication_factor,
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 2_000,
            ..CreateTopicsRequest::default()
        };
        let response = self.call(&request).await?;
        let row = response.topics.first();
        row.map(|row| row.error_code)
            .ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Has a topic deleted: the code that is answered.
    pub(crate) async fn delete(&mut self, id: Uuid) -> io::Result<i16> {
        let request = DeleteTopicsRequest {
            topics: vec![DeleteTopicState {
                name: None,
                topic_id: id,
                ..DeleteTopicState::default()
            }],
            timeout_ms: 2_000,
            ..DeleteTopicsRequest::default()
        };
        let address = self.anyone.clone();
        self.reach(&address).await?;
        let pending = self.send_as(&address, &request, DELETE_IDS).await?;
        let limit = self.limit;
        let response = self.answered(&address, pending.answer(limit).await)?;
        let row = response.responses.first();
        row.map(|row| row.error_code)
            .ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Sends a batch to a partition, to be acknowledged by all that are in sync.
    pub(crate) async fn produce_to(
        &mut self,
        address: &str,
        topic_id: Uuid,
        partition: i32,
        batch: Bytes,
    ) -> io::Result<Pending<ProduceRequest>> {
        let request = ProduceRequest {
            acks: -1,
            timeout_ms: 1_000,
            topic_data: vec![TopicProduceData {
                topic_id,
                partition_data: vec![PartitionProduceData {
                    index: partition,
                    records: Some(Records::Inline(batch)),
                    ..PartitionProduceData::default()
                }],
                ..TopicProduceData::default()
            }],
            ..ProduceRequest::default()
        };
        self.reach(address).await?;
        self.send_as(address, &request, PRODUCE_IDS).await
    }

    /// Reads a partition from an offset on.
    pub(crate) async fn read_from(
        &mut self,
        address: &str,
        topic_id: Uuid,
        partition: i32,
        at: i64,
    ) -> io::Result<PartitionData> {
        let request = FetchRequest {
            max_wait_ms: 100,
            min_bytes: 1,
            max_bytes: 10 << 20,
            topics: vec![FetchTopic {
                topic_id,
                partitions: vec![FetchPartition {
                    partition,
                    current_leader_epoch: -1,
                    fetch_offset: at,
                    partition_max_bytes: 10 << 20,
                    ..FetchPartition::default()
                }],
                ..FetchTopic::default()
            }],
            ..FetchRequest::default()
        };
        self.reach(address).await?;
        let pending = self.send_as(address, &request, FETCH_IDS).await?;
        let limit = self.limit;
        let response = self.answered(address, pending.answer(limit).await)?;
        let mut rows = response.responses.into_iter().flat_map(|t| t.partitions);
        rows.next().ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Commits an offset in a topic's first partition, for a group without members: the code that is answered.
    pub(crate) async fn commit_in(
        &mut self,
        group: &Str,
        topic_id: Uuid,
        offset: i64,
    ) -> io::Result<i16> {
        let request = OffsetCommitRequest {
            group_id: group.clone(),
            topics: vec![OffsetCommitRequestTopic {
                topic_id,
                partitions: vec![OffsetCommitRequestPartition {
                    committed_offset: offset,
                    ..OffsetCommitRequestPartition::default()
                }],
                ..OffsetCommitRequestTopic::default()
            }],
            ..OffsetCommitRequest::default()
        };
        let response = self.ask_of_group(&request).await?;
        let mut rows = response.topics.iter().flat_map(|topic| &topic.partitions);
        let row = rows.next().map(|row| row.error_code);
        row.ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Where a group is in a topic's first partition: -1 if it never committed there, `None` if that is not told.
    pub(crate) async fn committed_in(
        &mut self,
        group: &Str,
        topic_id: Uuid,
    ) -> io::Result<Option<i64>> {
        let request = OffsetFetchRequest {
            groups: vec![OffsetFetchRequestGroup {
                group_id: group.clone(),
                topics: Some(vec![OffsetFetchRequestTopics {
                    topic_id,
                    partition_indexes: vec![0],
                    ..OffsetFetchRequestTopics::default()
                }]),
                ..OffsetFetchRequestGroup::default()
            }],
            topics: Some(vec![]),
            ..OffsetFetchRequest::default()
        };
        let response = self.ask_of_group(&request).await?;
        let group = response
            .groups
            .first()
            .filter(|group| group.error_code == 0);
        let mut rows = group.iter().flat_map(|group| &group.topics);
        let row = rows.next().and_then(|topic| topic.partitions.first());
        Ok(row
            .filter(|row| row.error_code == 0)
            .map(|row| row.committed_offset))
    }

    async fn ask_of_group<R: Request>(&mut self, request: &R) -> io::Result<R::Response> {
        let address = self.coordinator();
        self.reach(&address).await?;
        let pending = self.send_as(&address, request, OFFSET_IDS).await?;
        let limit = self.limit;
        self.answered(&address, pending.answer(limit).await)
    }
}
