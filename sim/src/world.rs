//! What everyone in a simulated world shares: the story so far, what the clients saw, and whether it went wrong.

use std::collections::BTreeMap;
use std::fmt::Arguments;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use highwater_core::Offset;
use highwater_core::invariant::history::{History, Value, Violation};
use tokio::sync::Notify;

use crate::trace::Trace;

/// The name of the one topic.
pub(crate) const TOPIC: &str = "events";

/// A handle to the shared state.
#[derive(Clone, Debug)]
pub(crate) struct World {
    trace: Option<Trace>,
    state: Arc<Mutex<State>>,
    /// Told when something went wrong, once.
    broken: Arc<Notify>,
    /// Told when a client saw a partition whose log is out of use.
    offline: Arc<Notify>,
}

#[derive(Debug, Default)]
struct State {
    /// By partition.
    histories: BTreeMap<i32, History>,
    /// By partition: the greatest end that a client knows of.
    floors: BTreeMap<i32, Offset>,
    violation: Option<Violation>,
    acked: u64,
    read: u64,
    /// Grows with everything that comes to an end.
    progress: u64,
}

impl World {
    pub(crate) fn new(trace: Option<Trace>) -> Self {
        Self {
            trace,
            state: Arc::default(),
            broken: Arc::default(),
            offline: Arc::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event to the story.
    pub(crate) fn note(&self, what: Arguments<'_>) {
        if let Some(trace) = &self.trace {
            trace.line(what);
        }
    }

    /// A property does not hold. The first counts.
    pub(crate) fn violate(&self, property: &'static str, what: String) {
        self.note(format_args!("VIOLATION {property}: {what}"));
        let violation = Violation { property, what };
        self.state().violation.get_or_insert(violation);
        self.broken.notify_one();
    }

    /// What went wrong so far.
    pub(crate) fn violation(&self) -> Option<Violation> {
        self.state().violation.clone()
    }

    /// Resolves when something has gone wrong.
    pub(crate) async fn broken(&self) {
        self.broken.notified().await;
    }

    /// A client was told that a partition's log is out of use: only a restart of its node brings it back.
    pub(crate) fn went_offline(&self) {
        self.offline.notify_one();
    }

    /// Resolves when a partition has gone offline since this was last asked.
    pub(crate) async fn offline(&self) {
        self.offline.notified().await;
    }

    /// A producer sends `values` to `partition`, for the first time or again.
    pub(crate) fn sends(&self, partition: i32, values: impl IntoIterator<Item = Value>) {
        let mut state = self.state();
        state
            .histories
            .entry(partition)
            .or_default()
            .sent
            .extend(values);
    }

    /// `values` were acknowledged as lying in `partition` from `base` on.
    pub(crate) fn acked(
        &self,
        partition: i32,
        base: Offset,
        values: impl IntoIterator<Item = Value>,
    ) {
        let mut state = self.state();
        let history = state.histories.entry(partition).or_default();
        let mut end = base;
        let mut twice = None;
        let mut count = 0;
        for value in values {
            if let Some(other) = history.acked.insert(value, end)
                && other != end
            {
                twice = Some(format!("{value:?} was promised {other}, then {end}"));
            }
            end += 1;
            count += 1;
        }
        state.acked += count;
        state.progress += 1;
        let floor = state.floors.entry(partition).or_default();
        *floor = end.max(*floor);
        drop(state);
        if let Some(what) = twice {
            self.violate("inconsistent-offsets", what);
        }
    }

    /// The greatest end of `partition` that a client knows of.
    pub(crate) fn floor(&self, partition: i32) -> Offset {
        self.state()
            .floors
            .get(&partition)
            .copied()
            .unwrap_or_default()
    }

    /// A client that began to ask when the greatest known end was `floor` was told `end`.
    pub(crate) fn told_end(&self, partition: i32, floor: Offset, end: Offset) {
        let mut state = self.state();
        let history = state.histories.entry(partition).or_default();
        history.ends.push((floor, end));
        let known = state.floors.entry(partition).or_default();
        *known = end.max(*known);
    }

    /// A reader has read `records` without a break.
    pub(crate) fn read(&self, partition: i32, records: Vec<(Offset, Value)>) {
        let mut state = self.state();
        state.read += records.len() as u64;
        let history = state.histories.entry(partition).or_default();
        history.reads.push(records);
    }

    /// The whole of `partition`, read at the end.
    pub(crate) fn last_read(&self, partition: i32, records: Vec<(Offset, Value)>) {
        let mut state = self.state();
        state.histories.entry(partition).or_default().last_read = records;
    }

    /// What the clients saw of each partition.
    pub(crate) fn histories(&self) -> BTreeMap<i32, History> {
        self.state().histories.clone()
    }

    /// Somebody got on.
    pub(crate) fn got_on(&self) {
        self.state().progress += 1;
    }

    /// How far everybody has got: a number that grows.
    pub(crate) fn progress(&self) -> u64 {
        self.state().progress
    }

    /// Records acknowledged so far, and records read.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let state = self.state();
        (state.acked, state.read)
    }
}
