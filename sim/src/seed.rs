//! One seed: a world with faults, then one without in which everything must come to its end, then the judges.

use std::time::Duration;

use highwater_core::invariant::history::{IDEMPOTENT, Violation, judge};
use highwater_core::invariant::replicas::one_leader;
use highwater_io_sim::clock;
use highwater_io_sim::fault;
use madsim::runtime::Runtime;

use crate::cluster::Cluster;
use crate::crowd::Crowd;
use crate::nemesis::{Deeds, Nemesis};
use crate::plan::Plan;
use crate::trace::Trace;
use crate::workload::Signal;
use crate::workload::groups::Book;
use crate::world::World;
use crate::{copies, draw, notes, rest};

/// Simulated time in which somebody must get on, once faults are over, until everything has come to its end.
const LIVE: Duration = Duration::from_secs(30);

/// The longest that a simulation may go on.
const LIMIT: Duration = Duration::from_secs(1_000);

/// How a seed failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The property that does not hold.
    pub property: String,
    /// What shows it.
    pub what: String,
}

/// What happened, over one seed or many.
#[derive(Clone, Copy, Default, Debug)]
#[allow(missing_docs, reason = "each is named after what it counts")]
pub struct Totals {
    pub acked: u64,
    pub read: u64,
    pub crashes: u64,
    pub kills: u64,
    pub stops: u64,
    pub partitions: u64,
    pub pauses: u64,
    pub resets: u64,
    pub leader_changes: u64,
    pub cuts: u64,
    pub cut_records: u64,
    pub compared_bytes: u64,
    pub unsynced_bytes_lost: u64,
    pub dir_entries_lost: u64,
    pub torn_writes: u64,
    pub syncs: u64,
    pub failed_syncs: u64,
    pub failed_accesses: u64,
    pub rolls: u64,
    pub rebalances: u64,
    pub commits: u64,
    pub rebirths: u64,
    pub simulated_ms: u64,
}

