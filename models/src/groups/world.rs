//! What happens to be so in a group, and what must be so.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use highwater_core::api::{Body, Reply, Response};
use highwater_core::coordinator::{Classic, Phase};
use highwater_core::wire::Str;
use highwater_core::wire::generated::FindCoordinatorRequest;
use highwater_core::{BrokerId, Config, ConnId, Node, Offset, ReqId, TimerId, invariant};

use super::client::{Asks, Client, Doing};
use super::{Bounds, GROUP, OFFSETS_FOLDER, OFFSETS_TOPIC, PARTITIONS};
use crate::rig::Rig;

/// How often timers fire before a world counts as stuck, and how often clients have their turn before each time.
const ROUNDS: usize = 8;

/// What happens to be so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    pub(super) rig: Rig,
    pub(super) clients: Vec<Client>,
    /// A process of a static member that another has replaced, and that does not know it.
    pub(super) zombie: Option<Client>,
    /// Who was told that a partition is its own, by generation and partition.
    told: BTreeMap<(i32, u8), Str>,
    /// What must not be.
    wrong: Option<&'static str>,
    /// Commits that were taken, and refused.
    pub(super) commits: (u8, u8),
    next_conn: u64,
    pub(super) left: Bounds,
}

pub(super) fn config() -> Config {
    Config {
        offsets_partitions: 1,
        group_initial_rebalance_delay_ms: 0,
        ..Config::new(BrokerId(1), "h", 1)
    }
}

impl World {
    pub(super) fn new(bounds: Bounds) -> Self {
        let mut rig = Rig::new(&config());
        rig.create_topic("t");
        let find = FindCoordinatorRequest {
            key: GROUP,
            ..FindCoordinatorRequest::default()
        };
        let id = ReqId {
            conn: ConnId(0),
            seq: 1,
        };
        rig.request(id, 1, Body::FindCoordinator(find));
        let clients = vec![
            Client::new(1, None),
            Client::new(2, Some(Str::from_static("i"))),
        ];
        Self {
            rig,
            clients,
            zombie: None,
            told: BTreeMap::new(),
            wrong: None,
            commits: (0, 0),
            next_conn: 3,
            left: bounds,
        }
    }

    /// The group, as the coordinator sees it.
    pub(super) fn group(&self) -> Option<&Classic> {
        let mut shards = self.rig.node.as_ref()?.coordinators();
        shards.find_map(|shard| shard.groups.get(&GROUP))
    }

    fn end(&self) -> Offset {
        let node = self.rig.node.iter();
        let mut partitions = node.flat_map(Node::partitions);
        let offsets = partitions.find(|partition| &*partition.topic == OFFSETS_TOPIC);
        offsets
            .and_then(|partition| Some(partition.log()?.end()))
            .unwrap_or(0)
    }

    fn send(&mut self, at: usize, (version, body): Asks) {
        let client = &mut self.clients[at];
        (client.waits, client.seen) = (true, false);
        let id = client.request_id();
        self.rig.request(id, version, body);
    }

    /// A client does what comes next.
    pub(super) fn act(&mut self, at: usize) {
        if let Some(asks) = self.clients[at].next() {
            self.send(at, asks);
        }
    }

    pub(super) fn commit(&mut self, at: usize) {
        let Some(asks) = self.clients[at].commit() else {
            return;
        };
        let (group, before) = (self.group().cloned(), self.end());
        self.send(at, asks);
        let client = self.clients[at].clone();
        self.judge_commit(&client, group.as_ref(), before);
    }

    /// A process that was replaced commits.
    pub(super) fn commit_of_zombie(&mut self) {
        let Some(zombie) = self.zombie.take() else {
            return;
        };
        if let Some((version, body)) = zombie.commit() {
            let (group, before) = (self.group().cloned(), self.end());
            self.rig.request(zombie.request_id(), version, body);
            self.judge_commit(&zombie, group.as_ref(), before);
        }
        self.rig.lose(ConnId(zombie.conn));
    }

    /// GFENCE: a commit has an effect only if its sender is of the group, and nobody was told of a later generation.
    fn judge_commit(&mut self, by: &Client, group: Option<&Classic>, before: Offset) {
        if self.end() == before {
            self.commits.1 += 1;
            return;
        }
        self.commits.0 += 1;
        let Doing::Working(generation, own) = &by.doing else {
            return;
        };
        let member = group.is_some_and(|group| group.members.contains_key(&by.id));
        let latest = self.told.last_key_value().map(|((latest, _), _)| *latest);
        let owns = |number: &u8| self.told.get(&(*generation, *number)) == Some(&by.owner());
        if !member || latest > Some(*generation) || !own.iter().all(owns) {
            self.wrong = Some("a commit of a member that was fenced");
        }
    }

    pub(super) fn leave(&mut self, at: usize) {
        let asks = self.clients[at].leave();
        self.clients[at].doing = Doing::Gone;
        self.send(at, asks);
    }

    /// A client's connection breaks: its answer is lost.
    pub(super) fn reconnect(&mut self, at: usize) {
        let client = &mut self.clients[at];
        let before = std::mem::replace(&mut client.conn, self.next_conn);
        client.waits = false;
        self.next_conn += 1;
        self.rig.lose(ConnId(before));
    }

    /// A client's process dies, or hangs for so long that another takes its place.
    pub(super) fn replace(&mut self, at: usize) {
        let next = Client::new(self.next_conn, self.clients[at].instance.clone());
        self.next_conn += 1;
        let before = std::mem::replace(&mut self.clients[at], next);
        self.rig.lose(ConnId(before.conn));
        if before.instance.is_some() {
            self.zombie = Some(before);
        }
    }

