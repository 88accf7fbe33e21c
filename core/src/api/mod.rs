//! Kafka's APIs, one file each: what a request means to the node. This file knows which there are, in
//! which versions, and how each is decoded and encoded.

pub mod api_versions;
mod call;
mod fetch;
mod find_coordinator;
mod groups;
mod init_producer_id;
mod list_offsets;
mod metadata;
mod offsets;
mod once;
mod produce;
mod topics;

use bytes::Bytes;

use crate::error::ErrorCode;
pub use call::{Answer, Fetched, FetchedPartition};
pub use fetch::FetchReply;
pub(crate) use list_offsets::{Searching, TimeSearch};
pub use produce::{Produce, ProducePartition, ProduceTopic};
pub(crate) use topics::{illegal_name, is_reserved, unanswered};

use crate::wire::generated::{
    AllocateProducerIdsRequest, AllocateProducerIdsResponse, AlterPartitionRequest,
    AlterPartitionResponse, ApiVersionsRequest, ApiVersionsResponse, BrokerHeartbeatRequest,
    BrokerHeartbeatResponse, BrokerRegistrationRequest, BrokerRegistrationResponse,
    CreateTopicsRequest, CreateTopicsResponse, DeleteGroupsRequest, DeleteGroupsResponse,
    DeleteTopicsRequest, DeleteTopicsResponse, DescribeGroupsRequest, DescribeGroupsResponse,
    FetchRequest, FindCoordinatorRequest, FindCoordinatorResponse, HeartbeatRequest,
    HeartbeatResponse, InitProducerIdRequest, InitProducerIdResponse, JoinGroupRequest,
    JoinGroupResponse, LeaveGroupRequest, LeaveGroupResponse, ListGroupsRequest,
    ListGroupsResponse, ListOffsetsRequest, ListOffsetsResponse, MetadataRequest, MetadataResponse,
    OffsetCommitRequest, OffsetCommitResponse, OffsetFetchRequest, OffsetFetchResponse,
    ProduceRequest, ProduceResponse, SyncGroupRequest, SyncGroupResponse,
};
use crate::wire::{Message, Reader, Str, WireError, Writer};

/// An API that the node serves: its key, and the versions that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Api {
    /// Number of the API.
    pub key: i16,
    /// Lowest version that is announced.
    pub announced_min: i16,
    /// Lowest version that is served.
    pub min: i16,
    /// Highest version that is served.
    pub max: i16,
}

const fn api(key: i16, min: i16, max: i16) -> Api {
    Api {
        key,
        announced_min: min,
        min,
        max,
    }
}

/// What is served: Kafka 4.4's ranges. Produce is announced from version 0, as Kafka does, because old
/// librdkafka takes its absence as "no compression" (KAFKA-18659); it is served from version 3.
pub const APIS: [Api; 18] = [
    Api {
        key: 0,
        announced_min: 0,
        min: 3,
        max: 13,
    },
    api(1, 4, 18),
    api(2, 1, 11),
    api(3, 0, 13),
    api(8, 2, 10),
    api(9, 1, 10),
    api(10, 0, 6),
    api(11, 0, 9),
    api(12, 0, 4),
    api(13, 0, 5),
    api(14, 0, 5),
    api(15, 0, 6),
    api(16, 0, 5),
    api(18, 0, 5),
    api(19, 2, 7),
    api(20, 1, 6),
    api(22, 0, 5),
    api(42, 0, 3),
];

/// What brokers call beyond what clients may: served where brokers connect, and announced to nobody.
const PEER_APIS: [Api; 4] = [api(56, 3, 3), api(62, 4, 4), api(63, 2, 2), api(67, 0, 0)];

/// The API with this key, if it is served to who asks.
pub fn served(key: i16, origin: Origin) -> Option<Api> {
    let peers = PEER_APIS.into_iter().filter(|_| origin == Origin::Broker);
    APIS.into_iter().chain(peers).find(|api| api.key == key)
}

/// A request, decoded.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Request {
    /// Version of the API that it came in, and that its reply goes out in.
    pub version: i16,
    /// Who asks.
    pub client: Client,
    /// The request.
    pub body: Body,
}

/// Where a connection comes in. What it may say depends on it: only brokers are believed to be followers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Origin {
    /// The listener for clients.
    #[default]
    Client,
    /// The listener for the brokers of the cluster.
    Broker,
}

/// Who asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Client {
    /// Where the connection came in.
    pub origin: Origin,
    /// By which of the listeners for clients it came in: its place in [`crate::Config::advertised`].
    pub listener: u16,
    /// `client.id`.
    pub id: Str,
    /// Where the connection comes from, with a slash before it, as Kafka shows it.
    pub host: Str,
}

