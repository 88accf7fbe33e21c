//! Everything that waits, waits here, as data: a reply for a log mark, for bytes in several logs, for the
//! outcome of a proposal or of a call, for the metadata to say something or for logs to open, and each for a timer as
//! well.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use core::time::Duration;

use crate::api::Request;
use crate::api::Response;
use crate::ids::{CallId, ConnId, LogId, Offset, ProposalId, ReqId};
use crate::metadata::Image;
use crate::mutant::{self, Mutant};
use crate::wire::generated::{FetchRequest, ProduceResponse};
use crate::wire::{Str, Uuid};

/// A reply that waits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Parked {
    /// For every slot's mark to be reached; `wait` is how long followers may take, from when this broker has stored all
    /// that it is to store.
    Produce {
        response: ProduceResponse,
        slots: Vec<Slot>,
        wait: Duration,
    },
    /// For every mark to be reached.
    Marked {
        marks: BTreeSet<Mark>,
        response: Response,
    },
    /// For bytes in any of the logs.
    Fetch {
        version: i16,
        request: FetchRequest,
        logs: Vec<LogId>,
    },
    /// For something that is decided elsewhere.
    Until { until: Until, then: Then },
    /// For logs to open.
    Logs { logs: BTreeSet<LogId>, then: Then },
}

impl Parked {
    /// `mark` is reached; true if nothing else is waited for.
    fn reach(&mut self, mark: Mark) -> bool {
        match self {
            Self::Produce { slots, .. } => {
                for slot in slots.iter_mut().filter(|slot| slot.mark == mark) {
                    slot.open = false;
                }
                slots.iter().all(|slot| !slot.open) || mutant::is(Mutant::ParkAnySlot)
            }
            Self::Marked { marks, .. } => {
                marks.remove(&mark);
                marks.is_empty()
            }
            Self::Fetch { .. } | Self::Until { .. } | Self::Logs { .. } => false,
        }
    }
}

/// What a log has to reach. The order groups marks by log and kind, so that a range of them can be released.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Mark {
    /// The log.
    pub(crate) log: LogId,
    /// What is measured.
    pub(crate) kind: MarkKind,
    /// Where it has to be.
    pub(crate) end: Offset,
}

/// What is measured against a mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum MarkKind {
    /// The end of what this broker has stored, under its flush policy: acks=1.
    Stored,
    /// The high watermark: acks=all.
    Committed,
}

/// A partition of a parked produce.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slot {
    /// What is waited for.
    pub(crate) mark: Mark,
    /// Place in the response: topic, partition.
    pub(crate) place: (usize, usize),
    /// This broker has stored what was appended: only others are waited for.
    pub(crate) stored: bool,
    /// Still waited for.
    pub(crate) open: bool,
}

/// Something that is decided elsewhere.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Until {
    /// The outcome of a proposal.
    Proposal(ProposalId),
    /// The answer of the controller, which is then the reply.
    Call(CallId),
    /// A block of producer ids for this broker.
    ProducerIds,
    /// This broker's metadata has all of these topics, and none of those.
    Topics {
        created: BTreeSet<Str>,
        removed: BTreeSet<Uuid>,
    },
}

impl Until {
    /// True if `image` has what is waited for.
    pub(crate) fn is_in(&self, image: &Image) -> bool {
        match self {
            Self::Topics { created, removed } => {
                created.iter().all(|name| image.topics.contains_key(name))
                    && !removed.iter().any(|id| image.names.contains_key(id))
            }
            Self::Proposal(_) | Self::Call(_) | Self::ProducerIds => false,
        }
    }
}

/// What is done once the wait is over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Then {
    /// Answer with this.
    Reply(Response),
    /// Handle the request again: what it lacked is there now.
    Again {
        request: Box<Request>,
        /// The answer if it never comes to be there; without one, the request is handled again all the same.
        otherwise: Option<Response>,
    },
}

