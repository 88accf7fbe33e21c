//! Produce: append, and park the reply until the records are as safe as was asked for.

use alloc::vec::Vec;
use core::time::Duration;

use crate::api::{Reply, Response};
use crate::coordinator::OFFSETS_TOPIC;
use crate::error::ErrorCode;
use crate::ids::{LogId, Offset, ReqId};
use crate::log::{Log, Verdict};
use crate::mutant::{self, Mutant};
use crate::node::Node;
use crate::output::{Append, Outbox, Output, SegmentOp};
use crate::park::{Mark, MarkKind, Parked, Slot, waits_for_others};
use crate::records::{Batch, Compression, Header, check_client};
use crate::replica::Partition;
use crate::time::{Now, TimerId, Wall};
use crate::wire::generated::produce_response::{
    LeaderIdAndEpoch, PartitionProduceResponse, TopicProduceResponse,
};
use crate::wire::generated::{ProduceRequest, ProduceResponse};
use crate::wire::{Records, Str, Uuid};

/// The first version that tells who leads instead (KIP-951).
const TELLS_LEADER: i16 = 10;

/// The first version that takes zstd (KIP-110): whoever speaks an older one may not be able to read it.
const TAKES_ZSTD: i16 = 7;

/// A produce request whose batches were checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Produce {
    /// 0: no answer; 1: once the leader has it; -1: once the in-sync set has it.
    pub acks: i16,
    /// The longest that the reply may wait.
    pub timeout_ms: i32,
    /// Part of a transaction.
    pub transactional: bool,
    /// What goes where.
    pub topics: Vec<ProduceTopic>,
}

/// The part of a request for one topic.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProduceTopic {
    /// Name, up to version 12.
    pub name: Str,
    /// Id, from version 13 on.
    pub id: Uuid,
    /// Its partitions.
    pub partitions: Vec<ProducePartition>,
}

/// The part of a request for one partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProducePartition {
    /// Number of the partition.
    pub index: i32,
    /// The batch, or why it is refused.
    pub batch: Result<Batch, ErrorCode>,
}

impl Produce {
    /// Checks the batches of a request.
    pub fn check(version: i16, request: ProduceRequest) -> Self {
        let batch = |records: Option<Records>| match records {
            Some(Records::Inline(bytes)) => {
                let batch = check_client(&bytes)?;
                let zstd = batch.header().compression() == Some(Compression::Zstd);
                if zstd && version < TAKES_ZSTD {
                    return Err(ErrorCode::UnsupportedCompressionType);
                }
                Ok(batch)
            }
            _ => Err(ErrorCode::InvalidRecord),
        };
        let topics = request.topic_data.into_iter().map(|topic| ProduceTopic {
            name: topic.name,
            id: topic.topic_id,
            partitions: topic
                .partition_data
                .into_iter()
                .map(|partition| ProducePartition {
                    index: partition.index,
                    batch: batch(partition.records),
                })
                .collect(),
        });
        Self {
            acks: request.acks,
            timeout_ms: request.timeout_ms,
            transactional: request.transactional_id.is_some(),
            topics: topics.collect(),
        }
    }
}

/// A compressed batch whose client left its greatest timestamp out, as Sarama did up to 1.45: it gets a timestamp that is
/// not less than that of its records, for a search by time must not pass it over.
fn dated(batch: Batch, wall: Wall) -> Batch {
    let base = batch.header().base_timestamp;
    if batch.header().max_timestamp >= base {
        return batch;
    }
    batch.with_max_timestamp(base.max(wall.0))
}

/// A partition's part in the answer.
struct Appended {
    base_offset: Offset,
    log_start: Offset,
    /// What the reply waits for.
    mark: Option<Mark>,
}

