//! The leader's side of in-sync sets: whom to let in, whom to let go, and asking the controller for it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use super::Node;
use super::calls::Call;
use crate::api::Body;
use crate::ids::{BrokerId, LogId};
use crate::mutant::{self, Mutant};
use crate::output::Outbox;
use crate::replica::{Leader, Role};
use crate::time::{Now, TimerId};
use crate::wire::Uuid;
use crate::wire::generated::alter_partition_request::{BrokerState, PartitionData, TopicData};
use crate::wire::generated::{AlterPartitionRequest, AlterPartitionResponse};

/// How long a leader waits before it asks again, when an answer was lost.
const BACKOFF: Duration = Duration::from_millis(100);

/// A wish for an in-sync set, as it was sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wish {
    log: LogId,
    /// The partition's epoch that it is about.
    partition_epoch: i32,
    /// The set that was asked for. What the leader wants may be another by the time of the answer, which then says
    /// nothing about that.
    isr: Vec<BrokerId>,
}

impl Node {
    /// A follower's fetch told how far it is: it may be let into the in-sync set.
    pub(crate) fn maybe_welcome(&mut self, now: Now, log: LogId, follower: BrokerId) {
        if !self.image.is_alive(follower) {
            return;
        }
        let partition = self.partition_mut(log);
        let hw = partition.hw();
        let Role::Leader(leader) = &mut partition.role else {
            return;
        };
        if leader.welcome(follower, hw) {
            self.ask_for_isr(now, log);
        }
    }

    /// Asks for what the leader of `log` wants, once this turn is over.
    fn ask_for_isr(&mut self, now: Now, log: LogId) {
        self.altering.insert(log);
        self.timers.arm(TimerId::InSync, now.mono);
    }

    /// Followers of a partition that this broker begins to lead must catch up in time.
    pub(super) fn watch_followers(&mut self, now: Now, log: LogId) {
        let me = self.config.broker;
        let Some((leader, _)) = self.partition(log).leading() else {
            return;
        };
        for follower in leader.isr.clone() {
            let timer = TimerId::Lag(follower);
            if follower != me && !self.timers.is_armed(&timer) {
                self.arm_lag(now, follower);
            }
        }
    }

    fn arm_lag(&mut self, now: Now, follower: BrokerId) {
        let lag = Duration::from_millis(self.config.replica_lag_time_max_ms.into());
        self.timers.arm(TimerId::Lag(follower), now.mono.after(lag));
    }

    /// One lag timer for each follower, over all partitions: it must have reached by now where they ended last time.
    pub(super) fn on_lag(&mut self, now: Now, follower: BrokerId) {
        let mut watched = false;
        let mut lagging = Vec::new();
        for partition in self.partitions.iter_mut().flatten() {
            let Some(end) = partition.log().map(crate::log::Log::end) else {
                continue;
            };
            if let Role::Leader(leader) = &mut partition.role {
                watched |= leader.may_be_in_sync(follower);
                if leader.check_lag(follower, end) {
                    lagging.push(partition.id);
                }
            }
        }
        for log in lagging {
            self.ask_for_isr(now, log);
        }
        if watched {
            self.arm_lag(now, follower);
        }
    }

