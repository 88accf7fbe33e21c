//! What all coordinators have in common: reading the log back, appending what was decided, and holding replies
//! until it is committed.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;
use core::time::Duration;

use bytes::Bytes;

use super::shard::{Asked, GroupLimits};
use super::{Awaiting, Effects, OFFSETS_TOPIC, Shard, partition_of};
use crate::api::{Client, Response};
use crate::error::ErrorCode;
use crate::ids::{LogId, Offset, ReadId, ReqId};
use crate::mutant::{self, Mutant};
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::{Mark, MarkKind, Parked};
use crate::records::build::{self, Producer};
use crate::records::{check_stored, read};
use crate::time::{Now, TimerId};
use crate::wire::{Str, Uuid};

/// The longest that a reply waits for what it depends on to be committed (`offsets.commit.timeout.ms`).
const COMMIT_WAIT: Duration = Duration::from_secs(5);

/// Reading a coordinator's log back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Loading {
    /// Where the log ended when this broker began to lead it.
    end: Offset,
    /// What is read next, if nothing is being read: it is not written yet.
    next: Option<Offset>,
}

impl Node {
    /// This broker leads `log`. If that is a partition of the offsets topic, its coordinator is built from it.
    pub(crate) fn start_coordinator(&mut self, now: Now, log: LogId, out: &mut Outbox) {
        let partition = self.partition(log);
        let Some((leader, state)) = partition
            .serving()
            .filter(|_| partition.topic == OFFSETS_TOPIC && partition.suspended.is_none())
        else {
            return;
        };
        let (start, end, epoch) = (state.start(), state.end(), leader.epoch);
        self.drop_coordinator(log, out);
        self.coordinators
            .insert(log, Shard::new(log, epoch, Loading { end, next: None }));
        self.load_from(now, log, start, out);
    }

    /// This broker does not lead `log` any more, or its log failed: what its coordinator knew may never have
    /// been committed. Whoever waits is sent away.
    pub(crate) fn drop_coordinator(&mut self, log: LogId, out: &mut Outbox) {
        let Some(shard) = self.coordinators.remove(&log) else {
            return;
        };
        // What these reads bring is of this reign: the next begins at the log's start.
        if !mutant::is(Mutant::LoadOfAnEarlierReign) {
            self.loads.retain(|_, loaded| *loaded != log);
        }
        for timer in shard.timers() {
            self.timers.disarm(&timer);
        }
        let code = ErrorCode::NotCoordinator;
        for (awaiting, is_join, member) in shard.awaiting() {
            if mutant::is(Mutant::WaitersForgotten) {
                continue;
            }
            let response = if is_join {
                super::classic::join_refused(awaiting.version, code, member)
            } else {
                super::classic::sync_refused(code)
            };
            out.push(Output::Reply(
                awaiting.id,
                crate::api::Reply::Body(response),
            ));
        }
    }

    fn load_from(&mut self, now: Now, log: LogId, from: Offset, out: &mut Outbox) {
        let Some(end) = self
            .coordinators
            .get(&log)
            .and_then(|shard| Some(shard.loading.as_ref()?.end))
        else {
            return;
        };
        let most = self.config.read_back_bytes;
        let plan = self
            .partition(log)
            .log()
            .and_then(|state| state.plan(log, from, end, most));
        match plan {
            Some(plan) => {
                let read = ReadId(self.next_read());
                self.loads.insert(read, log);
                out.push(Output::Read(read, plan));
            }
            None if from < end => {
                // The rest was appended when this broker still followed, and is on its way to the disk.
                if let Some(loading) = self.loading_mut(log) {
                    loading.next = Some(from);
                }
            }
            None => {
                let mut fx = self.effects(now, log);
                let (image, stopping) = (self.image.clone(), self.is_stopping());
                if let Some(shard) = self.coordinators.get_mut(&log) {
                    shard.loaded(&mut fx);
                    // Whatever is in the log was committed under metadata that this broker has: it leads since.
                    if !stopping {
                        shard.forget_topics(|id| !image.names.contains_key(id), &mut fx);
                    }
                }
                self.apply_effects(now, fx, out);
                for (request, then) in self.park.on_opened(log) {
                    self.go_on(now, request, then, out);
                }
            }
        }
    }

