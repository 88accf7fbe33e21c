//! Several rigs, the calls between them, and a metadata log that each follows at its own pace.
//!
//! The controller runs on a broker of its own that never fails and holds no replicas: how controllers are elected is
//! another model's question. Calls of one API between two brokers stay in order; a connection may break at any time, and
//! then whoever calls cannot tell what became of what is on it. The request may still be carried out, late.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use highwater_core::api::{Answer, Body, Client, Fetched, Origin, Reply, Request};
use highwater_core::metadata::{Command, Image};
use highwater_core::wire::Str;
use highwater_core::wire::generated::CreateTopicsRequest;
use highwater_core::wire::generated::create_topics_request::{
    CreatableReplicaAssignment, CreatableTopic,
};
use highwater_core::{
    BrokerId, CallId, Config, ConnId, Input, Lost, MetaEvent, MetaIndex, Peer, PeerMsg, ReqId,
    Role, TimerId, wire::Records,
};

use crate::rig::Rig;

/// The broker whose controller is active.
pub const CONTROLLER: BrokerId = BrokerId(9);

/// Connections of brokers are numbered from here on.
const PEERS: u64 = 100;

/// A connection: who calls whom, with which API.
type Link = (BrokerId, BrokerId, i16);

/// A call on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Calling {
    /// The caller's name for it; `None` if the caller has given it up.
    id: Option<CallId>,
    /// Not delivered yet.
    request: Option<Request>,
    /// The number of the request on its connection, once it is delivered.
    seq: u64,
    /// Its answer, not yet delivered.
    answer: Option<Answer>,
}

/// All brokers, and what is between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cluster {
    /// The brokers that hold replicas, and the controller.
    pub rigs: BTreeMap<BrokerId, Rig>,
    /// Commands in the order in which they were committed.
    commands: Vec<Arc<Command>>,
    /// How many of them each broker has applied.
    applied: BTreeMap<BrokerId, usize>,
    links: BTreeMap<Link, VecDeque<Calling>>,
    configs: Arc<BTreeMap<BrokerId, Config>>,
}

impl Cluster {
    /// A cluster of these brokers and a controller, all of them registered.
    pub fn new(brokers: &[BrokerId], config: fn(BrokerId) -> Config) -> Self {
        let ids = [CONTROLLER].into_iter().chain(brokers.iter().copied());
        let configs: BTreeMap<BrokerId, Config> = ids.map(|id| (id, config(id))).collect();
        let mut this = Self {
            rigs: BTreeMap::new(),
            commands: Vec::new(),
            applied: BTreeMap::new(),
            links: BTreeMap::new(),
            configs: Arc::new(configs),
        };
        for &id in [CONTROLLER].iter().chain(brokers) {
            this.rigs.insert(id, Rig::of_cluster());
            this.start(id);
            this.settle();
        }
        this
    }

    /// Creates a topic with one partition on these brokers; the first leads.
    pub fn create_topic(&mut self, name: &'static str, replicas: &[BrokerId]) {
        let assignment = CreatableReplicaAssignment {
            partition_index: 0,
            broker_ids: replicas.iter().map(|id| id.0).collect(),
            ..CreatableReplicaAssignment::default()
        };
        let topic = CreatableTopic {
            name: Str::from_static(name),
            num_partitions: -1,
            replication_factor: -1,
            assignments: vec![assignment],
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            ..CreateTopicsRequest::default()
        };
        let id = ReqId {
            conn: ConnId(0),
            seq: 0,
        };
        self.rig(CONTROLLER)
            .request(id, 7, Body::CreateTopics(request));
        self.after();
        self.settle();
    }

    /// The rig of a broker.
    pub fn rig(&mut self, id: BrokerId) -> &mut Rig {
        self.rigs.get_mut(&id).expect("a broker of this cluster")
    }