impl Node {
    pub(crate) fn produce(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        request: Produce,
        out: &mut Outbox,
    ) {
        let acks = request.acks;
        let valid = matches!(acks, -1..=1);
        let mut slots = Vec::new();
        let mut refused = false;
        let mut responses = Vec::with_capacity(request.topics.len());
        for (topic_at, topic) in request.topics.into_iter().enumerate() {
            let resolved = self.resolve(version >= 13, &topic.name, topic.id);
            let mut partitions = Vec::with_capacity(topic.partitions.len());
            for (partition_at, partition) in topic.partitions.into_iter().enumerate() {
                let result = if !valid {
                    Err(ErrorCode::InvalidRequiredAcks)
                } else if request.transactional {
                    Err(ErrorCode::UnsupportedVersion)
                } else {
                    self.produce_one(now, resolved, partition.index, partition.batch, acks, out)
                };
                refused |= result.is_err();
                if let Ok(Appended {
                    mark: Some(mark), ..
                }) = result
                {
                    slots.push(Slot {
                        mark,
                        place: (topic_at, partition_at),
                        stored: mark.end <= self.partition(mark.log).stored(),
                        open: true,
                    });
                }
                partitions.push(self.produced(version, resolved, partition.index, result));
            }
            // An answer that waits, be it for a client that does not read it, must not pin the request's frame.
            responses.push(TopicProduceResponse {
                name: topic.name.detach(),
                topic_id: topic.id,
                partition_responses: partitions,
                ..TopicProduceResponse::default()
            });
        }
        let response = ProduceResponse {
            responses,
            ..ProduceResponse::default()
        };
        if acks == 0 {
            out.push(Output::Reply(id, Reply::Nothing));
            if refused {
                // Nothing else tells the client, and it would go on sending here what another broker takes.
                out.push(Output::Close(id.conn));
            }
        } else if slots.is_empty() || mutant::is(Mutant::AckBeforeAppend) {
            out.push(Output::Reply(id, Reply::Body(Response::Produce(response))));
        } else {
            let wait = Duration::from_millis(request.timeout_ms.max(0) as u64);
            // As in Kafka, the timeout is for followers: it runs once this broker has stored what it is to store, and
            // what is stored here alone has none.
            if waits_for_others(&slots) {
                self.timers.arm(TimerId::Park(id), now.mono.after(wait));
            }
            let parked = Parked::Produce {
                response,
                slots,
                wait,
            };
            self.park.put(id, parked);
        }
    }

    /// This broker has stored more of `log` than up to `before`: replies that wait for its followers alone do so for their timeouts.
    pub(crate) fn await_followers(&mut self, now: Now, log: LogId, before: Offset) {
        let stored = self.partition(log).stored();
        for (id, wait) in self.park.on_stored(log, before, stored) {
            self.timers.arm(TimerId::Park(id), now.mono.after(wait));
        }
    }

    /// Appends one partition's batch.
    fn produce_one(
        &mut self,
        now: Now,
        topic: Result<Uuid, ErrorCode>,
        index: i32,
        batch: Result<Batch, ErrorCode>,
        acks: i16,
        out: &mut Outbox,
    ) -> Result<Appended, ErrorCode> {
        let log_id = self.local(topic?, index)?;
        let batch = dated(batch?, now.wall);
        let takes_up = self.takes_up(log_id, batch.header());
        let partition = self.partition(log_id);
        let log = self.takes(now, partition, &batch, acks)?;
        if takes_up == Some(false) {
            // It comes again, and what may have been refused before it comes first.
            return Err(ErrorCode::NotLeaderOrFollower);
        }
        let log_start = log.start();
        let kind = if acks == -1 && !mutant::is(Mutant::AckAtLeader) {
            MarkKind::Committed
        } else {
            MarkKind::Stored
        };
        let mark_at = |end: Offset| {
            (acks != 0).then_some(Mark {
                log: log_id,
                kind,
                end,
            })
        };
        let reached = if acks == -1 && !mutant::is(Mutant::AckAtLeader) {
            partition.hw()
        } else {
            partition.stored()
        };
        match log.producers.judge(batch.header()) {
            Verdict::Refused(_) if takes_up == Some(true) => {}
            Verdict::Refused(code) => return Err(code),
            Verdict::Duplicate(seen) => {
                let mark = mark_at(seen.last_offset + 1)
                    .filter(|mark| mark.end > reached && !mutant::is(Mutant::DuplicateAckedAtOnce));
                return Ok(Appended {
                    base_offset: seen.base_offset,
                    log_start,
                    mark,
                });
            }
            Verdict::New => {}
        }
        if let Some(leader) = self.partition_mut(log_id).role.leader_mut()
            && takes_up.is_some()
        {
            leader.strangers.forget(batch.header());
        }
        let (base_offset, end) = self
            .append(log_id, batch, out)
            .ok_or(ErrorCode::NotLeaderOrFollower)?;
        Ok(Appended {
            base_offset,
            log_start,
            mark: mark_at(end),
        })
    }

