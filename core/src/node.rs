//! One shard of a broker: the composition that every driver runs. Here inputs are routed; what they mean is
//! said where they lead.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::api::{Body, Reply, Request, TimeSearch};
use crate::checkpoint::Checkpoint;
use crate::config::Config;
use crate::coordinator::Shard;
use crate::error::ErrorCode;
use crate::ids::{LogId, ProposalId, ReadId, ReqId};
use crate::input::{Boot, Fault, Input, LogEvent, Lost, MetaEvent, Outcome, Role as QuorumRole};
use crate::invariant;
use crate::metadata::controller::Controller;
use crate::metadata::{Delta, Image};
use crate::mutant::{self, Mutant};
use crate::output::{Note, Outbox, Output, SegmentOp};
use crate::park::{MarkKind, Park, Parked, Then};
use crate::replica::{Partition, Settings, State};
use crate::time::{Now, Time, TimerId, Timers};
use crate::wire::{Str, Uuid};

/// How far the node is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// Not registered with the controller.
    Joining,
    /// Registered; its logs may still be opening.
    Registered,
    /// Takes no more work.
    Stopping,
}

/// A node. All of its state is plain data, so that a model can copy, compare and store it.
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) config: Arc<Config>,
    pub(crate) boot: Arc<Boot>,
    pub(crate) image: Arc<Image>,
    pub(crate) controller: Controller,
    pub(crate) park: Park,
    pub(crate) timers: Timers,
    pub(crate) searching: BTreeMap<ReqId, crate::api::Searching>,
    pub(crate) reads: BTreeMap<ReadId, TimeSearch>,
    /// Coordinators, by the partition of the offsets topic that they live in.
    pub(crate) coordinators: BTreeMap<LogId, Shard>,
    /// Reads by which coordinators are loaded.
    pub(crate) loads: BTreeMap<ReadId, LogId>,
    /// Producer ids that may be given out: first and end.
    pub(crate) producer_ids: (i64, i64),
    pub(crate) producer_ids_pending: Option<ProposalId>,
    partitions: Vec<Option<Box<Partition>>>,
    /// Logs by topic, then by number of the partition.
    logs: BTreeMap<Uuid, BTreeMap<i32, LogId>>,
    stage: Stage,
    counters: Counters,
}

/// Counters that only grow. Two nodes that differ in nothing else are the same.
#[derive(Clone, Debug, Default)]
struct Counters {
    proposals: u64,
    reads: u64,
    ids: u64,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.compared() == other.compared()
    }
}

impl Eq for Node {}

impl core::hash::Hash for Node {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.compared().hash(state);
    }
}

impl Node {
    /// A node that knows nothing yet: it waits for the metadata log.
    pub fn new(config: Config, boot: Boot) -> Self {
        Self {
            config: Arc::new(config),
            boot: Arc::new(boot),
            image: Arc::new(Image::default()),
            controller: Controller::default(),
            park: Park::default(),
            timers: Timers::default(),
            searching: BTreeMap::new(),
            reads: BTreeMap::new(),
            coordinators: BTreeMap::new(),
            loads: BTreeMap::new(),
            producer_ids: (0, 0),
            producer_ids_pending: None,
            partitions: Vec::new(),
            logs: BTreeMap::new(),
            stage: Stage::Joining,
            counters: Counters::default(),
        }
    }

