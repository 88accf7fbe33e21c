//! Calls of one broker to another: the same APIs, seen from the side that asks. Here requests are encoded and their
//! answers decoded.

use alloc::vec::Vec;

use bytes::Bytes;

use super::{Body, Client, EXPANSION, Request, Response};
use crate::ids::{Epoch, Offset};
use crate::records::{Batch, check_stored};
use crate::wire::generated::FetchResponse;
use crate::wire::{Message, Reader, Records, Uuid, WireError, Writer};

/// What answers a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// A response.
    Body(Response),
    /// The answer to a fetch, its batches checked.
    Fetch(Fetched),
}

/// What a follower's fetch brought.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fetched {
    /// An error that concerns the whole fetch; 0 if there is none.
    pub error_code: i16,
    /// What came, by partition.
    pub partitions: Vec<FetchedPartition>,
}

/// What a follower's fetch brought for one partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchedPartition {
    /// Id of the topic.
    pub topic_id: Uuid,
    /// Number of the partition.
    pub partition: i32,
    /// 0 if there is none.
    pub error_code: i16,
    /// The leader's high watermark.
    pub high_watermark: Offset,
    /// The logs part: the leader's largest epoch that is not above the follower's last one, and where it ends there
    /// (KIP-595).
    pub diverging: Option<(Epoch, Offset)>,
    /// Whole batches, as they lie in the leader's log. Empty if they are malformed as well: they are asked for again.
    pub batches: Vec<Batch>,
}

impl Fetched {
    /// Takes a response apart and checks its batches.
    pub fn check(response: FetchResponse) -> Self {
        let mut partitions = Vec::new();
        for topic in response.responses {
            for row in topic.partitions {
                let diverging = (row.diverging_epoch.end_offset >= 0)
                    .then_some((row.diverging_epoch.epoch, row.diverging_epoch.end_offset));
                let batches = match row.records {
                    Some(Records::Inline(bytes)) => batches(bytes),
                    _ => Vec::new(),
                };
                partitions.push(FetchedPartition {
                    topic_id: topic.topic_id,
                    partition: row.partition_index,
                    error_code: row.error_code,
                    high_watermark: row.high_watermark,
                    diverging,
                    batches,
                });
            }
        }
        Self {
            error_code: response.error_code,
            partitions,
        }
    }
}

/// Splits record bytes into batches, up to the first that is not whole or not intact.
fn batches(mut bytes: Bytes) -> Vec<Batch> {
    let mut batches = Vec::new();
    while let Some(batch) = check_stored(&bytes) {
        let _ = bytes.split_to(batch.len() as usize);
        batches.push(batch);
    }
    batches
}

impl Request {
    /// A request that this broker makes in its own name.
    pub(crate) fn own(version: i16, body: Body) -> Self {
        Self {
            version,
            client: Client::default(),
            body,
        }
    }

    /// The key of its API.
    pub fn key(&self) -> i16 {
        match &self.body {
            Body::Produce(_) => 0,
            Body::Fetch(_) => 1,
            Body::ListOffsets(_) => 2,
            Body::Metadata(_) => 3,
            Body::OffsetCommit(_) => 8,
            Body::OffsetFetch(_) => 9,
            Body::FindCoordinator(_) => 10,
            Body::JoinGroup(_) => 11,
            Body::Heartbeat(_) => 12,
            Body::LeaveGroup(_) => 13,
            Body::SyncGroup(_) => 14,
            Body::DescribeGroups(_) => 15,
            Body::ListGroups(_) => 16,
            Body::ApiVersions(_) => 18,
            Body::CreateTopics(_) => 19,
            Body::DeleteTopics(_) => 20,
            Body::InitProducerId(_) => 22,
            Body::DeleteGroups(_) => 42,
            Body::AlterPartition(_) => 56,
            Body::BrokerRegistration(_) => 62,
            Body::BrokerHeartbeat(_) => 63,
            Body::AllocateProducerIds(_) => 67,
        }
    }

    /// Encodes the body of a call.
    ///
    /// # Errors
    /// If brokers do not call this API, or a field cannot be expressed in the request's version.
    pub fn encode(&self, w: &mut Writer) -> Result<(), WireError> {
        let version = self.version;
        match &self.body {
            Body::Fetch(body) => body.encode(w, version),
            Body::CreateTopics(body) => body.encode(w, version),
            Body::DeleteTopics(body) => body.encode(w, version),
            Body::AlterPartition(body) => body.encode(w, version),
            Body::BrokerRegistration(body) => body.encode(w, version),
            Body::BrokerHeartbeat(body) => body.encode(w, version),
            Body::AllocateProducerIds(body) => body.encode(w, version),
            _ => Err(WireError::Version {
                message: "call",
                version,
            }),
        }
    }
}

impl Answer {
    /// Decodes the answer to a call of this API in this version. `frame` begins after the response header.
    ///
    /// # Errors
    /// If brokers do not call this API, or the bytes are malformed.
    pub fn decode(key: i16, version: i16, frame: Bytes) -> Result<Self, WireError> {
        let budget = frame.len().saturating_mul(EXPANSION).saturating_add(4096);
        let r = &mut Reader::new(frame, budget);
        Ok(Self::Body(match key {
            1 => return Ok(Self::Fetch(Fetched::check(Message::decode(r, version)?))),
            19 => Response::CreateTopics(Message::decode(r, version)?),
            20 => Response::DeleteTopics(Message::decode(r, version)?),
            56 => Response::AlterPartition(Message::decode(r, version)?),
            62 => Response::BrokerRegistration(Message::decode(r, version)?),
            63 => Response::BrokerHeartbeat(Message::decode(r, version)?),
            67 => Response::AllocateProducerIds(Message::decode(r, version)?),
            _ => {
                return Err(WireError::Version {
                    message: "answer",
                    version,
                });
            }
        }))
    }
}
