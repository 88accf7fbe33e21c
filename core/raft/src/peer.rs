//! The peer: inputs go in, openraft runs until it has nothing to do, outputs come out.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;
use highwater_core::metadata::{Command, Image};
use highwater_core::mutant::{self, Mutant};
use highwater_core::{BrokerId, MetaEvent, Outcome, ProposalId, Role, Time};
use openraft::ServerState;
use openraft::alias::WatchReceiverOf;
use openraft::async_runtime::WatchReceiver as _;
use openraft::errors::ClientWriteError;
use openraft::impls::{EmptyNode, OneshotResponder};
use openraft::{Raft, RaftMetrics};

use crate::codec::Malformed;
use crate::config::RaftConfig;
use crate::frame::{self, Frame, Request, Response};
use crate::journal::Saved;
use crate::machine::Machine;
use crate::network::{Calls, Network};
use crate::output::{Input, Outbox, Output};
use crate::runtime::Executor;
use crate::storage::Journal;
use crate::types::{Proposal, Types, node};

/// A voter of the metadata quorum. It has no clock, no disk and no network: see [`Input`] and [`Output`].
pub struct RaftPeer {
    /// None once the peer has failed.
    running: Option<Running>,
    image: Arc<Image>,
}

struct Running {
    me: BrokerId,
    voters: BTreeSet<BrokerId>,
    executor: Rc<Executor>,
    raft: Raft<Types, Machine>,
    metrics: WatchReceiverOf<Types, RaftMetrics<Types>>,
    machine: Machine,
    journal: Journal,
    calls: Calls,
    outbox: Outbox,
    role: Role,
}

impl RaftPeer {
    /// Starts from what the journal held: the first news is the image of its snapshot, or an empty one. An empty journal founds the cluster: every voter may do so at the same
    /// time, as all write the same first entry.
    pub fn new(config: RaftConfig, saved: Saved, now: Time, out: &mut Vec<Output>) -> Self {
        let started = Running::start(config, saved, now);
        let mut peer = Self {
            running: None,
            image: Arc::default(),
        };
        match started {
            Ok(running) => {
                peer.running = Some(running);
                peer.settle(out);
            }
            Err(why) => out.push(Output::Failed(why)),
        }
        peer
    }

    /// Takes one input to its end. After [`Output::Failed`], nothing has an effect any more.
    pub fn handle(&mut self, now: Time, input: Input, out: &mut Vec<Output>) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.executor.advance(now.into());
        match input {
            Input::Stored(ticket, Ok(())) => running.journal.stored(ticket),
            Input::Stored(_, Err(failed)) => {
                running.outbox.push(Output::Failed(failed.to_string()));
            }
            Input::Frame(from, bytes) => running.frame(from, bytes),
            Input::Lost(peer) => running.calls.lost(peer),
            Input::Propose(id, command) => running.propose(id, command),
        }
        self.settle(out);
    }

    /// When [`RaftPeer::expire`] is to be called next.
    pub fn deadline(&self) -> Option<Time> {
        let running = self.running.as_ref()?;
        running.executor.deadline().map(Time::from)
    }

    /// Lets time pass.
    pub fn expire(&mut self, now: Time, out: &mut Vec<Output>) {
        let Some(running) = &self.running else {
            return;
        };
        running.executor.advance(now.into());
        self.settle(out);
    }

    /// The image as of the last [`MetaEvent::Committed`] or [`MetaEvent::Restored`].
    pub fn image(&self) -> Arc<Image> {
        let machine = self.running.as_ref().map(|running| running.machine.image());
        machine.unwrap_or_else(|| self.image.clone())
    }

    /// The term that this voter leads, as far as it knows. It may not be active yet: see [`MetaEvent::Role`].
    pub fn leads(&self) -> Option<u64> {
        self.running.as_ref()?.leads()
    }

    fn settle(&mut self, out: &mut Vec<Output>) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.settle();
        let failed = running.outbox.failed();
        running.outbox.drain(out);
        if failed {
            // What openraft does about the failure is of no interest.
            self.image = running.machine.image();
            self.running = None;
        }
    }
}

impl Running {
    fn start(config: RaftConfig, saved: Saved, now: Time) -> Result<Self, String> {
        let options = config.check()?;
        let founded = !saved.is_empty();
        if let Some(stored) = saved.voters()
            && stored != config.voters
        {
            return Err(format!(
                "the voters of this cluster are {stored:?}, but {:?} are configured: voters cannot be changed",
                config.voters
            ));
        }
        let executor = Executor::new(config.seed, now.into());
        let outbox = Outbox::default();
        let journal = Journal::new(saved, outbox.clone());
        let machine = Machine::new(journal.clone(), outbox.clone());
        let calls = Calls::new(executor.draw());
        let network = Network {
            me: config.id,
            calls: calls.clone(),
            outbox: outbox.clone(),
            pause: config.heartbeat,
        };
        let started = Rc::new(RefCell::new(None));
        let (slot, log, sm) = (started.clone(), journal.clone(), machine.clone());
        executor.spawn(async move {
            let raft = Raft::new(node(config.id), Arc::new(options), network, log, sm).await;
            slot.replace(Some(raft));
        });
        executor.run();
        let raft = started
            .take()
            .ok_or("the journal cannot be read at once, though it is in memory")?
            .map_err(|fatal| fatal.to_string())?;
        let running = Self {
            me: config.id,
            voters: config.voters,
            metrics: executor.within(|| raft.metrics()),
            executor,
            raft,
            machine,
            journal,
            calls,
            outbox,
            role: Role::Leaderless,
        };
        running.begin(founded);
        Ok(running)
    }

