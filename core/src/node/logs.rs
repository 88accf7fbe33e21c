//! News of logs: they open, their marks move on, they fail.

use super::Node;
use crate::api::Reply;
use crate::checkpoint::Checkpoint;
use crate::error::ErrorCode;
use crate::ids::LogId;
use crate::input::{Fault, Lack, LogEvent};
use crate::invariant;
use crate::metadata::PartitionImage;
use crate::mutant::{self, Mutant};
use crate::output::{Note, Outbox, Output, SegmentOp};
use crate::park::MarkKind;
use crate::replica::{Follower, Partition, State};
use crate::time::{Now, TimerId};

impl Node {
    pub(crate) fn log_event(&mut self, now: Now, id: LogId, event: LogEvent, out: &mut Outbox) {
        if let LogEvent::Read(read, bytes) = event {
            if self.loads.contains_key(&read) {
                self.on_load_read(now, read, bytes, out);
            } else {
                self.on_search_read(read, bytes, out);
            }
            return;
        }
        let Some(partition) = self.partitions.get_mut(id.index()).and_then(Option::as_mut) else {
            // The topic was deleted while its log was at work.
            return;
        };
        let stored = partition.stored();
        match event {
            LogEvent::Opened(recovered) => {
                assert!(
                    matches!(partition.state, State::Opening),
                    "{} was opened twice",
                    partition.folder()
                );
                let (cut_bytes, committed) = (recovered.cut_bytes, recovered.committed);
                let log = recovered.into_log();
                out.push(Output::Note(Note::LogOpened {
                    log: id,
                    folder: partition.folder(),
                    start: log.start(),
                    end: log.end(),
                    cut_bytes,
                }));
                partition.opened(log, committed);
                if partition.suspended == Some(Lack::Sync) {
                    // All of it is on stable storage.
                    self.resume(now, id, out);
                }
                let partition = self.partition(id);
                let (topic, number) = (partition.topic_id, partition.number);
                self.on_partition(now, topic, number, out);
                if let Some((follower, _)) = self.partition(id).following() {
                    self.fetch_from(now, id, follower.leader);
                }
                self.log_settled(now, id, out);
            }
            LogEvent::Written { upto, generation } => {
                let moved = partition
                    .log_mut()
                    .is_some_and(|log| log.on_written(upto, generation));
                if moved {
                    if partition.stored() > stored {
                        self.on_stored(now, id);
                    }
                    self.await_flush(now, id);
                    self.wake_followers(id, out);
                    self.advance(id, out);
                    self.await_followers(now, id, stored);
                    self.load_on(now, id, out);
                }
            }
            LogEvent::Flushed { upto, generation } => {
                let moved = partition
                    .log_mut()
                    .is_some_and(|log| log.on_flushed(upto, generation));
                if moved {
                    self.on_stored(now, id);
                    self.on_flush(now, id, out);
                    self.advance(id, out);
                    self.await_followers(now, id, stored);
                    self.maybe_checkpoint(id, out);
                }
            }
            LogEvent::Unwritten(lack) => self.on_unwritten(now, id, lack, out),
            LogEvent::Writable => self.on_writable(now, id, out),
            LogEvent::Failed(fault) => self.log_failed(now, id, fault, out),
            LogEvent::Read(..) => {}
        }
        if let Some(partition) = self.partitions.get(id.index()).and_then(Option::as_deref) {
            invariant::fast::partition(partition, &self.park);
        }
    }

    /// A log cannot be used any more: whoever waits for it is told.
    pub(super) fn log_failed(&mut self, now: Now, id: LogId, fault: Fault, out: &mut Outbox) {
        let partition = self.partition_mut(id);
        partition.state = State::Failed(fault);
        partition.suspended = None;
        partition.resign();
        self.timers.disarm(&TimerId::Flush(id));
        self.fetch_no_more(id);
        // The controller is told at once: others lead what this broker led, and nobody waits for it.
        self.offline.insert(id);
        self.timers.arm(TimerId::Heartbeat, now.mono);
        let partition = self.partition(id);
        let folder = partition.folder();
        out.push(Output::Note(Note::LogFailed {
            log: id,
            folder,
            fault,
        }));
        self.leave(now, id, ErrorCode::KafkaStorageError, out);
        self.log_settled(now, id, out);
        self.maybe_refill(id, out);
    }

    /// A log that is damaged is fetched anew from those that have all of it. What is left of it is set aside, never deleted,
    /// and only once others lead and this broker counts as in sync no more: from then on it is as if its disk had been
    /// replaced, and leads nothing before it has caught up.
    pub(super) fn maybe_refill(&mut self, id: LogId, out: &mut Outbox) {
        let me = self.config.broker;
        let partition = self.partition(id);
        let (topic_id, number) = (partition.topic_id, partition.number);
        let in_sync_elsewhere = |image: &PartitionImage| {
            let left = !image.isr.contains(&me) && image.leader.is_some();
            left || mutant::is(Mutant::RefillInSync)
        };
        let image = self.image.partition(topic_id, number);
        if !image.is_some_and(in_sync_elsewhere) || !self.partition_mut(id).refill() {
            return;
        }
        self.offline.remove(&id);
        let folder = self.partition(id).folder();
        out.push(Output::Note(Note::LogRefilled {
            log: id,
            folder: folder.clone(),
        }));
        out.push(Output::Segment(id, SegmentOp::Refill { folder, topic_id }));
    }

