//! Fetch: plans for what can be read, or a place in the park until there is enough (KIP-74).

use alloc::vec::Vec;
use core::time::Duration;

use crate::api::once::fetch_once;
use crate::api::{Origin, Reply};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, Epoch, LogId, Offset, ReqId};
use crate::log::{Log, ReadPlan};
use crate::mutant::{self, Mutant};
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::Parked;
use crate::replica::{Leader, Partition, Progress, diverging};
use crate::time::{Now, TimerId};
use crate::wire::generated::fetch_request::{FetchPartition, ReplicaState};
use crate::wire::generated::fetch_response::{
    EpochEndOffset, FetchableTopicResponse, LeaderIdAndEpoch, PartitionData,
};
use crate::wire::generated::{FetchRequest, FetchResponse};
use crate::wire::{Records, Str, Uuid};

/// The first version that tells who leads instead (KIP-951).
const TELLS_LEADER: i16 = 12;

/// An id that no broker has.
const NOBODY: i32 = i32::MAX;

/// A fetch's answer: a response in which `Records::External { token }` stands for the bytes that `plans[token]`
/// yields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FetchReply {
    /// The response, all but the record bytes.
    pub response: FetchResponse,
    /// Where the record bytes are.
    pub plans: Vec<ReadPlan>,
    /// Record bytes at most, over all plans; a first batch may be larger.
    pub max_bytes: u32,
}

impl FetchReply {
    /// What the plan yields cannot be read: its partition says `code` instead. Later plans move up.
    pub fn refuse(&mut self, plan: usize, code: ErrorCode) {
        self.plans.remove(plan);
        let topics = self.response.responses.iter_mut();
        for row in topics.flat_map(|topic| &mut topic.partitions) {
            match &mut row.records {
                Some(Records::External { token, .. }) if *token as usize == plan => {
                    row.error_code = code.code();
                    row.records = Some(Records::Inline(bytes::Bytes::new()));
                }
                Some(Records::External { token, .. }) if *token as usize > plan => *token -= 1,
                _ => {}
            }
        }
    }
}

/// A fetch that could be answered now.
struct Ready {
    reply: FetchReply,
    /// Bytes that it would carry, about.
    bytes: u64,
    /// Something in it must not wait: an error.
    urgent: bool,
    logs: Vec<LogId>,
}

impl Node {
    pub(crate) fn fetch(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        origin: Origin,
        mut request: FetchRequest,
        out: &mut Outbox,
    ) {
        if origin == Origin::Client && replica(&request).is_some() {
            // Whoever merely says so is no follower of anything.
            request.replica_id = NOBODY;
            request.replica_state = ReplicaState::default();
        }
        if request.session_epoch > 0 || (request.session_id != 0 && request.session_epoch != -1) {
            // Sessions are refused when they are opened (KIP-227), so there is none to go on with.
            let code = ErrorCode::FetchSessionIdNotFound.code();
            let response = FetchResponse {
                error_code: code,
                ..FetchResponse::default()
            };
            out.push(Output::Reply(
                id,
                Reply::Fetch(FetchReply {
                    response,
                    plans: Vec::new(),
                    max_bytes: 0,
                }),
            ));
            return;
        }
        if origin == Origin::Client {
            fetch_once(&mut request);
        }
        self.note_follower(now, version, &request, out);
        if request.max_wait_ms > 0 && replica(&request).is_some() {
            // A follower has one fetch that waits: the one before it is answered with what there is.
            for earlier in self.park.fetches_of(id.conn) {
                self.end_parked_fetch(earlier, out);
            }
        }
        let ready = self.ready(version, &request);
        let enough = ready.bytes >= u64::from(request.min_bytes.max(0).unsigned_abs());
        if ready.urgent || enough || request.max_wait_ms <= 0 || ready.logs.is_empty() {
            out.push(Output::Reply(id, Reply::Fetch(ready.reply)));
            return;
        }
        let wait = Duration::from_millis(request.max_wait_ms as u64);
        self.timers.arm(TimerId::Park(id), now.mono.after(wait));
        self.park.put(
            id,
            Parked::Fetch {
                version,
                request: detach(request),
                logs: ready.logs,
            },
        );
    }

    /// More of `log` is written: followers read that at once, consumers only what is committed.
    pub(crate) fn wake_followers(&mut self, log: LogId, out: &mut Outbox) {
        let followed = |(leader, _): (&Leader, &Log)| leader.is_followed();
        if self.partition(log).leading().is_some_and(followed) {
            self.wake(log, true, out);
        }
    }

    /// Something that parked fetches of `log` wait for has moved: answers those that have enough now.
    pub(crate) fn wake_fetches(&mut self, log: LogId, out: &mut Outbox) {
        self.wake(log, false, out);
    }

