//! What everyone in a simulated world shares: the story so far, what the clients saw, and whether it went wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use highwater_core::invariant::history::{History, Value, Violation};
use highwater_core::invariant::replicas::Reign;
use highwater_core::{BrokerId, Offset};
use highwater_io_sim::clock;
use madsim::task::NodeId;
use tokio::sync::Notify;

use crate::draw;
use crate::notes;
use crate::plan::Plan;
use crate::trace::Trace;

/// The least that producers wait between two requests, once faults are over or there is enough to read.
const EASY: Duration = Duration::from_millis(200);

/// Records that are enough: whoever reads them all takes its time.
const ENOUGH: u64 = 10_000;

/// How long a leader of the quorum that is cut off from the other voters sends out heartbeats, and others may take it for
/// the active controller.
const LEASE: Duration = Duration::from_secs(4);

/// Sessions, and such a lease, after which nobody answers any more who was deposed: one for the controller, which may have
/// heard of a broker later than that sent its last heartbeat, and two for the broker itself, whose followers speak for it
/// by halves.
const SESSIONS: u32 = 3;

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
    /// True if there is but one node.
    alone: bool,
    /// `broker.session.timeout.ms`.
    session: Duration,
}

#[derive(Debug, Default)]
struct State {
    /// By partition.
    histories: BTreeMap<i32, History>,
    /// The timestamps of records of idempotent producers.
    dates: BTreeMap<Value, i64>,
    /// By partition: the greatest end that a client knows of, and since when.
    floors: BTreeMap<i32, Ends>,
    /// By partition and leader epoch: the greatest end that the leader of that epoch has told.
    told: BTreeMap<i32, BTreeMap<i32, Offset>>,
    /// Who was said to lead what.
    reigns: BTreeSet<Reign>,
    /// By address: the machines that the nodes run on.
    machines: BTreeMap<String, NodeId>,
    /// By partition and address: since when a leader that was deposed long ago has answered clients.
    stale: BTreeMap<(i32, String), Duration>,
    /// The active controller that a client heard of last.
    controller: i32,
    /// Where a log is out of use.
    offline_at: String,
    /// True once faults are over: whoever lags must be able to catch up.
    eased: bool,
    /// True once faults are over and nobody produces any more.
    calm: bool,
    violation: Option<Violation>,
    /// Records sent, however often.
    sent: u64,
    acked: u64,
    read: u64,
    reborn: u64,
    /// Grows with everything that comes to an end.
    progress: u64,
}

/// Something that only grows, and since when it is how great.
#[derive(Debug, Default)]
pub(crate) struct Ends(Vec<(Duration, Offset)>);

impl Ends {
    /// It is at least `end` from now on.
    pub(crate) fn rise(&mut self, end: Offset) {
        if end > self.greatest() {
            self.0.push((clock::mono(), end));
        }
    }

    pub(crate) fn greatest(&self) -> Offset {
        self.0.last().map_or(0, |&(_, end)| end)
    }

    /// What it was at an instant.
    pub(crate) fn before(&self, instant: Duration) -> Offset {
        let after = self.0.partition_point(|&(since, _)| since <= instant);
        self.0[..after].last().map_or(0, |&(_, end)| end)
    }
}