    /// A log has opened or failed: requests that wait for it go on.
    pub(super) fn log_settled(&mut self, now: Now, id: LogId, out: &mut Outbox) {
        for (request, then) in self.park.on_opened(id) {
            self.go_on(now, request, then, out);
        }
    }

    /// This broker does not serve `id` any more: answers what is parked on it.
    pub(super) fn leave(&mut self, now: Now, id: LogId, code: ErrorCode, out: &mut Outbox) {
        let code_of_marks = if mutant::is(Mutant::R21AckOnStepDown) {
            ErrorCode::None
        } else {
            code
        };
        for request in self.park.marked(id) {
            self.give_up_marks(now, request, Some(id), code_of_marks, out);
        }
        self.drop_coordinator(id, out);
        self.wake_fetches(id, out);
        self.on_search_failed(id, code, out);
    }

    /// This broker leads `id`, or goes on leading it with another in-sync set.
    pub(super) fn lead(&mut self, now: Now, id: LogId, image: &PartitionImage, out: &mut Outbox) {
        let begins = self.partition_mut(id).lead(image);
        let Some((leader, log)) = self.partition(id).leading() else {
            return;
        };
        if begins {
            let partition = self.partition(id);
            out.push(Output::Note(Note::LeaderStarted {
                topic_id: partition.topic_id,
                folder: partition.folder(),
                epoch: leader.epoch,
                end: log.end(),
            }));
            self.fetch_no_more(id);
            self.doubt_with_others(id);
        }
        self.watch_followers(now, id);
        self.advance(id, out);
        if begins {
            self.wake_fetches(id, out);
            self.start_coordinator(now, id, out);
        }
    }

    /// This broker follows, or goes on following.
    pub(super) fn follow(&mut self, now: Now, id: LogId, follower: Follower, out: &mut Outbox) {
        if self.partition_mut(id).follow(follower) {
            if mutant::is(Mutant::TruncateToHighWatermark) {
                self.cut_to(now, id, self.partition(id).hw(), out);
            }
            self.leave(now, id, ErrorCode::NotLeaderOrFollower, out);
            self.fetch_from(now, id, follower.leader);
        }
    }

    /// This broker neither leads nor follows.
    pub(super) fn resign(&mut self, now: Now, id: LogId, code: ErrorCode, out: &mut Outbox) {
        self.partition_mut(id).resign();
        self.fetch_no_more(id);
        self.leave(now, id, code, out);
    }

    /// Moves the marks of a log on, and releases what waited for them.
    pub(crate) fn advance(&mut self, id: LogId, out: &mut Outbox) {
        let me = self.config.broker;
        let partition = self.partition_mut(id);
        let moved = partition.advance_hw(me);
        let (hw, stored) = (partition.hw(), partition.stored());
        let mut done = self.park.release(id, MarkKind::Stored, stored);
        done.append(&mut self.park.release(id, MarkKind::Committed, hw));
        for (request, response) in done {
            self.timers.disarm(&TimerId::Park(request));
            out.push(Output::Reply(request, Reply::Body(response)));
        }
        if moved {
            self.maybe_checkpoint(id, out);
            self.wake_fetches(id, out);
        }
    }

    /// Notes what is committed and on stable storage, if that has moved. Takes a checkpoint when enough was appended since
    /// the last, and when a sealed segment is on stable storage: from then on damage in it is damage, and never taken for
    /// a torn tail.
    pub(crate) fn maybe_checkpoint(&mut self, id: LogId, out: &mut Outbox) {
        let every = self.config.checkpoint_bytes;
        let partition = self.partition_mut(id);
        if let Some(mark) = partition.take_mark() {
            out.push(Output::Segment(id, SegmentOp::Mark(mark)));
        }
        let Some(log) = partition.log() else {
            return;
        };
        let (safe, active) = (partition.safe(), log.segments.active().base);
        let sealed = partition.sealed.is_some_and(|at| safe >= at);
        if sealed || partition.since_checkpoint >= every {
            partition.since_checkpoint = 0;
            partition.sealed = (active > safe).then_some(active);
            checkpoint(partition, out);
        }
    }
}

pub(super) fn checkpoint(partition: &Partition, out: &mut Outbox) {
    if let Some(log) = partition.log() {
        out.push(Output::Segment(
            partition.id,
            SegmentOp::Checkpoint(Checkpoint::encode(log, partition.safe())),
        ));
    }
}
