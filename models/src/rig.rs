//! A real core node and the plainest driver that there can be: every output becomes data that a model may act on
//! in any order that the contract of the outputs allows.

use std::collections::BTreeMap;
use std::sync::Arc;

use highwater_core::api::{Body, Client, Produce, ProducePartition, ProduceTopic, Reply, Request};
use highwater_core::log::ReadPlan;
use highwater_core::metadata::{Command, Image, Record};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::{CreateTopicsRequest, PartitionChangeRecord};
use highwater_core::wire::{Str, Uuid};
use highwater_core::{
    Boot, BrokerId, CallId, Config, ConnId, Fault, Gen, Input, LogEvent, LogId, Lost, MetaEvent,
    MetaIndex, Node, Now, Offset, Outbox, Output, Peer, PeerMsg, ProposalId, ReadId, ReqId, Role,
    SegmentOp, Time, TimerId, Wall,
};

use crate::disk::LogDisk;

/// Time stands still in a model: any armed timer may fire at any moment.
const NOW: Now = Now {
    mono: Time::from_micros(0),
    wall: Wall(0),
};

/// A connection of the model's own, whose replies nobody waits for.
const SETUP: ConnId = ConnId(0);

/// A node, its disk, and what is under way between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rig {
    /// The node, while it runs.
    pub node: Option<Node>,
    /// The metadata log of a node that is alone: a proposal is committed at once, durably.
    commands: Vec<Arc<Command>>,
    /// What a node that is not alone sends to others, and what it proposes.
    pub outbound: Option<Outbound>,
    /// Disks of logs, by the names of their folders.
    disks: BTreeMap<String, LogDisk>,
    /// The folders of this run's logs.
    folders: BTreeMap<LogId, String>,
    /// Reads that are not answered yet.
    reads: BTreeMap<ReadId, ReadPlan>,
    /// Replies that did not reach their client yet.
    pub replies: BTreeMap<ReqId, Reply>,
    /// Runs so far.
    boots: u8,
    /// Data folders so far, before this one.
    replaced: u8,
    /// A log was refused as damaged.
    pub refused: bool,
}

/// A produce of one batch to the first partition of a topic, for all that are in sync.
pub fn produce(topic: &'static str, records: &[NewRecord], producer: Producer) -> Body {
    let partition = ProducePartition {
        index: 0,
        batch: Ok(batch(records, producer)),
    };
    let topic = ProduceTopic {
        name: Str::from_static(topic),
        id: Uuid::ZERO,
        partitions: vec![partition],
    };
    Body::Produce(Produce {
        acks: -1,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![topic],
    })
}

/// What a node of a cluster wants of others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Outbound {
    /// Calls of other brokers.
    pub calls: Vec<(Peer, CallId, Request)>,
    /// Commands that it proposes.
    pub proposals: Vec<Arc<Command>>,
}

impl Rig {
    /// A node on an empty disk.
    pub fn new(config: &Config) -> Self {
        let mut rig = Self::off();
        rig.start(config);
        rig
    }

    /// An empty disk, and no node that runs on it.
    fn off() -> Self {
        Self {
            node: None,
            commands: Vec::new(),
            outbound: None,
            disks: BTreeMap::new(),
            folders: BTreeMap::new(),
            reads: BTreeMap::new(),
            replies: BTreeMap::new(),
            boots: 0,
            replaced: 0,
            refused: false,
        }
    }

    /// A node of a cluster, which others bring into contact with one another.
    pub fn of_cluster() -> Self {
        Self {
            outbound: Some(Outbound::default()),
            ..Self::off()
        }
    }

    /// Creates a topic with one partition.
    pub fn create_topic(&mut self, name: &'static str) {
        let topic = CreatableTopic {
            name: Str::from_static(name),
            num_partitions: 1,
            replication_factor: 1,
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            ..CreateTopicsRequest::default()
        };
        self.request(
            ReqId {
                conn: SETUP,
                seq: 0,
            },
            7,
            Body::CreateTopics(request),
        );
    }

    /// Boots a node on what the disk holds, as the node's driver does.
    pub fn start(&mut self, config: &Config) {
        let mut image = Image::default();
        for (at, command) in self.commands.iter().enumerate() {
            image.apply(MetaIndex(at as u64 + 1), command);
        }
        let term = image.term + 1;
        self.boot(config, Arc::new(image), Role::Active { term });
    }