impl World {
    pub(crate) fn new(trace: Option<Trace>, plan: &Plan) -> Self {
        Self {
            trace,
            state: Arc::default(),
            broken: Arc::default(),
            offline: Arc::default(),
            alone: plan.nodes == 1,
            session: Duration::from_millis(plan.session_ms.into()),
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
    pub(crate) fn went_offline(&self, address: &str) {
        address.clone_into(&mut self.state().offline_at);
        self.offline.notify_one();
    }

    /// Resolves when a partition has gone offline since this was last asked: with the address of its node.
    pub(crate) async fn offline(&self) -> String {
        self.offline.notified().await;
        self.state().offline_at.clone()
    }

    /// True if there is but one node.
    pub(crate) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Faults are over. Producers take their time from now on: a replica that lags could not catch up with those that do
    /// not wait for it.
    pub(crate) fn eases(&self) {
        self.state().eased = true;
    }

    /// What a producer waits between two requests whose plan says `pause`.
    pub(crate) fn pause(&self, pause: Duration) -> Duration {
        let state = self.state();
        if state.eased || state.sent > ENOUGH {
            pause.max(EASY)
        } else {
            pause
        }
    }

    /// Faults are over, and nobody produces any more.
    pub(crate) fn calms_down(&self) {
        self.state().calm = true;
    }

    /// True if there is nobody who may believe to lead what another leads by now: a broker that is cut off from the
    /// others answers what it may answer alone, from what it knew when it was.
    pub(crate) fn is_certain(&self) -> bool {
        self.alone || self.state().calm
    }

    /// A node runs on this machine.
    pub(crate) fn runs_on(&self, address: String, machine: NodeId) {
        self.state().machines.insert(address, machine);
    }

    /// Who is reached at `address` answered as the leader of `partition` what it was asked at `asked`. STALE: a leader that
    /// was deposed does so for its session at most, which a controller may have prolonged that was deposed itself, and had
    /// not noticed yet. Who wakes up from a long sleep takes a moment to find out: so it has to go on.
    pub(crate) fn answered_as_leader(&self, address: &str, partition: i32, asked: Duration) {
        let mut state = self.state();
        let Some(&machine) = state.machines.get(address) else {
            return;
        };
        let key = (partition, address.to_owned());
        let deposed = notes::deposed(machine, partition);
        let Some(deposed) = deposed.filter(|at| asked > *at + LEASE + self.session) else {
            state.stale.remove(&key);
            return;
        };
        let since = *state.stale.entry(key).or_insert_with(clock::mono);
        drop(state);
        if asked > since + self.session {
            let what = format!(
                "{address} answers as leader of partition {partition} at {asked:?}, and another leads since {deposed:?}"
            );
            self.violate("stale-leader", what);
        }
    }

    /// A node said who leads a partition in which epoch.
    pub(crate) fn told_leader(&self, topic: &str, partition: i32, epoch: i32, leader: i32) {
        self.state().reigns.insert(Reign {
            topic: topic.to_owned(),
            partition,
            epoch,
            leader: BrokerId(leader),
        });
    }

    /// Who was said to lead what.
    pub(crate) fn reigns(&self) -> BTreeSet<Reign> {
        self.state().reigns.clone()
    }

    /// A node said who is the active controller.
    pub(crate) fn told_controller(&self, broker: i32) {
        if broker >= 0 {
            self.state().controller = broker;
        }
    }

    /// The active controller and the leaders of all partitions, as far as anybody has heard.
    pub(crate) fn those_in_charge(&self) -> Vec<i32> {
        let state = self.state();
        let latest: BTreeMap<(&str, i32), i32> = state
            .reigns
            .iter()
            .map(|reign| ((reign.topic.as_str(), reign.partition), reign.leader.0))
            .collect();
        let controller = Some(state.controller).filter(|&broker| broker > 0);
        controller.into_iter().chain(latest.into_values()).collect()
    }

    /// How often a partition was seen to have gone from one leader to another.
    pub(crate) fn leader_changes(&self) -> u64 {
        let state = self.state();
        let next = state.reigns.iter().skip(1);
        let moved = |(before, after): &(&Reign, &Reign)| {
            before.topic == after.topic
                && before.partition == after.partition
                && before.leader != after.leader
        };
        state.reigns.iter().zip(next).filter(moved).count() as u64
    }

    /// A producer sends `values` to `partition`, for the first time or again.
    pub(crate) fn sends(&self, partition: i32, values: impl IntoIterator<Item = Value>) {
        let mut state = self.state();
        let history = state.histories.entry(partition).or_default();
        let before = history.sent.len();
        history.sent.extend(values);
        let more = history.sent.len() - before;
        state.sent += more as u64;
    }

    /// These records say that they are of `wall_ms`.
    pub(crate) fn dates(&self, values: &[Value], wall_ms: i64) {
        let dated = values.iter().map(|&value| (value, wall_ms));
        self.state().dates.extend(dated);
    }

    /// When some record was written.
    pub(crate) fn some_date(&self) -> Option<i64> {
        let state = self.state();
        let at = draw::below(state.dates.len().max(1) as u64) as usize;
        state.dates.values().nth(at).copied()
    }

    /// A leader of `epoch`, of whose predecessors and itself `floor` was known as the end when it was asked, said that the
    /// first record of `time` or later is at `found`: no earlier record that was acknowledged may be as late.
    pub(crate) fn found_by_time(
        &self,
        partition: i32,
        floor: Offset,
        time: i64,
        found: Option<(i64, Offset)>,
    ) {
        let state = self.state();
        let Some(history) = state.histories.get(&partition) else {
            return;
        };
        let late = |value: &Value| state.dates.get(value).is_some_and(|&date| date >= time);
        let ends_at = found.map_or(floor, |(_, offset)| offset);
        let mut acked = history.acked.iter();
        let missed = acked.find(|&(value, &offset)| offset < ends_at && late(value));
        let missed = missed.map(|(value, offset)| format!("{value:?} at {offset} is as late"));
        let early = found.filter(|&(said, _)| said < time);
        let early = early.map(|_| "that is earlier".to_owned());
        drop(state);
        if let Some(why) = missed.or(early) {
            let what = format!("of {time} or later in {partition}: {found:?} was found, but {why}");
            self.violate("time-lookup", what);
        }
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
        state.floors.entry(partition).or_default().rise(end);
        if self.alone {
            let told = state
                .told
                .entry(partition)
                .or_default()
                .entry(0)
                .or_default();
            *told = end.max(*told);
        }
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
            .map_or(0, Ends::greatest)
    }

    /// Who was deposed before this instant does not answer any more.
    pub(crate) fn before_leases(&self) -> Duration {
        if self.is_certain() {
            return Duration::MAX;
        }
        clock::mono().saturating_sub(SESSIONS * self.session + LEASE)
    }

    /// The epoch that a leader's answer speaks for, if it tells one. A node that is alone is always in the same:
    /// whatever it told before its restart, too, must hold.
    pub(crate) fn epoch(&self, epoch: i32, tells: bool) -> Option<i32> {
        if self.alone {
            Some(0)
        } else {
            tells.then_some(epoch)
        }
    }

    /// The greatest end that leaders of `partition` have told up to `epoch`. One that was deposed and does not know
    /// may tell less than its successors have told, and nothing is wrong with that.
    pub(crate) fn floor_up_to(&self, partition: i32, epoch: i32) -> Offset {
        let state = self.state();
        let told = state.told.get(&partition);
        let told = told.into_iter().flat_map(|told| told.range(..=epoch));
        told.map(|(_, &end)| end).max().unwrap_or_default()
    }

    /// The greatest end that the leader of `partition` in `epoch` has told.
    pub(crate) fn floor_in(&self, partition: i32, epoch: i32) -> Offset {
        let state = self.state();
        let told = state.told.get(&partition);
        told.and_then(|told| told.get(&epoch))
            .copied()
            .unwrap_or_default()
    }

    /// A client was told `end` by the leader of `epoch`, if it knows which. It is to be judged by `floor`, if it is.
    pub(crate) fn told_end(
        &self,
        partition: i32,
        epoch: Option<i32>,
        floor: Option<Offset>,
        end: Offset,
    ) {
        let mut state = self.state();
        if let Some(floor) = floor {
            let history = state.histories.entry(partition).or_default();
            history.ends.push((floor, end));
        }
        state.floors.entry(partition).or_default().rise(end);
        if let Some(epoch) = epoch {
            let told = state.told.entry(partition).or_default();
            let told = told.entry(epoch).or_default();
            *told = end.max(*told);
        }
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

    /// A topic was deleted, and is to be created again under its name.
    pub(crate) fn reborn(&self) {
        self.state().reborn += 1;
    }

    /// How often that was done.
    pub(crate) fn rebirths(&self) -> u64 {
        self.state().reborn
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
