//! ListOffsets: where a log starts and ends, and where a time begins in it.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::api::fetch::check_epoch;
use crate::api::once::repeated;
use crate::api::{Reply, Response};
use crate::error::ErrorCode;
use crate::ids::{LogId, Offset, ReadId, ReqId};
use crate::mutant::{self, Mutant};
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::records::{check_stored, read};
use crate::wire::Uuid;
use crate::wire::generated::list_offsets_request::ListOffsetsPartition;
use crate::wire::generated::list_offsets_response::{
    ListOffsetsPartitionResponse, ListOffsetsTopicResponse,
};
use crate::wire::generated::{ListOffsetsRequest, ListOffsetsResponse};

/// Timestamps that stand for a position (KIP-79, KIP-734, KIP-405, KIP-1005).
const LATEST: i64 = -1;
const EARLIEST: i64 = -2;
const MAX_TIMESTAMP: i64 = -3;
const EARLIEST_LOCAL: i64 = -4;
const LATEST_TIERED: i64 = -5;
const EARLIEST_PENDING_UPLOAD: i64 = -6;

/// The first version that tells leader epochs.
const TELLS_EPOCHS: i16 = 4;

/// The first version whose clients know `OffsetNotAvailable`.
const TELLS_NOT_AVAILABLE: i16 = 5;

/// A ListOffsets request that waits for reads of logs: all its answers but those.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TimeSearch {
    request: ReqId,
    log: LogId,
    timestamp: i64,
    limit: Offset,
    place: (usize, usize),
}

/// A request some of whose partitions are being searched.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Searching {
    version: i16,
    response: ListOffsetsResponse,
    left: usize,
}

/// An answer that needs no read, or the time to search for.
enum Answer {
    Known {
        timestamp: i64,
        offset: Offset,
        epoch: i32,
    },
    Search {
        log: LogId,
        timestamp: i64,
        limit: Offset,
    },
}

impl Node {
    pub(crate) fn list_offsets(
        &mut self,
        id: ReqId,
        version: i16,
        request: &ListOffsetsRequest,
        out: &mut Outbox,
    ) {
        let mut response = ListOffsetsResponse::default();
        let mut searches = Vec::new();
        let repeated = repeated(&request.topics);
        for (topic_at, topic) in request.topics.iter().enumerate() {
            let resolved = self.resolve(false, &topic.name, Uuid::ZERO);
            let mut partitions = Vec::with_capacity(topic.partitions.len());
            for (partition_at, asked) in topic.partitions.iter().enumerate() {
                let mut row = ListOffsetsPartitionResponse {
                    partition_index: asked.partition_index,
                    ..ListOffsetsPartitionResponse::default()
                };
                let answer = if repeated.contains(&(&topic.name, asked.partition_index)) {
                    Err(ErrorCode::InvalidRequest)
                } else {
                    self.offset_for(version, resolved, asked, request.replica_id)
                };
                match answer {
                    Ok(Answer::Known {
                        timestamp,
                        offset,
                        epoch,
                    }) => {
                        row.timestamp = timestamp;
                        row.offset = offset;
                        row.leader_epoch = epoch;
                    }
                    Ok(Answer::Search {
                        log,
                        timestamp,
                        limit,
                    }) => {
                        let place = (topic_at, partition_at);
                        searches.push(TimeSearch {
                            request: id,
                            log,
                            timestamp,
                            limit,
                            place,
                        });
                    }
                    Err(code) => row.error_code = code.code(),
                }
                partitions.push(row);
            }
            let name = topic.name.detach();
            response.topics.push(ListOffsetsTopicResponse {
                name,
                partitions,
                ..ListOffsetsTopicResponse::default()
            });
        }
        if searches.is_empty() {
            out.push(Output::Reply(id, reply(version, response)));
            return;
        }
        self.searching.insert(
            id,
            Searching {
                version,
                response,
                left: searches.len(),
            },
        );
        for search in searches {
            let from = self.search_start(&search);
            self.search_from(search, from, out);
        }
    }

    fn offset_for(
        &self,
        version: i16,
        topic: Result<Uuid, ErrorCode>,
        asked: &ListOffsetsPartition,
        replica: i32,
    ) -> Result<Answer, ErrorCode> {
        let partition = self.partition(self.local(topic?, asked.partition_index)?);
        let (leader, log) = partition.serving().ok_or_else(|| partition.unavailable())?;
        check_epoch(asked.current_leader_epoch, leader.epoch)?;
        if replica == -1
            && asked.timestamp != EARLIEST
            && partition.hw() < leader.start
            && !mutant::is(Mutant::R24EndBeforeKnown)
        {
            // A new leader does not know yet how far the one before it told consumers that the log goes (KIP-207).
            return Err(if version >= TELLS_NOT_AVAILABLE {
                ErrorCode::OffsetNotAvailable
            } else {
                ErrorCode::LeaderNotAvailable
            });
        }
        // A consumer may see nothing above the high watermark; a replica, or a debugging consumer (-2), may.
        let limit = if replica == -1 {
            partition.hw()
        } else {
            log.end()
        };
        let known = |offset: Offset, epoch: i32| Answer::Known {
            timestamp: -1,
            offset,
            epoch,
        };
        Ok(match asked.timestamp {
            LATEST => known(limit, leader.epoch),
            EARLIEST | EARLIEST_LOCAL => known(
                log.start(),
                log.epochs.at(log.start()).unwrap_or(leader.epoch),
            ),
            LATEST_TIERED => known(-1, -1),
            EARLIEST_PENDING_UPLOAD => known(-1, -1),
            MAX_TIMESTAMP => match log
                .segments
                .iter()
                .map(|segment| segment.max_timestamp)
                .max()
            {
                Some(timestamp) if timestamp >= 0 => Answer::Search {
                    log: partition.id,
                    timestamp,
                    limit,
                },
                _ => known(-1, -1),
            },
            timestamp if timestamp >= 0 => Answer::Search {
                log: partition.id,
                timestamp,
                limit,
            },
            _ => return Err(ErrorCode::InvalidRequest),
        })
    }

