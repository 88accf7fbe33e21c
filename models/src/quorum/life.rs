//! Three voters in memory, lived through step by step.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use highwater_core::metadata::{Command, Image, Record};
use highwater_core::wire::generated::ProducerIdsRecord;
use highwater_core::{BrokerId, MetaEvent, ProposalId, Role, Time};
use highwater_raft::{Input, Output, RaftConfig, RaftPeer, Saved, Ticket};

use super::{CAUGHT_UP, COMPANIES, ONE_LEADER, ONE_ORDER, SOUND, Step, VOTERS};

/// Simulated time of a step in which nothing comes to an end.
const STEP: Duration = Duration::from_millis(1_500);

/// Simulated time that a frame travels: voters that answer each other without end cannot hold up the clock.
const LATENCY: Duration = Duration::from_millis(1);

/// Simulated time for a command to get around.
const SPREAD: Duration = Duration::from_millis(60);

/// A voter and its disk.
#[derive(Default)]
struct Voter {
    peer: Option<RaftPeer>,
    journal: Vec<(bool, Bytes)>,
    /// Stores that the disk has not answered.
    asked: VecDeque<(Ticket, bool, Bytes)>,
    runs: u64,
    image: Image,
    role: Option<Role>,
}

impl Voter {
    fn saved(&self) -> Option<Saved> {
        let mut saved = Saved::default();
        for (replaces, bytes) in &self.journal {
            if *replaces {
                saved = Saved::default();
            }
            saved.replay(bytes.clone()).ok()?;
        }
        Some(saved)
    }
}

/// What a voter sent, and when it arrives.
struct Frame {
    from: BrokerId,
    to: BrokerId,
    bytes: Bytes,
    at: u64,
}

/// Three voters, lived through from their first start.
pub(super) struct Life {
    now: u64,
    voters: BTreeMap<BrokerId, Voter>,
    frames: VecDeque<Frame>,
    /// Commands in the order in which they were committed, by whoever told first.
    pub(super) history: Vec<Arc<Command>>,
    /// Who was elected, by term.
    leaders: BTreeMap<u64, BrokerId>,
    /// The same, once its image held all that was committed before.
    pub(super) active: BTreeMap<u64, BrokerId>,
    proposed: u64,
    /// The property that does not hold.
    pub(super) broken: Option<&'static str>,
}

impl Life {
    pub(super) fn new() -> Self {
        let mut life = Self {
            now: 0,
            voters: BTreeMap::new(),
            frames: VecDeque::new(),
            history: Vec::new(),
            leaders: BTreeMap::new(),
            active: BTreeMap::new(),
            proposed: 0,
            broken: None,
        };
        for id in VOTERS {
            life.voters.insert(id, Voter::default());
            life.start(id);
        }
        life
    }

    fn start(&mut self, id: BrokerId) {
        let Some(voter) = self.voters.get_mut(&id) else {
            return;
        };
        let Some(saved) = voter.saved() else {
            self.broken = Some(SOUND);
            return;
        };
        voter.runs += 1;
        voter.image = Image::default();
        let config = RaftConfig {
            heartbeat: Duration::from_millis(50),
            election_min: Duration::from_millis(100),
            election_max: Duration::from_millis(200),
            ..RaftConfig::new(id, VOTERS.into(), id.0 as u64 * 1000 + voter.runs)
        };
        let mut out = Vec::new();
        let now = Time::from_micros(self.now);
        voter.peer = Some(RaftPeer::new(config, saved, now, &mut out));
        self.take(id, out);
    }

    /// Loses power; `keep` pieces of what was not answered survive.
    fn forget(&mut self, id: BrokerId, keep: usize) {
        if let Some(voter) = self.voters.get_mut(&id) {
            voter.peer = None;
            voter.role = None;
            let asked = std::mem::take(&mut voter.asked);
            let kept = asked.into_iter().take(keep);
            voter
                .journal
                .extend(kept.map(|(_, replaces, bytes)| (replaces, bytes)));
        }
        self.frames.clear();
        for other in VOTERS.into_iter().filter(|other| *other != id) {
            self.tell(other, Input::Lost(id));
        }
        self.start(id);
    }

    fn tell(&mut self, id: BrokerId, input: Input) {
        let mut out = Vec::new();
        let now = Time::from_micros(self.now);
        if let Some(peer) = self
            .voters
            .get_mut(&id)
            .and_then(|voter| voter.peer.as_mut())
        {
            peer.handle(now, input, &mut out);
        }
        self.take(id, out);
    }

    fn take(&mut self, id: BrokerId, out: Vec<Output>) {
        for output in out {
            let Some(voter) = self.voters.get_mut(&id) else {
                return;
            };
            match output {
                Output::Store(ticket, bytes) => voter.asked.push_back((ticket, false, bytes)),
                Output::Rewrite(ticket, bytes) => voter.asked.push_back((ticket, true, bytes)),
                Output::Send(to, bytes) => self.frames.push_back(Frame {
                    from: id,
                    to,
                    bytes,
                    at: self.now + LATENCY.as_micros() as u64,
                }),
                Output::Meta(event) => self.news(id, event),
                Output::Dropped(..) | Output::Failed(_) => self.broken = Some(SOUND),
            }
        }
        let peer = self.voters.get(&id).and_then(|voter| voter.peer.as_ref());
        if let Some(term) = peer.and_then(RaftPeer::leads)
            && *self.leaders.entry(term).or_insert(id) != id
        {
            self.broken = Some(ONE_LEADER);
        }
    }