    fn wake(&mut self, log: LogId, followers_only: bool, out: &mut Outbox) {
        for id in self.park.watching(log) {
            let Some(Parked::Fetch {
                version, request, ..
            }) = self.park.peek(id)
            else {
                continue;
            };
            if followers_only && replica(request).is_none() {
                continue;
            }
            let ready = self.ready(*version, request);
            if ready.urgent || ready.bytes >= u64::from(request.min_bytes.max(0).unsigned_abs()) {
                self.park.take(id);
                self.timers.disarm(&TimerId::Park(id));
                out.push(Output::Reply(id, Reply::Fetch(ready.reply)));
            }
        }
    }

    /// Answers a parked fetch with what there is.
    pub(crate) fn end_parked_fetch(&mut self, id: ReqId, out: &mut Outbox) {
        if let Some(Parked::Fetch {
            version, request, ..
        }) = self.park.take(id)
        {
            self.timers.disarm(&TimerId::Park(id));
            self.end_fetch(id, version, &request, out);
        }
    }

    /// A parked fetch has waited long enough: answers it with what there is.
    pub(crate) fn end_fetch(
        &self,
        id: ReqId,
        version: i16,
        request: &FetchRequest,
        out: &mut Outbox,
    ) {
        let ready = self.ready(version, request);
        out.push(Output::Reply(id, Reply::Fetch(ready.reply)));
    }

    /// A follower's fetch says how far it is, in two numbers; the in-sync set's least flushed end is the
    /// high watermark. It is believed if it is of this run of the broker (KIP-903), of the leader's epoch, and if the two
    /// logs do not part.
    fn note_follower(&mut self, now: Now, version: i16, request: &FetchRequest, out: &mut Outbox) {
        let Some(follower) = replica(request) else {
            return;
        };
        let run = self.image.broker_epoch(follower);
        if run != Some(request.replica_state.replica_epoch) {
            return;
        }
        for topic in &request.topics {
            let resolved = self.resolve(version >= 13, &topic.topic, topic.topic_id);
            for asked in &topic.partitions {
                let fetched = self.fetched(resolved, asked.partition, Some(follower));
                let Ok(log) = fetched else {
                    continue;
                };
                let partition = self.partition_mut(log);
                let agrees = partition.leading().is_some_and(|(leader, state)| {
                    (leader.epoch == asked.current_leader_epoch
                        || mutant::is(Mutant::R04UnfencedFetch))
                        // Who says that it has more than this log is not believed in anything.
                        && asked.fetch_offset <= state.end()
                        && (parts(state, asked).is_none()
                            || mutant::is(Mutant::BelieveDivergedFollower))
                });
                if agrees {
                    let progress = Progress {
                        written: asked.fetch_offset,
                        flushed: asked.flushed_end,
                    };
                    partition.on_follower(follower, progress);
                    self.advance(log, out);
                    self.maybe_welcome(now, log, follower);
                }
            }
        }
    }

    /// The log that is fetched from. Only a broker that has a replica fetches as a follower: whoever merely says
    /// so is not believed, and leaves no trace.
    fn fetched(
        &self,
        topic: Result<Uuid, ErrorCode>,
        number: i32,
        follower: Option<BrokerId>,
    ) -> Result<LogId, ErrorCode> {
        let topic = topic?;
        let log = self.local(topic, number)?;
        let replicas = self
            .image
            .partition(topic, number)
            .map(|partition| &partition.replicas);
        let believed =
            follower.is_none_or(|id| replicas.is_some_and(|replicas| replicas.contains(&id)));
        believed
            .then_some(log)
            .ok_or(ErrorCode::NotLeaderOrFollower)
    }

    fn ready(&self, version: i16, request: &FetchRequest) -> Ready {
        let max_bytes = request.max_bytes.max(0).unsigned_abs();
        let mut ready = Ready {
            reply: FetchReply {
                response: FetchResponse::default(),
                plans: Vec::new(),
                max_bytes,
            },
            bytes: 0,
            urgent: false,
            logs: Vec::new(),
        };
        let follower = replica(request);
        for topic in &request.topics {
            let resolved = self.resolve(version >= 13, &topic.topic, topic.topic_id);
            let partitions = topic
                .partitions
                .iter()
                .map(|asked| self.ready_one(version, resolved, asked, follower, &mut ready));
            let response = FetchableTopicResponse {
                partitions: partitions.collect(),
                topic: topic.topic.clone(),
                topic_id: topic.topic_id,
                ..FetchableTopicResponse::default()
            };
            ready.reply.response.responses.push(response);
        }
        ready
    }

