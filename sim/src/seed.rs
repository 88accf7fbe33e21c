//! One seed: a world with faults, then one without in which everything must come to its end, then the judges.

use std::collections::BTreeMap;
use std::time::Duration;

use highwater_core::invariant::history::{IDEMPOTENT, Violation, judge};
use highwater_io_sim::clock;
use highwater_io_sim::fault;
use madsim::runtime::{Handle, NodeHandle, Runtime};
use madsim::task::JoinHandle;

use crate::client::Client;
use crate::cluster::Cluster;
use crate::draw;
use crate::nemesis::{Deeds, Nemesis};
use crate::plan::Plan;
use crate::trace::Trace;
use crate::workload::Signal;
use crate::workload::consumer::Consumer;
use crate::workload::producer::Producer;
use crate::workload::watcher;
use crate::world::World;

/// Simulated time in which somebody must get on, once faults are over, until everything has come to its end.
const LIVE: Duration = Duration::from_secs(30);

/// What the end waits for when it waits no more.
const ENDED: &str = "nothing";

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
    pub unsynced_bytes_lost: u64,
    pub dir_entries_lost: u64,
    pub torn_writes: u64,
    pub syncs: u64,
    pub failed_syncs: u64,
    pub failed_accesses: u64,
    pub rolls: u64,
    pub simulated_ms: u64,
}

