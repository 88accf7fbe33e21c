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

/// Asks it for the start.
const EARLIEST: i64 = -2;

/// The first version of ListOffsets that tells of leader epochs.
const LIST_OFFSETS_EPOCHS: i16 = 4;

/// What ListOffsets told.
struct Told {
    timestamp: i64,
    offset: i64,
    /// The leader's epoch, if it tells.
    epoch: Option<i32>,
    /// The greatest end that leaders up to that epoch had told before.
    floor: Option<i64>,
}

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
        let told = self.list(partition, LATEST).await?;
        Ok(told.map(|told| {
            let floor = told.floor;
            self.world
                .told_end(partition, told.epoch, floor, told.offset);
            told.offset
        }))
    }

    /// The start of a partition, of which nothing is ever deleted.
    pub(crate) async fn start(&mut self, partition: i32) -> io::Result<Result<i64, i16>> {
        let told = self.list(partition, EARLIEST).await?;
        Ok(told.map(|told| {
            if told.offset != 0 {
                let what = format!("{partition} is said to begin at {}", told.offset);
                self.world.violate("log-start", what);
            }
            told.offset
        }))
    }

    /// The first record of a partition at or after a time. None before it may be as late.
    pub(crate) async fn find(&mut self, partition: i32, time: i64) -> io::Result<Result<i64, i16>> {
        let told = self.list(partition, time).await?;
        Ok(told.map(|told| {
            let found = (told.offset >= 0).then_some((told.timestamp, told.offset));
            let floor = told.floor.unwrap_or_default();
            self.world.found_by_time(partition, floor, time, found);
            told.offset
        }))
    }

    async fn list(&mut self, partition: i32, timestamp: i64) -> io::Result<Result<Told, i16>> {
        self.locate().await?;
        let Some(Leader { address, epoch }) = self.leader(partition) else {
            return Ok(Err(ErrorCode::LeaderNotAvailable.code()));
        };
        let asked = ListOffsetsPartition {
            partition_index: partition,
            current_leader_epoch: epoch,
            timestamp,
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
        Ok(Ok(Told {
            timestamp: row.timestamp,
            offset: row.offset,
            epoch,
            floor,
        }))
    }
}
