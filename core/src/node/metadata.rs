//! News of the metadata log: what this broker hosts and leads follows from it.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Node, Stage};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, LogId, ReqId};
use crate::input::{MetaEvent, Outcome};
use crate::metadata::{Delta, Image, Topic};
use crate::mutant::{self, Mutant};
use crate::output::{Note, Outbox, Output, SegmentOp};
use crate::park::{Parked, Then, Until};
use crate::replica::{Follower, Partition, Settings, folder};
use crate::time::{Now, TimerId};
use crate::wire::{Str, Uuid};

impl Node {
    pub(super) fn meta_event(&mut self, now: Now, event: MetaEvent, out: &mut Outbox) {
        match event {
            MetaEvent::Restored(image) => self.on_restored(now, image, out),
            MetaEvent::Committed(index, command) => {
                let delta = Arc::make_mut(&mut self.image).apply(index, &command);
                self.controller.settled(command.id, &self.image);
                self.on_delta(now, &delta, out);
                if self.controller.is_active() && command.id.broker == self.config.broker {
                    self.session_of_controller(now, out);
                }
                for (request, then) in self.park.on_until(&Until::Proposal(command.id)) {
                    if delta.applied {
                        self.await_logs(now, request, &delta.partitions, then, out);
                    } else {
                        self.refuse(now, request, then, ErrorCode::NotController, out);
                    }
                }
                self.on_topics(now, out);
                if !delta.applied {
                    out.push(Output::Note(Note::CommandRefused {
                        proposal: command.id,
                    }));
                }
            }
            MetaEvent::Proposed(_, Outcome::Accepted(_)) => {}
            MetaEvent::Proposed(proposal, Outcome::Refused) => {
                self.controller.settled(proposal, &self.image);
                for (request, then) in self.park.on_until(&Until::Proposal(proposal)) {
                    self.refuse(now, request, then, ErrorCode::NotController, out);
                }
            }
            MetaEvent::Role(role) => self.on_role(now, role, out),
        }
    }

    /// All metadata at once: at boot, or when this broker was away for so long that the commands in between are gone.
    fn on_restored(&mut self, now: Now, image: Arc<Image>, out: &mut Outbox) {
        let before = core::mem::replace(&mut self.image, image);
        let mut gone = BTreeSet::new();
        for (name, topic) in &before.topics {
            if !self.image.names.contains_key(&topic.id) {
                self.remove_topic(now, name, topic, out);
                gone.insert(topic.id);
            }
        }
        self.forget_offsets(now, &gone, out);
        let runs: Vec<BrokerId> = self.image.brokers.keys().copied().collect();
        for id in runs {
            if before.broker_epoch(id) != self.image.broker_epoch(id) {
                self.forget_follower(now, id);
            }
        }
        let joined = self.maybe_registered(now, out);
        if joined || !mutant::is(Mutant::RestoredIgnored) {
            self.on_all_partitions(now, out);
        }
        self.maybe_vouched(now, out);
        self.on_topics(now, out);
    }

    /// Every partition as the metadata has it now.
    fn on_all_partitions(&mut self, now: Now, out: &mut Outbox) {
        let image = self.image.clone();
        for topic in image.topics.values() {
            for number in 0..topic.partitions.len() {
                self.on_partition(now, topic.id, number as i32, out);
            }
        }
    }

    /// Requests that wait for topics to come or to go.
    fn on_topics(&mut self, now: Now, out: &mut Outbox) {
        let image = self.image.clone();
        for until in self.park.topic_waits(|until| until.is_in(&image)) {
            let mut partitions = BTreeSet::new();
            if let Until::Topics { created, .. } = &until {
                let topics = created.iter().filter_map(|name| image.topics.get(name));
                for topic in topics {
                    let numbers = 0..topic.partitions.len() as i32;
                    partitions.extend(numbers.map(|number| (topic.id, number)));
                }
            }
            for (request, then) in self.park.on_until(&until) {
                self.await_logs(now, request, &partitions, then, out);
            }
        }
    }

    /// The request goes on once the logs of these partitions that are here are open.
    fn await_logs(
        &mut self,
        now: Now,
        request: ReqId,
        partitions: &BTreeSet<(Uuid, i32)>,
        then: Then,
        out: &mut Outbox,
    ) {
        let local = partitions
            .iter()
            .filter_map(|(topic, number)| self.logs.get(topic)?.get(number));
        let opening = |id: &&LogId| self.partition(**id).is_opening();
        let logs: BTreeSet<LogId> = local.filter(opening).copied().collect();
        if logs.is_empty() {
            self.go_on(now, request, then, out);
        } else {
            self.park.put(request, Parked::Logs { logs, then });
        }
    }

