//! Time enters as an argument and is only ever armed: nothing but [`Timers`] compares two times, so a
//! model may fire any armed timer and misses no interleaving.

use alloc::collections::{BTreeMap, BTreeSet};
use core::hash::{Hash, Hasher};
use core::time::Duration;

use crate::ids::{BrokerId, LogId, ReqId};
use crate::wire::Str;

/// A monotonic instant, in microseconds since a start of the driver's choice. It has no order outside
/// this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time(u64);

impl Time {
    /// The instant `micros` after the driver's start.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// Microseconds since the driver's start, for a driver that sleeps until then.
    pub fn as_micros(self) -> u64 {
        self.0
    }

    /// This instant, `span` later.
    pub fn after(self, span: Duration) -> Self {
        Self(
            self.0
                .saturating_add(u64::try_from(span.as_micros()).unwrap_or(u64::MAX)),
        )
    }
}

/// Wall-clock milliseconds since the Unix epoch. Data, as any timestamp of a record is: compared only
/// for retention, expiry and the validation of timestamps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wall(pub i64);

/// What the driver's clocks say while an input is handled.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// Arms timers.
    pub mono: Time,
    /// Is written into data.
    pub wall: Wall,
}

/// What a timer is for. A timer is named by its purpose, so arming it again moves it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TimerId {
    /// The longest that a parked reply may wait.
    Park(ReqId),
    /// Tell the controller that this broker is there.
    Heartbeat,
    /// The controller may have given this broker up, and others may lead in its place.
    OwnSession,
    /// Followers are counted anew, to speak for this broker if its session ends. Sorts behind `OwnSession`: who was
    /// counted is judged first.
    Doubt,
    /// The controller has not heard of a broker.
    BrokerSession(BrokerId),
    /// A follower must have caught up.
    Lag(BrokerId),
    /// Ask a leader for what followers lack.
    Fetch(BrokerId),
    /// Tell a leader what is stored here.
    Stored(BrokerId),
    /// Ask the controller for in-sync sets.
    InSync,
    /// The longest that a sync of a log may take.
    Flush(LogId),
    /// The longest that an orderly stop waits for others to take over.
    HandOver,
    /// A group's member has not been heard of.
    Session {
        /// Partition of the coordinator.
        log: LogId,
        /// The group.
        group: Str,
        /// The member, or an id that no client has joined with yet.
        member: Str,
    },
    /// The longest that a group's rebalance waits for its members.
    Rebalance {
        /// Partition of the coordinator.
        log: LogId,
        /// The group.
        group: Str,
    },
    /// The longest that members may take to ask for their assignment.
    Sync {
        /// Partition of the coordinator.
        log: LogId,
        /// The group.
        group: Str,
    },
}

impl TimerId {
    /// The partition of the coordinator that armed it, if one did.
    pub fn coordinator(&self) -> Option<LogId> {
        match self {
            Self::Park(_)
            | Self::Heartbeat
            | Self::OwnSession
            | Self::Doubt
            | Self::BrokerSession(_)
            | Self::Lag(_)
            | Self::Fetch(_)
            | Self::Stored(_)
            | Self::InSync
            | Self::Flush(_)
            | Self::HandOver => None,
            Self::Session { log, .. } | Self::Rebalance { log, .. } | Self::Sync { log, .. } => {
                Some(*log)
            }
        }
    }
}

/// Armed timers. Equality and hash see which timers are armed, not when they are due.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    due: BTreeMap<TimerId, u64>,
    order: BTreeSet<(u64, TimerId)>,
}

impl Timers {
    /// Arms `id` for `at`, moving it if it was armed.
    pub fn arm(&mut self, id: TimerId, at: Time) {
        if let Some(old) = self.due.insert(id.clone(), at.0) {
            self.order.remove(&(old, id.clone()));
        }
        self.order.insert((at.0, id));
    }

    /// Moves `id` to `at` if it is armed for later. Arms nothing.
    pub fn hasten(&mut self, id: TimerId, at: Time) {
        if self.due.get(&id).is_some_and(|due| *due > at.0) {
            self.arm(id, at);
        }
    }

    /// Forgets `id`; true if it was armed.
    pub fn disarm(&mut self, id: &TimerId) -> bool {
        let Some(at) = self.due.remove(id) else {
            return false;
        };
        self.order.remove(&(at, id.clone()))
    }

    /// True if `id` is armed.
    pub fn is_armed(&self, id: &TimerId) -> bool {
        self.due.contains_key(id)
    }

    /// The earliest armed instant.
    pub fn deadline(&self) -> Option<Time> {
        self.order.first().map(|(at, _)| Time(*at))
    }

    /// Takes `id` if it is due at `now`; true if it was.
    pub fn take_due(&mut self, id: &TimerId, now: Time) -> bool {
        self.due.get(id).is_some_and(|at| *at <= now.0) && self.disarm(id)
    }

    /// Takes the earliest timer that is due at `now`.
    pub fn pop_due(&mut self, now: Time) -> Option<TimerId> {
        if self.order.first()?.0 > now.0 {
            return None;
        }
        let (_, id) = self.order.pop_first()?;
        self.due.remove(&id);
        Some(id)
    }

    /// All armed timers, in the order of their names.
    pub fn armed(&self) -> impl Iterator<Item = TimerId> + '_ {
        self.due.keys().cloned()
    }
}

impl PartialEq for Timers {
    fn eq(&self, other: &Self) -> bool {
        self.due.keys().eq(other.due.keys())
    }
}

impl Eq for Timers {}

impl Hash for Timers {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for id in self.due.keys() {
            id.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ConnId;

    fn id(seq: u64) -> TimerId {
        TimerId::Park(ReqId {
            conn: ConnId(1),
            seq,
        })
    }

    #[test]
    fn arming_again_moves_a_timer() {
        let mut timers = Timers::default();
        timers.arm(id(1), Time(10));
        timers.arm(id(2), Time(20));
        timers.arm(id(1), Time(30));
        assert_eq!(timers.deadline(), Some(Time(20)));
        assert_eq!(timers.pop_due(Time(25)), Some(id(2)));
        assert_eq!(timers.pop_due(Time(25)), None);
        assert_eq!(timers.pop_due(Time(30)), Some(id(1)));
        assert_eq!(timers.deadline(), None);
    }

    #[test]
    fn hastening_only_ever_moves_an_armed_timer_nearer() {
        let mut timers = Timers::default();
        timers.hasten(id(1), Time(5));
        assert_eq!(timers.deadline(), None);
        timers.arm(id(1), Time(10));
        timers.hasten(id(1), Time(20));
        assert_eq!(timers.deadline(), Some(Time(10)));
        timers.hasten(id(1), Time(5));
        assert_eq!(timers.deadline(), Some(Time(5)));
    }

    #[test]
    fn equality_sees_which_timers_are_armed_and_not_when() {
        let (mut a, mut b) = (Timers::default(), Timers::default());
        a.arm(id(1), Time(10));
        b.arm(id(1), Time(99));
        assert_eq!(a, b);
        b.disarm(&id(1));
        assert_ne!(a, b);
    }
}
