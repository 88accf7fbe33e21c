//! Model (c): a consumer that commits after it processes, or before, on a coordinator that crashes, loses the
//! leadership of its partition and gets it back, and reads its log again each time. Is a record lost, or processed
//! twice, against what the pattern promises?

use highwater_core::api::{Body, Reply, Response};
use highwater_core::invariant::delivery::{AT_LEAST_ONCE, AT_MOST_ONCE, Delivery, judge};
use highwater_core::wire::Str;
use highwater_core::wire::generated::offset_commit_request::{
    OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use highwater_core::wire::generated::offset_fetch_request::OffsetFetchRequestTopic;
use highwater_core::wire::generated::{
    FindCoordinatorRequest, OffsetCommitRequest, OffsetFetchRequest,
};
use highwater_core::{BrokerId, Config, ConnId, LogId, Offset, ReadId, ReqId, TimerId, invariant};
use stateright::{Model, Property};

use crate::rig::Rig;

const TOPIC: &str = "t";
const OFFSETS_TOPIC: &str = "__consumer_offsets";
const OFFSETS_FOLDER: &str = "__consumer_offsets-0";
const GROUP: Str = Str::from_static("g");
const NEIGHBOUR: Str = Str::from_static("n");

/// Under what the other group commits.
const NEIGHBOURS: ReqId = ReqId {
    conn: ConnId(1000),
    seq: 0,
};

/// How far the model looks.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Records to be processed.
    pub records: Offset,
    /// Power cuts of the node.
    pub crashes: u8,
    /// Times that the coordinator loses its partition and gets it back.
    pub bounces: u8,
    /// Consumers that die and are replaced.
    pub deaths: u8,
    /// Connections that break, and requests that time out.
    pub breaks: u8,
    /// Another group commits behind each commit, and each batch is a segment of its own: a coordinator reads its log in
    /// several steps, and the last is not the one that matters.
    pub neighbour: bool,
}

/// The model: both patterns start from states of their own.
#[derive(Clone, Debug)]
pub struct Offsets {
    /// How far it looks.
    pub bounds: Bounds,
}

/// When a consumer commits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pattern {
    /// After it has processed: at least once.
    After,
    /// Before it processes: at most once.
    Before,
}

/// What the consumer is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Doing {
    /// It does not know where to begin, and has asked if there is a request.
    Asking(Option<u64>),
    /// It is about to process the record at this offset.
    Processing(Offset),
    /// It wants this offset committed, and has asked for it if there is a request.
    Committing(Offset, Option<u64>),
}

/// What happens to be so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    rig: Rig,
    pattern: Pattern,
    doing: Doing,
    /// The greatest commit that was acknowledged; and as it was when the consumer asked where to begin.
    acked: (Offset, Offset),
    delivery: Delivery,
    conn: u64,
    left: (u8, u8, u8, u8),
    neighbour: bool,
    /// A commit of the other group was acknowledged.
    neighbour_acked: bool,
}

/// What may happen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The consumer does what comes next.
    Go,
    /// The reply reaches the consumer.
    Deliver,
    /// The consumer dies, and another takes its place.
    Die,
    /// The connection breaks.
    Break,
    /// The log writer writes one batch.
    Write(LogId),
    /// A sync completes.
    Flush(LogId),
    /// Bytes that the coordinator reads back arrive.
    Read(ReadId),
    /// A timer fires.
    Fire(TimerId),
    /// The coordinator loses its partition and gets it back.
    Bounce,
    /// Power is cut.
    Crash(usize, bool),
    /// The node starts.
    Start,
}

fn config(neighbour: bool) -> Config {
    let config = Config::new(BrokerId(1), "h", 1);
    Config {
        offsets_partitions: 1,
        checkpoint_bytes: 1,
        segment_bytes: if neighbour { 1 } else { config.segment_bytes },
        ..config
    }
}

fn commit(group: Str, offset: Offset) -> Body {
    let partition = OffsetCommitRequestPartition {
        committed_offset: offset,
        ..OffsetCommitRequestPartition::default()
    };
    let topic = OffsetCommitRequestTopic {
        name: Str::from_static(TOPIC),
        partitions: vec![partition],
        ..OffsetCommitRequestTopic::default()
    };
    Body::OffsetCommit(OffsetCommitRequest {
        group_id: group,
        topics: vec![topic],
        ..OffsetCommitRequest::default()
    })
}

