//! Several rigs, the calls between them, and a metadata log that each follows at its own pace.
//!
//! Controllers run on brokers of their own, which hold no replicas: how they are elected is another model's question.
//! What makes no difference to anybody else happens at once: see `eager`.

mod eager;
mod quorum;

use std::collections::BTreeMap;
use std::sync::Arc;

use highwater_core::api::{Body, Client, Origin, Reply, Request};
use highwater_core::metadata::Command;
use highwater_core::wire::Str;
use highwater_core::wire::generated::CreateTopicsRequest;
use highwater_core::wire::generated::create_topics_request::{
    CreatableReplicaAssignment, CreatableTopic,
};
use highwater_core::{
    BrokerId, CallId, Config, ConnId, Fault, Input, LogEvent, Lost, MetaEvent, MetaIndex, Peer,
    PeerMsg, ReqId, TimerId,
};

use crate::links::{LATE, Link, Links, conn};
use crate::rig::Rig;
use crate::shared::Shared;
use quorum::Quorum;

pub use quorum::CONTROLLERS;

/// All brokers, and what is between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cluster {
    /// The brokers that hold replicas, and the controllers.
    rigs: BTreeMap<BrokerId, Shared<Rig>>,
    /// What is decided, and by whom.
    quorum: Quorum,
    /// How many commands each broker that runs has applied.
    applied: BTreeMap<BrokerId, usize>,
    /// The calls between them.
    pub links: Links,
    configs: Shared<BTreeMap<BrokerId, Config>>,
}

impl Cluster {
    /// A cluster of these brokers and so many controllers, all of them registered.
    pub fn new(
        brokers: &[BrokerId],
        controllers: usize,
        config: impl Fn(BrokerId) -> Config,
    ) -> Self {
        let ids = CONTROLLERS.into_iter().take(controllers);
        let ids = ids.chain(brokers.iter().copied());
        let configs = ids.clone().map(|id| (id, config(id))).collect();
        let mut this = Self {
            rigs: BTreeMap::new(),
            quorum: Quorum::default(),
            applied: BTreeMap::new(),
            links: Links::default(),
            configs: Shared::new(configs),
        };
        for id in ids {
            this.rigs.insert(id, Shared::new(Rig::of_cluster()));
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
        self.request(self.controller(), id, 7, Body::CreateTopics(request));
        self.settle();
    }

    /// The rig of a broker.
    pub fn rig(&self, id: BrokerId) -> &Rig {
        &self.rigs[&id]
    }

    fn rig_mut(&mut self, id: BrokerId) -> &mut Rig {
        let rig = self.rigs.get_mut(&id).expect("a broker of this cluster");
        rig.make_mut()
    }

    /// All rigs.
    pub fn rigs(&self) -> impl Iterator<Item = (BrokerId, &Rig)> + '_ {
        self.rigs.iter().map(|(&id, rig)| (id, &**rig))
    }

    fn is_up(&self, id: BrokerId) -> bool {
        self.rigs.get(&id).is_some_and(|rig| rig.node.is_some())
    }

    /// Boots a broker: it knows all that is committed, registers, and learns that it has.
    pub fn start(&mut self, id: BrokerId) {
        let running = self.is_up(self.controller());
        let image = running.then(|| self.image().clone());
        let image = Arc::new(image.unwrap_or_default());
        let role = self.quorum.role(id);
        let config = self.configs[&id].clone();
        self.applied.insert(id, self.quorum.commands.len());
        self.rig_mut(id).boot(&config, image, role);
        self.after();
        self.learn(id);
    }

    /// Cuts the power of a broker: see [`Rig::crash`]. What it had not answered dies with it; what it sent may arrive.
    pub fn crash(&mut self, id: BrokerId, keep: usize) {
        self.rig_mut(id).crash(keep, false);
        self.gone(id);
    }

    /// The process of a broker dies, and its disk is damaged: see [`Rig::rot`].
    pub fn rot(&mut self, id: BrokerId, marked: bool) {
        self.rig_mut(id).rot(marked);
        self.gone(id);
    }

    /// The process of a broker dies, and its disk is replaced.
    pub fn replace(&mut self, id: BrokerId) {
        self.rig_mut(id).replace();
        self.gone(id);
    }

    fn gone(&mut self, id: BrokerId) {
        self.applied.remove(&id);
        let links: Vec<Link> = self.links.busy().collect();
        for link in links {
            if link.0 == id || link.1 == id {
                self.disconnect(link, link.0 == id);
            }
        }
        self.links.forget_late(id);
        self.after();
    }

    /// The disk of a broker fails: none of its logs can be used any more.
    pub fn fail(&mut self, id: BrokerId) {
        let logs: Vec<_> = self.rigs[&id].disks().map(|(log, _)| log).collect();
        for log in logs {
            let failed = Input::Log(log, LogEvent::Failed(Fault::Io));
            self.rig_mut(id).feed(failed);
        }
        // It says so at once.
        self.rig_mut(id).fire(TimerId::Heartbeat);
        self.after();
    }

    /// A connection breaks: all calls on it are lost to their caller. Requests that did not arrive yet may be late.
    pub fn break_link(&mut self, link: Link, late: bool) {
        self.disconnect(link, late);
        self.after();
    }

    fn disconnect(&mut self, link: Link, late: bool) {
        for id in self.links.break_off(link, late) {
            if self.is_up(link.0) {
                let lost = Lost::Call(peer(link.1), id);
                self.rig_mut(link.0).feed(Input::Lost(lost));
            }
        }
        if self.is_up(link.1) {
            self.rig_mut(link.1).lose(conn(link));
        }
    }

