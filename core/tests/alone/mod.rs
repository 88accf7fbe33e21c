//! One node, alone, driven through `handle`: its disk and its metadata log do at once what they are told.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use highwater_core::api::{Body, Client, Origin, Reply, Request, Response};
use highwater_core::log::ReadPlan;
use highwater_core::metadata::{Command, Image, Record};
use highwater_core::recovery::{Recovery, Step};
use highwater_core::wire::generated::broker_registration_request::Listener;
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::{
    BrokerRegistrationRequest, CreateTopicsRequest, PartitionChangeRecord,
};
use highwater_core::wire::{Message, Str, Uuid, Writer};
use highwater_core::{
    Append, Boot, BrokerId, CallId, Config, ConnId, Gen, Input, Lack, LogEvent, LogId, MetaEvent,
    MetaIndex, Node, Now, Offset, Outbox, Outcome, Output, Peer, PeerMsg, ProposalId, ReqId, Role,
    SegmentOp, Time, TimerId, Wall,
};

/// A node and what it has replied.
pub(crate) struct Alone {
    /// The node.
    pub(crate) node: Node,
    /// The time, which stands still unless a test moves it.
    pub(crate) now: Now,
    index: u64,
    /// The commands that were committed.
    pub(crate) history: Vec<Arc<Command>>,
    requests: u64,
    /// The versions of requests, which their replies go out in.
    versions: BTreeMap<ReqId, i16>,
    /// Replies that nobody has looked at yet.
    pub(crate) replies: Vec<(ReqId, Reply)>,
    /// Whether its disk keeps syncs back.
    pub(crate) slow: bool,
    /// Whether it never reads back what it is asked for.
    pub(crate) unread: bool,
    /// Proposals that the metadata log refuses from now on.
    pub(crate) refuse: usize,
    /// Syncs that it keeps back.
    unflushed: Vec<(LogId, LogEvent)>,
    /// What was appended: the topic, and the length of the batch.
    pub(crate) appended: Vec<(Str, u32)>,
    /// What its disk holds, by log.
    stored: BTreeMap<LogId, Vec<Append>>,
    /// The last checkpoint.
    pub(crate) checkpoint: Option<Bytes>,
    /// Connections that it closed.
    pub(crate) closed: Vec<ConnId>,
    /// Calls of other brokers, which nobody answers.
    pub(crate) calls: usize,
    /// The last heartbeat that it sent to another broker.
    pub(crate) heartbeat: Option<(Peer, CallId)>,
    /// By which of its listeners clients come in.
    pub(crate) listener: u16,
    /// What its disk lacks: it takes in nothing.
    pub(crate) lack: Option<Lack>,
    /// Where logs were cut. One that is cut to nothing is opened again, others when the test says so.
    pub(crate) cuts: Vec<(LogId, Gen, Offset)>,
}

