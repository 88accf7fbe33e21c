//! An orderly stop: others take over what this broker leads, and everything appended reaches stable storage.

use core::time::Duration;

use super::{Node, Stage, logs};
use crate::ids::BrokerId;
use crate::metadata::PartitionImage;
use crate::output::Outbox;
use crate::replica::Partition;
use crate::time::{Now, TimerId};

/// The longest that a stop waits for others to take over.
const HAND_OVER: Duration = Duration::from_secs(5);

impl Node {
    /// True once an orderly stop has nothing more to do: nobody is to take over what this broker leads, and everything
    /// appended is on stable storage.
    pub fn is_stopped(&self) -> bool {
        let settled =
            |partition: &Partition| partition.log().is_none_or(|log| log.flushed() == log.end());
        self.has_handed_over() && self.partitions().all(settled)
    }

    /// The epoch of this run of the broker, if it has nothing to miss once it is stopped: the next run may say so
    /// ([`crate::Boot::stopped_epoch`]). `None` if it never registered, or if a log of it is out of use or has not been
    /// read back: what an earlier run left there need not be on stable storage.
    pub fn stopped_epoch(&self) -> Option<i64> {
        let mine = self.image.brokers.get(&self.config.broker);
        let mine = mine.filter(|broker| broker.incarnation.0 == self.boot.incarnation);
        let all_open = || !self.partitions().any(Partition::is_opening);
        mine.filter(|_| self.offline.is_empty() && all_open())
            .map(|broker| broker.epoch)
    }

    /// True once an orderly stop has begun.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stage == Stage::Stopping
    }

    /// True once an orderly stop waits only for what was appended to reach stable storage.
    pub(super) fn has_handed_over(&self) -> bool {
        self.is_stopping() && !self.timers.is_armed(&TimerId::HandOver)
    }

    pub(super) fn stop(&mut self, now: Now, out: &mut Outbox) {
        let joined = self.stage == Stage::Registered;
        self.stage = Stage::Stopping;
        if joined && self.has_to_hand_over() {
            self.timers
                .arm(TimerId::HandOver, now.mono.after(HAND_OVER));
            // The heartbeat says that this broker wants to stop.
            self.send_heartbeat(now, out);
            return;
        }
        self.take_checkpoints(out);
    }

    /// The metadata has changed: perhaps nothing is led here any more.
    pub(super) fn maybe_handed_over(&mut self, out: &mut Outbox) {
        if self.timers.is_armed(&TimerId::HandOver) && !self.has_to_hand_over() {
            self.timers.disarm(&TimerId::HandOver);
            self.take_checkpoints(out);
        }
    }

    /// Nobody took over in time.
    pub(super) fn hand_over_no_longer(&mut self, out: &mut Outbox) {
        self.take_checkpoints(out);
    }

    /// True if this broker leads what another of the in-sync set could lead.
    fn has_to_hand_over(&self) -> bool {
        let me = self.config.broker;
        let other = |id: &BrokerId| *id != me && self.image.is_alive(*id);
        let led = |partition: &&PartitionImage| {
            partition.leader == Some(me) && partition.isr.iter().any(other)
        };
        let mut topics = self.image.topics.values();
        topics.any(|topic| topic.partitions.iter().any(|partition| led(&partition)))
    }

    fn take_checkpoints(&mut self, out: &mut Outbox) {
        for partition in self.partitions.iter_mut().flatten() {
            if partition.since_checkpoint > 0 && partition.log().is_some() {
                partition.since_checkpoint = 0;
                logs::checkpoint(partition, out);
            }
        }
    }
}