impl Client {
    /// The same, without a hold on the frame that it came in.
    pub(crate) fn detach(self) -> Self {
        let (id, host) = (self.id.detach(), self.host.detach());
        Self { id, host, ..self }
    }
}

/// A request's body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "one variant for each API, named after it")]
pub enum Body {
    Produce(Produce),
    Fetch(FetchRequest),
    ListOffsets(ListOffsetsRequest),
    Metadata(MetadataRequest),
    OffsetCommit(OffsetCommitRequest),
    OffsetFetch(OffsetFetchRequest),
    FindCoordinator(FindCoordinatorRequest),
    JoinGroup(JoinGroupRequest),
    Heartbeat(HeartbeatRequest),
    LeaveGroup(LeaveGroupRequest),
    SyncGroup(SyncGroupRequest),
    DescribeGroups(DescribeGroupsRequest),
    ListGroups(ListGroupsRequest),
    DeleteGroups(DeleteGroupsRequest),
    ApiVersions(ApiVersionsRequest),
    CreateTopics(CreateTopicsRequest),
    DeleteTopics(DeleteTopicsRequest),
    InitProducerId(InitProducerIdRequest),
    AlterPartition(AlterPartitionRequest),
    BrokerRegistration(BrokerRegistrationRequest),
    BrokerHeartbeat(BrokerHeartbeatRequest),
    AllocateProducerIds(AllocateProducerIdsRequest),
}

/// A response's body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "one variant for each API, named after it")]
pub enum Response {
    Produce(ProduceResponse),
    ListOffsets(ListOffsetsResponse),
    Metadata(MetadataResponse),
    OffsetCommit(OffsetCommitResponse),
    OffsetFetch(OffsetFetchResponse),
    FindCoordinator(FindCoordinatorResponse),
    JoinGroup(JoinGroupResponse),
    Heartbeat(HeartbeatResponse),
    LeaveGroup(LeaveGroupResponse),
    SyncGroup(SyncGroupResponse),
    DescribeGroups(DescribeGroupsResponse),
    ListGroups(ListGroupsResponse),
    DeleteGroups(DeleteGroupsResponse),
    ApiVersions(ApiVersionsResponse),
    CreateTopics(CreateTopicsResponse),
    DeleteTopics(DeleteTopicsResponse),
    InitProducerId(InitProducerIdResponse),
    AlterPartition(AlterPartitionResponse),
    BrokerRegistration(BrokerRegistrationResponse),
    BrokerHeartbeat(BrokerHeartbeatResponse),
    AllocateProducerIds(AllocateProducerIdsResponse),
}

/// What answers a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    /// A response.
    Body(Response),
    /// A response with record bytes that the connection reads from the logs.
    Fetch(FetchReply),
    /// Nothing is sent (a produce with acks=0), but the request is done with.
    Nothing,
}

/// Bytes of decoded structures that one byte of a request may stand for. Generous for honest requests,
/// whose smallest elements take a few bytes on the wire and a few dozen in memory.
const EXPANSION: usize = 32;

/// Decodes a request's body. `frame` begins after the request header.
///
/// # Errors
/// If the API or the version is not served, or the bytes are malformed: Kafka closes the connection then.
pub fn decode(key: i16, version: i16, client: Client, frame: Bytes) -> Result<Request, WireError> {
    let served = served(key, client.origin).filter(|api| (api.min..=api.max).contains(&version));
    if served.is_none() {
        return Err(WireError::Version {
            message: "request",
            version,
        });
    }
    let budget = frame.len().saturating_mul(EXPANSION).saturating_add(4096);
    let r = &mut Reader::new(frame, budget);
    let body = match key {
        0 => Body::Produce(Produce::check(version, ProduceRequest::decode(r, version)?)),
        1 => Body::Fetch(Message::decode(r, version)?),
        2 => Body::ListOffsets(Message::decode(r, version)?),
        3 => Body::Metadata(Message::decode(r, version)?),
        8 => Body::OffsetCommit(Message::decode(r, version)?),
        9 => Body::OffsetFetch(Message::decode(r, version)?),
        10 => Body::FindCoordinator(Message::decode(r, version)?),
        11 => Body::JoinGroup(Message::decode(r, version)?),
        12 => Body::Heartbeat(Message::decode(r, version)?),
        13 => Body::LeaveGroup(Message::decode(r, version)?),
        14 => Body::SyncGroup(Message::decode(r, version)?),
        15 => Body::DescribeGroups(Message::decode(r, version)?),
        16 => Body::ListGroups(Message::decode(r, version)?),
        18 => Body::ApiVersions(Message::decode(r, version)?),
        19 => Body::CreateTopics(Message::decode(r, version)?),
        20 => Body::DeleteTopics(Message::decode(r, version)?),
        22 => Body::InitProducerId(Message::decode(r, version)?),
        42 => Body::DeleteGroups(Message::decode(r, version)?),
        56 => Body::AlterPartition(Message::decode(r, version)?),
        62 => Body::BrokerRegistration(Message::decode(r, version)?),
        63 => Body::BrokerHeartbeat(Message::decode(r, version)?),
        67 => Body::AllocateProducerIds(Message::decode(r, version)?),
        _ => {
            return Err(WireError::Version {
                message: "request",
                version,
            });
        }
    };
    Ok(Request {
        version,
        client,
        body,
    })
}