    /// Delivers the next request of a connection.
    pub fn deliver_request(&mut self, link: Link) {
        self.take_request(link);
        self.after();
    }

    fn take_request(&mut self, link: Link) {
        if let Some((id, request)) = self.links.take_request(link) {
            self.rig_mut(link.1).feed(of_broker(id, request));
        }
    }

    /// Delivers a request of a connection that has broken: nobody is there to be answered.
    pub fn deliver_late(&mut self, link: Link) {
        if let Some(request) = self.links.take_late(link) {
            let id = ReqId { conn: LATE, seq: 0 };
            let rig = self.rig_mut(link.1);
            rig.feed(of_broker(id, request));
            rig.lose(LATE);
        }
        self.after();
    }

    /// Delivers the answers that there are on a connection. They need no step each: all but the first answer what told
    /// the leader how far the follower is, and say nothing but a high watermark.
    pub fn deliver_answers(&mut self, link: Link) {
        self.take_answers(link);
        self.after();
    }

    fn take_answers(&mut self, link: Link) {
        for (id, answer) in self.links.take_answers(link) {
            let message = PeerMsg::Answer(id, answer);
            self.rig_mut(link.0)
                .feed(Input::Peer(peer(link.1), message));
        }
    }

    /// Brokers that run and have not applied all that is committed.
    pub fn behind(&self) -> impl Iterator<Item = BrokerId> + '_ {
        let behind = |(_, applied): &(&BrokerId, &usize)| **applied < self.quorum.commands.len();
        self.applied.iter().filter(behind).map(|(&id, _)| id)
    }

    /// A broker applies all that is committed. That it has applied only a part of it needs no step of its own: it may
    /// have done so before the rest was committed.
    pub fn learn(&mut self, id: BrokerId) {
        while self.next_command(id).is_some() {
            self.apply_next(id);
        }
        self.after();
    }

    fn next_command(&self, id: BrokerId) -> Option<&Arc<Command>> {
        self.quorum.commands.get(*self.applied.get(&id)?)
    }

    fn apply_next(&mut self, id: BrokerId) {
        let Some(command) = self.next_command(id).cloned() else {
            return;
        };
        let applied = self.applied.entry(id).or_default();
        *applied += 1;
        let event = MetaEvent::Committed(MetaIndex(*applied as u64), command);
        self.rig_mut(id).feed(Input::Meta(event));
    }

    /// Fires a timer of a broker.
    pub fn fire(&mut self, id: BrokerId, timer: TimerId) {
        self.rig_mut(id).fire(timer);
        self.after();
    }

    /// A client asks a broker.
    pub fn request(&mut self, broker: BrokerId, id: ReqId, version: i16, body: Body) {
        self.rig_mut(broker).request(id, version, body);
        self.after();
    }

    /// The reply to a client, if there is one.
    pub fn take_reply(&mut self, broker: BrokerId, id: ReqId) -> Option<Reply> {
        let there = self.rigs[&broker].replies.contains_key(&id);
        there.then(|| self.rig_mut(broker).replies.remove(&id))?
    }

    /// A sync of a broker's log completes.
    pub fn flush(&mut self, id: BrokerId) {
        let logs: Vec<_> = self.rigs[&id].disks().map(|(log, _)| log).collect();
        for log in logs {
            self.rig_mut(id).flush(log);
        }
        self.after();
    }

    /// Lets everything happen that can, until nothing is left: syncs, metadata, calls, proposals.
    ///
    /// # Panics
    /// If there is no end of it.
    pub fn settle(&mut self) {
        assert!(self.comes_to_rest(), "the cluster does not come to rest");
    }

    /// Lets everything happen that can; false if there is no end of it.
    pub fn comes_to_rest(&mut self) -> bool {
        for _ in 0..1000 {
            let (behind, unflushed) = (self.behind().next(), self.unflushed().next());
            let (answered, waiting) = (self.links.answered().next(), self.links.waiting().next());
            if let Some(id) = behind {
                self.learn(id);
            } else if let Some(link) = answered {
                self.deliver_answers(link);
            } else if let Some(link) = waiting {
                self.deliver_request(link);
            } else if let Some(id) = unflushed {
                self.flush(id);
            } else if self.held() > 0 {
                self.commit();
            } else {
                return true;
            }
        }
        false
    }

    /// Brokers with batches that are written and not synced.
    pub fn unflushed(&self) -> impl Iterator<Item = BrokerId> + '_ {
        let dirty =
            |rig: &Rig| rig.node.is_some() && rig.disks().any(|(_, disk)| disk.unflushed() > 0);
        let rigs = self.rigs.iter().filter(move |(_, rig)| dirty(rig));
        rigs.map(|(&id, _)| id)
    }

    fn call(&mut self, from: BrokerId, to: Peer, id: CallId, request: Request) {
        if self.is_up(to.broker) {
            let link = (from, to.broker, request.key());
            self.links.push(link, id, request);
        } else {
            self.rig_mut(from).feed(Input::Lost(Lost::Call(to, id)));
        }
    }
}

fn peer(broker: BrokerId) -> Peer {
    Peer { broker, shard: 0 }
}

/// A request, as it comes from another broker.
fn of_broker(id: ReqId, request: Request) -> Input {
    let client = Client {
        origin: Origin::Broker,
        ..Client::default()
    };
    Input::Request(id, Request { client, ..request })
}