/// The waiting room.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Park {
    entries: BTreeMap<ReqId, Parked>,
    marks: BTreeMap<Mark, BTreeSet<ReqId>>,
    watches: BTreeMap<LogId, BTreeSet<ReqId>>,
    untils: BTreeMap<Until, BTreeSet<ReqId>>,
    opens: BTreeMap<LogId, BTreeSet<ReqId>>,
}

impl Park {
    /// Parks a reply.
    pub(crate) fn put(&mut self, id: ReqId, parked: Parked) {
        self.index(id, &parked, true);
        let old = self.entries.insert(id, parked);
        assert!(old.is_none(), "request {id:?} is parked twice");
    }

    /// Takes a reply out.
    pub(crate) fn take(&mut self, id: ReqId) -> Option<Parked> {
        let parked = self.entries.remove(&id)?;
        self.index(id, &parked, false);
        Some(parked)
    }

    /// A parked reply, to look at.
    pub(crate) fn peek(&self, id: ReqId) -> Option<&Parked> {
        self.entries.get(&id)
    }

    /// Forgets everything that a connection waits for.
    pub(crate) fn forget(&mut self, conn: ConnId) -> Vec<ReqId> {
        let ids: Vec<ReqId> = self
            .entries
            .range(all_of(conn))
            .map(|(&id, _)| id)
            .collect();
        for &id in &ids {
            self.take(id);
        }
        ids
    }

    /// What `kind` measures of `log` is at `end` now: takes out the replies that wait for nothing more.
    pub(crate) fn release(
        &mut self,
        log: LogId,
        kind: MarkKind,
        end: Offset,
    ) -> Vec<(ReqId, Response)> {
        let range = Mark { log, kind, end: 0 }..=Mark { log, kind, end };
        let reached: Vec<Mark> = self.marks.range(range).map(|(&mark, _)| mark).collect();
        let mut done = Vec::new();
        for mark in reached {
            for id in self.marks.remove(&mark).unwrap_or_default() {
                let settled = self
                    .entries
                    .get_mut(&id)
                    .is_some_and(|parked| parked.reach(mark));
                if !settled {
                    continue;
                }
                match self.entries.remove(&id) {
                    Some(Parked::Produce { response, .. }) => {
                        done.push((id, Response::Produce(response)))
                    }
                    Some(Parked::Marked { response, .. }) => done.push((id, response)),
                    _ => {}
                }
            }
        }
        done
    }

    /// This broker has stored `log` from `before` up to `end`: produces that wait for others alone from now on, and how long they may.
    pub(crate) fn on_stored(
        &mut self,
        log: LogId,
        before: Offset,
        end: Offset,
    ) -> Vec<(ReqId, Duration)> {
        let mut begin = Vec::new();
        if end <= before {
            return begin;
        }
        let mark = |end| Mark {
            log,
            kind: MarkKind::Committed,
            end,
        };
        for (&mark, ids) in self.marks.range(mark(before + 1)..=mark(end)) {
            for id in ids {
                let Some(Parked::Produce { slots, wait, .. }) = self.entries.get_mut(id) else {
                    continue;
                };
                let mut news = false;
                for slot in slots.iter_mut().filter(|slot| slot.mark == mark) {
                    news |= !slot.stored;
                    slot.stored = true;
                }
                if news && waits_for_others(slots) {
                    begin.push((*id, *wait));
                }
            }
        }
        begin
    }

    /// Fetches that watch `log`.
    pub(crate) fn watching(&self, log: LogId) -> Vec<ReqId> {
        self.watches
            .get(&log)
            .map(|ids| ids.iter().copied().collect())
            .unwrap_or_default()
    }

    /// Produces that wait for a mark of `log`.
    pub(crate) fn marked(&self, log: LogId) -> BTreeSet<ReqId> {
        let first = Mark {
            log,
            kind: MarkKind::Stored,
            end: 0,
        };
        let last = Mark {
            log,
            kind: MarkKind::Committed,
            end: Offset::MAX,
        };
        self.marks
            .range(first..=last)
            .flat_map(|(_, ids)| ids.iter().copied())
            .collect()
    }