impl Response {
    /// Turns what was about to be granted into a refusal.
    pub(crate) fn refuse(&mut self, code: ErrorCode) {
        let code = code.code();
        match self {
            Self::OffsetCommit(body) => {
                let rows = body
                    .topics
                    .iter_mut()
                    .flat_map(|topic| &mut topic.partitions);
                rows.filter(|row| row.error_code == 0)
                    .for_each(|row| row.error_code = code);
            }
            Self::OffsetFetch(body) => {
                body.error_code = code;
                body.groups
                    .iter_mut()
                    .for_each(|group| group.error_code = code);
                let rows = body
                    .topics
                    .iter_mut()
                    .flat_map(|topic| &mut topic.partitions);
                rows.for_each(|row| row.error_code = code);
            }
            Self::DeleteGroups(body) => {
                let rows = body.results.iter_mut().filter(|row| row.error_code == 0);
                rows.for_each(|row| row.error_code = code);
            }
            Self::JoinGroup(body) => body.error_code = code,
            Self::SyncGroup(body) => body.error_code = code,
            Self::CreateTopics(body) => {
                body.topics
                    .iter_mut()
                    .filter(|row| rests_on_topics(row.error_code))
                    .for_each(|row| row.error_code = code);
            }
            Self::DeleteTopics(body) => {
                body.responses
                    .iter_mut()
                    .filter(|row| rests_on_topics(row.error_code))
                    .for_each(|row| row.error_code = code);
            }
            Self::AlterPartition(body) => body.error_code = code,
            Self::BrokerRegistration(body) => body.error_code = code,
            Self::BrokerHeartbeat(body) => body.error_code = code,
            Self::AllocateProducerIds(body) => body.error_code = code,
            // Nothing else ever waits for a log or a proposal.
            _ => {}
        }
    }

    /// Encodes the body.
    ///
    /// # Errors
    /// If a field cannot be expressed in `version`: a bug of whoever made the response.
    pub fn encode(&self, w: &mut Writer, version: i16) -> Result<(), WireError> {
        match self {
            Self::Produce(body) => body.encode(w, version),
            Self::ListOffsets(body) => body.encode(w, version),
            Self::Metadata(body) => body.encode(w, version),
            Self::OffsetCommit(body) => body.encode(w, version),
            Self::OffsetFetch(body) => body.encode(w, version),
            Self::FindCoordinator(body) => body.encode(w, version),
            Self::JoinGroup(body) => body.encode(w, version),
            Self::Heartbeat(body) => body.encode(w, version),
            Self::LeaveGroup(body) => body.encode(w, version),
            Self::SyncGroup(body) => body.encode(w, version),
            Self::DescribeGroups(body) => body.encode(w, version),
            Self::ListGroups(body) => body.encode(w, version),
            Self::DeleteGroups(body) => body.encode(w, version),
            Self::ApiVersions(body) => body.encode(w, version),
            Self::CreateTopics(body) => body.encode(w, version),
            Self::DeleteTopics(body) => body.encode(w, version),
            Self::InitProducerId(body) => body.encode(w, version),
            Self::AlterPartition(body) => body.encode(w, version),
            Self::BrokerRegistration(body) => body.encode(w, version),
            Self::BrokerHeartbeat(body) => body.encode(w, version),
            Self::AllocateProducerIds(body) => body.encode(w, version),
        }
    }
}

/// True for the codes that say which topics there are: they are no truer than the commands that they were decided on.
fn rests_on_topics(code: i16) -> bool {
    let codes = [
        ErrorCode::None,
        ErrorCode::TopicAlreadyExists,
        ErrorCode::UnknownTopicOrPartition,
        ErrorCode::UnknownTopicId,
    ];
    codes.iter().any(|one| one.code() == code)
}
