//! What any client asks about the topic. Where two results are nested, the outer error is the connection's and the
//! inner one the broker's.

use std::io;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::list_offsets_request::{
    ListOffsetsPartition, ListOffsetsTopic,
};
use highwater_core::wire::generated::{
    CreateTopicsRequest, InitProducerIdRequest, ListOffsetsRequest,
};
use highwater_io_sim::clock;

use super::{Client, Leader};
use crate::world::TOPIC;

/// Asks ListOffsets for the end.
const LATEST: i64 = -1;

/// The first version of ListOffsets that tells of leader epochs.
const LIST_OFFSETS_EPOCHS: i16 = 4;

impl Client {
    /// Creates the topic, until it is there.
    pub(crate) async fn create_topic(&mut self, partitions: i32, replication_factor: i16) {
        let topic = CreatableTopic {
            name: TOPIC.into(),
            num_partitions: partitions,
            replication_factor,
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 2_000,
            ..CreateTopicsRequest::default()
        };
        loop {
            let created = self.call(&request).await;
            let code = created.map(|response| response.topics.first().map(|t| t.error_code));
            self.world
                .note(format_args!("{} creates the topic: {code:?}", self.name));
            let there = [ErrorCode::None, ErrorCode::TopicAlreadyExists].map(ErrorCode::code);
            if let Ok(Some(code)) = code
                && there.contains(&code)
            {
                return;
            }
            clock::sleep(Duration::from_millis(100)).await;
        }
    }

    /// A producer's id and epoch. `None` if the broker has none to give now.
    pub(crate) async fn init_producer_id(&mut self) -> io::Result<Option<(i64, i16)>> {
        let request = InitProducerIdRequest {
            transactional_id: None,
            transaction_timeout_ms: 60_000,
            ..InitProducerIdRequest::default()
        };
        let response = self.call(&request).await?;
        let given = response.error_code == ErrorCode::None.code();
        Ok(given.then_some((response.producer_id, response.producer_epoch)))
    }

    /// The end (high watermark) of a partition, as its leader tells it. It must not be below one that a leader of this
    /// epoch or an earlier one has told before (KIP-207).
    pub(crate) async fn end(&mut self, partition: i32) -> io::Result<Result<i64, i16>> {
        self.locate().await?;
        let Some(Leader { address, epoch }) = self.leader(partition) else {
            return Ok(Err(ErrorCode::LeaderNotAvailable.code()));
        };
        let asked = ListOffsetsPartition {
            partition_index: partition,
            current_leader_epoch: epoch,
            timestamp: LATEST,
        };
        let request = ListOffsetsRequest {
            replica_id: -1,
            topics: vec![ListOffsetsTopic {
                name: TOPIC.into(),
                partitions: vec![asked],
                ..ListOffsetsTopic::default()
            }],
            ..ListOffsetsRequest::default()
        };
        self.reach(&address).await?;
        let tells = self.version::<ListOffsetsRequest>() >= LIST_OFFSETS_EPOCHS;
        let epoch = self.world.epoch(epoch, tells);
        let floor = epoch.map(|epoch| self.world.floor_up_to(partition, epoch));
        let began = clock::mono();
        let response = self.call_at(&address, &request).await?;
        let Some(row) = response.topics.first().and_then(|t| t.partitions.first()) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if row.error_code != ErrorCode::None.code() {
            self.refused(&address, row.error_code);
            return Ok(Err(row.error_code));
        }
        self.world.answered_as_leader(&address, partition, began);
        self.world.told_end(partition, epoch, floor, row.offset);
        Ok(Ok(row.offset))
    }
}
