//! Model (a): one log, an idempotent producer that keeps several batches in flight, and power cuts that keep
//! any prefix of what was not synced, through recovery. Does anything acknowledged, or ever shown to a
//! consumer, go away, move, or come twice?

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bytes::Bytes;
use highwater_core::api::{
    Body, Client, Produce, ProducePartition, ProduceTopic, Reply, Request, Response,
};
use highwater_core::invariant::history::{History, IDEMPOTENT, Value, judge};
use highwater_core::metadata::{Command, Image};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::records::{check_stored, read};
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::{CreateTopicsRequest, ProduceResponse};
use highwater_core::wire::{Str, Uuid};
use highwater_core::{
    Boot, BrokerId, Config, ConnId, ErrorCode, Input, LogEvent, LogId, Lost, MetaEvent, MetaIndex,
    Node, Now, Offset, Outbox, Output, ReqId, Role, SegmentOp, Time, TimerId, Wall, invariant,
};
use stateright::{Model, Property};

use crate::disk::LogDisk;

const TOPIC: &str = "t";
const PRODUCER: u64 = 7;

/// How far the model looks.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Batches that the producer sends.
    pub batches: u64,
    /// Batches that it keeps in flight.
    pub in_flight: usize,
    /// Power cuts.
    pub crashes: u8,
    /// Connections that break, with whatever was on them, and requests that time out.
    pub breaks: u8,
    /// Times that the producer forgets which sequence number it was at, as librdkafka before 1.9 did.
    pub amnesias: u8,
}

/// The model.
#[derive(Clone, Debug)]
pub struct OneLog {
    /// How far it looks.
    pub bounds: Bounds,
}

/// A batch that the producer has sent and not seen acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Flight {
    /// Sequence number of its first record, and how many records it has.
    sequence: i32,
    count: u64,
    /// Number of its first record.
    first: u64,
    /// The request that carries it, on the connection that is open; `None` until it is sent (again).
    seq: Option<u64>,
}

/// What happens to be so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    node: Option<Node>,
    commands: Vec<Arc<Command>>,
    disk: LogDisk,
    conn: u64,
    next_seq: u64,
    flights: Vec<Flight>,
    replies: BTreeMap<u64, ProduceResponse>,
    /// Next record, and its sequence number.
    next: (u64, i32),
    acked: BTreeMap<Value, Offset>,
    /// What a consumer could have read at any time.
    shown: BTreeMap<Offset, Value>,
    left: (u8, u8, u8),
    refused: bool,
    /// A batch sent again was refused as out of order, though the producer made no mistake.
    retry_refused: bool,
}

/// What may happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The producer sends its next batch.
    Send,
    /// The producer sends again what is not in flight any more, oldest first.
    Resend,
    /// The producer begins again at sequence number 0, under the same id.
    Forget,
    /// The log writer writes one batch.
    Write,
    /// A sync completes.
    Flush,
    /// The next reply in order reaches the producer.
    Deliver,
    /// The connection breaks, and what was on it is lost.
    Break,
    /// A timer fires.
    Fire(TimerId),
    /// Power is cut; this many of the batches that were not synced survive, and half of one more.
    Crash(usize, bool),
    /// The node starts.
    Start,
}

const NOW: Now = Now {
    mono: Time::from_micros(0),
    wall: Wall(0),
};

impl World {
    fn new(bounds: Bounds) -> Self {
        let mut world = Self {
            node: None,
            commands: Vec::new(),
            disk: LogDisk::default(),
            conn: 1,
            next_seq: 0,
            flights: Vec::new(),
            replies: BTreeMap::new(),
            next: (0, 0),
            acked: BTreeMap::new(),
            shown: BTreeMap::new(),
            left: (bounds.crashes, bounds.breaks, bounds.amnesias),
            refused: false,
            retry_refused: false,
        };
        world.start(bounds);
        let topic = CreatableTopic {
            name: Str::from_static(TOPIC),
            num_partitions: 1,
            replication_factor: 1,
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            ..CreateTopicsRequest::default()
        };
        let body = Body::CreateTopics(request);
        world.feed(Input::Request(
            ReqId {
                conn: ConnId(0),
                seq: 0,
            },
            Request {
                version: 7,
                client: Client::default(),
                body,
            },
        ));
        world
    }

    /// Boots a node on what the disk holds, as the node's driver does.
    fn start(&mut self, bounds: Bounds) {
        let mut config = Config::new(BrokerId(1), "h", 1);
        // Two batches fill a segment; every flush takes a checkpoint.
        config.segment_bytes = 170;
        config.checkpoint_bytes = 1;
        let run = bounds.crashes - self.left.0;
        let boot = Boot {
            incarnation: [run; 16],
            new_cluster_id: [9; 16],
            peers: Vec::new(),
        };
        let mut image = Image::default();
        for (at, command) in self.commands.iter().enumerate() {
            image.apply(MetaIndex(at as u64 + 1), command);
        }
        let term = image.term + 1;
        self.node = Some(Node::new(config, boot));
        self.feed(Input::Meta(MetaEvent::Restored(Arc::new(image))));
        self.feed(Input::Meta(MetaEvent::Role(Role::Active { term })));
    }