impl Totals {
    /// Every count, by name.
    pub fn named(&self) -> [(&'static str, u64); 23] {
        [
            ("acked", self.acked),
            ("read", self.read),
            ("crashes", self.crashes),
            ("kills", self.kills),
            ("stops", self.stops),
            ("partitions", self.partitions),
            ("pauses", self.pauses),
            ("resets", self.resets),
            ("leader_changes", self.leader_changes),
            ("cuts", self.cuts),
            ("cut_records", self.cut_records),
            ("compared_bytes", self.compared_bytes),
            ("unsynced_bytes_lost", self.unsynced_bytes_lost),
            ("dir_entries_lost", self.dir_entries_lost),
            ("torn_writes", self.torn_writes),
            ("syncs", self.syncs),
            ("failed_syncs", self.failed_syncs),
            ("failed_accesses", self.failed_accesses),
            ("rolls", self.rolls),
            ("rebalances", self.rebalances),
            ("commits", self.commits),
            ("rebirths", self.rebirths),
            ("simulated_s", self.simulated_ms / 1_000),
        ]
    }

    /// Adds what happened in another seed.
    pub fn add(&mut self, other: &Self) {
        self.acked += other.acked;
        self.read += other.read;
        self.crashes += other.crashes;
        self.kills += other.kills;
        self.stops += other.stops;
        self.partitions += other.partitions;
        self.pauses += other.pauses;
        self.resets += other.resets;
        self.leader_changes += other.leader_changes;
        self.cuts += other.cuts;
        self.cut_records += other.cut_records;
        self.compared_bytes += other.compared_bytes;
        self.unsynced_bytes_lost += other.unsynced_bytes_lost;
        self.dir_entries_lost += other.dir_entries_lost;
        self.torn_writes += other.torn_writes;
        self.syncs += other.syncs;
        self.failed_syncs += other.failed_syncs;
        self.failed_accesses += other.failed_accesses;
        self.rolls += other.rolls;
        self.rebalances += other.rebalances;
        self.commits += other.commits;
        self.rebirths += other.rebirths;
        self.simulated_ms += other.simulated_ms;
    }
}

/// Lives through one seed. A panic in it goes on to the caller.
pub(crate) fn live(seed: u64, trace: Option<Trace>) -> (Totals, Option<Failure>) {
    let mut runtime = Runtime::with_seed_and_config(seed, madsim::Config::default());
    runtime.set_time_limit(LIMIT);
    runtime.block_on(async {
        let plan = Plan::draw();
        let session = Duration::from_millis(plan.session_ms.into());
        let world = World::new(trace, plan.nodes == 1, session);
        let (totals, books) = story(&world, &plan).await;
        fault::finish().await;
        let violation = world
            .violation()
            .or_else(|| verdict(&world))
            .or_else(|| one_leader(&world.reigns()).err())
            .or_else(notes::one_leader)
            .or_else(|| books.iter().find_map(Book::verdict));
        if let Some(Violation { property, what }) = &violation {
            world.note(format_args!("FAILED {property}: {what}"));
        }
        let failure = violation.map(|Violation { property, what }| Failure {
            property: property.to_owned(),
            what,
        });
        (totals, failure)
    })
}

async fn story(world: &World, plan: &Plan) -> (Totals, Vec<Book>) {
    world.note(format_args!("{plan:?}"));
    let cluster = Cluster::start(world, plan);
    let mut crowd = Crowd::new(world, &cluster, plan);
    let mut compared_bytes = 0;
    let finish = Signal::default();
    crowd.start(&finish);
    let nemesis = Nemesis::new(world, &cluster, crowd.ids(), plan);
    let faults = async {
        nemesis.run().await;
        come_to_rest(world, &nemesis, &crowd, plan).await;
    };
    tokio::select! {
        biased;
        () = world.broken() => {}
        () = faults => {}
    }
    if world.violation().is_none() {
        finish.tell();
        tokio::select! {
            biased;
            () = world.broken() => {}
            () = crowd.end() => {}
            () = standstill(world) => {}
        }
        if !crowd.has_ended() {
            let ready = cluster.nodes.iter().all(|node| node.is_ready());
            let what = format!(
                "nobody gets on: {}; all nodes serve: {ready}",
                crowd.waits_for()
            );
            world.violate("live", what);
        }
        if world.violation().is_none() {
            compared_bytes = copies::compare(world, &cluster, plan).await;
        }
    }
    let mut totals = totals(world, &cluster, nemesis.deeds()).await;
    totals.compared_bytes = compared_bytes;
    for (rebalances, commits) in crowd.books.iter().map(Book::counts) {
        totals.rebalances += rebalances;
        totals.commits += commits;
    }
    (totals, crowd.books)
}

/// Ends all faults. First a majority must get on without the others, then all together, and nobody is restarted who is
/// well: what only a restart would mend is a bug. Then all restart, perhaps, and go on from what they have on their disks.
async fn come_to_rest(world: &World, nemesis: &Nemesis<'_>, crowd: &Crowd<'_>, plan: &Plan) {
    nemesis.rest();
    world.eases();
    let core = nemesis.some_majority();
    if core.len() < plan.nodes {
        nemesis.shut_out(&core);
        nemesis.heal(&core).await;
        rest::judge(world, crowd, plan, &core).await;
    }
    let all = nemesis.all();
    nemesis.heal(&all).await;
    rest::judge(world, crowd, plan, &all).await;
    if draw::percent(50) {
        nemesis.restart().await;
    }
}

/// Resolves when nobody has got on for too long.
async fn standstill(world: &World) {
    let mut progress = world.progress();
    loop {
        clock::sleep(LIVE).await;
        if world.progress() == progress {
            return;
        }
        progress = world.progress();
    }
}

async fn totals(world: &World, cluster: &Cluster, deeds: Deeds) -> Totals {
    let (acked, read) = world.counts();
    let (cuts, cut_records) = notes::cuts();
    let mut totals = Totals {
        acked,
        read,
        crashes: deeds.crashes,
        kills: deeds.kills,
        stops: deeds.stops,
        partitions: deeds.partitions,
        pauses: deeds.pauses,
        resets: deeds.resets,
        leader_changes: world.leader_changes(),
        rebirths: world.rebirths(),
        cuts,
        cut_records,
        simulated_ms: clock::mono().as_millis() as u64,
        ..Totals::default()
    };
    for node in &cluster.nodes {
        let counts = node.disk_counts();
        totals.unsynced_bytes_lost += counts.unsynced_bytes_lost;
        totals.dir_entries_lost += counts.dir_entries_lost;
        totals.torn_writes += counts.torn_writes;
        totals.syncs += counts.syncs;
        totals.failed_syncs += counts.failed_syncs;
        totals.failed_accesses += counts.failed_accesses;
        totals.rolls += node.rolls().await;
    }
    totals
}

fn verdict(world: &World) -> Option<Violation> {
    world
        .histories()
        .into_iter()
        .find_map(|(partition, history)| {
            let Violation { property, what } = judge(&history, &IDEMPOTENT).err()?;
            Some(Violation {
                property,
                what: format!("partition {partition}: {what}"),
            })
        })
}
