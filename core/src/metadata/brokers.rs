//! Brokers come and go (KIP-631): they register, send heartbeats, and are fenced when they fall silent.

use core::time::Duration;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::command::Record;
use super::elections::{self, Ended};
use super::image::{Broker, Image};
use crate::api::Body;
use crate::error::ErrorCode;
use crate::ids::{BrokerId, ProposalId};
use crate::mutant::{self, Mutant};
use crate::node::{Call, Node};
use crate::output::{Note, Outbox, Output};
use crate::time::{Now, TimerId};
use crate::wire::generated::broker_heartbeat_request::OfflineTopic;
use crate::wire::generated::broker_record::BrokerEndpoint;
use crate::wire::generated::broker_registration_request::Listener;
use crate::wire::generated::{
    AllocateProducerIdsRequest, AllocateProducerIdsResponse, BrokerChangeRecord,
    BrokerHeartbeatRequest, BrokerHeartbeatResponse, BrokerRecord, BrokerRegistrationRequest,
    BrokerRegistrationResponse, ClusterRecord, ProducerIdsRecord,
};
use crate::wire::{Str, Uuid};

/// Producer ids in a block, as in Kafka.
const BLOCK: i32 = 1000;

/// How long a broker waits before it announces itself again: a controller that was elected just now may not be active
/// yet.
const REGISTER_AGAIN: Duration = Duration::from_millis(100);

/// Heartbeats that a broker may miss if there are other signs that it is dead.
const LAST_HEARTBEATS: u32 = 2;

/// The broker's side: it announces itself, and says that it is alive.
impl Node {
    /// Announces this broker to the active controller, or tells it that this broker is alive, and does so again
    /// after a while. Whoever is the active controller needs no heartbeat: if it were dead, it would not be active. But it
    /// may have been fenced by the one before it.
    pub(crate) fn on_controller(&mut self, now: Now, out: &mut Outbox) {
        self.timers.disarm(&TimerId::Heartbeat);
        if self.is_stopped() {
            return;
        }
        let registered = self.is_registered();
        let works = registered && self.planned().is_alive(self.config.broker);
        if self.controller.is_active() && works && self.offline_logs().is_empty() {
            return;
        }
        let every = if registered {
            Duration::from_millis(self.config.broker_heartbeat_interval_ms.into())
        } else {
            REGISTER_AGAIN
        };
        self.timers.arm(TimerId::Heartbeat, now.mono.after(every));
        if registered {
            self.send_heartbeat(now, out);
        } else {
            let request = self.registration();
            self.ask_controller(
                now,
                Call::Register,
                4,
                Body::BrokerRegistration(request),
                out,
            );
        }
    }

    fn registration(&self) -> BrokerRegistrationRequest {
        let me = self.config.broker;
        let listeners = self.config.advertised.iter().map(|at| Listener {
            name: Str::from(at.listener.as_str()),
            host: Str::from(at.host.as_str()),
            port: at.port,
            ..Listener::default()
        });
        BrokerRegistrationRequest {
            broker_id: me.0,
            cluster_id: Str::default(),
            incarnation_id: Uuid(self.boot.incarnation),
            listeners: listeners.collect(),
            rack: self.config.rack.as_deref().map(Str::from),
            log_dirs: Vec::from([Uuid(self.boot.directory)]),
            previous_broker_epoch: self.boot.stopped_epoch.unwrap_or(-1),
            ..BrokerRegistrationRequest::default()
        }
    }

    /// Tells the active controller that this broker is alive, and whether it wants to stop.
    pub(crate) fn send_heartbeat(&mut self, now: Now, out: &mut Outbox) {
        let request = BrokerHeartbeatRequest {
            broker_id: self.config.broker.0,
            broker_epoch: self.own_epoch(),
            current_metadata_offset: self.image.index.0 as i64,
            want_shut_down: self.is_stopping(),
            offline_logs: self.offline_logs(),
            ..BrokerHeartbeatRequest::default()
        };
        if !self.is_asking(&Call::Heartbeat) {
            self.on_heartbeat_sent(now);
        }
        let body = Body::BrokerHeartbeat(request);
        self.ask_controller(now, Call::Heartbeat, 2, body, out);
    }