    fn news(&mut self, id: BrokerId, event: MetaEvent) {
        let Some(voter) = self.voters.get_mut(&id) else {
            return;
        };
        match event {
            MetaEvent::Restored(image) => voter.image = Image::clone(&image),
            MetaEvent::Committed(index, command) => {
                voter.image.apply(index, &command);
                match self.history.get(index.0 as usize - 1) {
                    Some(known) if *known != command => {
                        self.broken = Some(ONE_ORDER);
                    }
                    Some(_) => {}
                    None => self.history.push(command),
                }
            }
            MetaEvent::Role(role) => {
                voter.role = Some(role);
                if let Role::Active { term } = role {
                    self.active.insert(term, id);
                    if voter.image.index.0 < self.history.len() as u64 {
                        self.broken = Some(CAUGHT_UP);
                    }
                }
            }
            MetaEvent::Proposed(..) => {}
        }
    }

    /// Time passes until something is so; `company` talks. The disk of `silent` answers nothing.
    fn pass(
        &mut self,
        span: Duration,
        company: &[BrokerId],
        silent: Option<BrokerId>,
        until: impl Fn(&Self) -> bool,
    ) {
        let end = self.now + span.as_micros() as u64;
        while self.broken.is_none() && !until(self) {
            if self.answer_stores(silent) || self.deliver(company) {
                continue;
            }
            let due = |voter: &Voter| voter.peer.as_ref()?.deadline().map(Time::as_micros);
            let arrival = self.frames.front().map(|frame| frame.at);
            let Some(next) = self
                .voters
                .values()
                .filter_map(due)
                .chain(arrival)
                .min()
                .filter(|at| *at < end)
            else {
                self.now = end;
                return;
            };
            self.now = self.now.max(next);
            for id in VOTERS {
                let is_due = due(&self.voters[&id]).is_some_and(|at| at <= self.now);
                let mut out = Vec::new();
                let now = Time::from_micros(self.now);
                let peer = self
                    .voters
                    .get_mut(&id)
                    .and_then(|voter| voter.peer.as_mut());
                if let Some(peer) = peer.filter(|_| is_due) {
                    peer.expire(now, &mut out);
                }
                self.take(id, out);
            }
        }
    }

    fn answer_stores(&mut self, silent: Option<BrokerId>) -> bool {
        let asked = |(id, voter): (&BrokerId, &Voter)| {
            (Some(*id) != silent && !voter.asked.is_empty()).then_some(*id)
        };
        let Some(id) = self.voters.iter().find_map(asked) else {
            return false;
        };
        let next = self.voters.get_mut(&id).and_then(|voter| {
            let (ticket, replaces, bytes) = voter.asked.pop_front()?;
            voter.journal.push((replaces, bytes));
            Some(ticket)
        });
        if let Some(ticket) = next {
            self.tell(id, Input::Stored(ticket, Ok(())));
        }
        true
    }

    fn deliver(&mut self, company: &[BrokerId]) -> bool {
        let arrived = self.frames.pop_front_if(|frame| frame.at <= self.now);
        let Some(Frame {
            from, to, bytes, ..
        }) = arrived
        else {
            return false;
        };
        if company.contains(&from) && company.contains(&to) {
            self.tell(to, Input::Frame(from, bytes));
        } else {
            self.tell(from, Input::Lost(to));
        }
        true
    }

    /// Whoever of `company` is active in the latest term that had a controller: one that was deposed may not know it.
    fn controller(&self, company: &[BrokerId]) -> Option<(u64, BrokerId)> {
        let latest = self.active.keys().next_back().copied();
        let active = |id: &BrokerId| match self.voters[id].role {
            Some(Role::Active { term }) if Some(term) == latest => Some((term, *id)),
            _ => None,
        };
        company.iter().find_map(active)
    }

    pub(super) fn step(&mut self, step: Step) {
        let company = COMPANIES[step.company];
        let silent = step.forgets.map(|(id, _)| id);
        let led = |life: &Self| life.controller(company).is_some();
        self.pass(STEP, company, silent, led);
        if step.proposes
            && let Some((term, id)) = self.controller(company)
        {
            let committed = self.history.len();
            self.propose(id, term);
            // The next step may separate who knows it from who does not know it yet.
            self.pass(SPREAD, company, silent, |life| {
                life.history.len() > committed
            });
        } else {
            self.pass(SPREAD, company, silent, |_| false);
        }
        if let Some((id, keep)) = step.forgets {
            self.forget(id, keep);
        }
    }

    fn propose(&mut self, id: BrokerId, term: u64) {
        self.proposed += 1;
        let proposal = ProposalId {
            broker: id,
            boot: self.voters[&id].runs,
            seq: self.proposed,
        };
        let ids = ProducerIdsRecord {
            broker_id: id.0,
            count: self.proposed as i32,
            ..ProducerIdsRecord::default()
        };
        let command = Command {
            base: None,
            id: proposal,
            term,
            records: vec![Record::ProducerIds(ids)],
        };
        self.tell(id, Input::Propose(proposal, command));
    }
}