impl Alone {
    /// A node that leads the one partition of topic `t`.
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    /// A node with a changed configuration.
    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(BrokerId(1), "localhost", 9092);
        change(&mut config);
        let mut alone = Self::join(config, [1; 16], &[]);
        alone.create_topic("t", 1, 1);
        alone
    }

    /// Creates a topic.
    pub(crate) fn create_topic(&mut self, name: &str, partitions: i32, replicas: i16) {
        let topic = CreatableTopic {
            name: name.into(),
            num_partitions: partitions,
            replication_factor: replicas,
            ..CreatableTopic::default()
        };
        let create = CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 1000,
            ..CreateTopicsRequest::default()
        };
        self.ask(7, Body::CreateTopics(create));
    }

    /// Another broker announces itself, at the only time there is here.
    pub(crate) fn register(&mut self, id: BrokerId) {
        self.register_as(id, |_| {});
    }

    /// Another broker announces itself, with a changed request; the answer's code.
    pub(crate) fn register_as(
        &mut self,
        id: BrokerId,
        change: impl FnOnce(&mut BrokerRegistrationRequest),
    ) -> i16 {
        let listener = Listener {
            name: "PLAINTEXT".into(),
            host: "localhost".into(),
            port: 9192,
            ..Listener::default()
        };
        let mut request = BrokerRegistrationRequest {
            broker_id: id.0,
            incarnation_id: Uuid([7; 16]),
            listeners: vec![listener],
            log_dirs: vec![Uuid([7; 16])],
            ..BrokerRegistrationRequest::default()
        };
        change(&mut request);
        match self.ask_as_broker(4, Body::BrokerRegistration(request)) {
            Reply::Body(Response::BrokerRegistration(answer)) => answer.error_code,
            other => panic!("an answer of the same kind, not {other:?}"),
        }
    }

    /// The next run of the node, which is told the whole history again.
    pub(crate) fn restart(&self) -> Self {
        let config = Config::new(BrokerId(1), "localhost", 9092);
        Self::join(config, [3; 16], &self.history)
    }

    /// A node that has just registered.
    fn join(config: Config, incarnation: [u8; 16], history: &[Arc<Command>]) -> Self {
        let boot = Boot {
            incarnation,
            new_cluster_id: [2; 16],
            directory: [2; 16],
            stopped_epoch: None,
        };
        let mut alone = Self {
            node: Node::new(config, boot),
            now: Now {
                mono: Time::from_micros(0),
                wall: Wall(0),
            },
            index: 0,
            history: Vec::new(),
            requests: 0,
            versions: BTreeMap::new(),
            replies: Vec::new(),
            slow: false,
            unread: false,
            refuse: 0,
            unflushed: Vec::new(),
            appended: Vec::new(),
            stored: BTreeMap::new(),
            checkpoint: None,
            closed: Vec::new(),
            calls: 0,
            heartbeat: None,
            listener: 0,
            lack: None,
            cuts: Vec::new(),
        };
        alone.take(Input::Meta(MetaEvent::Restored(Image::default().into())));
        for command in history {
            let committed = alone.committed(command.clone());
            alone.take(committed);
        }
        alone.take(Input::Meta(MetaEvent::Role(Role::Active { term: 1 })));
        alone
    }

    /// What is proposed for a client's request: the metadata log does not take it yet.
    pub(crate) fn propose(&mut self, body: Body) -> Command {
        let request = Request {
            version: 7,
            client: Client::default(),
            body,
        };
        let id = ReqId {
            conn: ConnId(2),
            seq: self.requests,
        };
        self.requests += 1;
        self.versions.insert(id, 7);
        let mut out = Outbox::new();
        self.node
            .handle(self.now, Input::Request(id, request), &mut out);
        let mut proposed = out.into_iter().filter_map(|output| match output {
            Output::Propose(_, command) => Some(command),
            _ => None,
        });
        proposed.next().expect("a proposal")
    }

    /// Another controller gives the first partition of a topic to a leader, or to nobody (-1).
    pub(crate) fn elect(&mut self, topic: &str, leader: i32) {
        let change = PartitionChangeRecord {
            topic_id: self.node.image().topics[topic].id,
            new_leader: true,
            leader,
            ..PartitionChangeRecord::default()
        };
        self.learn_of(Record::PartitionChange(change));
    }

    /// Another controller decides something.
    pub(crate) fn learn_of(&mut self, record: Record) {
        let id = ProposalId {
            broker: BrokerId(99),
            boot: self.index,
            seq: 1,
        };
        self.learn(Command {
            base: None,
            id,
            term: 1,
            records: vec![record],
        });
    }

    /// A coordinator reads what it wrote before. Nothing else that is read is answered.
    fn read_back(&self, plan: &ReadPlan) -> Option<Bytes> {
        let partition = self.node.partitions().find(|one| one.id == plan.log)?;
        if &*partition.topic != "__consumer_offsets" {
            return None;
        }
        let mut bytes = Vec::new();
        let appends = self.stored.get(&plan.log)?.iter();
        for append in appends.filter(|append| append.end() > plan.from) {
            let at = bytes.len();
            bytes.extend_from_slice(append.batch.bytes());
            bytes[at..at + 8].copy_from_slice(&append.base_offset.to_be_bytes());
        }
        Some(bytes.into())
    }

    /// A command of another controller is committed.
    pub(crate) fn learn(&mut self, command: Command) {
        let committed = self.committed(command.into());
        self.take(committed);
    }

    fn committed(&mut self, command: Arc<Command>) -> Input {
        self.index += 1;
        self.history.push(command.clone());
        Input::Meta(MetaEvent::Committed(MetaIndex(self.index), command))
    }

    /// Gives the node an input, and carries out what follows.
    pub(crate) fn take(&mut self, input: Input) {
        let mut inputs = vec![input];
        while !inputs.is_empty() {
            let mut out = Outbox::new();
            for input in inputs.drain(..) {
                self.node.handle(self.now, input, &mut out);
            }
            for output in out {
                self.carry_out(output, &mut inputs);
            }
        }
    }

    fn carry_out(&mut self, output: Output, inputs: &mut Vec<Input>) {
        match output {
            Output::Reply(id, reply) => {
                // Whatever is answered, the request's version must be able to say it.
                let (w, version) = (&mut Writer::new(), self.versions[&id]);
                let encoded = match &reply {
                    Reply::Body(response) => response.encode(w, version),
                    Reply::Fetch(fetch) => fetch.response.encode(w, version),
                    Reply::Nothing => Ok(()),
                };
                assert_eq!(encoded, Ok(()), "{reply:?}");
                self.replies.push((id, reply));
            }
            Output::Propose(id, _) if self.refuse > 0 => {
                self.refuse -= 1;
                inputs.push(Input::Meta(MetaEvent::Proposed(id, Outcome::Refused)));
            }
            Output::Propose(id, command) => {
                let committed = self.committed(command.into());
                let accepted = Outcome::Accepted(MetaIndex(self.index));
                inputs.push(Input::Meta(MetaEvent::Proposed(id, accepted)));
                inputs.push(committed);
            }
            Output::Segment(log, SegmentOp::Open { .. } | SegmentOp::Refill { .. })
                if !self.unread =>
            {
                let Step::Done(recovered) = Recovery::new(Vec::new(), None).step() else {
                    panic!("an empty folder needs no reading");
                };
                inputs.push(Input::Log(log, LogEvent::Opened(recovered)));
            }
            Output::Append(append) if self.lack.is_some() => {
                let unwritten = self.lack.map(LogEvent::Unwritten);
                inputs.extend(unwritten.map(|event| Input::Log(append.log, event)));
            }
            Output::Truncate {
                log,
                generation,
                to,
            } => {
                self.cuts.push((log, generation, to));
                let Step::Done(recovered) = Recovery::new(Vec::new(), None).step() else {
                    panic!("an empty folder needs no reading");
                };
                if to == 0 {
                    inputs.push(Input::Log(log, LogEvent::Opened(recovered)));
                }
            }
            Output::Append(append) => {
                let (upto, generation) = (append.end(), append.generation);
                self.stored
                    .entry(append.log)
                    .or_default()
                    .push(append.clone());
                let topic = self
                    .node
                    .partitions()
                    .find(|partition| partition.id == append.log);
                let topic = topic.map(|partition| partition.topic.clone());
                self.appended
                    .push((topic.unwrap_or_default(), append.batch.len()));
                let written = LogEvent::Written { upto, generation };
                let flushed = LogEvent::Flushed { upto, generation };
                inputs.push(Input::Log(append.log, written));
                if self.slow {
                    self.unflushed.push((append.log, flushed));
                } else {
                    inputs.push(Input::Log(append.log, flushed));
                }
            }
            Output::Read(read, plan) => {
                if let Some(bytes) = self.read_back(&plan) {
                    inputs.push(Input::Log(plan.log, LogEvent::Read(read, bytes)));
                }
            }
            Output::Close(conn) => self.closed.push(conn),
            Output::Send(peer, PeerMsg::Call(id, request)) => {
                self.calls += 1;
                if matches!(request.body, Body::BrokerHeartbeat(_)) {
                    self.heartbeat = Some((peer, id));
                }
            }
            Output::Segment(_, SegmentOp::Checkpoint(bytes)) => self.checkpoint = Some(bytes),
            _ => {}
        }
    }

    /// Sends a request that must be answered at once.
    pub(crate) fn ask(&mut self, version: i16, body: Body) -> Reply {
        let id = self.send(version, body);
        let (replied, reply) = self.replies.pop().expect("an answer");
        assert_eq!(replied, id);
        reply
    }

    /// Sends a request of another broker, which must be answered at once.
    pub(crate) fn ask_as_broker(&mut self, version: i16, body: Body) -> Reply {
        let id = self.send_as(Origin::Broker, version, body);
        let (replied, reply) = self.replies.pop().expect("an answer");
        assert_eq!(replied, id);
        reply
    }

    /// Sends a request.
    pub(crate) fn send(&mut self, version: i16, body: Body) -> ReqId {
        self.send_as(Origin::Client, version, body)
    }

    /// Sends a request of another broker.
    pub(crate) fn send_as_broker(&mut self, version: i16, body: Body) -> ReqId {
        self.send_as(Origin::Broker, version, body)
    }

    fn send_as(&mut self, origin: Origin, version: i16, body: Body) -> ReqId {
        let id = ReqId {
            conn: ConnId(1),
            seq: self.requests,
        };
        self.requests += 1;
        self.versions.insert(id, version);
        let client = Client {
            origin,
            listener: self.listener,
            id: "c".into(),
            host: "/h".into(),
        };
        let request = Request {
            version,
            client,
            body,
        };
        self.take(Input::Request(id, request));
        id
    }

    /// The disk completes the syncs that it kept back.
    pub(crate) fn flush(&mut self) {
        for (log, flushed) in std::mem::take(&mut self.unflushed) {
            self.take(Input::Log(log, flushed));
        }
    }

    /// Fires what is due at the only time there is here.
    pub(crate) fn expire(&mut self) {
        let mut out = Outbox::new();
        self.node.expire(self.now, &mut out);
        let mut inputs = Vec::new();
        for output in out {
            self.carry_out(output, &mut inputs);
        }
        for input in inputs {
            self.take(input);
        }
    }

    /// Fires an armed timer.
    pub(crate) fn fire(&mut self, timer: TimerId) {
        let mut out = Outbox::new();
        self.node.fire(self.now, timer, &mut out);
        let mut inputs = Vec::new();
        for output in out {
            self.carry_out(output, &mut inputs);
        }
        for input in inputs {
            self.take(input);
        }
    }
}