    fn loading_mut(&mut self, log: LogId) -> Option<&mut Loading> {
        self.coordinators.get_mut(&log)?.loading.as_mut()
    }

    /// More of a coordinator's log can be read.
    pub(crate) fn load_on(&mut self, now: Now, log: LogId, out: &mut Outbox) {
        let next = self
            .loading_mut(log)
            .and_then(|loading| loading.next.take());
        if let Some(next) = next {
            self.load_from(now, log, next, out);
        }
    }

    /// These topics are gone, and with them where groups were in them.
    pub(crate) fn forget_offsets(&mut self, now: Now, topics: &BTreeSet<Uuid>, out: &mut Outbox) {
        if topics.is_empty() || self.is_stopping() {
            return;
        }
        let ready = self.ready_coordinators().into_iter();
        let logs: Vec<LogId> = ready.map(|shard| shard.log).collect();
        for log in logs {
            let mut fx = self.effects(now, log);
            if let Some(shard) = self.coordinators.get_mut(&log) {
                shard.forget_topics(|id| topics.contains(id), &mut fx);
            }
            self.apply_effects(now, fx, out);
        }
    }

    fn effects(&self, now: Now, log: LogId) -> Effects {
        let max_bytes = self.partition(log).settings.max_message_bytes as usize;
        Effects::new(log, now.wall, max_bytes)
    }

    /// Bytes of a coordinator's log came.
    pub(crate) fn on_load_read(
        &mut self,
        now: Now,
        read: ReadId,
        mut bytes: Bytes,
        out: &mut Outbox,
    ) {
        let Some(log) = self.loads.remove(&read) else {
            return;
        };
        let Some(shard) = self
            .coordinators
            .get_mut(&log)
            .filter(|shard| shard.loading.is_some())
        else {
            return;
        };
        let mut next = None;
        while let Some(batch) = check_stored(&bytes) {
            let header = *batch.header();
            let _ = bytes.split_to(header.len as usize);
            next = Some(header.end_offset());
            if !header.is_control() {
                read::Records::of(&batch)
                    .filter_map(Result::ok)
                    .for_each(|record| shard.replay(&record));
            }
        }
        // Nothing where something must be: the log is damaged, and half a state is worse than none.
        match next {
            Some(_) if mutant::is(Mutant::LoadOneChunk) => {
                self.load_from(now, log, Offset::MAX, out);
            }
            Some(next) => self.load_from(now, log, next, out),
            None => {
                let event = crate::input::LogEvent::Failed(crate::input::Fault::Io);
                self.log_event(now, log, event, out);
            }
        }
    }

    /// The coordinator of `group`, if it is here and has read its log.
    pub(crate) fn coordinator(&self, group: &str) -> Result<LogId, ErrorCode> {
        if group.is_empty() {
            return Err(ErrorCode::InvalidGroupId);
        }
        if self.is_stopping() {
            return Err(ErrorCode::NotCoordinator);
        }
        let topic = self
            .image
            .topics
            .get(&OFFSETS_TOPIC)
            .ok_or(ErrorCode::CoordinatorNotAvailable)?;
        let number = partition_of(group, topic.partitions.len());
        let log = self
            .local(topic.id, number)
            .map_err(|_| ErrorCode::NotCoordinator)?;
        match self.coordinators.get(&log) {
            Some(shard) if shard.loading.is_none() || mutant::is(Mutant::AnswerWhileLoading) => {
                Ok(log)
            }
            Some(_) => Err(ErrorCode::CoordinatorLoadInProgress),
            None if self.partition(log).is_opening() => Err(ErrorCode::CoordinatorLoadInProgress),
            None => Err(ErrorCode::NotCoordinator),
        }
    }

