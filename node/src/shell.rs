//! The shard's loop: it feeds the core and carries out what the core wants. It decides nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use highwater_core::api::{self, FetchReply, Origin, Reply, Request};
use highwater_core::invariant::deep;
use highwater_core::log::ReadPlan;
use highwater_core::metadata::Command;
use highwater_core::{
    BrokerId, CallId, ConnId, ErrorCode, Fault, Input, LogEvent, LogId, Lost, MetaEvent, Node,
    Note, Now, Outbox, Output, Peer, PeerMsg, ProposalId, ReadId, ReqId, Wall,
};
use tokio::sync::{mpsc, oneshot};

use crate::budget::Hold;
use crate::instant::{mono, until};
use crate::io::clock;
use crate::logs::{self, FlushDone, Logs, OpenedFolder};
use crate::notes;
use crate::peers::Peers;
use crate::reply::Answer;
use crate::settings::Settings;

/// Something for the shard.
#[derive(Debug)]
pub(crate) enum Event {
    /// A connection, where it came in, and where its answers go.
    Connected(ConnId, Origin, mpsc::UnboundedSender<(u64, Answer)>),
    /// A request of a connection, and the room that it takes until it is handled.
    Request(ReqId, Request, Option<Hold>),
    /// A connection has ended.
    Closed(ConnId),
    /// A broker has answered a call.
    Answered(Peer, CallId, api::Answer),
    /// No answer to a call will come.
    CallLost(Peer, CallId),
    /// Nobody listens where this broker should be.
    ListenerLost(BrokerId),
    /// News of a log.
    Log(LogId, LogEvent),
    /// A log's folder is recovered, or refused.
    Opened(LogId, Result<OpenedFolder, Fault>),
    /// A part of a round of syncs has ended.
    FlushDone(FlushDone),
    /// What logs lacked may be there again.
    Writable,
    /// A read of the core that waited for what it lacked.
    Read(ReadId, ReadPlan),
    /// News of the metadata log.
    Meta(MetaEvent),
    /// Stop in an orderly way.
    Stop,
    /// The node cannot go on.
    Fatal(String),
}

/// One shard and what it drives.
#[derive(Debug)]
pub(crate) struct Shell {
    node: Node,
    outbox: Outbox,
    inbox: mpsc::UnboundedReceiver<Event>,
    logs: Logs,
    peers: Peers,
    proposals: mpsc::UnboundedSender<(ProposalId, Command)>,
    connections: BTreeMap<ConnId, (Origin, mpsc::UnboundedSender<(u64, Answer)>)>,
    /// Told once, when clients may be let in.
    serving: Option<oneshot::Sender<()>>,
    /// Whether the controller has taken the broker in.
    registered: Arc<AtomicBool>,
    stopping: bool,
    /// Inputs handled before outputs are carried out: what came together is written and synced together.
    turn_inputs: usize,
    deep_checks: bool,
}

impl Shell {
    pub(crate) fn new(
        node: Node,
        inbox: mpsc::UnboundedReceiver<Event>,
        logs: Logs,
        peers: Peers,
        proposals: mpsc::UnboundedSender<(ProposalId, Command)>,
        serving: oneshot::Sender<()>,
        settings: &Settings,
    ) -> Self {
        Self {
            node,
            outbox: Outbox::new(),
            inbox,
            logs,
            peers,
            proposals,
            connections: BTreeMap::new(),
            serving: Some(serving),
            registered: Arc::default(),
            stopping: false,
            turn_inputs: settings.turn_inputs,
            deep_checks: settings.deep_checks,
        }
    }