impl Totals {
    /// Every count, by name.
    pub fn named(&self) -> [(&'static str, u64); 13] {
        [
            ("acked", self.acked),
            ("read", self.read),
            ("crashes", self.crashes),
            ("kills", self.kills),
            ("stops", self.stops),
            ("unsynced_bytes_lost", self.unsynced_bytes_lost),
            ("dir_entries_lost", self.dir_entries_lost),
            ("torn_writes", self.torn_writes),
            ("syncs", self.syncs),
            ("failed_syncs", self.failed_syncs),
            ("failed_accesses", self.failed_accesses),
            ("rolls", self.rolls),
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
        self.unsynced_bytes_lost += other.unsynced_bytes_lost;
        self.dir_entries_lost += other.dir_entries_lost;
        self.torn_writes += other.torn_writes;
        self.syncs += other.syncs;
        self.failed_syncs += other.failed_syncs;
        self.failed_accesses += other.failed_accesses;
        self.rolls += other.rolls;
        self.simulated_ms += other.simulated_ms;
    }
}

/// Lives through one seed. A panic in it goes on to the caller.
pub(crate) fn live(seed: u64, trace: Option<Trace>) -> (Totals, Option<Failure>) {
    let mut runtime = Runtime::with_seed_and_config(seed, madsim::Config::default());
    runtime.set_time_limit(LIMIT);
    runtime.block_on(async {
        let world = World::new(trace);
        let totals = story(&world).await;
        fault::finish().await;
        let violation = world.violation().or_else(|| verdict(&world));
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

async fn story(world: &World) -> Totals {
    let plan = Plan::draw();
    world.note(format_args!("{plan:?}"));
    let cluster = Cluster::start(world, &plan);
    let mut crowd = Crowd::new(world, &cluster, &plan);
    let finish = Signal::default();
    crowd.start(&finish);
    let nemesis = Nemesis::new(world, &cluster, crowd.ids(), &plan);
    tokio::select! {
        biased;
        () = world.broken() => {}
        () = nemesis.run(clock::mono() + plan.safety) => {}
    }
    if world.violation().is_none() {
        nemesis.heal().await;
        finish.tell();
        tokio::select! {
            biased;
            () = world.broken() => {}
            () = crowd.end() => {}
            () = standstill(world) => {}
        }
        if crowd.stage != ENDED {
            let ready = cluster.nodes.iter().all(|node| node.is_ready());
            let what = format!(
                "nobody gets on: {}; all nodes serve: {ready}",
                crowd.waits_for()
            );
            world.violate("live", what);
        }
    }
    totals(world, &cluster, nemesis.deeds()).await
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
    let mut totals = Totals {
        acked,
        read,
        crashes: deeds.crashes,
        kills: deeds.kills,
        stops: deeds.stops,
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

/// All clients, each on a machine of its own.
struct Crowd<'a> {
    world: &'a World,
    plan: &'a Plan,
    bootstrap: String,
    machines: Vec<NodeHandle>,
    tasks: BTreeMap<String, JoinHandle<()>>,
    /// What the end waits for.
    stage: String,
}

impl<'a> Crowd<'a> {
    fn new(world: &'a World, cluster: &Cluster, plan: &'a Plan) -> Self {
        let count = plan.producers + plan.consumers + plan.watchers + 1;
        let machine = |index: u64| {
            let ip = format!("10.0.1.{}", index + 1);
            Handle::current()
                .create_node()
                .name(format!("client {}", index + 1))
                .ip(ip.parse().expect("an address"))
                .build()
        };
        Self {
            world,
            plan,
            bootstrap: cluster.bootstrap(),
            machines: (0..count).map(machine).collect(),
            tasks: BTreeMap::new(),
            stage: String::new(),
        }
    }

    fn ids(&self) -> Vec<madsim::task::NodeId> {
        self.machines.iter().map(NodeHandle::id).collect()
    }

    fn client(&self, name: &str) -> Client {
        let limit = Duration::from_millis(draw::pick(&[1_500, 3_000, 12_000]));
        Client::new(self.world.clone(), name.to_owned(), &self.bootstrap, limit)
    }

    /// Runs a client on the machine of that number.
    fn spawn(&mut self, machine: u64, name: &str, life: impl Future<Output = ()> + Send + 'static) {
        let task = self.machines[machine as usize].spawn(life);
        self.tasks.insert(name.to_owned(), task);
    }

    /// Starts everyone. Whoever needs the topic waits until it is created.
    fn start(&mut self, finish: &Signal) {
        let created = Signal::default();
        let partitions = self.plan.partitions;
        let (mut admin, tell) = (self.client("admin"), created.clone());
        self.spawn(0, "admin", async move {
            admin.create_topic(partitions).await;
            tell.tell();
        });
        let (producers, consumers) = (self.plan.producers, self.plan.consumers);
        for index in 0..producers {
            let name = format!("producer {index}");
            let producer = Producer::new(self.client(&name), index, self.plan);
            let (created, finish) = (created.clone(), finish.clone());
            self.spawn(index, &name, async move {
                created.told().await;
                producer.run(&finish).await;
            });
        }
        for index in 0..consumers {
            let name = format!("consumer {index}");
            let consumer = Consumer::new(self.client(&name), partitions);
            let (created, finish) = (created.clone(), finish.clone());
            self.spawn(producers + index, &name, async move {
                created.told().await;
                consumer.run(&finish).await;
            });
        }
        for index in 0..self.plan.watchers {
            let name = format!("watcher {index}");
            let client = self.client(&name);
            let (created, finish) = (created.clone(), finish.clone());
            self.spawn(producers + consumers + index, &name, async move {
                created.told().await;
                watcher::run(client, partitions, &finish).await;
            });
        }
    }

    /// Waits for everyone, lets a newcomer produce, and reads everything from the start.
    async fn end(&mut self) {
        while let Some((name, task)) = self.tasks.pop_first() {
            self.stage = name;
            task.await.expect("nobody kills clients");
        }
        let machine = self.machines.len() as u64 - 1;
        self.stage = "newcomer".to_owned();
        let finish = Signal::default();
        let newcomer = Producer::new(self.client("newcomer"), self.plan.producers, self.plan);
        let told = finish.clone();
        let producing =
            self.machines[machine as usize].spawn(async move { newcomer.run(&told).await });
        clock::sleep(Duration::from_millis(500)).await;
        finish.tell();
        producing.await.expect("nobody kills clients");
        self.stage = "last reader".to_owned();
        let last = Consumer::new(self.client("last reader"), self.plan.partitions);
        let reading = self.machines[machine as usize].spawn(last.last());
        reading.await.expect("nobody kills clients");
        self.stage = ENDED.to_owned();
    }

    fn waits_for(&self) -> String {
        let others: Vec<&String> = self.tasks.keys().collect();
        format!(
            "{} has not come to its end, nor looked at: {others:?}",
            self.stage
        )
    }
}