    /// Founds the cluster if need be. Who is alone need not wait for an election.
    fn begin(&self, founded: bool) {
        let (raft, outbox) = (self.raft.clone(), self.outbox.clone());
        let voters = self.voters.iter().map(|id| (node(*id), EmptyNode {}));
        let voters: BTreeMap<i32, EmptyNode> = voters.collect();
        self.executor.spawn(async move {
            if !founded {
                // An election follows.
                if let Err(error) = raft.initialize(voters).await {
                    outbox.push(Output::Failed(error.to_string()));
                }
            } else if voters.len() == 1 {
                // A failure of openraft shows in its metrics.
                let _ = raft.trigger().elect(false).await;
            }
        });
    }

    fn frame(&self, from: BrokerId, bytes: Bytes) {
        let known = from != self.me && self.voters.contains(&from);
        let decoded = if known {
            Frame::decode(from, bytes)
        } else {
            Err(Malformed::Nonsense("the sender is not another voter"))
        };
        match decoded {
            Ok(Frame::Request(correlation, request)) => {
                let (raft, outbox) = (self.raft.clone(), self.outbox.clone());
                self.executor.spawn(async move {
                    let Some(response) = serve(&raft, request).await else {
                        return;
                    };
                    if let Ok(bytes) = frame::response(correlation, &response) {
                        outbox.push(Output::Send(from, bytes));
                    }
                });
            }
            Ok(Frame::Response(correlation, response)) => {
                self.calls.answer(from, correlation, response);
            }
            Err(malformed) => self.outbox.push(Output::Dropped(from, malformed)),
        }
    }

    fn propose(&self, id: ProposalId, command: Command) {
        let term = command.term;
        // What has no bytes can be neither stored nor sent.
        if self.role != (Role::Active { term }) || command.encode().is_err() {
            self.outbox.meta(MetaEvent::Proposed(id, Outcome::Refused));
            return;
        }
        let (raft, outbox) = (self.raft.clone(), self.outbox.clone());
        self.executor.spawn(async move {
            let (responder, done) = OneshotResponder::new_pair();
            let command = Proposal(Arc::new(command));
            // A vote may be on its way to the disk, and the term at its end when openraft looks at this.
            let write = raft.write(command).with_leader(term).responder(responder);
            if write.await.is_err() {
                return;
            }
            // The machine tells of success; after any other error the command may be committed all the same.
            if let Ok(Err(ClientWriteError::ForwardToLeader(_))) = done.await {
                outbox.meta(MetaEvent::Proposed(id, Outcome::Refused));
            }
        });
    }

    fn settle(&mut self) {
        self.executor.run();
        let failure = {
            let metrics = self.metrics.borrow_watched();
            metrics
                .running_state
                .as_ref()
                .err()
                .map(ToString::to_string)
        };
        if let Some(failure) = failure {
            if !self.outbox.failed() {
                self.outbox.push(Output::Failed(failure));
            }
            return;
        }
        let role = self.current_role();
        if role != self.role {
            self.role = role;
            self.outbox.meta(MetaEvent::Role(role));
        }
    }

    fn leads(&self) -> Option<u64> {
        let metrics = self.metrics.borrow_watched();
        (metrics.state == ServerState::Leader).then_some(metrics.current_term)
    }

    fn current_role(&self) -> Role {
        if let Some(term) = self.leads() {
            // A leader's own blank entry is the first of its term. Once that is applied, so is everything that
            // earlier leaders committed (section 8 of the Raft paper).
            let caught_up = self.machine.term() == Some(term);
            return if caught_up || mutant::is(Mutant::ActiveBeforeCaughtUp) {
                Role::Active { term }
            } else {
                Role::Leaderless
            };
        }
        match self.metrics.borrow_watched().current_leader {
            Some(leader) if leader != node(self.me) => Role::Follows {
                controller: BrokerId(leader),
            },
            _ => Role::Leaderless,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.executor.clear();
    }
}

/// Answers another voter; not at all if openraft has stopped.
async fn serve(raft: &Raft<Types, Machine>, request: Request) -> Option<Response> {
    match request {
        Request::Vote(request) => raft.vote(request).await.ok().map(Response::Vote),
        Request::PreVote(request) => raft.pre_vote(request).await.ok().map(Response::Vote),
        Request::Append(request) => raft
            .append_entries(request)
            .await
            .ok()
            .map(Response::Append),
        Request::Snapshot(vote, snapshot) => {
            let snapshot = openraft::alias::SnapshotOf::<Types, _> {
                meta: snapshot.meta,
                snapshot: snapshot.image,
            };
            let installed = raft.install_full_snapshot(vote, snapshot).await;
            installed.ok().map(Response::Snapshot)
        }
    }
}