    pub(super) fn deliver(&mut self, at: usize) {
        let id = self.clients[at].request_id();
        if let Some(Reply::Body(answer)) = self.rig.replies.remove(&id) {
            self.clients[at].hear(answer);
        }
    }

    pub(super) fn is_answered(&self, at: usize) -> bool {
        let client = &self.clients[at];
        client.waits && self.rig.replies.contains_key(&client.request_id())
    }

    pub(super) fn crash(&mut self, keep: usize) {
        self.rig.crash(keep, false);
        for at in 0..self.clients.len() {
            self.reconnect(at);
        }
    }

    /// What needs no step of its own: batches are written, and a coordinator reads its log. Then answers are looked at.
    pub(super) fn observe(&mut self) {
        let queued = self.rig.disks().filter(|(_, disk)| disk.queued() > 0);
        for log in queued.map(|(log, _)| log).collect::<Vec<_>>() {
            while self
                .rig
                .disks()
                .any(|(id, disk)| id == log && disk.queued() > 0)
            {
                self.rig.write(log);
            }
        }
        loop {
            let Some(read) = self.rig.reads().next() else {
                break;
            };
            self.rig.read(read);
        }
        for at in 0..self.clients.len() {
            if self.is_answered(at) && !self.clients[at].seen {
                self.clients[at].seen = true;
                self.judge_answer(at);
            }
        }
    }

    fn judge_answer(&mut self, at: usize) {
        let client = &self.clients[at];
        let (owner, doing) = (client.owner(), client.doing.clone());
        match self.rig.replies.get(&client.request_id()) {
            Some(Reply::Body(Response::JoinGroup(answer))) if answer.error_code == 0 => {
                let (id, generation) = (&answer.member_id, answer.generation_id);
                // What waited for a commit may be answered when its member is on the way out again.
                let knows = |group: &Classic| match group.generation.cmp(&generation) {
                    Ordering::Less => false,
                    Ordering::Equal => {
                        group.members.contains_key(id) || group.phase == Phase::Preparing
                    }
                    Ordering::Greater => true,
                };
                if !self.group().is_some_and(knows) {
                    self.wrong = Some("a member is told of a generation that it is not in");
                }
            }
            Some(Reply::Body(Response::SyncGroup(answer))) if answer.error_code == 0 => {
                let Doing::Syncing(generation, _) = doing else {
                    return;
                };
                for number in answer.assignment.clone() {
                    let told = self.told.entry((generation, number));
                    if *told.or_insert_with(|| owner.clone()) != owner {
                        self.wrong = Some("two own a partition in one generation");
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn is_right(&self) -> bool {
        self.wrong.is_none()
    }

    pub(super) fn is_sound(&self) -> bool {
        let node = self.rig.node.as_ref();
        node.is_none_or(|node| invariant::deep::node(node).is_ok()) && !self.rig.refused
    }

    pub(super) fn unflushed(&self) -> usize {
        let disk = self.rig.disk(OFFSETS_FOLDER);
        disk.map_or(0, |disk| disk.unflushed())
    }

    pub(super) fn flush(&mut self) {
        for log in self.rig.disks().map(|(log, _)| log).collect::<Vec<_>>() {
            self.rig.flush(log);
        }
    }

    /// True if this is no dead end: clients that go on, and timers, make the group whole.
    pub(super) fn recovers(&self) -> bool {
        let mut world = self.clone();
        if world.rig.node.is_none() {
            world.rig.start(&config());
        }
        for _ in 0..ROUNDS {
            // Timers are slower than answers: they fire once nobody gets on without.
            for _ in 0..ROUNDS {
                world.turn();
                if world.is_whole() {
                    return true;
                }
            }
            world.fire_all();
        }
        false
    }

    /// Each client hears its answer and does what comes next.
    fn turn(&mut self) {
        for at in 0..self.clients.len() {
            if self.is_answered(at) {
                self.deliver(at);
            }
            if !self.clients[at].waits {
                self.act(at);
            }
            self.flush();
            self.observe();
        }
    }

    /// Timers fire, but for sessions of clients that live.
    fn fire_all(&mut self) {
        let lives = |id: &Str| {
            let mut clients = self.clients.iter();
            clients.any(|client| client.id == *id && client.doing != Doing::Gone)
        };
        let fires = |timer: &TimerId| match timer {
            TimerId::Session { member, .. } => !lives(member),
            TimerId::Rebalance { .. } | TimerId::Sync { .. } => true,
            _ => false,
        };
        let armed = self.rig.node.iter().flat_map(Node::armed).filter(fires);
        for timer in armed.collect::<Vec<_>>() {
            self.rig.fire(timer);
            self.observe();
        }
    }

    /// Everybody who has not left works in one generation, and each partition is somebody's.
    pub(super) fn is_whole(&self) -> bool {
        let mut generations: Vec<i32> = Vec::new();
        let mut owned: Vec<u8> = Vec::new();
        for client in &self.clients {
            match &client.doing {
                Doing::Working(generation, own) => {
                    generations.push(*generation);
                    owned.extend(own);
                }
                Doing::Gone => {}
                Doing::Joining | Doing::Syncing(..) => return false,
            }
        }
        owned.sort_unstable();
        generations.dedup();
        let none = generations.is_empty();
        let current = self.group().map(|group| group.generation);
        none || (generations.len() == 1
            && current == Some(generations[0])
            && owned == (0..PARTITIONS).collect::<Vec<u8>>())
    }
}
