//! One shard of a broker: the composition that every driver runs. Here inputs are routed; what they mean is
//! said where they lead.

mod calls;
mod in_sync;
mod logs;
mod metadata;
mod replication;
mod session;
mod stop;
mod suspend;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::api::{Body, Reply, Request, TimeSearch};
use crate::config::Config;
use crate::coordinator::Shard;
use crate::error::ErrorCode;
use crate::ids::{BrokerId, CallId, LogId, Peer, ProposalId, ReadId, ReqId};
use crate::input::{Boot, Input, Lost};
use crate::metadata::controller::Controller;
use crate::metadata::{Endpoint, Image};
use crate::output::{Outbox, Output};
use crate::park::{Park, Parked, Then};
use crate::replica::Partition;
use crate::time::{Now, Time, TimerId, Timers};
use crate::wire::{Str, Uuid};

pub(crate) use calls::Call;
use replication::Fetcher;
use session::Session;

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
    /// Calls of other brokers that are not answered yet.
    calls: BTreeMap<CallId, (Peer, Call)>,
    /// What is fetched, by leader.
    fetchers: BTreeMap<BrokerId, Fetcher>,
    /// Logs whose leader here wants another in-sync set, and has not asked for it yet.
    altering: BTreeSet<LogId>,
    partitions: Vec<Option<Box<Partition>>>,
    /// Logs that cannot be used here: the controller is told with every heartbeat.
    pub(crate) offline: BTreeSet<LogId>,
    /// Logs by topic, then by number of the partition.
    logs: BTreeMap<Uuid, BTreeMap<i32, LogId>>,
    stage: Stage,
    session: Session,
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
            calls: BTreeMap::new(),
            fetchers: BTreeMap::new(),
            altering: BTreeSet::new(),
            offline: BTreeSet::new(),
            partitions: Vec::new(),
            logs: BTreeMap::new(),
            stage: Stage::Joining,
            session: Session::default(),
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
        (
            &BTreeMap<CallId, (Peer, Call)>,
            &BTreeMap<BrokerId, Fetcher>,
            &BTreeSet<LogId>,
        ),
        (&BTreeMap<ReadId, LogId>, &BTreeSet<LogId>),
        (i64, i64),
        usize,
        usize,
        (Stage, (Option<u64>, bool)),
    ) {
        (
            &self.image,
            &self.controller,
            &self.coordinators,
            &self.park,
            &self.timers,
            &self.partitions,
            (&self.calls, &self.fetchers, &self.altering),
            (&self.loads, &self.offline),
            self.producer_ids,
            self.searching.len(),
            self.reads.len(),
            (self.stage, self.session.compared()),
        )
    }

    /// Takes one input to its end: what follows from it goes into `out`.
    pub fn handle(&mut self, now: Now, input: Input, out: &mut Outbox) {
        let from = out.len();
        self.take(now, input, out);
        self.hear_itself(now, from, out);
    }

    fn take(&mut self, now: Now, input: Input, out: &mut Outbox) {
        match input {
            Input::Request(id, request) => {
                self.after_sleep(now, out);
                self.request(now, id, request, out);
            }
            Input::Log(log, event) => self.log_event(now, log, event, out),
            Input::Meta(event) => self.meta_event(now, event, out),
            Input::Lost(Lost::Connection(conn)) => {
                for id in self.park.forget(conn) {
                    self.timers.disarm(&TimerId::Park(id));
                }
                self.searching.retain(|id, _| id.conn != conn);
            }
            Input::Peer(peer, message) => self.on_peer(now, peer, message, out),
            Input::Lost(Lost::Call(peer, id)) => self.on_lost_call(now, peer, id, out),
            Input::Lost(Lost::Listener(id)) => self.hasten_session(now, id),
            Input::Stop => self.stop(now, out),
        }
    }

    /// The earliest armed timer.
    pub fn deadline(&self) -> Option<Time> {
        self.timers.deadline()
    }

    /// Fires every timer that is due.
    pub fn expire(&mut self, now: Now, out: &mut Outbox) {
        while let Some(id) = self.timers.pop_due(now.mono) {
            let from = out.len();
            self.on_timer(now, id, out);
            self.hear_itself(now, from, out);
        }
    }

    /// All armed timers: a model may fire any of them.
    pub fn armed(&self) -> impl Iterator<Item = TimerId> + '_ {
        self.timers.armed()
    }

    /// Fires one armed timer.
    pub fn fire(&mut self, now: Now, id: TimerId, out: &mut Outbox) {
        if self.timers.disarm(&id) {
            let from = out.len();
            self.on_timer(now, id, out);
            self.hear_itself(now, from, out);
        }
    }

    /// True once clients may be let in: registered, every log open or failed, and every coordinator loaded, for
    /// some clients take a coordinator that is still loading for one that never will be.
    pub fn is_serving(&self) -> bool {
        let loading = self
            .coordinators
            .values()
            .any(|shard| shard.loading.is_some());
        let opening = Partition::is_opening;
        self.stage == Stage::Registered && !loading && !self.partitions().any(opening)
    }

    /// True once this run of the broker is registered.
    pub(crate) fn is_registered(&self) -> bool {
        self.stage != Stage::Joining
    }

    /// The partitions on this node.
    pub fn partitions(&self) -> impl Iterator<Item = &Partition> + '_ {
        self.partitions.iter().flatten().map(Box::as_ref)
    }

    /// The coordinators on this node, those that still read their logs among them.
    pub fn coordinators(&self) -> impl Iterator<Item = &Shard> + '_ {
        self.coordinators.values()
    }

    /// Where a broker is reached by who came in by this listener, if it has one of that name (KIP-103).
    pub(crate) fn endpoint(&self, broker: BrokerId, listener: u16) -> Option<&Endpoint> {
        let listener = self.config.advertised.get(usize::from(listener))?;
        let endpoints = &self.image.brokers.get(&broker)?.endpoints;
        endpoints.get(listener.listener.as_str())
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
            Body::Fetch(request) => {
                return self.fetch(now, id, version, client.origin, request, out);
            }
            Body::ListOffsets(request) => return self.list_offsets(id, version, &request, out),
            Body::Metadata(request) => {
                return self.metadata(now, id, version, client, request, out);
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
            body @ (Body::CreateTopics(_)
            | Body::DeleteTopics(_)
            | Body::AlterPartition(_)
            | Body::BrokerRegistration(_)
            | Body::BrokerHeartbeat(_)
            | Body::AllocateProducerIds(_)) => {
                return self.control(now, id, client.origin, version, body, out);
            }
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
            TimerId::Heartbeat => self.on_controller(now, out),
            TimerId::OwnSession => self.on_own_session_over(now, out),
            TimerId::Doubt => self.on_doubt(now),
            TimerId::BrokerSession(broker) => self.on_session_over(now, broker, out),
            TimerId::Lag(follower) => self.on_lag(now, follower),
            TimerId::Fetch(leader) => self.send_fetch(leader, out),
            TimerId::Stored(leader) => self.send_stored(leader, out),
            TimerId::InSync => self.send_in_sync(now, out),
            TimerId::Flush(log) => self.on_flush_overdue(now, log, out),
            TimerId::HandOver => self.hand_over_no_longer(out),
            TimerId::Park(request) => match self.park.peek(request) {
                Some(Parked::Produce { .. } | Parked::Marked { .. }) => {
                    self.give_up_marks(now, request, None, ErrorCode::RequestTimedOut, out);
                }
                Some(Parked::Fetch { .. }) => self.end_parked_fetch(request, out),
                Some(Parked::Until { .. } | Parked::Logs { .. }) => {
                    if let Some(Parked::Until { then, .. } | Parked::Logs { then, .. }) =
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
            Then::Again { request, .. } => self.request(now, id, *request, out),
        }
    }

    /// What was waited for did not come in time, or never will.
    fn give_up(&mut self, now: Now, id: ReqId, then: Then, out: &mut Outbox) {
        self.refuse(now, id, then, ErrorCode::RequestTimedOut, out);
    }

    /// What was waited for will not come: a reply that was to be given says `code` instead.
    fn refuse(&mut self, now: Now, id: ReqId, then: Then, code: ErrorCode, out: &mut Outbox) {
        self.timers.disarm(&TimerId::Park(id));
        let response = match then {
            Then::Reply(mut response) => {
                response.refuse(code);
                response
            }
            Then::Again {
                otherwise: Some(response),
                ..
            } => response,
            Then::Again { request, .. } => return self.request(now, id, *request, out),
        };
        out.push(Output::Reply(id, Reply::Body(response)));
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
