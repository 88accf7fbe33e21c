//! Logs that take in nothing for a while, for want of room, of descriptors, or of a sync that ends. They can be read, and
//! nothing in them is damaged: who appends is refused with an error that clients try again after. The controller is told
//! as if the log had failed, so that others lead if they can, and nobody waits for this broker.

use core::time::Duration;

use super::Node;
use crate::error::ErrorCode;
use crate::ids::LogId;
use crate::input::Lack;
use crate::mutant::{self, Mutant};
use crate::output::{Note, Outbox, Output};
use crate::time::{Now, TimerId};

impl Node {
    /// Some of what was appended was not written: nobody was told that it is stored, and nobody but this broker can have
    /// read it. The log goes back to what was written.
    pub(super) fn on_unwritten(&mut self, now: Now, id: LogId, lack: Lack, out: &mut Outbox) {
        if self.partition(id).is_failed() || mutant::is(Mutant::GoOnAfterLack) {
            return;
        }
        self.suspend(now, id, lack, out);
        let partition = self.partition_mut(id);
        // A log that is being opened is cut already.
        let Some(to) = partition.log().map(crate::log::Log::written) else {
            return;
        };
        let generation = partition.close_for_cut();
        self.timers.disarm(&TimerId::Flush(id));
        self.resign(now, id, ErrorCode::KafkaStorageError, out);
        out.push(Output::Truncate {
            log: id,
            generation,
            to,
        });
    }

    /// What was lacking may be there again.
    pub(super) fn on_writable(&mut self, now: Now, id: LogId, out: &mut Outbox) {
        if !matches!(self.partition(id).suspended, None | Some(Lack::Sync)) {
            self.resume(now, id, out);
        }
    }

    /// More is written: it must be on stable storage in time.
    pub(super) fn await_flush(&mut self, now: Now, id: LogId) {
        let timer = TimerId::Flush(id);
        let partition = self.partition(id);
        if partition.awaits_sync() && partition.suspended.is_none() && !self.timers.is_armed(&timer)
        {
            let longest = Duration::from_millis(self.config.log_flush_timeout_ms.into());
            self.timers.arm(timer, now.mono.after(longest));
        }
    }

    /// A sync ended well. If it was waited for, the log is in use again.
    pub(super) fn on_flush(&mut self, now: Now, id: LogId, out: &mut Outbox) {
        self.timers.disarm(&TimerId::Flush(id));
        if self.partition(id).suspended == Some(Lack::Sync) {
            self.resume(now, id, out);
        }
        self.await_flush(now, id);
    }

    /// A sync takes too long.
    pub(super) fn on_flush_overdue(&mut self, now: Now, id: LogId, out: &mut Outbox) {
        self.suspend(now, id, Lack::Sync, out);
        for request in self.park.marked(id) {
            self.give_up_marks(now, request, Some(id), ErrorCode::KafkaStorageError, out);
        }
    }

    fn suspend(&mut self, now: Now, id: LogId, lack: Lack, out: &mut Outbox) {
        let partition = self.partition_mut(id);
        let is_news = partition.suspended.replace(lack).is_none();
        if is_news {
            out.push(Output::Note(Note::LogSuspended {
                log: id,
                folder: partition.folder(),
                lack,
            }));
        }
        // What it decides cannot be noted: it begins anew, from what is in the log.
        self.drop_coordinator(id, out);
        self.offline.insert(id);
        self.timers.arm(TimerId::Heartbeat, now.mono);
    }

    /// The log takes in more from now on.
    pub(super) fn resume(&mut self, now: Now, id: LogId, out: &mut Outbox) {
        let partition = self.partition_mut(id);
        if partition.suspended.take().is_none() {
            return;
        }
        out.push(Output::Note(Note::LogResumed {
            log: id,
            folder: partition.folder(),
        }));
        self.offline.remove(&id);
        if let Some((follower, _)) = self.partition(id).following() {
            self.fetch_from(now, id, follower.leader);
        } else if self.partition(id).leading().is_some() {
            self.start_coordinator(now, id, out);
        }
    }
}