    /// Partitions whose logs cannot be used here, as long as this broker counts as in sync for them. They are told with
    /// every heartbeat until they do not, so that nothing depends on one of them getting through.
    fn offline_logs(&self) -> Vec<OfflineTopic> {
        let me = self.config.broker;
        let mut topics: BTreeMap<Uuid, Vec<i32>> = BTreeMap::new();
        for &log in &self.offline {
            let partition = self.partition(log);
            let (topic, number) = (partition.topic_id, partition.number);
            let image = self.image.partition(topic, number);
            if image.is_some_and(|image| image.isr.contains(&me) && image.isr.len() > 1) {
                topics.entry(topic).or_default().push(number);
            }
        }
        let topics = topics
            .into_iter()
            .map(|(topic_id, partitions)| OfflineTopic {
                topic_id,
                partitions,
                ..OfflineTopic::default()
            });
        topics.collect()
    }

    /// This broker's epoch, as far as its metadata goes; -1 if it never registered.
    pub(crate) fn own_epoch(&self) -> i64 {
        self.image.broker_epoch(self.config.broker).unwrap_or(-1)
    }

    /// Asks for a block of producer ids, unless that is under way.
    pub(crate) fn want_producer_ids(&mut self, now: Now, out: &mut Outbox) {
        if self.is_asking(&Call::ProducerIds) {
            return;
        }
        let me = self.config.broker;
        let request = AllocateProducerIdsRequest {
            broker_id: me.0,
            broker_epoch: self.own_epoch(),
            ..AllocateProducerIdsRequest::default()
        };
        self.ask_controller(
            now,
            Call::ProducerIds,
            0,
            Body::AllocateProducerIds(request),
            out,
        );
    }
}

/// The controller's side.
impl Node {
    /// Every broker must be heard of within a session from now on. Whoever was active before has been silent for as long
    /// as an election takes already, and if it lives it has only to find this controller.
    pub(crate) fn arm_sessions(&mut self, now: Now, predecessor: Option<BrokerId>) {
        let me = self.config.broker;
        let alive: Vec<BrokerId> = self.planned().alive().map(|(id, _)| id).collect();
        for id in alive.into_iter().filter(|id| *id != me) {
            self.arm_session(now, id);
        }
        if let Some(id) = predecessor {
            self.hasten_session(now, id);
        }
    }

    /// This controller is not active: it is not the one to fence anybody.
    pub(crate) fn forget_sessions(&mut self) {
        let ids: Vec<BrokerId> = self.image.brokers.keys().copied().collect();
        for id in ids {
            self.timers.disarm(&TimerId::BrokerSession(id));
        }
    }

    fn arm_session(&mut self, now: Now, id: BrokerId) {
        let session = Duration::from_millis(self.config.broker_session_timeout_ms.into());
        self.timers
            .arm(TimerId::BrokerSession(id), now.mono.after(session));
    }

    /// There are signs that a broker is dead: its listener is gone, or another was elected in its place. The rest of its
    /// session would be lost time. But something on the way may refuse connections while heartbeats get through, and who
    /// was deposed may live: so it may yet be heard of.
    pub(crate) fn hasten_session(&mut self, now: Now, id: BrokerId) {
        let heartbeat = Duration::from_millis(self.config.broker_heartbeat_interval_ms.into());
        let last_chance = now.mono.after(heartbeat * LAST_HEARTBEATS);
        self.timers.hasten(TimerId::BrokerSession(id), last_chance);
    }

    /// A broker was not heard of for a session: it is fenced, and others lead in its place. Until the metadata says so it
    /// is tried again, for a proposal may be refused, or lost, while its broker stays silent.
    pub(crate) fn on_session_over(&mut self, now: Now, id: BrokerId, out: &mut Outbox) {
        let is_fenced = |image: &Image| image.brokers.get(&id).is_none_or(|broker| broker.fenced);
        if !self.controller.is_active() || is_fenced(&self.image) {
            return;
        }
        let heartbeat = Duration::from_millis(self.config.broker_heartbeat_interval_ms.into());
        let again = now.mono.after(heartbeat * LAST_HEARTBEATS);
        if !mutant::is(Mutant::FenceOnce) {
            self.timers.arm(TimerId::BrokerSession(id), again);
        }
        self.doubt_controller(now, heartbeat * LAST_HEARTBEATS);
        let image = self.planned();
        let Some(broker) = image.brokers.get(&id).filter(|broker| !broker.fenced) else {
            return;
        };
        let mut records = Vec::from([fence(id, broker, true)]);
        records.extend(elections::without(image, id));
        out.push(Output::Note(Note::BrokerFenced { broker: id }));
        self.propose(records, out);
    }

