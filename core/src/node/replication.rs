//! The follower's side of replication: one fetch for each leader, over all logs that follow it (KIP-227 without sessions).
//!
//! A fetch asks from the log's end and tells how much of the log is on stable storage. The leader holds it until there is
//! something to read. When a sync ends meanwhile, a second fetch that asks for nothing tells so: the high watermark waits
//! for a sync, never for the next record.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::time::Duration;

use super::Node;
use super::calls::Call;
use crate::FlushPolicy;
use crate::api::{Body, Fetched, FetchedPartition, Request};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, CallId, Epoch, LogId, Offset};
use crate::input::Fault;
use crate::mutant::{self, Mutant};
use crate::output::{Append, Note, Outbox, Output};
use crate::replica::{Follower, parting};
use crate::time::{Now, TimerId};
use crate::wire::Uuid;
use crate::wire::generated::FetchRequest;
use crate::wire::generated::fetch_request::{FetchPartition, FetchTopic, ReplicaState};

/// Version of a follower's fetch: topics by id, the follower's broker epoch (KIP-903).
const FETCH: i16 = 17;

/// How long a follower waits before it asks again what went wrong.
const BACKOFF: Duration = Duration::from_millis(50);

/// What this broker fetches from one leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Fetcher {
    /// Logs that follow this leader.
    logs: BTreeSet<LogId>,
    /// Of these, the ones that the leader refused: asked for again after a while.
    refused: BTreeSet<LogId>,
    /// Logs of which more is stored than the leader was told.
    stored: BTreeSet<LogId>,
    /// The fetch that the leader holds. An answer to an earlier one is taken in, and asks for nothing.
    waiting: Option<CallId>,
}

impl Node {
    /// `log` follows `follower.leader` from now on.
    pub(crate) fn fetch_from(&mut self, now: Now, log: LogId, leader: BrokerId) {
        self.fetch_no_more(log);
        self.fetchers.entry(leader).or_default().logs.insert(log);
        self.timers.arm(TimerId::Fetch(leader), now.mono);
    }

    /// `log` follows nobody.
    pub(crate) fn fetch_no_more(&mut self, log: LogId) {
        for fetcher in self.fetchers.values_mut() {
            fetcher.logs.remove(&log);
            fetcher.refused.remove(&log);
            fetcher.stored.remove(&log);
        }
        let idle: Vec<BrokerId> = self
            .fetchers
            .iter()
            .filter(|(_, fetcher)| fetcher.logs.is_empty())
            .map(|(&leader, _)| leader)
            .collect();
        for leader in idle {
            self.fetchers.remove(&leader);
            self.timers.disarm(&TimerId::Fetch(leader));
            self.timers.disarm(&TimerId::Stored(leader));
        }
    }

    /// Asks `leader` for everything that follows it.
    pub(super) fn send_fetch(&mut self, leader: BrokerId, out: &mut Outbox) {
        let Some(fetcher) = self.fetchers.get_mut(&leader) else {
            return;
        };
        if !mutant::is(Mutant::RefusedFetchRests) {
            fetcher.refused.clear();
        }
        self.fetch_again(leader, out);
    }

    fn fetch_again(&mut self, leader: BrokerId, out: &mut Outbox) {
        let Some(fetcher) = self.fetchers.get_mut(&leader) else {
            return;
        };
        fetcher.stored.clear();
        let logs = fetcher.logs.difference(&fetcher.refused).copied().collect();
        self.timers.disarm(&TimerId::Stored(leader));
        let waiting = self.send(leader, logs, true, out);
        if let Some(fetcher) = self.fetchers.get_mut(&leader) {
            fetcher.waiting = waiting;
        }
    }

    /// Tells `leader` what is stored here, and asks for nothing.
    pub(super) fn send_stored(&mut self, leader: BrokerId, out: &mut Outbox) {
        let Some(fetcher) = self.fetchers.get_mut(&leader) else {
            return;
        };
        let logs = core::mem::take(&mut fetcher.stored).into_iter().collect();
        self.send(leader, logs, false, out);
    }

    /// Sends a fetch for those of `logs` that can be fetched for now, if there are any.
    fn send(
        &mut self,
        leader: BrokerId,
        logs: Vec<LogId>,
        waits: bool,
        out: &mut Outbox,
    ) -> Option<CallId> {
        // Whoever stops and took in more would never have all of it on stable storage.
        if self.has_handed_over() {
            return None;
        }
        let mut topics: BTreeMap<Uuid, Vec<FetchPartition>> = BTreeMap::new();
        let mut asked = Vec::with_capacity(logs.len());
        for log in logs {
            let partition = self.partition(log);
            if let Some(row) = self.fetch_row(log, waits) {
                asked.push((log, row.current_leader_epoch));
                topics.entry(partition.topic_id).or_default().push(row);
            }
        }
        if asked.is_empty() {
            return None;
        }
        let topics = topics.into_iter().map(|(topic_id, partitions)| FetchTopic {
            topic_id,
            partitions,
            ..FetchTopic::default()
        });
        let me = self.config.broker;
        let epoch = self.own_epoch();
        let request = FetchRequest {
            replica_state: ReplicaState {
                replica_id: me.0,
                replica_epoch: epoch,
                ..ReplicaState::default()
            },
            max_wait_ms: if waits {
                self.config.replica_fetch_wait_max_ms as i32
            } else {
                0
            },
            min_bytes: 1,
            max_bytes: self.config.replica_fetch_response_max_bytes as i32,
            topics: topics.collect(),
            ..FetchRequest::default()
        };
        let request = Request::own(FETCH, Body::Fetch(request));
        Some(self.call(leader, Call::Fetch { asked }, request, out))
    }

