//! Model (b): three replicas of one partition, a client that wants its batches on all of them that are in sync, and
//! brokers that lose power, fall silent, lag, or lose their connections, while each learns of changes at its own pace.
//! Does anything acknowledged go away when leaders change, and do the replicas agree on what is committed?

use std::collections::BTreeMap;

use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::records::{check_stored, read};
use highwater_core::replica::{Partition, Role, State};
use highwater_core::wire::{Str, Uuid};
use highwater_core::{BrokerId, Config, ConnId, Epoch, Node, Offset, ReqId, TimerId, invariant};
use stateright::{Model, Property};

use crate::cluster::{CONTROLLER, Cluster};

const TOPIC: &str = "t";
const FOLDER: &str = "t-0";
const BROKERS: [BrokerId; 3] = [BrokerId(1), BrokerId(2), BrokerId(3)];

/// How far the model looks.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Batches that the client sends.
    pub batches: u64,
    /// Power cuts.
    pub crashes: u8,
    /// Brokers that the controller takes for dead: those that are, and those that are merely slow.
    pub fences: u8,
    /// Lag timers that fire.
    pub lags: u8,
    /// Connections that break.
    pub breaks: u8,
    /// Replicas of the partition.
    pub replicas: usize,
}

/// The model.
#[derive(Clone, Debug)]
pub struct Replicas {
    /// How far it looks.
    pub bounds: Bounds,
}

/// What happens to be so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    cluster: Cluster,
    /// Batches that were sent; each carries its number.
    sent: u64,
    /// Acknowledged batches by their offsets.
    acked: BTreeMap<Offset, u64>,
    /// Who led in which epoch.
    leaders: BTreeMap<Epoch, BrokerId>,
    two_leaders: bool,
    left: Left,
}

/// What may still go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Left {
    crashes: u8,
    fences: u8,
    lags: u8,
    breaks: u8,
}

/// What may happen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The client sends its next batch to a broker that takes itself for the leader.
    Send(BrokerId),
    /// A broker applies the next command.
    Learn(BrokerId),
    /// The next request of a connection arrives.
    Request((BrokerId, BrokerId, i16)),
    /// The next answer of a connection arrives.
    Answer((BrokerId, BrokerId, i16)),
    /// A sync completes.
    Flush(BrokerId),
    /// Power is cut; this many of the batches that were not synced survive.
    Crash(BrokerId, usize),
    /// A broker starts.
    Start(BrokerId),
    /// The controller takes a broker for dead.
    Fence(BrokerId),
    /// A broker that is fenced is heard of.
    Heartbeat(BrokerId),
    /// A leader's lag timer for a follower fires.
    Lag(BrokerId, BrokerId),
    /// A connection breaks; what was sent on it arrives late, or never.
    Break((BrokerId, BrokerId, i16), bool),
}

fn config(id: BrokerId) -> Config {
    Config {
        // Each batch is written with a checkpoint behind it.
        checkpoint_bytes: 1,
        ..Config::new(id, "h", 1)
    }
}

impl World {
    fn new(bounds: Bounds) -> Self {
        let brokers = &BROKERS[..bounds.replicas];
        let mut cluster = Cluster::new(brokers, config);
        cluster.create_topic(TOPIC, brokers);
        let mut this = Self {
            cluster,
            sent: 0,
            acked: BTreeMap::new(),
            leaders: BTreeMap::new(),
            two_leaders: false,
            left: Left {
                crashes: bounds.crashes,
                fences: bounds.fences,
                lags: bounds.lags,
                breaks: bounds.breaks,
            },
        };
        this.observe();
        this
    }

