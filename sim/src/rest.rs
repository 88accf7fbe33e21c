//! The end of faults: what of a cluster is well must get on by itself, and be whole, within a bound, though nobody
//! restarts it.

use std::io;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_io_sim::clock;
use madsim::runtime::NodeHandle;
use madsim::task::NodeId;
use madsim::time::timeout;

use crate::client::Client;
use crate::client::cluster::{Placed, Placement};
use crate::cluster::SimNode;
use crate::copies;
use crate::crowd::Crowd;
use crate::plan::Plan;
use crate::workload::producer::Producer;
use crate::world::{TOPIC, World};

/// Simulated time within which every partition has a leader and all its live replicas in sync, from when whoever lags has
/// last caught up by a byte.
const SETTLED: Duration = Duration::from_secs(30);

/// Simulated time within which each partition then takes a record.
const WRITABLE: Duration = Duration::from_secs(20);

/// What the judge waits for an answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits until `core`, which is well, agrees on the cluster, and every partition that it can keep has a leader and a whole
/// in-sync set: where they are then, or what never came about. A client on `machine` asks.
pub(crate) async fn settle(
    world: &World,
    machine: &NodeHandle,
    plan: &Plan,
    core: &[&SimNode],
) -> Result<Placement, String> {
    let addresses: Vec<String> = core.iter().map(|node| node.address()).collect();
    let mut judge = client(world, "judge".to_owned(), core);
    let rest = Rest {
        whole: core.len() == plan.nodes,
        brokers: core.iter().map(|node| node.broker).collect(),
        addresses: addresses.clone(),
        machines: core.iter().map(|node| node.id()).collect(),
    };
    let settling = machine.spawn(async move {
        let mut deadline = clock::mono() + SETTLED;
        let mut least = u64::MAX;
        loop {
            let what = match rest.look(&mut judge).await {
                Ok(placement) => return Ok(placement),
                Err(what) => what,
            };
            let behind = rest.behind(&mut judge).await;
            if behind < least {
                least = behind;
                deadline = clock::mono() + SETTLED;
            }
            if clock::mono() > deadline {
                return Err(format!("{what}; {behind} bytes behind"));
            }
            clock::sleep(Duration::from_millis(100)).await;
        }
    });
    settling.await.expect("nobody kills clients")
}

/// What each of `nodes` says about the cluster, if it does. A client on `machine` asks.
pub(crate) async fn placements(
    world: &World,
    machine: &NodeHandle,
    nodes: &[&SimNode],
) -> Vec<Option<Placement>> {
    let addresses: Vec<String> = nodes.iter().map(|node| node.address()).collect();
    let mut judge = client(world, "judge".to_owned(), nodes);
    let asking = machine.spawn(async move {
        let mut told = Vec::new();
        for address in &addresses {
            told.push(judge.placement(address).await.ok());
        }
        told
    });
    asking.await.expect("nobody kills clients")
}

/// A client that asks nobody but `core`, and does not wait for who is left out.
fn client(world: &World, name: String, core: &[&SimNode]) -> Client {
    let addresses: Vec<String> = core.iter().map(|node| node.address()).collect();
    Client::new(world.clone(), name, &addresses, PATIENCE)
}

/// Waits until `core` has settled, and takes a record in every partition that it can keep. What never comes about is
/// reported.
pub(crate) async fn judge(world: &World, crowd: &Crowd<'_>, plan: &Plan, core: &[&SimNode]) {
    let began = clock::mono();
    let placement = match settle(world, crowd.spare(), plan, core).await {
        Ok(placement) => placement,
        Err(what) => return world.violate("settles", what),
    };
    let took = clock::mono().saturating_sub(began);
    let writable = writable(&placement, plan, core);
    world.note(format_args!(
        "{} nodes are whole after {took:?}; writable: {writable:?}",
        core.len()
    ));
    let name = if core.len() == plan.nodes { 2 } else { 1 };
    let client = client(world, format!("probe {name}"), core);
    let (me, probing, plan) = (plan.producers + name, writable.clone(), plan.clone());
    let probe = crowd
        .spare()
        .spawn(async move { Producer::probe(client, me, &plan, &probing).await });
    match timeout(WRITABLE, probe).await {
        Ok(ended) => ended.expect("nobody kills clients"),
        Err(_) => {
            let what = format!("a record to each of the partitions {writable:?} is not taken");
            world.violate("writable", what);
        }
    }
}