    fn fetch_row(&self, log: LogId, waits: bool) -> Option<FetchPartition> {
        let partition = self.partition(log);
        let (follower, state) = partition.following()?;
        if partition.suspended.is_some() {
            return None;
        }
        let max_bytes = self.config.replica_fetch_max_bytes as i32;
        Some(FetchPartition {
            partition: partition.number,
            current_leader_epoch: follower.epoch,
            fetch_offset: state.end(),
            last_fetched_epoch: state.last_epoch().unwrap_or(-1),
            log_start_offset: state.start(),
            partition_max_bytes: if waits { max_bytes } else { 0 },
            flushed_end: partition.stored(),
            ..FetchPartition::default()
        })
    }

    /// A fetch was answered.
    pub(super) fn on_fetched(
        &mut self,
        now: Now,
        leader: BrokerId,
        id: CallId,
        asked: &[(LogId, Epoch)],
        fetched: Fetched,
        out: &mut Outbox,
    ) {
        let mut refused = BTreeSet::new();
        let nothing = fetched.error_code != 0 || fetched.partitions.is_empty();
        for part in fetched.partitions {
            let Ok(log) = self.local(part.topic_id, part.partition) else {
                continue;
            };
            // What was true of the leader's log in an earlier epoch need not be true in this one.
            let follows = self.partition(log).following();
            let Some((follower, _)) =
                follows.filter(|(follower, _)| asked.binary_search(&(log, follower.epoch)).is_ok())
            else {
                continue;
            };
            if !self.take_fetched(now, log, follower, part, out) {
                refused.insert(log);
            }
        }
        let Some(fetcher) = self.fetchers.get_mut(&leader) else {
            return;
        };
        let any = !refused.is_empty();
        fetcher.refused.append(&mut refused);
        if any || nothing {
            self.timers
                .arm(TimerId::Fetch(leader), now.mono.after(BACKOFF));
        }
        // The next one carries what is stored by now as well.
        if fetcher.waiting == Some(id) {
            fetcher.waiting = None;
            if !nothing {
                self.fetch_again(leader, out);
            }
        }
    }

    /// A fetch was lost: the leader is asked again after a while.
    pub(super) fn on_fetch_lost(&mut self, now: Now, leader: BrokerId) {
        if self.fetchers.contains_key(&leader) && !mutant::is(Mutant::LostFetchRests) {
            self.timers
                .arm(TimerId::Fetch(leader), now.mono.after(BACKOFF));
        }
    }

    /// Takes in what came for one log; false if the leader refused it.
    fn take_fetched(
        &mut self,
        now: Now,
        log: LogId,
        follower: Follower,
        part: FetchedPartition,
        out: &mut Outbox,
    ) -> bool {
        if part.error_code != ErrorCode::None.code() {
            return false;
        }
        if let Some((epoch, end)) = part.diverging {
            self.cut(now, log, epoch, end, out);
            return true;
        }
        for batch in part.batches {
            let partition = self.partition_mut(log);
            if partition.suspended.is_some() {
                return true;
            }
            let roll_bytes = partition.settings.segment_bytes;
            let Some(state) = partition.log_mut() else {
                return true;
            };
            let header = *batch.header();
            // An answer that overlaps with an earlier one, or that was asked for before a cut, does not fit.
            let fits = header.base_offset == state.end()
                && header.leader_epoch <= follower.epoch
                && state
                    .last_epoch()
                    .is_none_or(|last| last <= header.leader_epoch);
            if !fits {
                break;
            }
            let placement = state.take(&header, roll_bytes);
            let append = Append {
                log,
                generation: state.generation(),
                segment: placement.segment,
                position: placement.position,
                base_offset: placement.base_offset,
                leader_epoch: header.leader_epoch,
                batch,
            };
            self.push_append(append, placement.rolled, out);
        }
        self.partition_mut(log).follow_hw(part.high_watermark);
        self.maybe_checkpoint(log, out);
        true
    }

    /// The log parts from the leader's: its end is cut (KIP-101).
    fn cut(&mut self, now: Now, log: LogId, epoch: Epoch, end: Offset, out: &mut Outbox) {
        let Some((_, state)) = self.partition(log).following() else {
            return;
        };
        let to = parting(state, epoch, end);
        self.cut_to(now, log, to, out);
    }

    /// Cuts the log's end. What is committed is never cut: if that is what it takes, one of the two logs has lost data,
    /// and this one is taken out of use.
    pub(super) fn cut_to(&mut self, now: Now, log: LogId, to: Offset, out: &mut Outbox) {
        let partition = self.partition_mut(log);
        let Some((_, state)) = partition.following() else {
            return;
        };
        let (own_end, hw) = (state.end(), partition.hw());
        if to >= own_end {
            return;
        }
        if to < hw && partition.settings.flush == FlushPolicy::Sync {
            let fault = Fault::Diverged { leader_end: to, hw };
            self.log_failed(now, log, fault, out);
            return;
        }
        let generation = partition.close_for_cut();
        self.timers.disarm(&TimerId::Flush(log));
        let partition = self.partition(log);
        out.push(Output::Note(Note::LogTruncated {
            log,
            folder: partition.folder(),
            from: own_end,
            to,
        }));
        out.push(Output::Truncate {
            log,
            generation,
            to,
        });
    }

    /// What counts as stored here has moved: the leader is told, once this turn is over.
    pub(crate) fn on_stored(&mut self, now: Now, log: LogId) {
        let Some((follower, _)) = self.partition(log).following() else {
            return;
        };
        if let Some(fetcher) = self.fetchers.get_mut(&follower.leader) {
            fetcher.stored.insert(log);
            self.timers.arm(TimerId::Stored(follower.leader), now.mono);
        }
    }
}