    /// Boots a node that knows this image and this role.
    pub fn boot(&mut self, config: &Config, image: Arc<Image>, role: Role) {
        self.boots += 1;
        let boot = Boot {
            incarnation: [self.boots ^ (config.broker.0 as u8) << 4; 16],
            new_cluster_id: [9; 16],
            directory: [config.broker.0 as u8 ^ self.replaced << 4; 16],
            stopped_epoch: None,
        };
        self.node = Some(Node::new(config.clone(), boot));
        self.feed(Input::Meta(MetaEvent::Restored(image)));
        self.feed(Input::Meta(MetaEvent::Role(role)));
    }

    /// Sends a request.
    pub fn request(&mut self, id: ReqId, version: i16, body: Body) {
        let request = Request {
            version,
            client: Client::default(),
            body,
        };
        self.feed(Input::Request(id, request));
    }

    /// A connection breaks: replies on their way to it are lost.
    pub fn lose(&mut self, conn: ConnId) {
        self.replies.retain(|id, _| id.conn != conn);
        self.feed(Input::Lost(Lost::Connection(conn)));
    }

    /// Fires an armed timer.
    pub fn fire(&mut self, timer: TimerId) {
        let mut out = Outbox::new();
        if let Some(node) = &mut self.node {
            node.fire(NOW, timer, &mut out);
        }
        self.carry_out(out);
    }

    /// Takes the leadership of a partition from the node and gives it back, under a new epoch.
    pub fn bounce(&mut self, topic: &str) {
        let Some((id, term)) = self.node.as_ref().and_then(|node| {
            let image = node.image();
            Some((image.topics.get(topic)?.id, image.term))
        }) else {
            return;
        };
        for leader in [-1, 1] {
            let change = PartitionChangeRecord {
                topic_id: id,
                leader,
                new_leader: true,
                ..Default::default()
            };
            let seq = self.commands.len() as u64;
            let id = ProposalId {
                broker: BrokerId(99),
                boot: 0,
                seq,
            };
            self.commit(Command {
                base: None,
                id,
                term,
                records: vec![Record::PartitionChange(change)],
            });
        }
    }