/// The topic's partitions that must take a record.
fn writable(placement: &Placement, plan: &Plan, core: &[&SimNode]) -> Vec<i32> {
    let is_core = |id: &&i32| core.iter().any(|node| node.broker == **id);
    let takes = |(_, row): &(&(String, i32), &Placed)| {
        row.isr.iter().filter(is_core).count() >= plan.min_insync_replicas as usize
    };
    let of_topic = |((topic, _), _): &(&(String, i32), &Placed)| topic == TOPIC;
    let rows = placement.partitions.iter().filter(of_topic).filter(takes);
    rows.map(|((_, partition), _)| *partition).collect()
}

/// Whom the judge asks.
struct Rest {
    /// True if no node is left out.
    whole: bool,
    brokers: Vec<i32>,
    addresses: Vec<String>,
    machines: Vec<NodeId>,
}

impl Rest {
    /// What all say, if it is what it should be.
    async fn look(&self, client: &mut Client) -> Result<Placement, String> {
        let mut first: Option<Placement> = None;
        for address in &self.addresses {
            let told = client.placement(address).await;
            let told =
                told.map_err(|error: io::Error| format!("{address} does not say: {error}"))?;
            let first = first.get_or_insert_with(|| told.clone());
            if *first != told {
                let at = &self.addresses[0];
                return Err(format!("{at} says {first:?}, but {address} says {told:?}"));
            }
        }
        let told = first.ok_or("nobody was asked")?;
        if told.brokers != self.brokers {
            let brokers = &self.brokers;
            return Err(format!(
                "{:?} are said to live, not {brokers:?}",
                told.brokers
            ));
        }
        for (partition, placed) in &told.partitions {
            self.is_whole(placed)
                .map_err(|what| format!("{partition:?}: {what}: {placed:?}"))?;
        }
        Ok(told)
    }

    /// How many bytes live replicas that are out of sync lack of what their leaders have.
    async fn behind(&self, judge: &mut Client) -> u64 {
        let Ok(told) = judge.placement(&self.addresses[0]).await else {
            return u64::MAX;
        };
        let mut behind: u64 = 0;
        for ((topic, number), placed) in &told.partitions {
            let folder = format!("{topic}-{number}");
            let out = placed.replicas.iter().filter(|id| !placed.isr.contains(id));
            let Some(leader) = self.machine(placed.leader) else {
                continue;
            };
            for replica in out.filter_map(|&id| self.machine(id)) {
                let all = copies::size(leader, folder.clone()).await;
                behind += all.saturating_sub(copies::size(replica, folder.clone()).await);
            }
        }
        behind
    }

    /// The machine of a broker that lives.
    fn machine(&self, broker: i32) -> Option<NodeId> {
        let at = self.brokers.iter().position(|&id| id == broker)?;
        self.machines.get(at).copied()
    }

    fn is_whole(&self, placed: &Placed) -> Result<(), &'static str> {
        let lives = |id: &&i32| self.brokers.contains(id);
        if !self.whole && placed.isr.iter().all(|id| !self.brokers.contains(id)) {
            // Only who is left out has it all.
            return Ok(());
        }
        let live: Vec<i32> = placed.replicas.iter().filter(lives).copied().collect();
        if placed.isr != live {
            return Err("not all that live are in sync");
        }
        if !self.brokers.contains(&placed.leader) {
            return Err("nobody leads who lives");
        }
        if placed.error != ErrorCode::None.code() {
            return Err("it is not in order");
        }
        Ok(())
    }
}
