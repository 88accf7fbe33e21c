//! All clients of a seed, from the first request to the last.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use highwater_io_sim::clock;
use madsim::runtime::{Handle, NodeHandle};
use madsim::task::JoinHandle;

use crate::client::Client;
use crate::cluster::Cluster;
use crate::draw;
use crate::plan::Plan;
use crate::workload::consumer::Consumer;
use crate::workload::groups::{self, Book, Stages};
use crate::workload::plain::Plain;
use crate::workload::producer::Producer;
use crate::workload::reborn::Owner;
use crate::workload::{Signal, watcher};
use crate::world::World;

/// What the end waits for when it waits no more.
const ENDED: &str = "nothing";

/// All clients, each on a machine of its own.
pub(crate) struct Crowd<'a> {
    world: &'a World,
    plan: &'a Plan,
    bootstrap: Vec<String>,
    machines: Vec<NodeHandle>,
    tasks: BTreeMap<String, JoinHandle<()>>,
    /// Whoever goes on until nobody produces any more.
    members: BTreeMap<String, JoinHandle<()>>,
    /// Told when nobody produces any more.
    drain: Signal,
    pub(crate) books: Vec<Book>,
    /// What the end waits for.
    stage: String,
}

/// The address of the client's machine of that number.
pub(crate) fn ip(index: u64) -> IpAddr {
    IpAddr::from([10, 0, 1, index as u8 + 1])
}

impl<'a> Crowd<'a> {
    pub(crate) fn new(world: &'a World, cluster: &Cluster, plan: &'a Plan) -> Self {
        let seats: u64 = plan.groups.iter().map(|group| group.seats + 1).sum();
        let plain = plan.plain.len() as u64;
        let count =
            plan.producers + plan.consumers + plan.watchers + plain + seats + plan.reborn + 1;
        let machine = |index: u64| {
            Handle::current()
                .create_node()
                .name(format!("client {}", index + 1))
                .ip(ip(index))
                .build()
        };
        Self {
            world,
            plan,
            bootstrap: cluster.bootstrap(),
            machines: (0..count).map(machine).collect(),
            tasks: BTreeMap::new(),
            members: BTreeMap::new(),
            drain: Signal::default(),
            books: Vec::new(),
            stage: String::new(),
        }
    }

    pub(crate) fn ids(&self) -> Vec<madsim::task::NodeId> {
        self.machines.iter().map(NodeHandle::id).collect()
    }

    /// A machine on which nobody runs until the end.
    pub(crate) fn spare(&self) -> &NodeHandle {
        &self.machines[self.machines.len() - 1]
    }

    fn client(&self, name: &str) -> Client {
        client(self.world, name, &self.bootstrap)
    }

    /// Runs a client on the machine of that number.
    fn spawn(&mut self, machine: u64, name: &str, life: impl Future<Output = ()> + Send + 'static) {
        let task = self.machines[machine as usize].spawn(life);
        self.tasks.insert(name.to_owned(), task);
    }

    /// Starts everyone. Whoever needs the topic waits until it is created.
    pub(crate) fn start(&mut self, finish: &Signal) {
        let created = Signal::default();
        let (partitions, factor) = (self.plan.partitions, self.plan.replication_factor);
        let (mut admin, tell) = (self.client("admin"), created.clone());
        self.spawn(0, "admin", async move {
            admin.create_topic(partitions, factor).await;
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
        let first = producers + consumers + self.plan.watchers;
        self.start_plain(first, &created, finish);
        let first = first + self.plan.plain.len() as u64;
        let first = self.start_groups(first, &created, finish);
        self.start_reborn(first, finish);
    }

    /// Starts the owners of topics that come and go, on the machines from `machine` on.
    fn start_reborn(&mut self, machine: u64, finish: &Signal) {
        for index in 0..self.plan.reborn {
            let name = format!("owner {index}");
            let owner = Owner::new(self.client(&name), index, self.plan);
            let (finish, drain) = (finish.clone(), self.drain.clone());
            let life = async move { owner.run(&finish, &drain).await };
            let task = self.machines[(machine + index) as usize].spawn(life);
            self.members.insert(name, task);
        }
    }

    /// Starts the producers without sequence numbers, on the machines from `machine` on.
    fn start_plain(&mut self, machine: u64, created: &Signal, finish: &Signal) {
        let plan = self.plan;
        for (index, &acks) in (0..).zip(&plan.plain) {
            let name = format!("plain {index}");
            let plain = Plain::new(self.client(&name), index, acks, plan);
            let (created, finish) = (created.clone(), finish.clone());
            self.spawn(machine + index, &name, async move {
                created.told().await;
                plain.run(&finish).await;
            });
        }
    }

    /// Starts the members and the observer of each group, on the machines from `machine` on. Returns the next machine.
    fn start_groups(&mut self, mut machine: u64, created: &Signal, finish: &Signal) -> u64 {
        let partitions = self.plan.partitions;
        for (at, plan) in self.plan.groups.iter().enumerate() {
            let group = format!("group-{at}");
            let book = Book::new(self.world, &group, plan.commits_after);
            let stages = Stages::new(finish, &self.drain);
            for number in 0..plan.seats {
                let name = format!("{group} seat {number}");
                let (world, bootstrap) = (self.world.clone(), self.bootstrap.clone());
                let called = name.clone();
                let client = move || client(&world, &called, &bootstrap);
                let (plan, book) = (plan.clone(), book.clone());
                let (stages, created) = (stages.clone(), created.clone());
                let life = async move {
                    created.told().await;
                    groups::sit(number, partitions, plan, book, stages, client).await;
                };
                self.members
                    .insert(name, self.machines[machine as usize].spawn(life));
                machine += 1;
            }
            let name = format!("{group} observer");
            let (client, seats, created) = (self.client(&name), plan.seats, created.clone());
            let watched = book.clone();
            let life = async move {
                created.told().await;
                groups::observe(client, partitions, seats, watched, stages).await;
            };
            self.members
                .insert(name, self.machines[machine as usize].spawn(life));
            machine += 1;
            self.books.push(book);
        }
        machine
    }

    /// Waits for everyone, lets a newcomer produce, and reads everything from the start.
    pub(crate) async fn end(&mut self) {
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
        self.world.calms_down();
        self.drain.tell();
        while let Some((name, task)) = self.members.pop_first() {
            self.stage = name;
            task.await.expect("nobody kills clients");
        }
        self.stage = "last reader".to_owned();
        let last = Consumer::new(self.client("last reader"), self.plan.partitions);
        let reading = self.machines[machine as usize].spawn(last.last());
        reading.await.expect("nobody kills clients");
        self.stage = ENDED.to_owned();
    }

    /// True if everybody has come to their end.
    pub(crate) fn has_ended(&self) -> bool {
        self.stage == ENDED
    }

    /// What the end waits for.
    pub(crate) fn waits_for(&self) -> String {
        let others: Vec<&String> = self.tasks.keys().chain(self.members.keys()).collect();
        format!(
            "{} has not come to its end, nor looked at: {others:?}",
            self.stage
        )
    }
}

fn client(world: &World, name: &str, bootstrap: &[String]) -> Client {
    let limit = Duration::from_millis(draw::pick(&[1_500, 3_000, 12_000]));
    Client::new(world.clone(), name.to_owned(), bootstrap, limit)
}
