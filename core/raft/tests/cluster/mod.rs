//! Peers in memory: a network that drops, delays, doubles and reorders, disks that answer late and in any order, and
//! crashes that leave any prefix. Everything is drawn from one seed, and every output is checked as it comes.

#![allow(dead_code, reason = "each test uses its own part")]

mod disk;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use highwater_core::metadata::{Command, Image, Record};
use highwater_core::wire::generated::ProducerIdsRecord;
use highwater_core::{BrokerId, MetaEvent, MetaIndex, Outcome, ProposalId, Role, Time};
use highwater_raft::{Input, Output, RaftConfig, RaftPeer, StoreFailed, Ticket};

pub(crate) use disk::Disk;

/// Simulated microseconds.
pub(crate) type Micros = u64;

pub(crate) const MS: Micros = 1000;
pub(crate) const SECOND: Micros = 1000 * MS;

/// A generator good enough for tests (SplitMix64).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `from` to below `end`.
    pub(crate) fn range(&mut self, from: u64, end: u64) -> u64 {
        from + self.draw() % (end - from)
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.range(0, 100) < percent
    }
}

/// What goes wrong, in percent of messages and in time.
#[derive(Clone)]
pub(crate) struct Faults {
    pub(crate) drop: u64,
    pub(crate) double: u64,
    pub(crate) delay_max: Micros,
    pub(crate) store_max: Micros,
}

impl Faults {
    pub(crate) const NONE: Self = Self {
        drop: 0,
        double: 0,
        delay_max: MS,
        store_max: MS,
    };
}

pub(crate) struct Voter {
    pub(crate) peer: Option<RaftPeer>,
    pub(crate) disk: Disk,
    pub(crate) run: u64,
    /// Built from the events, as the core does.
    pub(crate) image: Image,
    pub(crate) role: Role,
    pub(crate) failed: Option<String>,
    pub(crate) fail_stores: bool,
    pub(crate) restored: u64,
}

enum Event {
    Frame(BrokerId, BrokerId, Bytes),
    Stored(BrokerId, u64, Ticket, Result<(), StoreFailed>),
}

pub(crate) struct Cluster {
    pub(crate) now: Micros,
    pub(crate) rng: Rng,
    pub(crate) faults: Faults,
    pub(crate) voters: BTreeMap<BrokerId, Voter>,
    pub(crate) snapshot_entries: u64,
    /// Pairs that cannot talk.
    pub(crate) cut: BTreeSet<(BrokerId, BrokerId)>,
    /// Every command that any voter saw committed, by index from 1.
    pub(crate) history: Vec<Arc<Command>>,
    /// Who led which term.
    pub(crate) leaders: BTreeMap<u64, BrokerId>,
    pub(crate) accepted: BTreeSet<ProposalId>,
    pub(crate) refused: BTreeSet<ProposalId>,
    pub(crate) dropped: usize,
    pub(crate) keep_frames: bool,
    pub(crate) kept_frames: Vec<(BrokerId, BrokerId, Bytes)>,
    events: BTreeMap<(Micros, u64), Event>,
    next_event: u64,
    next_command: u64,
    trace: DefaultHasher,
}

impl Cluster {
    pub(crate) fn new(size: i32, seed: u64) -> Self {
        Self::with_snapshots(size, seed, 1000)
    }

    pub(crate) fn with_snapshots(size: i32, seed: u64, snapshot_entries: u64) -> Self {
        let mut cluster = Self {
            now: 0,
            rng: Rng(seed),
            faults: Faults::NONE,
            voters: BTreeMap::new(),
            snapshot_entries,
            cut: BTreeSet::new(),
            history: Vec::new(),
            leaders: BTreeMap::new(),
            accepted: BTreeSet::new(),
            refused: BTreeSet::new(),
            dropped: 0,
            keep_frames: false,
            kept_frames: Vec::new(),
            events: BTreeMap::new(),
            next_event: 0,
            next_command: 0,
            trace: DefaultHasher::new(),
        };
        for id in (1..=size).map(BrokerId) {
            let voter = Voter {
                peer: None,
                disk: Disk::default(),
                run: 0,
                image: Image::default(),
                role: Role::Leaderless,
                failed: None,
                fail_stores: false,
                restored: 0,
            };
            cluster.voters.insert(id, voter);
        }
        for id in cluster.ids() {
            cluster.start(id);
        }
        cluster
    }

    pub(crate) fn ids(&self) -> Vec<BrokerId> {
        self.voters.keys().copied().collect()
    }

    pub(crate) fn voter(&mut self, id: BrokerId) -> &mut Voter {
        self.voters.get_mut(&id).expect("a voter")
    }

    pub(crate) fn config(&mut self, id: BrokerId) -> RaftConfig {
        RaftConfig {
            heartbeat: Duration::from_millis(50),
            election_min: Duration::from_millis(150),
            election_max: Duration::from_millis(300),
            snapshot_entries: self.snapshot_entries,
            ..RaftConfig::new(id, self.voters.keys().copied().collect(), self.rng.draw())
        }
    }