    /// The log, if the partition takes this batch, whoever sends it.
    fn takes<'a>(
        &self,
        now: Now,
        partition: &'a Partition,
        batch: &Batch,
        acks: i16,
    ) -> Result<&'a Log, ErrorCode> {
        if self.is_stopping() {
            // What is appended must be flushed before the stop is complete: whoever goes on appending would keep
            // it from ever being so. The client looks for another leader, or for this one's next life.
            return Err(ErrorCode::NotLeaderOrFollower);
        }
        let settings = partition.settings;
        if partition.topic == OFFSETS_TOPIC {
            // Only its coordinator writes there.
            return Err(ErrorCode::InvalidTopic);
        }
        let (leader, log) = partition.serving().ok_or_else(|| partition.unavailable())?;
        if partition.suspended.is_some() {
            return Err(ErrorCode::KafkaStorageError);
        }
        if batch.len() > settings.max_message_bytes {
            return Err(ErrorCode::MessageTooLarge);
        }
        if let Some(code) = settings.refusal(batch, now.wall) {
            return Err(code);
        }
        if acks == -1 && leader.isr.len() < settings.min_insync_replicas {
            return Err(ErrorCode::NotEnoughReplicas);
        }
        Ok(log)
    }

    /// Whether a producer that is older than the topic may go on here with this batch; `None` if there is no question.
    /// Whatever else becomes of the batch, that it came is noted.
    fn takes_up(&mut self, log_id: LogId, header: &Header) -> Option<bool> {
        let partition = self.partition_mut(log_id);
        let is_older = header.producer_id < partition.settings.next_producer_id;
        let strange = is_older && partition.log()?.producers.is_strange(header);
        let leader = partition.role.leader_mut().filter(|_| strange)?;
        Some(leader.strangers.meet(header))
    }

    /// Appends a batch to a log that this broker leads: its first offset and its end. `None` if it does not
    /// lead it.
    pub(crate) fn append(
        &mut self,
        log_id: LogId,
        batch: Batch,
        out: &mut Outbox,
    ) -> Option<(Offset, Offset)> {
        let partition = self.partition_mut(log_id);
        let (leader, _) = partition.leading()?;
        let (epoch, roll_bytes) = (leader.epoch, partition.settings.segment_bytes);
        let log = partition.log_mut()?;
        let placement = log.append(batch.header(), epoch, roll_bytes);
        let (end, generation) = (log.end(), log.generation());
        let append = Append {
            log: log_id,
            generation,
            segment: placement.segment,
            position: placement.position,
            base_offset: placement.base_offset,
            leader_epoch: epoch,
            batch,
        };
        self.push_append(append, placement.rolled, out);
        Some((placement.base_offset, end))
    }

    /// Has a batch written that the log has taken in, into a new segment if one begins with it.
    pub(crate) fn push_append(&mut self, append: Append, rolled: bool, out: &mut Outbox) {
        let partition = self.partition_mut(append.log);
        partition.since_checkpoint += u64::from(append.batch.len());
        if rolled {
            partition.sealed.get_or_insert(append.segment);
            out.push(Output::Segment(append.log, SegmentOp::Roll(append.segment)));
        }
        out.push(Output::Append(append));
    }

    fn produced(
        &self,
        version: i16,
        topic: Result<Uuid, ErrorCode>,
        index: i32,
        result: Result<Appended, ErrorCode>,
    ) -> PartitionProduceResponse {
        match result {
            Ok(appended) => PartitionProduceResponse {
                index,
                base_offset: appended.base_offset,
                log_start_offset: appended.log_start,
                ..PartitionProduceResponse::default()
            },
            Err(code) => {
                let mut response = PartitionProduceResponse {
                    index,
                    error_code: code.code(),
                    base_offset: -1,
                    ..Default::default()
                };
                if code == ErrorCode::NotLeaderOrFollower
                    && version >= TELLS_LEADER
                    && let Some(partition) = topic
                        .ok()
                        .and_then(|topic| self.image.partition(topic, index))
                {
                    response.current_leader = LeaderIdAndEpoch {
                        leader_id: partition.leader.map_or(-1, |leader| leader.0),
                        leader_epoch: partition.leader_epoch,
                        ..LeaderIdAndEpoch::default()
                    };
                }
                response
            }
        }
    }

    /// A reply will not get the marks that it waits for: answers `code` for those of `log` (of any, if none is
    /// named) that are still open, and for no other.
    pub(crate) fn give_up_marks(
        &mut self,
        now: Now,
        id: ReqId,
        log: Option<LogId>,
        code: ErrorCode,
        out: &mut Outbox,
    ) {
        let response = match self.park.take(id) {
            Some(Parked::Produce {
                mut response,
                mut slots,
                wait,
            }) => {
                let began = waits_for_others(&slots);
                for slot in slots
                    .iter_mut()
                    .filter(|slot| slot.open && log.is_none_or(|log| log == slot.mark.log))
                {
                    slot.open = false;
                    let partition =
                        &mut response.responses[slot.place.0].partition_responses[slot.place.1];
                    partition.error_code = code.code();
                    if code != ErrorCode::None {
                        partition.base_offset = -1;
                    }
                }
                if slots.iter().any(|slot| slot.open) {
                    if !began && waits_for_others(&slots) {
                        self.timers.arm(TimerId::Park(id), now.mono.after(wait));
                    }
                    let parked = Parked::Produce {
                        response,
                        slots,
                        wait,
                    };
                    self.park.put(id, parked);
                    return;
                }
                Response::Produce(response)
            }
            Some(Parked::Marked { mut response, .. }) => {
                let timed_out = code == ErrorCode::RequestTimedOut;
                response.refuse(if timed_out {
                    ErrorCode::CoordinatorNotAvailable
                } else {
                    ErrorCode::NotCoordinator
                });
                response
            }
            _ => return,
        };
        self.timers.disarm(&TimerId::Park(id));
        out.push(Output::Reply(id, Reply::Body(response)));
    }
}