    /// Boots a broker: it knows all that is committed, and registers.
    pub fn start(&mut self, id: BrokerId) {
        let image = Arc::new(self.image());
        let role = if id == CONTROLLER {
            Role::Active { term: 1 }
        } else {
            Role::Follows {
                controller: CONTROLLER,
            }
        };
        let config = self.configs[&id].clone();
        self.applied.insert(id, self.commands.len());
        self.rig(id).boot(&config, image, role);
        self.after();
    }

    /// The metadata as it is committed.
    pub fn image(&self) -> Image {
        let mut image = Image::default();
        for (at, command) in self.commands.iter().enumerate() {
            image.apply(MetaIndex(at as u64 + 1), command);
        }
        image
    }

    /// Cuts the power of a broker: see [`Rig::crash`].
    pub fn crash(&mut self, id: BrokerId, keep: usize) {
        self.rig(id).crash(keep, false);
        let links: Vec<Link> = self.links.keys().copied().collect();
        for link in links {
            if link.1 == id {
                // What it had received and not answered dies with it.
                if let Some(calls) = self.links.get_mut(&link) {
                    calls.retain(|call| call.id.is_some());
                }
                self.break_link(link, false);
            } else if link.0 == id {
                self.forget_caller(link);
            }
        }
        self.after();
    }

    /// Connections with something on them, for the caller to lose.
    pub fn busy_links(&self) -> Vec<Link> {
        let busy = |calls: &VecDeque<Calling>| calls.iter().any(|call| call.id.is_some());
        let links = self.links.iter().filter(|(_, calls)| busy(calls));
        links.map(|(&link, _)| link).collect()
    }

    /// A connection breaks: all calls on it are lost to their caller. Requests that were not delivered may be, later.
    pub fn break_link(&mut self, link: Link, late: bool) {
        let Some(calls) = self.links.get_mut(&link) else {
            return;
        };
        let mut lost = Vec::new();
        for call in calls.iter_mut() {
            lost.extend(call.id.take());
        }
        calls.retain(|call| late && call.request.is_some());
        let peer = peer(link.1);
        for id in lost {
            self.rig(link.0).feed(Input::Lost(Lost::Call(peer, id)));
        }
        self.rig(link.1)
            .feed(Input::Lost(Lost::Connection(conn(link))));
        self.after();
    }

    /// The caller is gone, and what it sent may still arrive.
    fn forget_caller(&mut self, link: Link) {
        let Some(calls) = self.links.get_mut(&link) else {
            return;
        };
        for call in calls.iter_mut() {
            call.id = None;
        }
        calls.retain(|call| call.request.is_some());
        self.rig(link.1)
            .feed(Input::Lost(Lost::Connection(conn(link))));
    }

    /// Connections whose next request can be delivered.
    pub fn requests(&self) -> Vec<Link> {
        let next = |(link, calls): &(&Link, &VecDeque<Calling>)| {
            calls.iter().any(|call| call.request.is_some()) && self.rigs[&link.1].node.is_some()
        };
        self.links
            .iter()
            .filter(next)
            .map(|(&link, _)| link)
            .collect()
    }

    /// Connections whose next answer can be delivered.
    pub fn answers(&self) -> Vec<Link> {
        let next =
            |calls: &VecDeque<Calling>| calls.front().is_some_and(|call| call.answer.is_some());
        let links = self.links.iter().filter(|(_, calls)| next(calls));
        links.map(|(&link, _)| link).collect()
    }