    pub(super) fn on_delta(&mut self, now: Now, delta: &Delta, out: &mut Outbox) {
        let me = self.config.broker;
        let joined = self.maybe_registered(now, out);
        for &id in &delta.brokers {
            self.forget_follower(now, id);
            self.on_broker(now, id);
        }
        for &(broker, first, end) in &delta.producer_ids {
            // Before this run is registered, it is told the history: an earlier run may have given these ids out.
            if (broker == me || mutant::is(Mutant::SameProducerIds)) && self.stage != Stage::Joining
            {
                self.producer_ids = (first, end);
                for (request, then) in self.park.on_until(&Until::ProducerIds) {
                    self.go_on(now, request, then, out);
                }
            }
        }
        for name in &delta.created {
            if let Some(topic) = self.image.topics.get(name) {
                let partitions = topic.partitions.len() as u32;
                out.push(Output::Note(Note::TopicCreated {
                    name: name.clone(),
                    partitions,
                }));
            }
        }
        for (name, topic) in &delta.removed {
            self.remove_topic(now, name, topic, out);
        }
        let gone = delta.removed.iter().map(|(_, topic)| topic.id).collect();
        self.forget_offsets(now, &gone, out);
        if joined {
            self.on_all_partitions(now, out);
            self.on_controller(now, out);
        } else {
            for &(topic, number) in &delta.partitions {
                self.on_partition(now, topic, number, out);
            }
        }
        self.maybe_handed_over(out);
        self.maybe_vouched(now, out);
    }

    /// True if the metadata says, as news, that this run of the broker is registered.
    fn maybe_registered(&mut self, now: Now, out: &mut Outbox) -> bool {
        let mine = Uuid(self.boot.incarnation);
        let me = self.image.brokers.get(&self.config.broker);
        let Some(broker) = me.filter(|broker| broker.incarnation == mine) else {
            return false;
        };
        if self.stage != Stage::Joining {
            return false;
        }
        self.stage = Stage::Registered;
        out.push(Output::Note(Note::Registered {
            broker_epoch: broker.epoch,
        }));
        self.session_from(now, now.mono, out);
        true
    }

    /// A topic is gone, and its replicas here go with it. Before this run is registered that is history: an earlier run
    /// hosted them, and may not have come to removing them.
    fn remove_topic(&mut self, now: Now, name: &Str, topic: &Topic, out: &mut Outbox) {
        let mut logs = self.logs.remove(&topic.id).unwrap_or_default();
        let me = self.config.broker;
        for (number, partition) in (0..).zip(&topic.partitions) {
            if !partition.replicas.contains(&me) {
                continue;
            }
            let id = logs.remove(&number).unwrap_or_else(|| self.next_log());
            if self.partitions[id.index()].is_some() {
                self.resign(now, id, ErrorCode::UnknownTopicOrPartition, out);
                self.partitions[id.index()] = None;
                self.offline.remove(&id);
                self.timers.disarm(&TimerId::Flush(id));
            }
            let (folder, topic_id) = (folder(name, number), topic.id);
            out.push(Output::Segment(id, SegmentOp::Remove { folder, topic_id }));
        }
        out.push(Output::Note(Note::TopicRemoved { name: name.clone() }));
    }

    /// A partition was created or changed, or its log has opened: this broker leads it, or follows, or does neither.
    pub(super) fn on_partition(&mut self, now: Now, topic: Uuid, number: i32, out: &mut Outbox) {
        // Before this run is registered it is told the history. What it hosts is what the metadata says once all that
        // was committed before has been told: a topic that was may have the name, and the folder, of one that is.
        let joining = self.stage == Stage::Joining;
        if joining && !mutant::is(Mutant::HostHistory) {
            return;
        }
        let me = self.config.broker;
        let image = self.image.clone();
        let Some(partition) = image.partition(topic, number) else {
            return;
        };
        if !partition.replicas.contains(&me) {
            return;
        }
        let Some((name, _)) = image.topic_by_id(topic) else {
            return;
        };
        let id = self.host(name, topic, number, out);
        if joining || self.partition(id).is_opening() {
            // It takes its part once its log is open.
            return self.resign(now, id, ErrorCode::NotLeaderOrFollower, out);
        }
        match partition.leader {
            // Its log has failed.
            _ if self.partition(id).log().is_none() => self.maybe_refill(id, out),
            Some(leader) if leader == me => self.lead(now, id, partition, out),
            Some(leader) => {
                let epoch = partition.leader_epoch;
                self.follow(now, id, Follower { leader, epoch }, out);
            }
            None => self.resign(now, id, ErrorCode::NotLeaderOrFollower, out),
        }
    }

    /// Makes sure that this broker's replica of a partition is open or opening.
    pub(super) fn host(
        &mut self,
        name: &Str,
        topic_id: Uuid,
        number: i32,
        out: &mut Outbox,
    ) -> LogId {
        if let Some(&id) = self.logs.get(&topic_id).and_then(|logs| logs.get(&number)) {
            return id;
        }
        let id = self.next_log();
        let topic = &self.image.topics[name];
        let settings = Settings::of(topic, &self.config);
        let partition = Partition::opening(id, topic_id, name.clone(), number, settings);
        out.push(Output::Segment(
            id,
            SegmentOp::Open {
                folder: partition.folder(),
                topic_id,
            },
        ));
        self.partitions[id.index()] = Some(Box::new(partition));
        self.logs.entry(topic_id).or_default().insert(number, id);
        id
    }

    /// The name of a log that this run has not had yet.
    fn next_log(&mut self) -> LogId {
        let id = u32::try_from(self.partitions.len()).expect("fewer than 2^32 logs in a run");
        self.partitions.push(None);
        LogId(id)
    }
}