    /// Starts a voter from what is on its disk.
    pub(crate) fn start(&mut self, id: BrokerId) {
        let config = self.config(id);
        let now = Time::from_micros(self.now);
        let voter = self.voter(id);
        assert!(voter.peer.is_none(), "it runs");
        voter.run += 1;
        voter.image = Image::default();
        voter.role = Role::Leaderless;
        let mut out = Vec::new();
        let saved = voter.disk.saved();
        voter.peer = Some(RaftPeer::new(config, saved, now, &mut out));
        self.outputs(id, out);
    }

    /// The process dies: of what was not answered, some prefix is on the disk.
    pub(crate) fn crash(&mut self, id: BrokerId) {
        let keep = self.rng.draw();
        let voter = self.voter(id);
        voter.peer = None;
        voter.role = Role::Leaderless;
        voter.disk.crash(keep);
        for other in self.ids() {
            if other != id {
                self.input(other, Input::Lost(id));
            }
        }
    }

    pub(crate) fn is_up(&self, id: BrokerId) -> bool {
        self.voters[&id].peer.is_some()
    }

    pub(crate) fn input(&mut self, id: BrokerId, input: Input) {
        let now = Time::from_micros(self.now);
        let mut out = Vec::new();
        if let Some(peer) = &mut self.voter(id).peer {
            peer.handle(now, input, &mut out);
        }
        self.outputs(id, out);
    }

    /// No frame passes between the two sides.
    pub(crate) fn partition(&mut self, side: &[BrokerId]) {
        self.cut.clear();
        for a in self.ids() {
            for b in self.ids() {
                if side.contains(&a) != side.contains(&b) {
                    self.cut.insert((a, b));
                }
            }
        }
    }

    pub(crate) fn heal(&mut self) {
        self.cut.clear();
        self.faults = Faults::NONE;
    }

    /// The active controller of the latest term.
    pub(crate) fn leader(&self) -> Option<BrokerId> {
        let terms = self
            .voters
            .iter()
            .filter_map(|(&id, voter)| match voter.role {
                Role::Active { term } => Some((term, id)),
                _ => None,
            });
        terms.max().map(|(_, id)| id)
    }

    pub(crate) fn is_active(&self, id: BrokerId) -> bool {
        matches!(self.voters[&id].role, Role::Active { .. })
    }

    /// Proposes a command where `at` is active.
    pub(crate) fn propose(&mut self, at: BrokerId) -> ProposalId {
        let term = match self.voters[&at].role {
            Role::Active { term } => term,
            _ => 0,
        };
        self.propose_in(at, term)
    }

    pub(crate) fn propose_in(&mut self, at: BrokerId, term: u64) -> ProposalId {
        self.next_command += 1;
        let id = ProposalId {
            broker: at,
            boot: self.voters[&at].run,
            seq: self.next_command,
        };
        let ids = ProducerIdsRecord {
            broker_id: at.0,
            count: self.next_command as i32,
            ..ProducerIdsRecord::default()
        };
        let records = vec![Record::ProducerIds(ids)];
        self.input(
            at,
            Input::Propose(
                id,
                Command {
                    id,
                    term,
                    base: None,
                    records,
                },
            ),
        );
        id
    }

    /// One event, or the next deadline.
    pub(crate) fn step(&mut self) {
        let event = self.events.first_key_value().map(|((at, _), _)| *at);
        let deadline = |voter: &Voter| voter.peer.as_ref()?.deadline().map(Time::as_micros);
        let timer = self.voters.values().filter_map(deadline).min();
        match (event, timer) {
            (Some(event), timer) if timer.is_none_or(|timer| event <= timer) => {
                self.now = self.now.max(event);
                if let Some(((_, _), event)) = self.events.pop_first() {
                    self.deliver(event);
                }
            }
            (_, Some(timer)) => {
                self.now = self.now.max(timer);
                for id in self.ids() {
                    let due = deadline(&self.voters[&id]).is_some_and(|at| at <= self.now);
                    if due {
                        self.expire(id);
                    }
                }
            }
            _ => self.now += MS,
        }
    }

    fn expire(&mut self, id: BrokerId) {
        let now = Time::from_micros(self.now);
        let mut out = Vec::new();
        if let Some(peer) = &mut self.voter(id).peer {
            peer.expire(now, &mut out);
        }
        self.outputs(id, out);
    }

    pub(crate) fn run_for(&mut self, span: Micros) {
        let end = self.now + span;
        while self.now < end {
            self.step();
        }
    }