    /// Logs of the running node, with their disks.
    pub fn disks(&self) -> impl Iterator<Item = (LogId, &LogDisk)> + '_ {
        self.folders
            .iter()
            .filter_map(|(&log, folder)| Some((log, self.disks.get(folder)?)))
    }

    /// The disk of a log, by the name of its folder.
    pub fn disk(&self, folder: &str) -> Option<&LogDisk> {
        self.disks.get(folder)
    }

    /// Writes the next append of a log.
    pub fn write(&mut self, log: LogId) {
        if let Some((upto, generation)) = self.disk_mut(log).and_then(LogDisk::write) {
            self.feed(Input::Log(log, LogEvent::Written { upto, generation }));
        }
    }

    /// A sync of a log completes.
    pub fn flush(&mut self, log: LogId) {
        if let Some((upto, generation)) = self.disk_mut(log).and_then(LogDisk::flush) {
            self.feed(Input::Log(log, LogEvent::Flushed { upto, generation }));
        }
    }

    /// Reads that wait for their bytes.
    pub fn reads(&self) -> impl Iterator<Item = ReadId> + '_ {
        self.reads.keys().copied()
    }

    /// Answers a read.
    pub fn read(&mut self, read: ReadId) {
        let Some(plan) = self.reads.remove(&read) else {
            return;
        };
        let log = plan.log;
        if let Some(bytes) = self.disk_mut(log).map(|disk| disk.carry_out(plan)) {
            self.feed(Input::Log(log, LogEvent::Read(read, bytes)));
        }
    }

    /// The bytes that a plan yields.
    pub fn read_plan(&self, plan: ReadPlan) -> bytes::Bytes {
        let disk = self
            .folders
            .get(&plan.log)
            .and_then(|folder| self.disks.get(folder));
        disk.map(|disk| disk.carry_out(plan)).unwrap_or_default()
    }

    /// Power is cut: of each log, `keep` batches of what was not flushed survive (all, if there are fewer), and, if
    /// `torn`, half of the next.
    pub fn crash(&mut self, keep: usize, torn: bool) {
        for disk in self.disks.values_mut() {
            disk.crash(keep.min(disk.unflushed()), torn);
        }
        self.die();
    }

    fn die(&mut self) {
        self.node = None;
        self.folders.clear();
        self.reads.clear();
        self.replies.clear();
    }

    /// The process dies, and the last batch of each log that was synced is damaged: see [`LogDisk::rot`].
    pub fn rot(&mut self, marked: bool) {
        for disk in self.disks.values_mut() {
            disk.rot(marked);
        }
        self.die();
    }

    /// The process dies, and the next run finds an empty data folder.
    pub fn replace(&mut self) {
        self.die();
        self.disks.clear();
        self.replaced += 1;
    }

    fn disk_mut(&mut self, log: LogId) -> Option<&mut LogDisk> {
        self.disks.get_mut(self.folders.get(&log)?)
    }

    /// Tells the node something.
    pub fn feed(&mut self, input: Input) {
        let mut out = Outbox::new();
        if let Some(node) = &mut self.node {
            node.handle(NOW, input, &mut out);
        }
        self.carry_out(out);
    }

    fn carry_out(&mut self, out: Outbox) {
        for output in out {
            match output {
                Output::Append(append) => {
                    if let Some(disk) = self.disk_mut(append.log) {
                        disk.append(append);
                    }
                }
                Output::Segment(log, SegmentOp::Open { folder, .. }) => self.open(log, folder),
                Output::Segment(log, SegmentOp::Refill { folder, .. }) => {
                    self.disks.remove(&folder);
                    self.open(log, folder);
                }
                Output::Segment(log, SegmentOp::Checkpoint(bytes)) => {
                    if let Some(disk) = self.disk_mut(log) {
                        disk.set_checkpoint(bytes);
                    }
                }
                Output::Segment(log, SegmentOp::Mark(committed)) => {
                    if let Some(disk) = self.disk_mut(log) {
                        disk.set_mark(committed);
                    }
                }
                Output::Read(read, plan) => {
                    self.reads.insert(read, plan);
                }
                Output::Propose(_, command) => match &mut self.outbound {
                    Some(outbound) => outbound.proposals.push(Arc::new(command)),
                    None => self.commit(command),
                },
                Output::Send(peer, PeerMsg::Call(id, request)) => match &mut self.outbound {
                    Some(outbound) => outbound.calls.push((peer, id, request)),
                    None => unreachable!("a node that is alone calls nobody"),
                },
                Output::Truncate {
                    log,
                    generation,
                    to,
                } => self.cut(log, generation, to),
                Output::Reply(id, reply) => {
                    if id.conn != SETUP {
                        self.replies.insert(id, reply);
                    }
                }
                // A segment's file comes into being with its first batch.
                Output::Segment(_, SegmentOp::Roll(_)) | Output::Note(_) => {}
                other => unreachable!("nobody wants {other:?}"),
            }
        }
    }

    fn commit(&mut self, command: Command) {
        let command = Arc::new(command);
        self.commands.push(command.clone());
        let index = MetaIndex(self.commands.len() as u64);
        self.feed(Input::Meta(MetaEvent::Committed(index, command)));
    }

    fn cut(&mut self, log: LogId, generation: Gen, to: Offset) {
        match self.disk_mut(log).map(|disk| disk.cut(to, generation)) {
            Some(Ok(recovered)) => self.feed(Input::Log(log, LogEvent::Opened(recovered))),
            Some(Err(fault)) => self.refuse(log, fault),
            None => {}
        }
    }

    fn open(&mut self, log: LogId, folder: String) {
        self.folders.insert(log, folder.clone());
        match self.disks.entry(folder).or_default().recover() {
            Ok(recovered) => self.feed(Input::Log(log, LogEvent::Opened(recovered))),
            Err(fault) => self.refuse(log, fault),
        }
    }

    fn refuse(&mut self, log: LogId, fault: Fault) {
        self.refused = true;
        self.feed(Input::Log(log, LogEvent::Failed(fault)));
    }
}