    fn feed(&mut self, input: Input) {
        let mut out = Outbox::new();
        if let Some(node) = &mut self.node {
            node.handle(NOW, input, &mut out);
        }
        self.carry_out(out);
    }

    fn carry_out(&mut self, out: Outbox) {
        for output in out {
            match output {
                Output::Append(append) => self.disk.append(append),
                Output::Segment(log, SegmentOp::Open { .. }) => self.open(log),
                Output::Segment(_, SegmentOp::Checkpoint(bytes)) => self.disk.set_checkpoint(bytes),
                Output::Propose(_, command) => {
                    let command = Arc::new(command);
                    self.commands.push(command.clone());
                    let index = MetaIndex(self.commands.len() as u64);
                    self.feed(Input::Meta(MetaEvent::Committed(index, command)));
                }
                Output::Reply(id, Reply::Body(Response::Produce(response)))
                    if id.conn == ConnId(self.conn) =>
                {
                    self.replies.insert(id.seq, response);
                }
                // A segment's file comes into being with its first batch.
                Output::Segment(_, SegmentOp::Roll(_)) | Output::Reply(..) | Output::Note(_) => {}
                other => unreachable!("a single log wants no {other:?}"),
            }
        }
    }

    fn open(&mut self, log: LogId) {
        match self.disk.recover() {
            Ok(recovered) => self.feed(Input::Log(log, LogEvent::Opened(recovered))),
            Err(_) => self.refused = true,
        }
    }

    fn send(&mut self, at: usize) {
        let flight = &mut self.flights[at];
        flight.seq = Some(self.next_seq);
        let record = |n: u64| NewRecord {
            value: Some(Bytes::copy_from_slice(&n.to_be_bytes())),
            ..NewRecord::default()
        };
        let records: Vec<NewRecord> = (flight.first..flight.first + flight.count)
            .map(record)
            .collect();
        let producer = Producer {
            id: PRODUCER as i64,
            epoch: 0,
            sequence: flight.sequence,
        };
        let partition = ProducePartition {
            index: 0,
            batch: Ok(batch(&records, producer)),
        };
        let topic = ProduceTopic {
            name: Str::from_static(TOPIC),
            id: Uuid::ZERO,
            partitions: vec![partition],
        };
        let body = Body::Produce(Produce {
            acks: -1,
            timeout_ms: 1000,
            transactional: false,
            topics: vec![topic],
        });
        let id = ReqId {
            conn: ConnId(self.conn),
            seq: self.next_seq,
        };
        self.next_seq += 1;
        self.feed(Input::Request(
            id,
            Request {
                version: 9,
                client: Client::default(),
                body,
            },
        ));
    }

    /// A new connection: nothing that was in flight on the old one will be answered.
    fn reconnect(&mut self) {
        self.conn += 1;
        self.next_seq = 0;
        self.replies.clear();
        for flight in &mut self.flights {
            flight.seq = None;
        }
    }

    /// Replies come in the order of their requests. A refusal makes the producer send again, from the oldest
    /// batch on, which a new connection stands for.
    fn deliver(&mut self) {
        let Some((seq, response)) = self.replies.pop_first() else {
            return;
        };
        let row = &response.responses[0].partition_responses[0];
        let Some(at) = self
            .flights
            .iter()
            .position(|flight| flight.seq == Some(seq))
        else {
            return;
        };
        if row.error_code == 0 {
            let flight = self.flights.remove(at);
            for n in 0..flight.count {
                let value = Value {
                    producer: PRODUCER,
                    number: flight.first + n,
                };
                self.acked.insert(value, row.base_offset + n as Offset);
            }
        } else if self.flights[at].count > 1 {
            // Refused for good: a producer that forgot its place is told so.
            self.flights.remove(at);
        } else {
            self.retry_refused |= row.error_code == ErrorCode::OutOfOrderSequenceNumber.code();
            self.feed(Input::Lost(Lost::Connection(ConnId(self.conn))));
            self.reconnect();
        }
    }

    fn hw(&self) -> Option<Offset> {
        let partition = self.node.as_ref()?.partitions().next()?;
        partition.leading().is_some().then(|| partition.hw())
    }

    /// What a consumer reads now.
    fn committed(&self) -> Vec<(Offset, Value)> {
        let mut all = Vec::new();
        for bytes in self.disk.read(self.hw().unwrap_or(0)) {
            let Some(batch) = check_stored(bytes) else {
                continue;
            };
            for record in read::Records::of(&batch).flatten() {
                let bytes = record
                    .value
                    .as_deref()
                    .and_then(|value| value.try_into().ok())
                    .unwrap_or([0xff; 8]);
                let number = u64::from_be_bytes(bytes);
                all.push((
                    record.offset,
                    Value {
                        producer: PRODUCER,
                        number,
                    },
                ));
            }
        }
        all
    }