    /// Delivers the next request of a connection.
    pub fn deliver_request(&mut self, link: Link) {
        let Some(calls) = self.links.get_mut(&link) else {
            return;
        };
        // Numbers of requests are reused, so that worlds that differ in nothing else are the same.
        let used: Vec<u64> = calls
            .iter()
            .filter(|call| call.request.is_none())
            .map(|call| call.seq)
            .collect();
        let Some(at) = calls.iter().position(|call| call.request.is_some()) else {
            return;
        };
        let seq = (0..).find(|seq| !used.contains(seq)).unwrap_or(0);
        let (given_up, request) = {
            let call = &mut calls[at];
            call.seq = seq;
            (call.id.is_none(), call.request.take())
        };
        if given_up {
            calls.remove(at);
        }
        let Some(request) = request else {
            return;
        };
        let conn = if given_up {
            ConnId(PEERS - 1)
        } else {
            conn(link)
        };
        let request = Request {
            client: Client {
                origin: Origin::Broker,
                ..Client::default()
            },
            ..request
        };
        let id = ReqId { conn, seq };
        self.rig(link.1).feed(Input::Request(id, request));
        if given_up {
            // Nobody is there to be answered.
            self.rig(link.1).feed(Input::Lost(Lost::Connection(conn)));
            self.rig(link.1).replies.remove(&id);
        }
        self.after();
    }

    /// Delivers the next answer of a connection.
    pub fn deliver_answer(&mut self, link: Link) {
        let call = self.links.get_mut(&link).and_then(VecDeque::pop_front);
        if let Some((id, answer)) = call.and_then(|call| Some((call.id?, call.answer?))) {
            let message = PeerMsg::Answer(id, answer);
            self.rig(link.0).feed(Input::Peer(peer(link.1), message));
        }
        self.after();
    }

    /// Brokers that run and have not applied all that is committed.
    pub fn behind(&self) -> Vec<BrokerId> {
        let behind = |(id, rig): &(&BrokerId, &Rig)| {
            rig.node.is_some() && self.applied[id] < self.commands.len()
        };
        self.rigs.iter().filter(behind).map(|(&id, _)| id).collect()
    }

    /// A broker applies the next command.
    pub fn learn(&mut self, id: BrokerId) {
        let at = self.applied[&id];
        self.applied.insert(id, at + 1);
        let event = MetaEvent::Committed(MetaIndex(at as u64 + 1), self.commands[at].clone());
        self.rig(id).feed(Input::Meta(event));
        self.after();
    }

    /// Fires a timer of a broker.
    pub fn fire(&mut self, id: BrokerId, timer: TimerId) {
        self.rig(id).fire(timer);
        self.after();
    }

    /// A client asks a broker.
    pub fn request(&mut self, broker: BrokerId, id: ReqId, version: i16, body: Body) {
        self.rig(broker).request(id, version, body);
        self.after();
    }

    /// A sync of a broker's log completes.
    pub fn flush(&mut self, id: BrokerId) {
        let logs: Vec<_> = self.rig(id).disks().map(|(log, _)| log).collect();
        for log in logs {
            self.rig(id).flush(log);
        }
        self.after();
    }

    /// Lets everything happen that can, until nothing is left: syncs, metadata, calls.
    pub fn settle(&mut self) {
        for _ in 0..1000 {
            if let Some(&id) = self.behind().first() {
                self.learn(id);
            } else if let Some(&link) = self.answers().first() {
                self.deliver_answer(link);
            } else if let Some(&link) = self.requests().first() {
                self.deliver_request(link);
            } else if let Some(id) = self.unflushed().first() {
                self.flush(*id);
            } else {
                return;
            }
        }
        panic!("the cluster does not come to rest");
    }

    /// Brokers with batches that are written and not synced.
    pub fn unflushed(&self) -> Vec<BrokerId> {
        let dirty =
            |rig: &Rig| rig.node.is_some() && rig.disks().any(|(_, disk)| disk.unflushed() > 0);
        let rigs = self.rigs.iter().filter(|(_, rig)| dirty(rig));
        rigs.map(|(&id, _)| id).collect()
    }