    /// Takes out what waits for `until`.
    pub(crate) fn on_until(&mut self, until: &Until) -> Vec<(ReqId, Then)> {
        let ids = self.untils.get(until).cloned().unwrap_or_default();
        let take = |id| match self.take(id) {
            Some(Parked::Until { then, .. }) => Some((id, then)),
            _ => None,
        };
        ids.into_iter().filter_map(take).collect()
    }

    /// Waits for topics that `ends` says are over.
    pub(crate) fn topic_waits(&self, ends: impl Fn(&Until) -> bool) -> Vec<Until> {
        let first = Until::Topics {
            created: BTreeSet::new(),
            removed: BTreeSet::new(),
        };
        let waits = self.untils.range(first..).map(|(until, _)| until);
        waits.filter(|until| ends(until)).cloned().collect()
    }

    /// Fetches of the connection that wait.
    pub(crate) fn fetches_of(&self, conn: ConnId) -> Vec<ReqId> {
        let fetches = self
            .entries
            .range(all_of(conn))
            .filter(|(_, parked)| matches!(parked, Parked::Fetch { .. }));
        fetches.map(|(&id, _)| id).collect()
    }

    /// `log` is open or has failed: takes out what waits for no other.
    pub(crate) fn on_opened(&mut self, log: LogId) -> Vec<(ReqId, Then)> {
        let mut done = Vec::new();
        for id in self.opens.remove(&log).unwrap_or_default() {
            // In place: whoever waits for many logs is looked at as often.
            let Some(Parked::Logs { logs, .. }) = self.entries.get_mut(&id) else {
                continue;
            };
            logs.remove(&log);
            if !logs.is_empty() {
                continue;
            }
            if let Some(Parked::Logs { then, .. }) = self.entries.remove(&id) {
                done.push((id, then));
            }
        }
        done
    }

    /// The least high watermark of `log` that a reply waits for.
    pub(crate) fn first_committed(&self, log: LogId) -> Option<Offset> {
        let (kind, end) = (MarkKind::Committed, 0);
        let range = Mark { log, kind, end }..=Mark {
            log,
            kind,
            end: Offset::MAX,
        };
        self.marks.range(range).next().map(|(mark, _)| mark.end)
    }

    fn index(&mut self, id: ReqId, parked: &Parked, add: bool) {
        match parked {
            Parked::Produce { slots, .. } => {
                for slot in slots.iter().filter(|slot| slot.open) {
                    set(&mut self.marks, slot.mark, id, add);
                }
            }
            Parked::Marked { marks, .. } => {
                for &mark in marks {
                    set(&mut self.marks, mark, id, add);
                }
            }
            Parked::Fetch { logs, .. } => {
                for &log in logs {
                    set(&mut self.watches, log, id, add);
                }
            }
            Parked::Until { until, .. } => set(&mut self.untils, until.clone(), id, add),
            Parked::Logs { logs, .. } => {
                for &log in logs {
                    set(&mut self.opens, log, id, add);
                }
            }
        }
    }
}

/// True if all that is still waited for is stored on this broker.
pub(crate) fn waits_for_others(slots: &[Slot]) -> bool {
    slots.iter().all(|slot| !slot.open || slot.stored)
}

/// All requests of a connection.
fn all_of(conn: ConnId) -> RangeInclusive<ReqId> {
    let id = |seq| ReqId { conn, seq };
    id(0)..=id(u64::MAX)
}

/// Adds `id` to the set at `key`, or takes it out; an empty set is not kept.
fn set<K: Ord>(index: &mut BTreeMap<K, BTreeSet<ReqId>>, key: K, id: ReqId, add: bool) {
    if add {
        index.entry(key).or_default().insert(id);
    } else if let Some(ids) = index.get_mut(&key) {
        ids.remove(&id);
        if ids.is_empty() {
            index.remove(&key);
        }
    }
}