    fn nodes(&self) -> impl Iterator<Item = (BrokerId, &Node)> + '_ {
        let rigs = self.cluster.rigs.iter();
        rigs.filter_map(|(&id, rig)| Some((id, rig.node.as_ref()?)))
    }

    /// Replicas on brokers that run.
    fn replicas(&self) -> impl Iterator<Item = (BrokerId, &Partition)> + '_ {
        self.nodes()
            .filter_map(|(id, node)| Some((id, node.partitions().next()?)))
    }

    /// Brokers that take themselves for the leader, with their epochs.
    fn leading(&self) -> Vec<(Epoch, BrokerId)> {
        let epoch = |partition: &Partition| match &partition.role {
            Role::Leader(leader) => Some(leader.epoch),
            _ => None,
        };
        self.replicas()
            .filter_map(|(id, partition)| Some((epoch(partition)?, id)))
            .collect()
    }

    fn send(&mut self, to: BrokerId) {
        let record = NewRecord {
            value: Some(Bytes::copy_from_slice(&self.sent.to_be_bytes())),
            ..NewRecord::default()
        };
        let none = Producer {
            id: -1,
            epoch: -1,
            sequence: -1,
        };
        let partition = ProducePartition {
            index: 0,
            batch: Ok(batch(&[record], none)),
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
            conn: ConnId(1 + self.sent),
            seq: 0,
        };
        self.sent += 1;
        self.cluster.request(to, id, 9, body);
    }

    /// Takes note of replies as soon as they are given, and of who leads.
    fn observe(&mut self) {
        for rig in self.cluster.rigs.values_mut() {
            for number in 0..self.sent {
                let id = ReqId {
                    conn: ConnId(1 + number),
                    seq: 0,
                };
                let Some(Reply::Body(Response::Produce(response))) = rig.replies.remove(&id) else {
                    continue;
                };
                let row = &response.responses[0].partition_responses[0];
                if row.error_code == 0 {
                    self.acked.insert(row.base_offset, number);
                }
            }
        }
        for (epoch, id) in self.leading() {
            self.two_leaders |= *self.leaders.entry(epoch).or_insert(id) != id;
        }
    }

    /// A replica's batches by their offsets.
    fn content(&self, id: BrokerId) -> BTreeMap<Offset, (Epoch, u64)> {
        let disk = self.cluster.rigs[&id].disk(FOLDER);
        let mut content = BTreeMap::new();
        for bytes in disk.into_iter().flat_map(|disk| disk.read(Offset::MAX)) {
            let Some(batch) = check_stored(bytes) else {
                continue;
            };
            let epoch = batch.header().leader_epoch;
            for record in read::Records::of(&batch).flatten() {
                let value = record
                    .value
                    .as_deref()
                    .and_then(|value| value.try_into().ok());
                let number = u64::from_be_bytes(value.unwrap_or([0xff; 8]));
                content.insert(record.offset, (epoch, number));
            }
        }
        content
    }

    /// Whoever leads in the latest epoch has everything that was acknowledged.
    fn leader_is_complete(&self) -> bool {
        let Some(&(_, leader)) = self.leading().iter().max() else {
            return true;
        };
        let content = self.content(leader);
        let has = |(offset, number): (&Offset, &u64)| {
            content
                .get(offset)
                .is_some_and(|(_, there)| there == number)
        };
        self.acked.iter().all(has)
    }

    /// Any two replicas have the same batches below the lesser of their high watermarks.
    fn replicas_agree(&self) -> bool {
        let below = |id: BrokerId, hw: Offset| {
            let content = self.content(id);
            content.into_iter().filter(move |(offset, _)| *offset < hw)
        };
        let all: Vec<(BrokerId, Offset)> = self
            .replicas()
            .map(|(id, partition)| (id, partition.hw()))
            .collect();
        all.iter().all(|&(a, hw_a)| {
            all.iter().all(|&(b, hw_b)| {
                let hw = hw_a.min(hw_b);
                below(a, hw).eq(below(b, hw))
            })
        })
    }

    fn nothing_failed(&self) -> bool {
        let failed = |partition: &Partition| matches!(partition.state, State::Failed(_));
        let refused = self.cluster.rigs.values().any(|rig| rig.refused);
        !refused && !self.replicas().any(|(_, partition)| failed(partition))
    }

    fn was_cut(&self) -> bool {
        self.replicas()
            .any(|(_, partition)| partition.log().is_some_and(|log| log.generation().0 > 0))
    }
}