    /// What follows at once from what a step did: appends are written, proposals are committed, calls go onto their
    /// connections, replies to brokers become answers, and the controller knows what is committed. Timers that only
    /// gather what one turn did fire at the turn's end.
    fn after(&mut self) {
        loop {
            let ids: Vec<BrokerId> = self.rigs.keys().copied().collect();
            let mut busy = false;
            for id in ids {
                busy |= self.after_turn(id);
            }
            while self
                .applied
                .get(&CONTROLLER)
                .is_some_and(|at| *at < self.commands.len())
            {
                let at = self.applied[&CONTROLLER];
                self.applied.insert(CONTROLLER, at + 1);
                let index = MetaIndex(at as u64 + 1);
                let event = MetaEvent::Committed(index, self.commands[at].clone());
                self.rig(CONTROLLER).feed(Input::Meta(event));
                busy = true;
            }
            if !busy {
                break;
            }
        }
        self.take_answers();
    }

    /// True if there was anything to do.
    fn after_turn(&mut self, id: BrokerId) -> bool {
        let up: Vec<BrokerId> = self
            .rigs
            .iter()
            .filter(|(_, rig)| rig.node.is_some())
            .map(|(&id, _)| id)
            .collect();
        let rig = self.rig(id);
        let mut busy = false;
        let queued: Vec<_> = rig
            .disks()
            .filter(|(_, disk)| disk.queued() > 0)
            .map(|(log, _)| log)
            .collect();
        for log in queued {
            rig.write(log);
            busy = true;
        }
        let due: Vec<TimerId> = rig.node.iter().flat_map(|node| node.armed()).collect();
        for timer in due {
            // Whoever is down would be asked again and again.
            let fires = match &timer {
                TimerId::Fetch(leader) | TimerId::Stored(leader) => up.contains(leader),
                TimerId::InSync => true,
                _ => false,
            };
            if fires {
                rig.fire(timer);
                busy = true;
            }
        }
        let Some(outbound) = &mut rig.outbound else {
            return busy;
        };
        let calls = std::mem::take(&mut outbound.calls);
        let proposals = std::mem::take(&mut outbound.proposals);
        busy |= !calls.is_empty() || !proposals.is_empty();
        self.commands.extend(proposals);
        for (peer, call, request) in calls {
            if !up.contains(&peer.broker) {
                self.rig(id).feed(Input::Lost(Lost::Call(peer, call)));
                continue;
            }
            let link = (id, peer.broker, request.key());
            self.links.entry(link).or_default().push_back(Calling {
                id: Some(call),
                request: Some(request),
                seq: 0,
                answer: None,
            });
        }
        busy
    }

    fn take_answers(&mut self) {
        for (&link, calls) in &mut self.links {
            let Some(rig) = self.rigs.get_mut(&link.1) else {
                continue;
            };
            for call in calls.iter_mut().filter(|call| call.request.is_none()) {
                let id = ReqId {
                    conn: conn(link),
                    seq: call.seq,
                };
                if let Some(reply) = rig.replies.remove(&id) {
                    call.answer = Some(answer(rig, reply));
                }
            }
        }
        self.links.retain(|_, calls| !calls.is_empty());
    }
}

fn peer(broker: BrokerId) -> Peer {
    Peer { broker, shard: 0 }
}

fn conn(link: Link) -> ConnId {
    let (from, to) = (link.0.0 as u64, link.1.0 as u64);
    ConnId(PEERS + ((from * 10 + to) * 100) + link.2 as u64)
}

/// A reply as it reaches a broker: record bytes are read from the disk now.
fn answer(rig: &Rig, reply: Reply) -> Answer {
    match reply {
        Reply::Body(response) => Answer::Body(response),
        Reply::Nothing => unreachable!("brokers want answers"),
        Reply::Fetch(reply) => {
            let mut response = reply.response;
            let rows = response.responses.iter_mut();
            for row in rows.flat_map(|topic| &mut topic.partitions) {
                if let Some(Records::External { token, .. }) = row.records {
                    let bytes = rig.read_plan(reply.plans[token as usize].clone());
                    row.records = Some(Records::Inline(bytes));
                }
            }
            Answer::Fetch(Fetched::check(response))
        }
    }
}