    /// Where the search begins: the index entry of the first segment that has the time.
    fn search_start(&self, search: &TimeSearch) -> Offset {
        let Some(log) = self.partition(search.log).log() else {
            return Offset::MAX;
        };
        let entry = log
            .segments
            .iter()
            .skip(usize::from(mutant::is(Mutant::TimeInLaterSegment)))
            .find_map(|segment| segment.near_timestamp(search.timestamp));
        entry.map_or(Offset::MAX, |entry| entry.offset.max(log.start()))
    }

    /// Reads on from `from`, or ends the search if nothing is there.
    fn search_from(&mut self, search: TimeSearch, from: Offset, out: &mut Outbox) {
        let most = self.config.read_back_bytes;
        let plan = self
            .partition(search.log)
            .log()
            .and_then(|log| log.plan(search.log, from, search.limit, most));
        match plan {
            Some(plan) => {
                let read = ReadId(self.next_read());
                self.reads.insert(read, search);
                out.push(Output::Read(read, plan));
            }
            None => self.found(&search, Ok(None), out),
        }
    }

    /// Bytes for a search came: the first record at or after the time answers it.
    pub(crate) fn on_search_read(&mut self, read: ReadId, mut bytes: Bytes, out: &mut Outbox) {
        let Some(search) = self.reads.remove(&read) else {
            return;
        };
        let mut next = None;
        while let Some(batch) = check_stored(&bytes) {
            let header = *batch.header();
            let _ = bytes.split_to(header.len as usize);
            next = Some(header.end_offset());
            if header.max_timestamp < search.timestamp {
                continue;
            }
            // Inside a compressed batch records cannot be told apart here: its first offset is the answer,
            // from which a consumer misses nothing.
            let mut records = read::Records::of(&batch).filter_map(Result::ok);
            let record = records.find(|record| record.timestamp >= search.timestamp);
            let hit = record.map_or((header.base_offset, header.max_timestamp), |r| {
                (r.offset, r.timestamp)
            });
            let hit = (hit.0, hit.1, header.leader_epoch);
            self.found(&search, Ok(Some(hit)), out);
            return;
        }
        match next {
            Some(next) => self.search_from(search, next, out),
            // Nothing where something must be is not the same as nothing found.
            None => self.found(&search, Err(ErrorCode::KafkaStorageError), out),
        }
    }

    /// This broker does not serve a log any more that is searched.
    pub(crate) fn on_search_failed(&mut self, log: LogId, code: ErrorCode, out: &mut Outbox) {
        let reads: Vec<ReadId> = self
            .reads
            .iter()
            .filter(|(_, search)| search.log == log)
            .map(|(&read, _)| read)
            .collect();
        for read in reads {
            if let Some(search) = self.reads.remove(&read) {
                self.found(&search, Err(code), out);
            }
        }
    }

    /// Notes the offset, timestamp and epoch of what was found, if anything was, or why it cannot be known.
    fn found(
        &mut self,
        search: &TimeSearch,
        hit: Result<Option<(Offset, i64, i32)>, ErrorCode>,
        out: &mut Outbox,
    ) {
        let Some(searching) = self.searching.get_mut(&search.request) else {
            return;
        };
        let row = &mut searching.response.topics[search.place.0].partitions[search.place.1];
        match hit {
            Ok(Some((offset, timestamp, epoch))) => {
                row.offset = offset;
                row.timestamp = timestamp;
                row.leader_epoch = epoch;
            }
            Ok(None) => {}
            Err(code) => row.error_code = code.code(),
        }
        searching.left -= 1;
        if searching.left == 0
            && let Some(done) = self.searching.remove(&search.request)
        {
            let reply = reply(done.version, done.response);
            out.push(Output::Reply(search.request, reply));
        }
    }
}

/// The reply as `version` can express it.
fn reply(version: i16, mut response: ListOffsetsResponse) -> Reply {
    if version < TELLS_EPOCHS {
        let rows = response.topics.iter_mut().flat_map(|t| &mut t.partitions);
        rows.for_each(|row| {
            row.leader_epoch = ListOffsetsPartitionResponse::default().leader_epoch
        });
    }
    Reply::Body(Response::ListOffsets(response))
}