    /// The metadata says something new of a broker: whoever is fenced has no session to lose, and whoever is not has one.
    /// It may be let in again by a heartbeat that came before its fence was committed, and never be heard of after that.
    pub(crate) fn on_broker(&mut self, now: Now, id: BrokerId) {
        let timer = TimerId::BrokerSession(id);
        if !self.image.is_alive(id) {
            self.timers.disarm(&timer);
        } else if self.controller.is_active()
            && id != self.config.broker
            && !self.timers.is_armed(&timer)
            && !mutant::is(Mutant::LetInWithoutSession)
        {
            self.arm_session(now, id);
        }
    }

    /// A broker that lives, and that this broker as the active controller would not miss if it died: there is none.
    pub(crate) fn unwatched(&self) -> Option<BrokerId> {
        let me = self.config.broker;
        let mut others = self.image.alive().map(|(id, _)| id).filter(|id| *id != me);
        let unwatched = |id: &BrokerId| !self.timers.is_armed(&TimerId::BrokerSession(*id));
        others.find(|id| self.controller.is_active() && unwatched(id))
    }

    /// A broker announces itself.
    pub(crate) fn register_broker(
        &mut self,
        now: Now,
        request: &BrokerRegistrationRequest,
        out: &mut Outbox,
    ) -> (BrokerRegistrationResponse, Option<ProposalId>) {
        let id = BrokerId(request.broker_id);
        let image = self.planned();
        let known = image.brokers.get(&id);
        let directory = request.log_dirs.first().copied().unwrap_or(Uuid::ZERO);
        let mut response = BrokerRegistrationResponse::default();
        if request.listeners.is_empty() {
            response.error_code = ErrorCode::InvalidRequest.code();
            return (response, None);
        }
        if let Some(broker) = known {
            if broker.incarnation == request.incarnation_id {
                // An answer was lost.
                response.broker_epoch = broker.epoch;
                return (response, None);
            }
            if !broker.fenced && broker.directory != directory {
                response.error_code = ErrorCode::DuplicateBrokerRegistration.code();
                return (response, None);
            }
        }
        let ended = match known {
            Some(broker) if broker.directory != directory => Ended::Replaced,
            Some(broker) if broker.epoch == request.previous_broker_epoch => Ended::Stopped,
            _ => Ended::Killed,
        };
        self.controller.heard.insert(id);
        if ended != Ended::Stopped && self.awaits_others(id) && !mutant::is(Mutant::UnheardCount) {
            // Who is alive is not known yet, and it matters: it asks again soon.
            response.error_code = ErrorCode::BrokerNotAvailable.code();
            return (response, None);
        }
        let image = self.planned();
        let mut records = Vec::new();
        if image.cluster_id.is_none() {
            records.push(Record::Cluster(ClusterRecord {
                cluster_id: Uuid(self.boot.new_cluster_id),
                ..ClusterRecord::default()
            }));
        }
        let endpoint = |listener: &Listener| BrokerEndpoint {
            name: listener.name.detach(),
            host: listener.host.detach(),
            port: listener.port,
            ..BrokerEndpoint::default()
        };
        records.push(Record::Broker(BrokerRecord {
            broker_id: id.0,
            incarnation: request.incarnation_id,
            directory,
            endpoints: request.listeners.iter().map(endpoint).collect(),
            rack: request.rack.as_ref().map(Str::detach),
            fenced: false,
            ..BrokerRecord::default()
        }));
        let (changes, orphaned) = elections::restarted(image, id, ended);
        if orphaned {
            out.push(Output::Note(Note::DataLost { broker: id }));
        }
        records.extend(changes);
        let proposal = self.propose(records, out);
        response.broker_epoch = self.planned().index.0 as i64;
        if id != self.config.broker {
            self.arm_session(now, id);
        }
        (response, Some(proposal))
    }