    /// Runs until `done`, for a minute at most.
    pub(crate) fn run_until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let end = self.now + 60 * SECOND;
        while !done(self) {
            assert!(self.now < end, "after a minute: not {what}");
            self.step();
        }
    }

    pub(crate) fn elect(&mut self) -> BrokerId {
        self.run_until("led", |cluster| cluster.leader().is_some());
        self.leader().expect("it is led")
    }

    pub(crate) fn all_at(&self, index: u64) -> bool {
        self.voters
            .values()
            .all(|voter| voter.image.index.0 == index)
    }

    fn deliver(&mut self, event: Event) {
        match event {
            Event::Frame(from, to, bytes) => {
                if !self.cut.contains(&(from, to)) {
                    self.input(to, Input::Frame(from, bytes));
                }
            }
            Event::Stored(id, run, ticket, result) => {
                if self.voters[&id].run == run && self.is_up(id) {
                    if result.is_ok() {
                        self.voter(id).disk.answered(ticket);
                    }
                    self.input(id, Input::Stored(ticket, result));
                }
            }
        }
    }

    fn schedule(&mut self, after: Micros, event: Event) {
        self.next_event += 1;
        self.events
            .insert((self.now + after, self.next_event), event);
    }

    fn outputs(&mut self, id: BrokerId, out: Vec<Output>) {
        for output in out {
            (self.now, id, format!("{output:?}")).hash(&mut self.trace);
            match output {
                Output::Store(ticket, bytes) => {
                    self.voter(id).disk.store(ticket, bytes);
                    self.answer_store(id, ticket);
                }
                Output::Rewrite(ticket, bytes) => {
                    self.voter(id).disk.rewrite(ticket, bytes);
                    self.answer_store(id, ticket);
                }
                Output::Send(to, bytes) => self.send(id, to, bytes),
                Output::Meta(event) => self.meta(id, event),
                Output::Dropped(..) => self.dropped += 1,
                Output::Failed(why) => self.voter(id).failed = Some(why),
            }
        }
        let peer = self.voters[&id].peer.as_ref();
        if let Some(term) = peer.and_then(RaftPeer::leads) {
            let leader = *self.leaders.entry(term).or_insert(id);
            assert_eq!(leader, id, "two leaders in term {term}");
        }
        let voter = &self.voters[&id];
        if let Some(peer) = &voter.peer {
            assert_eq!(*peer.image(), voter.image, "the events make another image");
        }
    }

    fn answer_store(&mut self, id: BrokerId, ticket: Ticket) {
        let after = self.rng.range(0, self.faults.store_max);
        let voter = &self.voters[&id];
        let result = if voter.fail_stores {
            Err(StoreFailed("the disk is gone".into()))
        } else {
            Ok(())
        };
        let run = voter.run;
        self.schedule(after, Event::Stored(id, run, ticket, result));
    }

    fn send(&mut self, from: BrokerId, to: BrokerId, bytes: Bytes) {
        if self.keep_frames {
            self.kept_frames.push((from, to, bytes.clone()));
        }
        let copies = 1 + u64::from(self.rng.chance(self.faults.double));
        for _ in 0..copies {
            if !self.rng.chance(self.faults.drop) {
                let after = self.rng.range(0, self.faults.delay_max);
                self.schedule(after, Event::Frame(from, to, bytes.clone()));
            }
        }
    }

    fn meta(&mut self, id: BrokerId, event: MetaEvent) {
        match event {
            MetaEvent::Committed(index, command) => self.committed(id, index, command),
            MetaEvent::Restored(image) => {
                let committed = self.history.len() as u64;
                assert!(image.index.0 <= committed, "a snapshot of the future");
                let voter = self.voter(id);
                assert!(image.index >= voter.image.index, "a snapshot of the past");
                voter.image = (*image).clone();
                voter.restored += u64::from(image.index.0 > 0);
            }
            MetaEvent::Proposed(proposal, Outcome::Accepted(_)) => {
                self.accepted.insert(proposal);
            }
            MetaEvent::Proposed(proposal, Outcome::Refused) => {
                let committed = self.history.iter().any(|command| command.id == proposal);
                assert!(!committed, "refused, and yet committed");
                self.refused.insert(proposal);
            }
            MetaEvent::Role(role) => self.role(id, role),
        }
    }

    fn committed(&mut self, id: BrokerId, index: MetaIndex, command: Arc<Command>) {
        let at = index.0 as usize;
        match self.history.get(at - 1) {
            Some(known) => assert_eq!(*known, command, "two commands at index {at}"),
            None => {
                assert_eq!(self.history.len() + 1, at, "a gap in the history");
                assert!(
                    !self.refused.contains(&command.id),
                    "committed, but was refused"
                );
                self.history.push(command.clone());
            }
        }
        self.voter(id).image.apply(index, &command);
    }

    fn role(&mut self, id: BrokerId, role: Role) {
        assert_ne!(self.voters[&id].role, role, "a role is told once");
        if let Role::Active { .. } = role {
            let behind = self.voters[&id].image.index.0 < self.history.len() as u64;
            assert!(!behind, "active, but does not know all that is committed");
        }
        self.voter(id).role = role;
    }

    /// A fingerprint of all outputs and their times.
    pub(crate) fn trace(&self) -> u64 {
        self.trace.finish()
    }
}
