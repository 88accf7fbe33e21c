//! News of the metadata log: what this broker hosts and leads follows from it.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::sync::Arc;

use super::{Node, Stage};
use crate::error::ErrorCode;
use crate::ids::{LogId, ReqId};
use crate::input::{MetaEvent, Outcome, Role};
use crate::metadata::Delta;
use crate::output::{Note, Outbox, Output, SegmentOp};
use crate::park::{Parked, Then};
use crate::replica::{Partition, Settings};
use crate::time::Now;
use crate::wire::{Str, Uuid};

impl Node {
    pub(super) fn meta_event(&mut self, now: Now, event: MetaEvent, out: &mut Outbox) {
        match event {
            MetaEvent::Restored(image) => {
                self.image = image;
                let image = self.image.clone();
                for (name, topic) in &image.topics {
                    for number in 0..topic.partitions.len() {
                        self.host(name, topic.id, number as i32, out);
                    }
                }
            }
            MetaEvent::Committed(index, command) => {
                let delta = Arc::make_mut(&mut self.image).apply(index, &command);
                self.controller
                    .creating
                    .retain(|_, proposal| *proposal != command.id);
                self.on_delta(now, &delta, out);
                for (request, then) in self.park.on_proposal(command.id) {
                    if delta.applied {
                        self.await_logs(now, request, &delta, then, out);
                    } else {
                        self.give_up(now, request, then, out);
                    }
                }
                if !delta.applied {
                    out.push(Output::Note(Note::CommandRefused {
                        proposal: command.id,
                    }));
                }
            }
            MetaEvent::Proposed(_, Outcome::Accepted(_)) => {}
            MetaEvent::Proposed(proposal, Outcome::Refused) => {
                self.controller
                    .creating
                    .retain(|_, pending| *pending != proposal);
                for (request, then) in self.park.on_proposal(proposal) {
                    self.give_up(now, request, then, out);
                }
            }
            MetaEvent::Role(role) => {
                self.controller.role = role;
                if matches!(role, Role::Active { .. }) && self.stage == Stage::Joining {
                    self.register(out);
                }
            }
        }
    }

    /// The request goes on once the logs that the command created here are open.
    pub(super) fn await_logs(
        &mut self,
        now: Now,
        request: ReqId,
        delta: &Delta,
        then: Then,
        out: &mut Outbox,
    ) {
        let local = delta
            .partitions
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
        let incarnation = Uuid(self.boot.incarnation);
        for &id in delta.brokers.iter().filter(|&&id| id == me) {
            let Some(broker) = self.image.brokers.get(&id) else {
                continue;
            };
            if broker.incarnation == incarnation && self.stage == Stage::Joining {
                self.stage = Stage::Registered;
                out.push(Output::Note(Note::Registered {
                    broker_epoch: broker.epoch,
                }));
            }
        }
        for &(broker, first, end) in &delta.producer_ids {
            if broker == me {
                self.producer_ids = (first, end);
                self.producer_ids_pending = None;
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
        for (name, id) in &delta.removed {
            self.remove_topic(name, *id, out);
        }
        for &(topic, number) in &delta.partitions {
            self.on_partition(now, topic, number, out);
        }
    }

    pub(super) fn remove_topic(&mut self, name: &Str, topic: Uuid, out: &mut Outbox) {
        for (_, id) in self.logs.remove(&topic).unwrap_or_default() {
            self.partition_mut(id).resign();
            self.leave(id, ErrorCode::UnknownTopicOrPartition, out);
            self.partitions[id.index()] = None;
            out.push(Output::Segment(id, SegmentOp::Remove));
        }
        out.push(Output::Note(Note::TopicRemoved { name: name.clone() }));
    }

    /// A partition was created or changed: leads it, or stops leading it.
    pub(super) fn on_partition(&mut self, now: Now, topic: Uuid, number: i32, out: &mut Outbox) {
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
        if self.stage == Stage::Joining {
            return;
        }
        if partition.leader == Some(me) {
            self.lead(now, id, partition.leader_epoch, partition.isr.clone(), out);
        } else {
            self.partition_mut(id).resign();
            self.leave(id, ErrorCode::NotLeaderOrFollower, out);
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
        let id =
            LogId(u32::try_from(self.partitions.len()).expect("fewer than 2^32 logs in a run"));
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
        self.partitions.push(Some(Box::new(partition)));
        self.logs.entry(topic_id).or_default().insert(number, id);
        id
    }
}