impl Model for Replicas {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.bounds)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let cluster = &world.cluster;
        if world.sent < self.bounds.batches {
            let leading = world.leading().into_iter();
            actions.extend(leading.map(|(_, id)| Action::Send(id)));
        }
        actions.extend(cluster.behind().into_iter().map(Action::Learn));
        actions.extend(cluster.requests().into_iter().map(Action::Request));
        actions.extend(cluster.answers().into_iter().map(Action::Answer));
        actions.extend(cluster.unflushed().into_iter().map(Action::Flush));
        let image = cluster.rigs[&CONTROLLER].node.as_ref().map(Node::image);
        for &id in &BROKERS[..self.bounds.replicas] {
            let rig = &cluster.rigs[&id];
            let Some(node) = &rig.node else {
                actions.push(Action::Start(id));
                if world.left.fences > 0 && image.is_some_and(|image| image.is_alive(id)) {
                    actions.push(Action::Fence(id));
                }
                continue;
            };
            if world.left.crashes > 0 {
                let unflushed = rig.disks().map(|(_, disk)| disk.unflushed()).max();
                actions.extend((0..=unflushed.unwrap_or(0)).map(|keep| Action::Crash(id, keep)));
            }
            if world.left.fences > 0 && image.is_some_and(|image| image.is_alive(id)) {
                actions.push(Action::Fence(id));
            }
            if !image.is_some_and(|image| image.is_alive(id))
                && node.armed().any(|timer| timer == TimerId::Heartbeat)
                && !cluster.busy_links().contains(&(id, CONTROLLER, 63))
            {
                actions.push(Action::Heartbeat(id));
            }
            if world.left.lags > 0 {
                let lag = |timer| match timer {
                    TimerId::Lag(follower) => Some(Action::Lag(id, follower)),
                    _ => None,
                };
                actions.extend(node.armed().filter_map(lag));
            }
        }
        if world.left.breaks > 0 {
            for link in cluster.busy_links() {
                actions.push(Action::Break(link, false));
                actions.push(Action::Break(link, true));
            }
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        let cluster = &mut world.cluster;
        match action {
            Action::Send(id) => world.send(id),
            Action::Learn(id) => cluster.learn(id),
            Action::Request(link) => cluster.deliver_request(link),
            Action::Answer(link) => cluster.deliver_answer(link),
            Action::Flush(id) => cluster.flush(id),
            Action::Crash(id, keep) => {
                world.left.crashes -= 1;
                cluster.crash(id, keep);
            }
            Action::Start(id) => cluster.start(id),
            Action::Fence(id) => {
                world.left.fences -= 1;
                cluster.fire(CONTROLLER, TimerId::BrokerSession(id));
            }
            Action::Heartbeat(id) => cluster.fire(id, TimerId::Heartbeat),
            Action::Lag(id, follower) => {
                world.left.lags -= 1;
                cluster.fire(id, TimerId::Lag(follower));
            }
            Action::Break(link, late) => {
                world.left.breaks -= 1;
                cluster.break_link(link, late);
            }
        }
        world.observe();
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("leader completeness", |_, world: &World| {
                world.leader_is_complete()
            }),
            Property::always(
                "replicas agree below the high watermark",
                |_, world: &World| world.replicas_agree(),
            ),
            Property::always("one leader per epoch", |_, world: &World| {
                !world.two_leaders
            }),
            Property::always("no log fails", |_, world: &World| world.nothing_failed()),
            Property::always("the nodes are sound", |_, world: &World| {
                world
                    .nodes()
                    .all(|(_, node)| invariant::deep::node(node).is_ok())
            }),
            Property::sometimes("acknowledged by a second leader", |_, world: &World| {
                let second = world.leaders.len() > 1;
                second && world.acked.len() as u64 == world.sent && world.sent > 1
            }),
            Property::sometimes("a log is cut", |_, world: &World| world.was_cut()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world() -> World {
        World::new(Bounds {
            batches: 4,
            crashes: 1,
            fences: 1,
            lags: 2,
            breaks: 0,
            replicas: 3,
        })
    }

    #[test]
    fn a_batch_is_acknowledged_once_all_in_sync_replicas_have_synced_it() {
        let mut world = world();
        assert_eq!(world.leading(), [(0, BrokerId(1))]);
        world.send(BrokerId(1));
        world.observe();
        assert!(world.acked.is_empty());
        world.cluster.settle();
        world.observe();
        assert_eq!(world.acked, BTreeMap::from([(0, 0)]));
        assert!(world.replicas_agree() && world.nothing_failed());
        for id in BROKERS {
            assert_eq!(world.content(id).len(), 1);
        }
    }

    #[test]
    fn a_dead_leader_is_replaced_and_comes_back_as_a_follower() {
        let mut world = world();
        world.send(BrokerId(1));
        world.cluster.settle();
        world.observe();
        // The last batch reaches nobody else, and is not acknowledged.
        world.send(BrokerId(1));
        world.cluster.flush(BrokerId(1));
        world.cluster.crash(BrokerId(1), 1);
        world
            .cluster
            .fire(CONTROLLER, TimerId::BrokerSession(BrokerId(1)));
        world.cluster.settle();
        assert_eq!(world.leading(), [(1, BrokerId(2))]);
        world.send(BrokerId(2));
        world.cluster.settle();
        world.observe();
        assert_eq!(world.acked, BTreeMap::from([(0, 0), (1, 2)]));
        world.cluster.start(BrokerId(1));
        world.cluster.settle();
        world.observe();
        assert!(world.was_cut());
        assert_eq!(world.content(BrokerId(1)), world.content(BrokerId(2)));
        let image = world.cluster.image();
        let isr = &image.topics[&Str::from_static(TOPIC)].partitions[0].isr;
        assert_eq!(isr.len(), 3, "{isr:?}");
        assert!(world.leader_is_complete() && world.nothing_failed());
    }
}