    /// Lets the coordinator of `group` decide, and does what it wants done.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn decide(
        &mut self,
        now: Now,
        group: &str,
        out: &mut Outbox,
        decide: impl FnOnce(&mut Shard, &mut Effects),
    ) -> Result<(), ErrorCode> {
        let log = self.coordinator(group)?;
        let mut fx = self.effects(now, log);
        let shard = self
            .coordinators
            .get_mut(&log)
            .ok_or(ErrorCode::NotCoordinator)?;
        decide(shard, &mut fx);
        self.apply_effects(now, fx, out);
        Ok(())
    }

    /// A timer of a coordinator.
    pub(crate) fn on_coordinator_timer(
        &mut self,
        now: Now,
        log: LogId,
        timer: &TimerId,
        out: &mut Outbox,
    ) {
        if self.is_stopping() {
            // Nothing more is appended; whoever leads next arms its own timers.
            return;
        }
        let mut fx = self.effects(now, log);
        if let Some(shard) = self.coordinators.get_mut(&log) {
            shard.on_timer(timer, &mut fx);
        }
        self.apply_effects(now, fx, out);
    }

    fn apply_effects(&mut self, now: Now, fx: Effects, out: &mut Outbox) {
        let log = fx.log;
        for timer in &fx.disarm {
            self.timers.disarm(timer);
        }
        for (timer, span) in fx.arm {
            self.timers.arm(timer, now.mono.after(span));
        }
        let mut records = &fx.records[..];
        while !records.is_empty() {
            let (now, later) = records.split_at(build::fitting(records, fx.max_bytes));
            self.append(log, build::batch(now, Producer::NONE), out);
            records = later;
        }
        for (id, response) in fx.now {
            out.push(Output::Reply(id, crate::api::Reply::Body(response)));
        }
        for (id, response) in fx.committed {
            self.reply_committed(now, id, [log].into(), response, out);
        }
    }

    /// Replies once everything that the logs hold now is committed.
    pub(crate) fn reply_committed(
        &mut self,
        now: Now,
        id: ReqId,
        logs: BTreeSet<LogId>,
        response: Response,
        out: &mut Outbox,
    ) {
        let marks: BTreeSet<Mark> = logs
            .into_iter()
            .filter_map(|log| {
                let partition = self.partition(log);
                let end = partition.log()?.end();
                (end > partition.hw()).then_some(Mark {
                    log,
                    kind: MarkKind::Committed,
                    end,
                })
            })
            .collect();
        if marks.is_empty() || mutant::is(Mutant::CommitBeforeHighWatermark) {
            out.push(Output::Reply(id, crate::api::Reply::Body(response)));
            return;
        }
        self.timers
            .arm(TimerId::Park(id), now.mono.after(COMMIT_WAIT));
        self.park.put(id, Parked::Marked { marks, response });
    }

    /// A request for a coordinator, with what is needed to answer it. Only a join may need an id.
    pub(crate) fn asked(id: ReqId, version: i16, client: Client) -> Asked {
        Asked {
            awaiting: Awaiting { id, version },
            client,
            new_member: Str::default(),
        }
    }

    pub(crate) fn next_member_id(&mut self, client: &Client) -> Str {
        let id = self.next_id();
        Str::from(format!("{}-{id}", client.id))
    }

    pub(crate) fn group_limits(&self) -> GroupLimits {
        GroupLimits {
            initial_delay: Duration::from_millis(
                self.config.group_initial_rebalance_delay_ms.into(),
            ),
            session_ms: (
                self.config.group_min_session_timeout_ms,
                self.config.group_max_session_timeout_ms,
            ),
        }
    }

    /// The coordinators on this broker that have read their logs.
    pub(crate) fn ready_coordinators(&self) -> Vec<&Shard> {
        self.coordinators
            .values()
            .filter(|shard| shard.loading.is_none())
            .collect()
    }
}