    fn ready_one(
        &self,
        version: i16,
        topic: Result<Uuid, ErrorCode>,
        asked: &FetchPartition,
        follower: Option<BrokerId>,
        ready: &mut Ready,
    ) -> PartitionData {
        let found = self
            .fetched(topic, asked.partition, follower)
            .map(|log| self.partition(log));
        let mut data = PartitionData {
            partition_index: asked.partition,
            high_watermark: -1,
            records: Some(Records::Inline(bytes::Bytes::new())),
            ..PartitionData::default()
        };
        let limit = match found.and_then(|partition| readable(partition, asked, follower)) {
            Ok(limit) => limit,
            Err(code) => {
                data.error_code = code.code();
                let moved = matches!(
                    code,
                    ErrorCode::NotLeaderOrFollower | ErrorCode::FencedLeaderEpoch
                );
                if moved && version >= TELLS_LEADER {
                    data.current_leader = self.current_leader(topic, asked.partition);
                }
                ready.urgent = true;
                // Marks are told with an error too, where they are known.
                if let Ok((partition, log)) =
                    found.and_then(|p| p.log().map(|l| (p, l)).ok_or(ErrorCode::None))
                {
                    data.high_watermark = partition.hw();
                    data.last_stable_offset = partition.hw();
                    data.log_start_offset = log.start();
                }
                return data;
            }
        };
        let partition = found.expect("only a partition that is here is readable");
        let log = partition.log().expect("only an open log is readable");
        if let Some((epoch, end_offset)) = parts(log, asked) {
            data.diverging_epoch = EpochEndOffset {
                epoch,
                end_offset,
                ..EpochEndOffset::default()
            };
            data.high_watermark = partition.hw();
            ready.urgent = true;
            return data;
        }
        data.high_watermark = partition.hw();
        data.last_stable_offset = partition.hw();
        data.log_start_offset = log.start();
        ready.logs.push(partition.id);
        if follower.is_some() && asked.partition_max_bytes <= 0 {
            // It tells, and asks for nothing.
            return data;
        }
        let max_bytes = asked.partition_max_bytes.max(0).unsigned_abs();
        let Some(plan) = log.plan(partition.id, asked.fetch_offset, limit, max_bytes) else {
            return data;
        };
        ready.bytes += log
            .segments
            .bytes_between(asked.fetch_offset, limit)
            .min(u64::from(max_bytes.max(1)));
        data.records = Some(Records::External {
            token: ready.reply.plans.len() as u32,
            len: 0,
        });
        ready.reply.plans.push(plan);
        data
    }

    fn current_leader(&self, topic: Result<Uuid, ErrorCode>, partition: i32) -> LeaderIdAndEpoch {
        match topic
            .ok()
            .and_then(|topic| self.image.partition(topic, partition))
        {
            Some(partition) => LeaderIdAndEpoch {
                leader_id: partition.leader.map_or(-1, |leader| leader.0),
                leader_epoch: partition.leader_epoch,
                ..LeaderIdAndEpoch::default()
            },
            None => LeaderIdAndEpoch::default(),
        }
    }
}

/// How far this fetch may read, exclusive: consumers to the high watermark, followers to what is written.
fn readable(
    partition: &Partition,
    asked: &FetchPartition,
    follower: Option<BrokerId>,
) -> Result<Offset, ErrorCode> {
    let leading = if follower.is_some() {
        // Its fetches are what speaks for a leader that may have been deposed.
        partition.leading()
    } else {
        partition.serving()
    };
    let (leader, log) = leading.ok_or_else(|| partition.unavailable())?;
    check_epoch(asked.current_leader_epoch, leader.epoch)?;
    let end = if follower.is_some() {
        log.end()
    } else {
        partition.hw()
    };
    let parts = parts(log, asked).is_some();
    if !parts && (asked.fetch_offset < log.start() || asked.fetch_offset > log.end()) {
        return Err(ErrorCode::OffsetOutOfRange);
    }
    Ok(end)
}

/// Where the log of who fetches parts from this one, if it says with which epoch its log ends (KIP-595).
fn parts(log: &Log, asked: &FetchPartition) -> Option<(Epoch, Offset)> {
    (asked.last_fetched_epoch >= 0)
        .then(|| diverging(log, asked.last_fetched_epoch, asked.fetch_offset))?
}

/// Fences a caller whose view of the leader is older or newer than this broker's (KIP-320). -1 asks for no
/// check.
pub(crate) fn check_epoch(asked: i32, current: i32) -> Result<(), ErrorCode> {
    match asked {
        _ if mutant::is(Mutant::R04UnfencedFetch) => Ok(()),
        -1 => Ok(()),
        asked if asked < current => Err(ErrorCode::FencedLeaderEpoch),
        asked if asked > current => Err(ErrorCode::UnknownLeaderEpoch),
        _ => Ok(()),
    }
}

/// The follower that fetches, if it is not a consumer.
fn replica(request: &FetchRequest) -> Option<BrokerId> {
    let id = request.replica_id.max(request.replica_state.replica_id);
    (id >= 0).then_some(BrokerId(id))
}

/// What the park keeps must not pin the request's frame.
fn detach(mut request: FetchRequest) -> FetchRequest {
    for topic in &mut request.topics {
        topic.topic = topic.topic.detach();
    }
    request.cluster_id = None;
    request.rack_id = Str::default();
    request
}