    /// Asks the controller for all in-sync sets that are wanted; one request is under way at a time.
    pub(super) fn send_in_sync(&mut self, now: Now, out: &mut Outbox) {
        let busy = self
            .calls
            .values()
            .any(|(_, call)| matches!(call, Call::InSync(_)));
        if busy {
            // The answer arms the timer again.
            return;
        }
        let me = self.config.broker;
        let mut topics: BTreeMap<Uuid, Vec<PartitionData>> = BTreeMap::new();
        let mut asked = Vec::new();
        for log in core::mem::take(&mut self.altering) {
            let Some(partition) = self.partitions.get(log.index()).and_then(Option::as_ref) else {
                continue;
            };
            let Role::Leader(leader) = &partition.role else {
                continue;
            };
            let Some(row) = self.in_sync_row(partition.number, leader) else {
                continue;
            };
            asked.push(Wish {
                log,
                partition_epoch: row.partition_epoch,
                isr: leader.wanted.clone().unwrap_or_default(),
            });
            topics.entry(partition.topic_id).or_default().push(row);
        }
        if asked.is_empty() {
            return;
        }
        let topics = topics.into_iter().map(|(topic_id, partitions)| TopicData {
            topic_id,
            partitions,
            ..TopicData::default()
        });
        let request = AlterPartitionRequest {
            broker_id: me.0,
            broker_epoch: self.own_epoch(),
            topics: topics.collect(),
            ..AlterPartitionRequest::default()
        };
        if mutant::is(Mutant::OwnWishGranted) {
            for &Wish { log, .. } in &asked {
                if let Role::Leader(leader) = &mut self.partition_mut(log).role {
                    leader.isr = leader.wanted.clone().unwrap_or_default();
                }
            }
        }
        let call = Call::InSync(asked.clone());
        if !self.ask_controller(now, call, 3, Body::AlterPartition(request), out) {
            self.ask_in_sync_later(now, &asked);
        }
    }

    fn in_sync_row(&self, number: i32, leader: &Leader) -> Option<PartitionData> {
        let wanted = leader.wanted.as_ref()?;
        Some(PartitionData {
            partition_index: number,
            leader_epoch: leader.epoch,
            new_isr_with_epochs: wanted.iter().map(|id| self.member(*id)).collect(),
            partition_epoch: leader.partition_epoch,
            ..PartitionData::default()
        })
    }

    fn member(&self, id: BrokerId) -> BrokerState {
        BrokerState {
            broker_id: id.0,
            broker_epoch: self.image.broker_epoch(id).unwrap_or(-1),
            ..BrokerState::default()
        }
    }

    /// Nobody can tell what became of a request: it is made again, and void if it was granted.
    pub(super) fn ask_in_sync_later(&mut self, now: Now, asked: &[Wish]) {
        self.altering.extend(asked.iter().map(|wish| wish.log));
        self.timers.arm(TimerId::InSync, now.mono.after(BACKOFF));
    }

    /// The controller answered. What it granted shows in the metadata; what it refused is asked for again when there
    /// is reason to.
    pub(super) fn on_in_sync(&mut self, now: Now, asked: &[Wish], answer: &AlterPartitionResponse) {
        if answer.error_code != 0 {
            self.ask_in_sync_later(now, asked);
            return;
        }
        let rows = answer.topics.iter().flat_map(|topic| {
            let refused = topic.partitions.iter().filter(|row| row.error_code != 0);
            refused.map(|row| (topic.topic_id, row.partition_index))
        });
        let mut again = Vec::new();
        for (topic, number) in rows {
            let Ok(log) = self.local(topic, number) else {
                continue;
            };
            let Some(wish) = asked.iter().find(|wish| wish.log == log) else {
                continue;
            };
            if let Role::Leader(leader) = &mut self.partition_mut(log).role
                && wish.partition_epoch == leader.partition_epoch
                && leader.on_refused(&wish.isr)
            {
                again.push(wish.clone());
            }
        }
        if !again.is_empty() {
            return self.ask_in_sync_later(now, &again);
        }
        if !self.altering.is_empty() {
            self.timers.arm(TimerId::InSync, now.mono);
        }
    }

    /// Another run of a broker registered: what the one before said of its logs counts for nothing.
    pub(super) fn forget_follower(&mut self, now: Now, follower: BrokerId) {
        let mut asking = Vec::new();
        for partition in self.partitions.iter_mut().flatten() {
            if let Role::Leader(leader) = &mut partition.role
                && leader.forget(follower)
            {
                asking.push(partition.id);
            }
        }
        for log in asking {
            self.ask_for_isr(now, log);
        }
    }
}
