//! This broker's own session at the controller. When it is over, others may lead what this broker led, and nobody can tell it
//! so if it is cut off: it stops answering as a leader by itself, for clients that still reach it would get no further here,
//! and would read what is long out of date.
//!
//! A heartbeat that was answered vouches for all leaderships, from when it was sent: the session at the controller ends
//! no earlier, and who was deposed before that has heard of it by now, for the answer says how far the metadata went. Where
//! the controller is away, followers vouch for their leaders: see [`crate::replica::Leader::judge_doubt`].

use alloc::vec::Vec;
use core::time::Duration;

use super::Node;
use crate::error::ErrorCode;
use crate::ids::LogId;
use crate::mutant::{self, Mutant};
use crate::output::Outbox;
use crate::time::{Now, Time, TimerId};
use crate::wire::generated::BrokerHeartbeatResponse;

/// What this broker knows of its session.
#[derive(Clone, Debug)]
pub(super) struct Session {
    /// When the last heartbeat was sent.
    sent: Time,
    /// A heartbeat that was answered vouches from when it was sent, once this much of the metadata is applied.
    vouches: Option<(Time, u64)>,
    /// Followers are counted, since then.
    counting: Option<Time>,
}

impl Default for Session {
    fn default() -> Self {
        let never = Time::from_micros(0);
        Self {
            sent: never,
            vouches: None,
            counting: None,
        }
    }
}

impl Session {
    /// What of it makes a difference to a node, but for instants.
    pub(super) fn compared(&self) -> (Option<u64>, bool) {
        let upto = self.vouches.map(|(_, upto)| upto);
        (upto, self.counting.is_some())
    }
}

impl Node {
    /// The controller is told that this broker is alive.
    pub(crate) fn on_heartbeat_sent(&mut self, now: Now) {
        self.session.sent = now.mono;
    }

    /// The controller has heard a heartbeat. It may have deposed this broker before: that must show here first.
    pub(super) fn on_heard(
        &mut self,
        now: Now,
        answer: &BrokerHeartbeatResponse,
        out: &mut Outbox,
    ) {
        if answer.error_code != ErrorCode::None.code() || self.controller.is_active() {
            return;
        }
        let upto = u64::try_from(answer.metadata_offset).unwrap_or(0);
        // If this broker lags, it must come to the end of one answer before it begins with the next.
        self.session
            .vouches
            .get_or_insert((self.session.sent, upto));
        self.maybe_vouched(now, out);
    }

    /// More of the metadata is applied.
    pub(super) fn maybe_vouched(&mut self, now: Now, out: &mut Outbox) {
        let index = self.image.index.0;
        if let Some((since, _)) = self.session.vouches.take_if(|(_, upto)| *upto <= index) {
            self.session_from(now, since, out);
        }
    }

    /// Nobody leads in this broker's place who was elected before `since`, and nobody is while a session from then lasts.
    pub(super) fn session_from(&mut self, now: Now, since: Time, out: &mut Outbox) {
        if self.controller.is_active() {
            return;
        }
        self.timers
            .arm(TimerId::OwnSession, since.after(self.session_length()));
        if self.timers.take_due(&TimerId::OwnSession, now.mono) {
            // It comes too late to say anything.
            return;
        }
        self.timers
            .arm(TimerId::Doubt, since.after(self.session_length() / 2));
        self.end_doubt(now, out);
    }

    /// This broker's controller is active, or has just had something committed: nobody is deposed without it.
    pub(crate) fn session_of_controller(&mut self, now: Now, out: &mut Outbox) {
        self.timers.disarm(&TimerId::OwnSession);
        self.timers.disarm(&TimerId::Doubt);
        self.session.vouches = None;
        self.end_doubt(now, out);
    }

    /// A broker has fallen silent, and this broker's controller is to fence it. If it was deposed itself, by voters that it
    /// does not hear, that is never committed: whatever is, within this time, says that it was not.
    pub(crate) fn doubt_controller(&mut self, now: Now, within: Duration) {
        if self.session.counting.is_none() {
            self.timers.arm(TimerId::OwnSession, now.mono.after(within));
            self.on_doubt(now);
        }
    }

    /// This broker's controller is not active any more: another may have been for some time.
    pub(crate) fn session_after_controller(&mut self, now: Now) {
        let left = now.mono.after(self.session_length() / 2);
        self.timers.arm(TimerId::OwnSession, left);
        self.on_doubt(now);
    }

    /// No heartbeat of half a session was answered. Whoever fetches from now on speaks for this broker when the session
    /// ends, and for half a session more.
    pub(super) fn on_doubt(&mut self, now: Now) {
        let session = self.session_length();
        if let Some(since) = self.session.counting.replace(now.mono) {
            // Those who were counted until now vouch from when that began. If this broker slept over it, that is over.
            self.timers.arm(TimerId::OwnSession, since.after(session));
        }
        self.timers.arm(TimerId::Doubt, now.mono.after(session / 2));
        for partition in self.partitions.iter_mut().flatten() {
            if let Some(leader) = partition.role.leader_mut() {
                leader.begin_doubt();
            }
        }
    }

    /// The session is over: partitions whose followers have not all fetched lately are led by others, for all that is known.
    pub(super) fn on_own_session_over(&mut self, now: Now, out: &mut Outbox) {
        let me = self.config.broker;
        if mutant::is(Mutant::DeposedAnswers) {
            return;
        }
        let changed = self
            .partitions
            .iter_mut()
            .flatten()
            .filter_map(|partition| {
                let leader = partition.role.leader_mut()?;
                leader
                    .judge_doubt(me)
                    .then_some((partition.id, leader.answers()))
            });
        let changed: Vec<(LogId, bool)> = changed.collect();
        for (log, answers) in changed {
            if answers {
                self.start_coordinator(now, log, out);
            } else {
                self.leave(now, log, ErrorCode::NotLeaderOrFollower, out);
            }
        }
    }

    /// Time may have passed in which this broker did not run: what it is asked is not answered before its session is judged.
    pub(super) fn after_sleep(&mut self, now: Now, out: &mut Outbox) {
        for timer in [TimerId::OwnSession, TimerId::Doubt, TimerId::OwnSession] {
            if self.timers.take_due(&timer, now.mono) {
                self.on_timer(now, timer, out);
            }
        }
    }

    /// This broker begins to lead `log`.
    pub(super) fn doubt_with_others(&mut self, log: LogId) {
        let counting = self.session.counting.is_some();
        if let Some(leader) = self
            .partition_mut(log)
            .role
            .leader_mut()
            .filter(|_| counting)
        {
            leader.begin_doubt();
        }
    }

    fn end_doubt(&mut self, now: Now, out: &mut Outbox) {
        if self.session.counting.take().is_none() {
            return;
        }
        let leaders = self.partitions.iter_mut().flatten();
        let silent = leaders.filter_map(|partition| {
            let leader = partition.role.leader_mut()?;
            leader.end_doubt().then_some(partition.id)
        });
        let silent: Vec<LogId> = silent.collect();
        for log in silent {
            self.start_coordinator(now, log, out);
        }
    }

    fn session_length(&self) -> Duration {
        Duration::from_millis(self.config.broker_session_timeout_ms.into())
    }
}