    fn history(&self) -> History {
        History {
            sent: (0..self.next.0)
                .map(|number| Value {
                    producer: PRODUCER,
                    number,
                })
                .collect::<BTreeSet<_>>(),
            acked: self.acked.clone(),
            reads: vec![
                self.shown
                    .iter()
                    .map(|(&offset, &value)| (offset, value))
                    .collect(),
            ],
            last_read: self.committed(),
        }
    }

    fn next_replies(&self) -> bool {
        let waiting = self.flights.iter().filter_map(|flight| flight.seq).min();
        waiting.is_some_and(|seq| self.replies.contains_key(&seq))
    }
}

impl Model for OneLog {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.bounds)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let Some(node) = &world.node else {
            actions.push(Action::Start);
            return;
        };
        let (crashes, breaks, amnesias) = world.left;
        let unsent = world.flights.iter().any(|flight| flight.seq.is_none());
        if unsent {
            actions.push(Action::Resend);
        } else if world.next.0 < self.bounds.batches && world.flights.len() < self.bounds.in_flight
        {
            actions.push(Action::Send);
        }
        if amnesias > 0 && world.flights.is_empty() && world.next.1 >= 2 {
            actions.push(Action::Forget);
        }
        if world.disk.queued() > 0 {
            actions.push(Action::Write);
        }
        if world.disk.unflushed() > 0 {
            actions.push(Action::Flush);
        }
        if world.next_replies() {
            actions.push(Action::Deliver);
        }
        if breaks > 0 && !world.flights.is_empty() {
            actions.push(Action::Break);
        }
        if breaks > 0 {
            actions.extend(node.armed().map(Action::Fire));
        }
        if crashes > 0 {
            for keep in 0..=world.disk.unflushed() {
                actions.push(Action::Crash(keep, false));
                if keep < world.disk.unflushed() {
                    actions.push(Action::Crash(keep, true));
                }
            }
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        match action {
            Action::Send => {
                let (first, sequence) = world.next;
                world.flights.push(Flight {
                    sequence,
                    count: 1,
                    first,
                    seq: None,
                });
                world.next = (first + 1, sequence + 1);
                world.send(world.flights.len() - 1);
            }
            Action::Resend => {
                let at = world
                    .flights
                    .iter()
                    .position(|flight| flight.seq.is_none())?;
                world.send(at);
            }
            Action::Forget => {
                world.left.2 -= 1;
                let first = world.next.0;
                world.flights.push(Flight {
                    sequence: 0,
                    count: 2,
                    first,
                    seq: None,
                });
                world.next.0 += 2;
                world.send(world.flights.len() - 1);
            }
            Action::Write => {
                let (upto, generation) = world.disk.write()?;
                world.feed(Input::Log(LogId(0), LogEvent::Written { upto, generation }));
            }
            Action::Flush => {
                let (upto, generation) = world.disk.flush()?;
                world.feed(Input::Log(LogId(0), LogEvent::Flushed { upto, generation }));
            }
            Action::Deliver => world.deliver(),
            Action::Break => {
                world.left.1 -= 1;
                world.feed(Input::Lost(Lost::Connection(ConnId(world.conn))));
                world.reconnect();
            }
            Action::Fire(timer) => {
                world.left.1 -= 1;
                let mut out = Outbox::new();
                world.node.as_mut()?.fire(NOW, timer, &mut out);
                world.carry_out(out);
            }
            Action::Crash(keep, torn) => {
                world.left.0 -= 1;
                world.node = None;
                world.disk.crash(keep, torn);
                world.reconnect();
            }
            Action::Start => world.start(self.bounds),
        }
        let committed = world.committed();
        world.shown.extend(committed);
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("history", |_, world: &World| {
                world.hw().is_none() || judge(&world.history(), &IDEMPOTENT).is_ok()
            }),
            Property::always("what was shown stays", |_, world: &World| {
                let Some(hw) = world.hw() else {
                    return true;
                };
                world
                    .shown
                    .last_key_value()
                    .is_none_or(|(&last, _)| last < hw)
            }),
            Property::always("the node is sound", |_, world: &World| {
                world
                    .node
                    .as_ref()
                    .is_none_or(|node| invariant::deep::node(node).is_ok())
            }),
            Property::always("whole batches are shown", |_, world: &World| {
                world
                    .disk
                    .read(world.hw().unwrap_or(0))
                    .all(|bytes| check_stored(bytes).is_some())
            }),
            Property::always("no retry is refused", |_, world: &World| {
                !world.retry_refused
            }),
            Property::always("no log is refused", |_, world: &World| !world.refused),
            Property::sometimes(
                "all acknowledged after a crash",
                |model: &Self, world: &World| {
                    world.left.0 < model.bounds.crashes
                        && world.acked.len() as u64 == model.bounds.batches
                },
            ),
            Property::sometimes("a torn tail is cut", |_, world: &World| {
                world.node.is_some() && world.left.0 == 0 && !world.flights.is_empty()
            }),
        ]
    }
}