impl World {
    fn new(bounds: Bounds, pattern: Pattern) -> Self {
        let mut rig = Rig::new(&config(bounds.neighbour));
        rig.create_topic(TOPIC);
        let find = FindCoordinatorRequest {
            key: GROUP,
            ..FindCoordinatorRequest::default()
        };
        rig.request(
            ReqId {
                conn: ConnId(0),
                seq: 1,
            },
            1,
            Body::FindCoordinator(find),
        );
        Self {
            rig,
            pattern,
            doing: Doing::Asking(None),
            acked: (0, 0),
            delivery: Delivery::default(),
            conn: 1,
            left: (bounds.crashes, bounds.bounces, bounds.deaths, bounds.breaks),
            neighbour: bounds.neighbour,
            neighbour_acked: false,
        }
    }

    fn send(&mut self, version: i16, body: Body) -> Option<u64> {
        // One request at a time: the number of one that was answered is free again, which keeps the model finite.
        let seq = 0;
        self.rig.request(
            ReqId {
                conn: ConnId(self.conn),
                seq,
            },
            version,
            body,
        );
        Some(seq)
    }

    fn reconnect(&mut self) {
        self.conn += 1;
        self.doing = match self.doing {
            Doing::Asking(_) => Doing::Asking(None),
            Doing::Committing(offset, _) => Doing::Committing(offset, None),
            processing => processing,
        };
    }

    fn go(&mut self, records: Offset) {
        self.doing = match (self.doing, self.pattern) {
            (Doing::Asking(_), _) => {
                self.acked.1 = self.acked.0;
                let topic = OffsetFetchRequestTopic {
                    name: Str::from_static(TOPIC),
                    partition_indexes: vec![0],
                    ..OffsetFetchRequestTopic::default()
                };
                let request = OffsetFetchRequest {
                    group_id: GROUP,
                    topics: Some(vec![topic]),
                    ..OffsetFetchRequest::default()
                };
                Doing::Asking(self.send(5, Body::OffsetFetch(request)))
            }
            (Doing::Processing(offset), pattern) => {
                *self.delivery.processed.entry(offset).or_default() += 1;
                match pattern {
                    Pattern::After => Doing::Committing(offset + 1, None),
                    Pattern::Before => self.at(offset + 1, records),
                }
            }
            (Doing::Committing(offset, _), _) => {
                let sent = self.send(5, commit(GROUP, offset));
                if self.neighbour {
                    self.rig.request(NEIGHBOURS, 5, commit(NEIGHBOUR, 0));
                }
                Doing::Committing(offset, sent)
            }
        };
    }

    /// What comes next for a consumer at `offset`.
    fn at(&self, offset: Offset, records: Offset) -> Doing {
        match self.pattern {
            _ if offset >= records => Doing::Processing(offset),
            Pattern::After => Doing::Processing(offset),
            Pattern::Before => Doing::Committing(offset + 1, None),
        }
    }

    /// Takes note of what the other group is told: nothing waits for it.
    fn hear_neighbour(&mut self) {
        let Some(Reply::Body(Response::OffsetCommit(response))) =
            self.rig.replies.remove(&NEIGHBOURS)
        else {
            return;
        };
        self.neighbour_acked |= response.topics[0].partitions[0].error_code == 0;
    }

    /// A coordinator that has read its log knows of every group that was acknowledged a commit, not only of the one that
    /// asks.
    fn knows_neighbour(&self) -> bool {
        let serving = self.rig.node.as_ref().filter(|node| node.is_serving());
        let mut shards = serving.into_iter().flat_map(|node| node.coordinators());
        !self.neighbour_acked || shards.all(|shard| shard.offsets.contains_key(&NEIGHBOUR))
    }

    fn is_done(&self, records: Offset) -> bool {
        matches!(self.doing, Doing::Processing(offset) if offset >= records)
    }

    fn waits_for(&self) -> Option<ReqId> {
        let (Doing::Asking(seq) | Doing::Committing(_, seq)) = self.doing else {
            return None;
        };
        Some(ReqId {
            conn: ConnId(self.conn),
            seq: seq?,
        })
    }

    fn deliver(&mut self, records: Offset) {
        let Some(reply) = self.waits_for().and_then(|id| self.rig.replies.remove(&id)) else {
            return;
        };
        match (self.doing, reply) {
            (Doing::Asking(_), Reply::Body(Response::OffsetFetch(response))) => {
                let row = response
                    .topics
                    .first()
                    .and_then(|topic| topic.partitions.first());
                let found = row.filter(|row| response.error_code == 0 && row.error_code == 0);
                self.doing = match found {
                    Some(row) => {
                        let start = row.committed_offset.max(0);
                        self.delivery.starts.push((self.acked.1, start));
                        self.at(start, records)
                    }
                    None => Doing::Asking(None),
                };
            }
            (Doing::Committing(offset, _), Reply::Body(Response::OffsetCommit(response))) => {
                let code = response.topics[0].partitions[0].error_code;
                self.doing = match (code, self.pattern) {
                    (0, pattern) => {
                        self.acked.0 = self.acked.0.max(offset);
                        match pattern {
                            Pattern::After => self.at(offset, records),
                            Pattern::Before => Doing::Processing(offset - 1),
                        }
                    }
                    // Try again: nothing is known of what became of it.
                    _ => Doing::Committing(offset, None),
                };
            }
            _ => {}
        }
    }
}