    /// Whether the controller has taken the broker in, now and later.
    pub(crate) fn registered(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.registered)
    }

    /// Runs until an orderly stop is complete; the epoch of the broker that stopped, if it lacks nothing.
    ///
    /// # Errors
    /// Why the node cannot go on.
    pub(crate) async fn run(mut self) -> Result<Option<i64>, String> {
        loop {
            let idle = self.logs.checkpoints_idle();
            let event = tokio::select! {
                biased;
                event = self.inbox.recv() => event,
                () = until(self.node.deadline()) => None,
                () = idle.notified(), if self.stopping => None,
            };
            let mut event = event;
            for _ in 0..self.turn_inputs {
                let Some(one) = event.take() else {
                    break;
                };
                self.take(one)?;
                event = self.inbox.try_recv().ok();
            }
            if let Some(one) = event {
                self.take(one)?;
            }
            self.node.expire(now(), &mut self.outbox);
            self.carry_out().await;
            self.logs.flush(self.stopping);
            if self.deep_checks
                && let Err(what) = deep::node(&self.node)
            {
                panic!("{what}");
            }
            // Told once: what asks every partition must not be asked in every turn.
            if self.serving.is_some()
                && self.node.is_serving()
                && let Some(serving) = self.serving.take()
            {
                let cluster = self.node.image().cluster_id;
                let cluster = cluster.map_or_else(String::new, |id| id.to_string());
                tracing::info!(cluster, "clients are let in");
                let _ = serving.send(());
            }
            if self.stopping && self.node.is_stopped() && self.logs.is_idle() {
                return Ok(self.node.stopped_epoch());
            }
        }
    }

    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Connected(conn, origin, answers) => {
                self.connections.insert(conn, (origin, answers));
            }
            Event::Request(id, request, _hold) => self.handle(Input::Request(id, request)),
            Event::Closed(conn) => {
                self.connections.remove(&conn);
                self.handle(Input::Lost(Lost::Connection(conn)));
            }
            Event::Answered(peer, call, answer) => {
                self.handle(Input::Peer(peer, PeerMsg::Answer(call, answer)));
            }
            Event::CallLost(peer, call) => self.handle(Input::Lost(Lost::Call(peer, call))),
            Event::ListenerLost(broker) => self.handle(Input::Lost(Lost::Listener(broker))),
            Event::Log(log, event) => {
                if let LogEvent::Failed(_) = event {
                    self.logs.failed(log);
                }
                self.handle(Input::Log(log, event));
            }
            Event::Opened(log, opened) => {
                if let Some(event) = self.logs.opened(log, opened) {
                    self.handle(Input::Log(log, event));
                }
            }
            Event::FlushDone(done) => {
                for (log, event) in self.logs.flush_done(done) {
                    self.handle(Input::Log(log, event));
                }
            }
            Event::Writable => {
                for log in self.logs.writable() {
                    self.handle(Input::Log(log, LogEvent::Writable));
                }
            }
            Event::Read(read, plan) => self.outbox.push(Output::Read(read, plan)),
            Event::Meta(event) => self.handle(Input::Meta(event)),
            Event::Stop => {
                self.stopping = true;
                self.handle(Input::Stop);
            }
            Event::Fatal(why) => return Err(why),
        }
        Ok(())
    }

    fn handle(&mut self, input: Input) {
        self.node.handle(now(), input, &mut self.outbox);
    }

    /// Carries out outputs until the core wants nothing more. Appends are queued first and written in one
    /// piece; their being written may make the core want more.
    async fn carry_out(&mut self) {
        loop {
            let outputs = std::mem::take(&mut self.outbox);
            for output in outputs {
                self.route(output).await;
            }
            for (log, event) in self.logs.write().await {
                self.handle(Input::Log(log, event));
            }
            if self.outbox.is_empty() {
                return;
            }
        }
    }

    async fn route(&mut self, output: Output) {
        match output {
            Output::Reply(id, Reply::Body(response)) => self.answer(id, Answer::Body(response)),
            Output::Reply(id, Reply::Nothing) => self.answer(id, Answer::Nothing),
            Output::Reply(id, Reply::Fetch(reply)) => self.answer_fetch(id, reply).await,
            Output::Append(append) => self.logs.append(append),
            Output::Segment(log, op) => {
                if let Some(event) = self.logs.segment(log, op).await {
                    self.handle(Input::Log(log, event));
                }
            }
            Output::Read(read, plan) => self.logs.read(read, plan).await,
            Output::Propose(id, command) => {
                let _ = self.proposals.send((id, command));
            }
            Output::Close(conn) => {
                self.connections.remove(&conn);
            }
            Output::Note(note) => {
                if matches!(note, Note::Registered { .. }) {
                    self.registered.store(true, Ordering::Relaxed);
                }
                notes::write(&note);
            }
            Output::Truncate { log, to, .. } => {
                if let Some(event) = self.logs.truncate(log, to).await {
                    self.handle(Input::Log(log, event));
                }
            }
            Output::Send(peer, PeerMsg::Call(call, request)) => {
                self.peers.call(peer, call, request);
            }
            Output::Send(_, PeerMsg::Answer(..)) => {
                unreachable!("the core answers with a reply")
            }
        }
    }

    fn answer(&self, id: ReqId, answer: Answer) {
        // A connection that is gone wants no answer.
        if let Some((_, answers)) = self.connections.get(&id.conn) {
            let _ = answers.send((id.seq, answer));
        }
    }

    /// Opens the file of each plan. The connection does the rest by itself.
    async fn answer_fetch(&mut self, id: ReqId, mut reply: FetchReply) {
        let Some(&(origin, _)) = self.connections.get(&id.conn) else {
            return;
        };
        let mut files = Vec::with_capacity(reply.plans.len());
        let mut in_use = Vec::new();
        let mut lacking = Vec::new();
        for (at, plan) in reply.plans.iter().enumerate() {
            let hold = self.logs.hold(plan.log);
            // Out of use since it was planned: who asked may ask again.
            let Some(hold) = hold else {
                self.connections.remove(&id.conn);
                return;
            };
            match self.logs.file(plan.log, plan.segment).await {
                Ok(file) => files.push(file),
                Err(error) if logs::lack(&error).is_some() => {
                    tracing::warn!(%error, "a segment cannot be opened for now");
                    lacking.push(at);
                    continue;
                }
                Err(error) => {
                    tracing::error!(%error, log = plan.log.0, "a segment cannot be opened");
                    self.logs.failed(plan.log);
                    self.handle(Input::Log(plan.log, LogEvent::Failed(Fault::Io)));
                    self.connections.remove(&id.conn);
                    return;
                }
            }
            // Only brokers read above the high watermark, and nothing below is ever cut.
            if origin == Origin::Broker {
                in_use.push(hold);
            }
        }
        for at in lacking.into_iter().rev() {
            reply.refuse(at, ErrorCode::KafkaStorageError);
        }
        self.answer(id, Answer::Fetch(reply, files, in_use));
    }
}

fn now() -> Now {
    Now {
        mono: mono(),
        wall: Wall(clock::wall_ms()),
    }
}