    /// True if this controller has not heard yet of a broker that is in sync where `id` is: it may be alive or not.
    fn awaits_others(&self, id: BrokerId) -> bool {
        let (me, image) = (self.config.broker, self.planned());
        let unheard = |other: &BrokerId| {
            let others = *other != id && *other != me;
            others && image.is_alive(*other) && !self.controller.heard.contains(other)
        };
        let mut partitions = image.topics.values().flat_map(|topic| &topic.partitions);
        partitions.any(|partition| partition.isr.contains(&id) && partition.isr.iter().any(unheard))
    }

    /// A broker is alive. If it was fenced, it is given work again; if it wants to stop, what it leads is handed over.
    pub(crate) fn broker_heartbeat(
        &mut self,
        now: Now,
        request: &BrokerHeartbeatRequest,
        out: &mut Outbox,
    ) -> (BrokerHeartbeatResponse, Option<ProposalId>) {
        let id = BrokerId(request.broker_id);
        let mut response = BrokerHeartbeatResponse {
            is_caught_up: true,
            is_fenced: false,
            // What is committed by now. What is not cannot have taken effect before this heartbeat was sent.
            metadata_offset: self.image.index.0 as i64,
            ..BrokerHeartbeatResponse::default()
        };
        if let Err(code) = self.check_broker(id, request.broker_epoch) {
            response.error_code = code.code();
            response.is_fenced = true;
            return (response, None);
        }
        self.controller.heard.insert(id);
        let image = self.planned();
        let broker = &image.brokers[&id];
        let mut records = Vec::new();
        if request.want_shut_down {
            if !mutant::is(Mutant::NoHandOver) {
                records = elections::handed_over(image, id);
            }
            response.should_shut_down = records.is_empty();
            if records.is_empty() && !broker.fenced && id != self.config.broker {
                records.push(fence(id, broker, true));
                records.extend(elections::without(image, id));
            }
        } else if broker.fenced {
            records.push(fence(id, broker, false));
            records.extend(elections::unfenced(image, id));
        } else {
            let topics = request.offline_logs.iter();
            let partitions = topics.flat_map(|topic| {
                topic
                    .partitions
                    .iter()
                    .map(|number| (topic.topic_id, *number))
            });
            records = elections::offline(image, id, partitions);
        }
        if id != self.config.broker {
            self.arm_session(now, id);
        }
        let proposal = (!records.is_empty()).then(|| self.propose(records, out));
        (response, proposal)
    }

    /// A broker wants producer ids that no other is given.
    pub(crate) fn allocate_producer_ids(
        &mut self,
        request: &AllocateProducerIdsRequest,
        out: &mut Outbox,
    ) -> (AllocateProducerIdsResponse, Option<ProposalId>) {
        let id = BrokerId(request.broker_id);
        let mut response = AllocateProducerIdsResponse::default();
        if let Err(code) = self.check_broker(id, request.broker_epoch) {
            response.error_code = code.code();
            return (response, None);
        }
        response.producer_id_start = self.planned().next_producer_id;
        response.producer_id_len = BLOCK;
        let record = ProducerIdsRecord {
            broker_id: id.0,
            count: BLOCK,
            ..ProducerIdsRecord::default()
        };
        let proposal = self.propose(Vec::from([Record::ProducerIds(record)]), out);
        (response, Some(proposal))
    }

    /// Fences a run of a broker that another has taken the place of.
    pub(crate) fn check_broker(&self, id: BrokerId, epoch: i64) -> Result<(), ErrorCode> {
        match self.planned().brokers.get(&id) {
            None => Err(ErrorCode::BrokerIdNotRegistered),
            Some(broker) if broker.epoch != epoch => Err(ErrorCode::StaleBrokerEpoch),
            Some(_) => Ok(()),
        }
    }
}

fn fence(id: BrokerId, broker: &Broker, fenced: bool) -> Record {
    Record::BrokerChange(BrokerChangeRecord {
        broker_id: id.0,
        broker_epoch: broker.epoch,
        fenced,
        ..BrokerChangeRecord::default()
    })
}
