//! A small Kafka client: it connects when it must, speaks versions of its own choice, and gives up waiting.

pub(crate) mod groups;

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::list_offsets_request::{
    ListOffsetsPartition, ListOffsetsTopic,
};
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::{
    ApiVersionsRequest, CreateTopicsRequest, InitProducerIdRequest, ListOffsetsRequest,
    MetadataRequest,
};
use highwater_core::wire::{Message, Request, Uuid};

use crate::draw;
use crate::wire::{Connection, Pending};
use crate::world::{TOPIC, World};

/// Asks ListOffsets for the end.
const LATEST: i64 = -1;

/// A client with at most one connection.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) world: World,
    pub(crate) name: String,
    address: String,
    /// The longest that the client waits for anything.
    pub(crate) limit: Duration,
    connection: Option<Connection>,
    /// By api: the version that this client speaks. Drawn when it first hears what the broker speaks.
    versions: BTreeMap<i16, i16>,
    topic_id: Uuid,
}

impl Client {
    pub(crate) fn new(world: World, name: String, address: &str, limit: Duration) -> Self {
        Self {
            world,
            name,
            address: address.to_owned(),
            limit,
            connection: None,
            versions: BTreeMap::new(),
            topic_id: Uuid::ZERO,
        }
    }

    /// Drops the connection. What was asked on it stays unanswered.
    pub(crate) fn disconnect(&mut self) {
        self.connection = None;
    }

    /// The version of `R` that this client speaks, once it has been connected.
    pub(crate) fn version<R: Request>(&self) -> i16 {
        self.versions
            .get(&R::API_KEY)
            .copied()
            .unwrap_or(R::MIN_VERSION)
            .clamp(R::MIN_VERSION, <R as Message>::MAX_VERSION)
    }

    /// Connects, if need be, and learns what it must know.
    pub(crate) async fn connect(&mut self) -> io::Result<()> {
        if self.connection.is_some() {
            return Ok(());
        }
        self.connection = Some(Connection::open(&self.address, &self.name, self.limit).await?);
        let known = self.handshake().await;
        if known.is_err() {
            self.disconnect();
        }
        known
    }

    async fn handshake(&mut self) -> io::Result<()> {
        let request = ApiVersionsRequest {
            client_software_name: "highwater-sim".into(),
            client_software_version: "0".into(),
            ..ApiVersionsRequest::default()
        };
        let version = draw::within(0..5) as i16;
        // Versions before 3 have no names to tell.
        let request = if version >= 3 {
            request
        } else {
            ApiVersionsRequest::default()
        };
        let response = self
            .send_as(&request, version)
            .await?
            .answer(self.limit)
            .await?;
        if self.versions.is_empty() {
            for api in response.api_keys {
                let (min, max) = (api.min_version, api.max_version);
                // Half of the clients are modern.
                let version = if draw::percent(50) {
                    max
                } else {
                    draw::within(min as u64..max as u64 + 1) as i16
                };
                self.versions.insert(api.api_key, version);
            }
        }
        let topic = MetadataRequestTopic {
            name: Some(TOPIC.into()),
            ..MetadataRequestTopic::default()
        };
        let request = MetadataRequest {
            topics: Some(vec![topic]),
            ..MetadataRequest::default()
        };
        // Ids are told from version 10 on.
        let version = self.version::<MetadataRequest>().max(10);
        let response = self
            .send_as(&request, version)
            .await?
            .answer(self.limit)
            .await?;
        self.topic_id = response
            .topics
            .first()
            .map_or(Uuid::ZERO, |topic| topic.topic_id);
        Ok(())
    }

    async fn send_as<R: Request>(&mut self, request: &R, version: i16) -> io::Result<Pending<R>> {
        let Some(connection) = &mut self.connection else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        let sent = connection.send(request, version, self.limit).await;
        if sent.is_err() {
            self.disconnect();
        }
        sent
    }

    /// Sends a request on the open connection.
    pub(crate) async fn send<R: Request>(&mut self, request: &R) -> io::Result<Pending<R>> {
        let version = self.version::<R>();
        self.send_as(request, version).await
    }

    /// Sends a request that is not answered on the open connection.
    pub(crate) async fn post<R: Request>(&mut self, request: &R) -> io::Result<()> {
        let version = self.version::<R>();
        let Some(connection) = &mut self.connection else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        let sent = connection.post(request, version, self.limit).await;
        self.answered(sent)
    }

    /// Sends a request and waits for its answer, over a new connection if there is none.
    pub(crate) async fn call<R: Request>(&mut self, request: &R) -> io::Result<R::Response> {
        self.connect().await?;
        let pending = self.send(request).await?;
        let limit = self.limit;
        self.answered(pending.answer(limit).await)
    }

    /// Looks at what became of a request: one that failed leaves the connection in doubt.
    pub(crate) fn answered<T>(&mut self, answer: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &answer {
            self.disconnect();
            if error.kind() == io::ErrorKind::InvalidData {
                self.world
                    .violate("malformed-answer", format!("{}: {error}", self.name));
            }
        }
        answer
    }

    /// How a request by name or by id says which topic it is about.
    pub(crate) fn topic(&self) -> Uuid {
        self.topic_id
    }

    /// Creates the topic, until it is there.
    pub(crate) async fn create_topic(&mut self, partitions: i32) {
        let topic = CreatableTopic {
            name: TOPIC.into(),
            num_partitions: partitions,
            replication_factor: 1,
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
            madsim::time::sleep(Duration::from_millis(100)).await;
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

    /// The end (high watermark) of a partition, which must not be below one that was known before. The outer error
    /// is the connection's, the inner one the broker's.
    pub(crate) async fn end(&mut self, partition: i32) -> io::Result<Result<i64, i16>> {
        let asked = ListOffsetsPartition {
            partition_index: partition,
            timestamp: LATEST,
            ..ListOffsetsPartition::default()
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
        let floor = self.world.floor(partition);
        let response = self.call(&request).await?;
        let Some(row) = response.topics.first().and_then(|t| t.partitions.first()) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if row.error_code != ErrorCode::None.code() {
            return Ok(Err(row.error_code));
        }
        self.world.told_end(partition, floor, row.offset);
        Ok(Ok(row.offset))
    }
}
