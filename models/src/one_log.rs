//! Model (a): one log, an idempotent producer that keeps several batches in flight, and power cuts that keep
//! any prefix of what was not synced, through recovery. Does anything acknowledged, or ever shown to a
//! consumer, go away, move, or come twice?

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use highwater_core::api::{Reply, Response};
use highwater_core::invariant::history::{History, IDEMPOTENT, Value, judge};
use highwater_core::records::build::{NewRecord, Producer};
use highwater_core::records::{check_stored, read};
use highwater_core::{
    BrokerId, Config, ConnId, ErrorCode, LogId, Offset, ReqId, TimerId, invariant,
};
use stateright::{Model, Property};

use crate::rig::{Rig, produce};

const TOPIC: &str = "t";
const FOLDER: &str = "t-0";
const LOG: LogId = LogId(0);
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
    rig: Rig,
    conn: u64,
    next_seq: u64,
    flights: Vec<Flight>,
    /// Next record, and its sequence number.
    next: (u64, i32),
    acked: BTreeMap<Value, Offset>,
    /// What a consumer could have read at any time.
    shown: BTreeMap<Offset, Value>,
    left: (u8, u8, u8),
    /// A batch sent again was refused as out of order, though the producer made no mistake.
    retry_refused: bool,
}

/// What may happen next.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Two batches fill a segment, and every flush takes a checkpoint.
fn config() -> Config {
    Config {
        segment_bytes: 170,
        checkpoint_bytes: 1,
        ..Config::new(BrokerId(1), "h", 1)
    }
}

impl World {
    fn new(bounds: Bounds) -> Self {
        let mut rig = Rig::new(&config());
        rig.create_topic(TOPIC);
        Self {
            rig,
            conn: 1,
            next_seq: 0,
            flights: Vec::new(),
            next: (0, 0),
            acked: BTreeMap::new(),
            shown: BTreeMap::new(),
            left: (bounds.crashes, bounds.breaks, bounds.amnesias),
            retry_refused: false,
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
        let body = produce(TOPIC, &records, producer);
        let id = ReqId {
            conn: ConnId(self.conn),
            seq: self.next_seq,
        };
        self.next_seq += 1;
        self.rig.request(id, 9, body);
    }

    /// A new connection: nothing that was in flight on the old one will be answered.
    fn reconnect(&mut self) {
        self.conn += 1;
        self.next_seq = 0;
        for flight in &mut self.flights {
            flight.seq = None;
        }
    }

    /// Replies come in the order of their requests. A refusal makes the producer send again, from the oldest
    /// batch on, which a new connection stands for.
    fn deliver(&mut self) {
        let Some((id, Reply::Body(Response::Produce(response)))) = self.rig.replies.pop_first()
        else {
            return;
        };
        let row = &response.responses[0].partition_responses[0];
        let Some(at) = self
            .flights
            .iter()
            .position(|flight| flight.seq == Some(id.seq))
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
            self.rig.lose(ConnId(self.conn));
            self.reconnect();
        }
    }

    fn hw(&self) -> Option<Offset> {
        let partition = self.rig.node.as_ref()?.partitions().next()?;
        partition.leading().is_some().then(|| partition.hw())
    }

    /// What a consumer reads now.
    fn committed(&self) -> Vec<(Offset, Value)> {
        let mut all = Vec::new();
        let disk = self.rig.disk(FOLDER);
        for bytes in disk
            .into_iter()
            .flat_map(|disk| disk.read(self.hw().unwrap_or(0)))
        {
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
            ends: Vec::new(),
        }
    }

    fn next_replies(&self) -> bool {
        let waiting = self.flights.iter().filter_map(|flight| flight.seq).min();
        waiting.is_some_and(|seq| {
            let id = ReqId {
                conn: ConnId(self.conn),
                seq,
            };
            self.rig.replies.contains_key(&id)
        })
    }
}

impl Model for OneLog {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.bounds)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let Some(node) = &world.rig.node else {
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
        let (queued, unflushed) = world
            .rig
            .disk(FOLDER)
            .map_or((0, 0), |disk| (disk.queued(), disk.unflushed()));
        if queued > 0 {
            actions.push(Action::Write);
        }
        if unflushed > 0 {
            actions.push(Action::Flush);
        }
        if world.next_replies() {
            actions.push(Action::Deliver);
        }
        if breaks > 0 && !world.flights.is_empty() {
            actions.push(Action::Break);
        }
        if breaks > 0 {
            // A sync that takes too long is left out: what it adds to the bounds is too much. The simulator has it.
            let timers = node
                .armed()
                .filter(|timer| !matches!(timer, TimerId::Flush(_)));
            actions.extend(timers.map(Action::Fire));
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
            Action::Write => world.rig.write(LOG),
            Action::Flush => world.rig.flush(LOG),
            Action::Deliver => world.deliver(),
            Action::Break => {
                world.left.1 -= 1;
                world.rig.lose(ConnId(world.conn));
                world.reconnect();
            }
            Action::Fire(timer) => {
                world.left.1 -= 1;
                world.rig.fire(timer);
            }
            Action::Crash(keep, torn) => {
                world.left.0 -= 1;
                world.rig.crash(keep, torn);
                world.reconnect();
            }
            Action::Start => world.rig.start(&config()),
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
                    .rig
                    .node
                    .as_ref()
                    .is_none_or(|node| invariant::deep::node(node).is_ok())
            }),
            Property::always("whole batches are shown", |_, world: &World| {
                let disk = world.rig.disk(FOLDER);
                let shown = disk
                    .into_iter()
                    .flat_map(|disk| disk.read(world.hw().unwrap_or(0)));
                shown.into_iter().all(|bytes| check_stored(bytes).is_some())
            }),
            Property::always("no retry is refused", |_, world: &World| {
                !world.retry_refused
            }),
            Property::always("no log is refused", |_, world: &World| !world.rig.refused),
            Property::sometimes(
                "all acknowledged after a crash",
                |model: &Self, world: &World| {
                    world.left.0 < model.bounds.crashes
                        && world.acked.len() as u64 == model.bounds.batches
                },
            ),
            Property::sometimes("a torn tail is cut", |_, world: &World| {
                world.rig.node.is_some() && world.left.0 == 0 && !world.flights.is_empty()
            }),
        ]
    }
}