impl Model for Offsets {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![
            World::new(self.bounds, Pattern::After),
            World::new(self.bounds, Pattern::Before),
        ]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let Some(node) = &world.rig.node else {
            actions.push(Action::Start);
            return;
        };
        let (crashes, bounces, deaths, breaks) = world.left;
        match world.waits_for() {
            Some(id) => {
                if world.rig.replies.contains_key(&id) {
                    actions.push(Action::Deliver);
                }
                if breaks > 0 {
                    actions.push(Action::Break);
                    // A sync that takes too long is left out: what it adds to the bounds is too much. The simulator has it.
                    let timers = node
                        .armed()
                        .filter(|timer| !matches!(timer, TimerId::Flush(_)));
                    actions.extend(timers.map(Action::Fire));
                }
            }
            None if world.is_done(self.bounds.records) => {}
            None => actions.push(Action::Go),
        }
        let mut unflushed = 0;
        for (log, disk) in world.rig.disks() {
            if disk.queued() > 0 {
                actions.push(Action::Write(log));
            }
            if disk.unflushed() > 0 {
                actions.push(Action::Flush(log));
            }
            unflushed = unflushed.max(disk.unflushed());
        }
        actions.extend(world.rig.reads().map(Action::Read));
        if deaths > 0 && !matches!(world.doing, Doing::Asking(None)) {
            actions.push(Action::Die);
        }
        if bounces > 0 {
            actions.push(Action::Bounce);
        }
        if crashes > 0 {
            for keep in 0..=unflushed {
                actions.push(Action::Crash(keep, false));
                if keep < unflushed {
                    actions.push(Action::Crash(keep, true));
                }
            }
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        let records = self.bounds.records;
        match action {
            Action::Go => world.go(records),
            Action::Deliver => world.deliver(records),
            Action::Die => {
                world.left.2 -= 1;
                world.rig.lose(ConnId(world.conn));
                world.doing = Doing::Asking(None);
                world.reconnect();
            }
            Action::Break => {
                world.left.3 -= 1;
                world.rig.lose(ConnId(world.conn));
                world.reconnect();
            }
            Action::Write(log) => world.rig.write(log),
            Action::Flush(log) => world.rig.flush(log),
            Action::Read(read) => world.rig.read(read),
            Action::Fire(timer) => {
                world.left.3 -= 1;
                world.rig.fire(timer);
            }
            Action::Bounce => {
                world.left.1 -= 1;
                world.rig.bounce(OFFSETS_TOPIC);
            }
            Action::Crash(keep, torn) => {
                world.left.0 -= 1;
                world.rig.crash(keep, torn);
                world.reconnect();
            }
            Action::Start => world.rig.start(&config(world.neighbour)),
        }
        world.hear_neighbour();
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("delivery", |_, world: &World| {
                let properties = match world.pattern {
                    Pattern::After => AT_LEAST_ONCE,
                    Pattern::Before => AT_MOST_ONCE,
                };
                judge(&world.delivery, &properties).is_ok()
            }),
            Property::always("the node is sound", |_, world: &World| {
                world
                    .rig
                    .node
                    .as_ref()
                    .is_none_or(|node| invariant::deep::node(node).is_ok())
            }),
            Property::always("no group is forgotten", |_, world: &World| {
                world.knows_neighbour()
            }),
            Property::always("no log is refused", |_, world: &World| !world.rig.refused),
            Property::sometimes(
                "all processed through a crash and a move",
                |model: &Self, world: &World| {
                    let bounds = model.bounds;
                    world.is_done(bounds.records)
                        && world.left.0 < bounds.crashes
                        && world.left.1 < bounds.bounces
                },
            ),
            Property::sometimes(
                "a commit outlives its coordinator",
                |model: &Self, world: &World| {
                    let moved =
                        world.left.1 < model.bounds.bounces || world.left.0 < model.bounds.crashes;
                    moved
                        && world
                            .delivery
                            .starts
                            .last()
                            .is_some_and(|&(floor, start)| floor > 0 && start >= floor)
                },
            ),
            Property::sometimes("a coordinator reads its log", |_, world: &World| {
                world.rig.reads().next().is_some()
                    && world
                        .rig
                        .disk(OFFSETS_FOLDER)
                        .is_some_and(|disk| disk.read(Offset::MAX).next().is_some())
            }),
        ]
    }
}