    #[allow(
        clippy::type_complexity,
        reason = "named once, to compare and to hash the same things"
    )]
    fn compared(
        &self,
    ) -> (
        &Image,
        &Controller,
        &BTreeMap<LogId, Shard>,
        &Park,
        &Timers,
        &[Option<Box<Partition>>],
        (i64, i64),
        usize,
        usize,
        Stage,
    ) {
        (
            &self.image,
            &self.controller,
            &self.coordinators,
            &self.park,
            &self.timers,
            &self.partitions,
            self.producer_ids,
            self.searching.len(),
            self.reads.len(),
            self.stage,
        )
    }

    /// Takes one input to its end: what follows from it goes into `out`.
    pub fn handle(&mut self, now: Now, input: Input, out: &mut Outbox) {
        match input {
            Input::Request(id, request) => self.request(now, id, request, out),
            Input::Log(log, event) => self.log_event(now, log, event, out),
            Input::Meta(event) => self.meta_event(now, event, out),
            Input::Lost(Lost::Connection(conn)) => {
                for id in self.park.forget(conn) {
                    self.timers.disarm(&TimerId::Park(id));
                }
                self.searching.retain(|id, _| id.conn != conn);
            }
            // One node has no peers; replication brings them.
            Input::Peer(..) | Input::Lost(Lost::Peer(_)) => {}
            Input::Stop => self.stop(out),
        }
    }

    /// The earliest armed timer.
    pub fn deadline(&self) -> Option<Time> {
        self.timers.deadline()
    }

    /// Fires every timer that is due.
    pub fn expire(&mut self, now: Now, out: &mut Outbox) {
        while let Some(id) = self.timers.pop_due(now.mono) {
            self.on_timer(now, id, out);
        }
    }

    /// All armed timers: a model may fire any of them.
    pub fn armed(&self) -> impl Iterator<Item = TimerId> + '_ {
        self.timers.armed()
    }

    /// Fires one armed timer.
    pub fn fire(&mut self, now: Now, id: TimerId, out: &mut Outbox) {
        if self.timers.disarm(&id) {
            self.on_timer(now, id, out);
        }
    }

    /// True once clients may be let in: registered, every log open or failed, and every coordinator loaded, for
    /// some clients take a coordinator that is still loading for one that never will be.
    pub fn is_serving(&self) -> bool {
        let loading = self
            .coordinators
            .values()
            .any(|shard| shard.loading.is_some())
            && !mutant::is(Mutant::AnswerWhileLoading);
        let opening = Partition::is_opening;
        self.stage == Stage::Registered && !loading && !self.partitions().any(opening)
    }

    /// True once an orderly stop has nothing more to do: everything appended is on stable storage.
    pub fn is_stopped(&self) -> bool {
        let settled =
            |partition: &Partition| partition.log().is_none_or(|log| log.flushed() == log.end());
        self.stage == Stage::Stopping && self.partitions().all(settled)
    }

    /// True once an orderly stop has begun.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stage == Stage::Stopping
    }

    /// The partitions on this node.
    pub fn partitions(&self) -> impl Iterator<Item = &Partition> + '_ {
        self.partitions.iter().flatten().map(Box::as_ref)
    }

    /// The metadata that this node has applied.
    pub fn image(&self) -> &Image {
        &self.image
    }

    fn request(&mut self, now: Now, id: ReqId, request: Request, out: &mut Outbox) {
        let Request {
            version,
            client,
            body,
        } = request;
        let reply = match body {
            Body::Produce(request) => return self.produce(now, id, version, request, out),
            Body::Fetch(request) => return self.fetch(now, id, version, request, out),
            Body::ListOffsets(request) => return self.list_offsets(id, version, &request, out),
            Body::Metadata(request) => return self.metadata(now, id, version, request, out),
            Body::CreateTopics(request) => return self.create_topics(now, id, &request, out),
            Body::DeleteTopics(request) => {
                return self.delete_topics(now, id, version, &request, out);
            }
            Body::InitProducerId(request) => {
                return self.init_producer_id(now, id, version, request, out);
            }
            Body::FindCoordinator(request) => {
                return self.find_coordinator(now, id, version, client, request, out);
            }
            Body::JoinGroup(request) => {
                return self.join_group(now, id, version, client, &request, out);
            }
            Body::SyncGroup(request) => {
                return self.sync_group(now, id, version, client, &request, out);
            }
            Body::Heartbeat(request) => {
                return self.heartbeat(now, id, version, client, &request, out);
            }
            Body::LeaveGroup(request) => {
                return self.leave_group(now, id, version, client, &request, out);
            }
            Body::OffsetCommit(request) => {
                return self.offset_commit(now, id, version, client, &request, out);
            }
            Body::OffsetFetch(request) => {
                return self.offset_fetch(now, id, version, &request, out);
            }
            Body::DeleteGroups(request) => return self.delete_groups(now, id, &request, out),
            Body::DescribeGroups(request) => self.describe_groups(version, &request),
            Body::ListGroups(request) => self.list_groups(&request),
            Body::ApiVersions(request) => self.api_versions(version, &request),
        };
        out.push(Output::Reply(id, Reply::Body(reply)));
    }

    fn on_timer(&mut self, now: Now, id: TimerId, out: &mut Outbox) {
        if let Some(log) = id.coordinator() {
            self.on_coordinator_timer(now, log, &id, out);
            return;
        }
        match id {
            TimerId::Session { .. } | TimerId::Rebalance { .. } | TimerId::Sync { .. } => {}
            TimerId::Park(request) => match self.park.peek(request) {
                Some(Parked::Produce { .. } | Parked::Marked { .. }) => {
                    self.give_up_marks(request, None, ErrorCode::RequestTimedOut, out);
                }
                Some(Parked::Fetch { .. }) => {
                    if let Some(Parked::Fetch {
                        version,
                        request: fetch,
                        ..
                    }) = self.park.take(request)
                    {
                        self.end_fetch(request, version, &fetch, out);
                    }
                }
                Some(Parked::Proposal { .. } | Parked::Logs { .. }) => {
                    if let Some(Parked::Proposal { then, .. } | Parked::Logs { then, .. }) =
                        self.park.take(request)
                    {
                        self.give_up(now, request, then, out);
                    }
                }
                None => {}
            },
        }
    }

    /// What was waited for is there.
    pub(crate) fn go_on(&mut self, now: Now, id: ReqId, then: Then, out: &mut Outbox) {
        self.timers.disarm(&TimerId::Park(id));
        match then {
            Then::Reply(response) => out.push(Output::Reply(id, Reply::Body(response))),
            Then::Again(request) => self.request(now, id, request, out),
        }
    }

    /// What was waited for did not come in time, or never will.
    fn give_up(&mut self, now: Now, id: ReqId, then: Then, out: &mut Outbox) {
        self.timers.disarm(&TimerId::Park(id));
        let response = match then {
            Then::Reply(mut response) => {
                response.refuse(ErrorCode::RequestTimedOut);
                response
            }
            Then::Again(Request {
                body: Body::InitProducerId(_),
                ..
            }) => crate::api::no_producer_id(),
            Then::Again(request) => return self.request(now, id, request, out),
        };
        out.push(Output::Reply(id, Reply::Body(response)));
    }

    fn log_event(&mut self, now: Now, id: LogId, event: LogEvent, out: &mut Outbox) {
        if let LogEvent::Read(read, bytes) = event {
            if self.loads.contains_key(&read) {
                self.on_load_read(now, read, bytes, out);
            } else {
                self.on_search_read(read, bytes, out);
            }
            return;
        }
        let Some(partition) = self.partitions.get_mut(id.index()).and_then(Option::as_mut) else {
            // The topic was deleted while its log was at work.
            return;
        };
        match event {
            LogEvent::Opened(recovered) => {
                assert!(
                    matches!(partition.state, State::Opening),
                    "{} was opened twice",
                    partition.folder()
                );
                let cut_bytes = recovered.cut_bytes;
                let log = recovered.into_log();
                out.push(Output::Note(Note::LogOpened {
                    log: id,
                    folder: partition.folder(),
                    start: log.start(),
                    end: log.end(),
                    cut_bytes,
                }));
                partition.state = State::Open(log);
                if let Some((epoch, isr)) = partition.pending.take() {
                    self.lead(now, id, epoch, isr, out);
                }
                self.log_settled(now, id, out);
            }
            LogEvent::Written { upto, generation } => {
                let moved = partition
                    .log_mut()
                    .is_some_and(|log| log.on_written(upto, generation));
                if moved {
                    self.advance(id, out);
                }
            }
            LogEvent::Flushed { upto, generation } => {
                let moved = partition
                    .log_mut()
                    .is_some_and(|log| log.on_flushed(upto, generation));
                if moved {
                    self.maybe_checkpoint(id, out);
                    self.advance(id, out);
                }
            }
            LogEvent::Failed(fault) => self.log_failed(now, id, fault, out),
            LogEvent::Read(..) => {}
        }
        if let Some(partition) = self.partitions.get(id.index()).and_then(Option::as_deref) {
            invariant::fast::partition(partition, &self.park);
        }
    }

    /// A log cannot be used any more: whoever waits for it is told.
    fn log_failed(&mut self, now: Now, id: LogId, fault: Fault, out: &mut Outbox) {
        let partition = self.partition_mut(id);
        partition.state = State::Failed(fault);
        partition.resign();
        let folder = partition.folder();
        out.push(Output::Note(Note::LogFailed {
            log: id,
            folder,
            fault,
        }));
        self.leave(id, ErrorCode::KafkaStorageError, out);
        self.log_settled(now, id, out);
    }

    /// A log has opened or failed: requests that wait for it go on.
    fn log_settled(&mut self, now: Now, id: LogId, out: &mut Outbox) {
        for (request, then) in self.park.on_opened(id) {
            self.go_on(now, request, then, out);
        }
    }

    /// This broker does not serve `id` any more: answers what is parked on it.
    fn leave(&mut self, id: LogId, code: ErrorCode, out: &mut Outbox) {
        for request in self.park.marked(id) {
            self.give_up_marks(request, Some(id), code, out);
        }
        self.drop_coordinator(id, out);
        self.wake_fetches(id, out);
        self.on_search_failed(id, code, out);
    }

    fn lead(
        &mut self,
        now: Now,
        id: LogId,
        epoch: i32,
        isr: Vec<crate::ids::BrokerId>,
        out: &mut Outbox,
    ) {
        let partition = self.partition_mut(id);
        partition.lead(epoch, isr);
        if let Some((leader, log)) = partition.leading() {
            out.push(Output::Note(Note::LeaderStarted {
                log: id,
                epoch: leader.epoch,
                end: log.end(),
            }));
            self.advance(id, out);
            self.wake_fetches(id, out);
            self.start_coordinator(now, id, out);
        }
    }

    /// Moves the marks of a log on, and releases what waited for them.
    pub(crate) fn advance(&mut self, id: LogId, out: &mut Outbox) {
        let me = self.config.broker;
        let partition = self.partition_mut(id);
        let moved = partition.advance_hw(me);
        let (hw, stored) = (partition.hw(), partition.stored());
        let mut done = self.park.release(id, MarkKind::Stored, stored);
        done.append(&mut self.park.release(id, MarkKind::Committed, hw));
        for (request, response) in done {
            self.timers.disarm(&TimerId::Park(request));
            out.push(Output::Reply(request, Reply::Body(response)));
        }
        if moved {
            self.wake_fetches(id, out);
        }
    }

    fn maybe_checkpoint(&mut self, id: LogId, out: &mut Outbox) {
        let every = self.config.checkpoint_bytes;
        let partition = self.partition_mut(id);
        if partition.since_checkpoint >= every {
            partition.since_checkpoint = 0;
            checkpoint(partition, out);
        }
    }

    fn meta_event(&mut self, now: Now, event: MetaEvent, out: &mut Outbox) {
        match event {
            MetaEvent::Restored(image) => {
                self.image = image;
                let image = self.image.clone();
                for (name, topic) in &image.topics {
                    for number in 0..topic.partitions.len() {
                        self.host(name, topic.id, number as i32, out);
                    }
                }
            }
            MetaEvent::Committed(index, command) => {
                let delta = Arc::make_mut(&mut self.image).apply(index, &command);
                self.controller
                    .creating
                    .retain(|_, proposal| *proposal != command.id);
                self.on_delta(now, &delta, out);
                for (request, then) in self.park.on_proposal(command.id) {
                    if delta.applied {
                        self.await_logs(now, request, &delta, then, out);
                    } else {
                        self.give_up(now, request, then, out);
                    }
                }
                if !delta.applied {
                    out.push(Output::Note(Note::CommandRefused {
                        proposal: command.id,
                    }));
                }
            }
            MetaEvent::Proposed(_, Outcome::Accepted(_)) => {}
            MetaEvent::Proposed(proposal, Outcome::Refused) => {
                self.controller
                    .creating
                    .retain(|_, pending| *pending != proposal);
                for (request, then) in self.park.on_proposal(proposal) {
                    self.give_up(now, request, then, out);
                }
            }
            MetaEvent::Role(role) => {
                self.controller.role = role;
                if matches!(role, QuorumRole::Active { .. }) && self.stage == Stage::Joining {
                    self.register(out);
                }
            }
        }
    }

    /// The request goes on once the logs that the command created here are open.
    fn await_logs(
        &mut self,
        now: Now,
        request: ReqId,
        delta: &Delta,
        then: Then,
        out: &mut Outbox,
    ) {
        let local = delta
            .partitions
            .iter()
            .filter_map(|(topic, number)| self.logs.get(topic)?.get(number));
        let opening = |id: &&LogId| matches!(self.partition(**id).state, State::Opening);
        let logs: alloc::collections::BTreeSet<LogId> = local.filter(opening).copied().collect();
        if logs.is_empty() {
            self.go_on(now, request, then, out);
        } else {
            self.park.put(request, Parked::Logs { logs, then });
        }
    }

    fn on_delta(&mut self, now: Now, delta: &Delta, out: &mut Outbox) {
        let me = self.config.broker;
        let incarnation = Uuid(self.boot.incarnation);
        for &id in delta.brokers.iter().filter(|&&id| id == me) {
            let Some(broker) = self.image.brokers.get(&id) else {
                continue;
            };
            if broker.incarnation == incarnation && self.stage == Stage::Joining {
                self.stage = Stage::Registered;
                out.push(Output::Note(Note::Registered {
                    broker_epoch: broker.epoch,
                }));
            }
        }
        for &(broker, first, end) in &delta.producer_ids {
            if broker == me {
                self.producer_ids = (first, end);
                self.producer_ids_pending = None;
            }
        }
        for name in &delta.created {
            if let Some(topic) = self.image.topics.get(name) {
                let partitions = topic.partitions.len() as u32;
                out.push(Output::Note(Note::TopicCreated {
                    name: name.clone(),
                    partitions,
                }));
            }
        }
        for (name, id) in &delta.removed {
            self.remove_topic(name, *id, out);
        }
        for &(topic, number) in &delta.partitions {
            self.on_partition(now, topic, number, out);
        }
    }

    fn remove_topic(&mut self, name: &Str, topic: Uuid, out: &mut Outbox) {
        for (_, id) in self.logs.remove(&topic).unwrap_or_default() {
            self.partition_mut(id).resign();
            self.leave(id, ErrorCode::UnknownTopicOrPartition, out);
            self.partitions[id.index()] = None;
            out.push(Output::Segment(id, SegmentOp::Remove));
        }
        out.push(Output::Note(Note::TopicRemoved { name: name.clone() }));
    }

    /// A partition was created or changed: leads it, or stops leading it.
    fn on_partition(&mut self, now: Now, topic: Uuid, number: i32, out: &mut Outbox) {
        let me = self.config.broker;
        let image = self.image.clone();
        let Some(partition) = image.partition(topic, number) else {
            return;
        };
        if !partition.replicas.contains(&me) {
            return;
        }
        let Some((name, _)) = image.topic_by_id(topic) else {
            return;
        };
        let id = self.host(name, topic, number, out);
        if self.stage == Stage::Joining {
            return;
        }
        if partition.leader == Some(me) {
            self.lead(now, id, partition.leader_epoch, partition.isr.clone(), out);
        } else {
            self.partition_mut(id).resign();
            self.leave(id, ErrorCode::NotLeaderOrFollower, out);
        }
    }

    /// Makes sure that this broker's replica of a partition is open or opening.
    fn host(&mut self, name: &Str, topic_id: Uuid, number: i32, out: &mut Outbox) -> LogId {
        if let Some(&id) = self.logs.get(&topic_id).and_then(|logs| logs.get(&number)) {
            return id;
        }
        let id =
            LogId(u32::try_from(self.partitions.len()).expect("fewer than 2^32 logs in a run"));
        let topic = &self.image.topics[name];
        let settings = Settings::of(topic, &self.config);
        let partition = Partition::opening(id, topic_id, name.clone(), number, settings);
        out.push(Output::Segment(
            id,
            SegmentOp::Open {
                folder: partition.folder(),
                topic_id,
            },
        ));
        self.partitions.push(Some(Box::new(partition)));
        self.logs.entry(topic_id).or_default().insert(number, id);
        id
    }

    fn stop(&mut self, out: &mut Outbox) {
        self.stage = Stage::Stopping;
        for partition in self.partitions.iter_mut().flatten() {
            if partition.since_checkpoint > 0 && partition.log().is_some() {
                partition.since_checkpoint = 0;
                checkpoint(partition, out);
            }
        }
    }

    /// The id of a topic that a request names by name or by id.
    pub(crate) fn resolve(&self, by_id: bool, name: &Str, id: Uuid) -> Result<Uuid, ErrorCode> {
        if by_id {
            return self
                .image
                .names
                .contains_key(&id)
                .then_some(id)
                .ok_or(ErrorCode::UnknownTopicId);
        }
        self.image
            .topics
            .get(name)
            .map(|topic| topic.id)
            .ok_or(ErrorCode::UnknownTopicOrPartition)
    }

    /// The log of a partition, if a replica of it is here.
    pub(crate) fn local(&self, topic: Uuid, number: i32) -> Result<LogId, ErrorCode> {
        let known = || self.image.partition(topic, number).is_some();
        match self.logs.get(&topic).and_then(|logs| logs.get(&number)) {
            Some(&id) => Ok(id),
            None if known() => Err(ErrorCode::NotLeaderOrFollower),
            None => Err(ErrorCode::UnknownTopicOrPartition),
        }
    }

    pub(crate) fn partition(&self, id: LogId) -> &Partition {
        self.partitions[id.index()]
            .as_deref()
            .expect("a log that was looked up is here")
    }

    pub(crate) fn partition_mut(&mut self, id: LogId) -> &mut Partition {
        self.partitions[id.index()]
            .as_deref_mut()
            .expect("a log that was looked up is here")
    }

    pub(crate) fn next_proposal(&mut self) -> ProposalId {
        self.counters.proposals += 1;
        let boot = u64::from_be_bytes(
            self.boot.incarnation[..8]
                .try_into()
                .expect("8 of 16 bytes"),
        );
        ProposalId {
            broker: self.config.broker,
            boot,
            seq: self.counters.proposals,
        }
    }

    pub(crate) fn next_read(&mut self) -> u64 {
        self.counters.reads += 1;
        self.counters.reads
    }

    /// A new id, for a topic or a member: this run's random number, counted on. Its first bit is clear, so that
    /// its text never begins with a dash, which Kafka's tools would take for an option.
    pub(crate) fn next_id(&mut self) -> Uuid {
        self.counters.ids += 1;
        let id =
            u128::from_be_bytes(self.boot.incarnation).wrapping_add(u128::from(self.counters.ids));
        Uuid((id & (u128::MAX >> 1)).to_be_bytes())
    }
}

fn checkpoint(partition: &Partition, out: &mut Outbox) {
    if let Some(log) = partition.log() {
        out.push(Output::Segment(
            partition.id,
            SegmentOp::Checkpoint(Checkpoint::encode(log)),
        ));
    }
}
