//! The nemesis: it brings about the faults of the plan, and undoes what only an operator can undo.

use std::cell::RefCell;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use highwater_core::FlushPolicy;
use highwater_io_sim::fault::DiskKnobs;
use highwater_io_sim::{clock, task};
use madsim::net::NetSim;
use madsim::task::NodeId;

use crate::cluster::{Cluster, SimNode};
use crate::coverage::{Phase, Strikes};
use crate::plan::{Fault, Plan};
use crate::world::World;
use crate::{crowd, draw, notes};

mod damage;
mod healing;

/// The longest that faults wait for the first acknowledgement.
const FIRST_ACK: Duration = Duration::from_secs(20);

/// The longest that an orderly stop may take.
const STOP: Duration = Duration::from_secs(60);

/// What the nemesis has done.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Deeds {
    pub(crate) crashes: u64,
    pub(crate) kills: u64,
    pub(crate) stops: u64,
    pub(crate) partitions: u64,
    pub(crate) pauses: u64,
    pub(crate) resets: u64,
    /// Disks that were damaged or replaced.
    pub(crate) damages: u64,
    pub(crate) strikes: Strikes,
}

/// The nemesis.
pub(crate) struct Nemesis<'a> {
    world: World,
    cluster: &'a Cluster,
    clients: Vec<NodeId>,
    plan: Plan,
    deeds: RefCell<Deeds>,
    /// Faults that last a while.
    lasting: RefCell<Vec<task::Handle>>,
    /// Held by each of them while it lasts.
    amid: Arc<()>,
}

impl<'a> Nemesis<'a> {
    pub(crate) fn new(
        world: &World,
        cluster: &'a Cluster,
        clients: Vec<NodeId>,
        plan: &Plan,
    ) -> Self {
        Self {
            world: world.clone(),
            cluster,
            clients,
            plan: plan.clone(),
            deeds: RefCell::default(),
            lasting: RefCell::default(),
            amid: Arc::default(),
        }
    }

    pub(crate) fn deeds(&self) -> Deeds {
        *self.deeds.borrow()
    }

    /// Strikes again and again, for as long as the plan says.
    pub(crate) async fn run(&self) {
        if self.plan.waits_for_acks {
            self.first_ack().await;
        }
        let until = clock::mono() + self.plan.safety;
        while clock::mono() < until {
            tokio::select! {
                biased;
                address = self.world.offline() => {
                    // Somebody is called out of bed.
                    clock::sleep(draw::ms(1..2_000)).await;
                    if let Some(node) = self.cluster.at(&address) {
                        self.stop(node).await;
                    }
                }
                victim = self.moment() => {
                    self.strike(draw::pick(&self.plan.faults), victim).await;
                }
            }
            self.revive().await;
        }
    }

    /// Waits until something was acknowledged, but not for ever.
    async fn first_ack(&self) {
        let patience = clock::mono() + FIRST_ACK;
        while self.world.counts().0 == 0 && clock::mono() < patience {
            clock::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits for the moment to strike, and says whom: after a while, or when much is undecided at a node.
    async fn moment(&self) -> &SimNode {
        clock::sleep(draw::ms(self.plan.fault_ms.clone())).await;
        if !draw::percent(self.plan.timely_percent) {
            return self.victim();
        }
        let patience = clock::sleep(Duration::from_secs(2));
        let (node, turn) = tokio::select! {
            biased;
            turn = notes::turn() => turn,
            () = patience => return self.victim(),
        };
        self.world
            .note(format_args!("node {node}: {turn:?}, a moment to strike"));
        if draw::percent(70) {
            clock::sleep(draw::ms(1..50)).await;
        }
        let there = self.cluster.nodes.iter().find(|other| other.id() == node);
        there
            .filter(|_| draw::percent(70))
            .unwrap_or_else(|| self.victim())
    }

    /// Whom a fault strikes: the active controller or a leader, or anybody.
    fn victim(&self) -> &SimNode {
        let in_charge = self.world.those_in_charge();
        if !in_charge.is_empty()
            && draw::percent(self.plan.aim_percent)
            && let Some(node) = self.cluster.broker(draw::pick(&in_charge))
        {
            return node;
        }
        &self.cluster.nodes[draw::below(self.cluster.nodes.len() as u64) as usize]
    }

    /// Restarts nodes that are down, after a while or at once. One of several may stay down for longer.
    async fn revive(&self) {
        let down = || self.cluster.nodes.iter().filter(|node| node.is_down());
        let is_minority = 2 * down().count() < self.cluster.nodes.len();
        for node in &self.cluster.nodes {
            let lingers = is_minority && draw::percent(self.plan.linger_percent);
            if node.is_down() && !lingers {
                if draw::percent(70) {
                    clock::sleep(draw::ms(1..1_500)).await;
                }
                node.restart();
            }
        }
    }

    /// Stops a node in one way or another.
    async fn stop(&self, node: &SimNode) {
        match draw::below(3) {
            0 => self.crash(node),
            1 => self.kill(node),
            _ => self.terminate(node).await,
        }
    }

    fn crash(&self, node: &SimNode) {
        if self.plan.flush == FlushPolicy::Os {
            return self.kill(node);
        }
        self.deeds.borrow_mut().crashes += 1;
        node.crash();
    }

    fn kill(&self, node: &SimNode) {
        self.deeds.borrow_mut().kills += 1;
        node.kill();
    }

    async fn terminate(&self, node: &SimNode) {
        if node.is_down() {
            return;
        }
        self.deeds.borrow_mut().stops += 1;
        if !node.terminate(STOP).await {
            self.world
                .violate("stop-ends", format!("node {} does not stop", node.id()));
            node.kill();
        } else if draw::percent(50) && node.has_stopped().await {
            // Whoever has stopped in an orderly way has nothing to lose.
            self.deeds.borrow_mut().crashes += 1;
            node.crash();
        }
    }

    async fn strike(&self, fault: Fault, node: &SimNode) {
        self.world
            .note(format_args!("fault: {fault:?} at node {}", node.id()));
        let phase = self.phase();
        self.deeds.borrow_mut().strikes.count(fault, phase);
        match fault {
            Fault::PowerCut => self.crash(node),
            Fault::Kill => self.kill(node),
            Fault::Terminate => self.terminate(node).await,
            Fault::Clog => self.clog(node.id()),
            Fault::Partition => self.partition(node),
            Fault::Blackout => self.cluster.nodes.iter().for_each(|node| self.crash(node)),
            Fault::BadNetwork => self.bad_network(),
            Fault::FailedSyncs => self.disk(node, |disk| {
                disk.sync_fail_per_million = draw::pick(&[20_000, 200_000, 1_000_000]);
            }),
            Fault::SlowSyncs => self.disk(node, |disk| disk.sync_ms = 1..2_000),
            Fault::FailedWrites => self.disk(node, |disk| {
                disk.write_fail_per_million = draw::pick(&[20_000, 500_000]);
            }),
            Fault::FailedReads => self.disk(node, |disk| {
                disk.read_fail_per_million = draw::pick(&[20_000, 500_000]);
            }),
            Fault::SlowStart => {
                // What a node reads back when it starts takes long enough for clients to come meanwhile.
                self.disk(node, |disk| {
                    disk.delay_per_million = draw::pick(&[100_000, 500_000, 1_000_000]);
                    disk.delay_ms = 1..draw::pick(&[100, 400, 1_500]);
                });
                self.kill(node);
            }
            Fault::DiskFull => self.disk(node, |disk| disk.full = true),
            Fault::HungSyncs => self.disk(node, |disk| disk.hung_syncs = true),
            Fault::NoDescriptors => self.disk(node, |disk| disk.no_descriptors = true),
            Fault::Pause => self.pause(node),
            Fault::Reset => self.reset(node),
            Fault::Damage => self.damage(node).await,
        }
    }

    /// What the cluster is about.
    fn phase(&self) -> Phase {
        let nodes = &self.cluster.nodes;
        if self.world.counts().0 == 0 {
            Phase::Early
        } else if nodes.iter().any(SimNode::is_down) {
            Phase::Down
        } else if !nodes.iter().all(SimNode::is_ready) {
            Phase::Starting
        } else if Arc::strong_count(&self.amid) > 1 {
            Phase::Amid
        } else {
            Phase::Well
        }
    }

    /// Stops the process for a while: for less or more than any session or lease.
    fn pause(&self, node: &SimNode) {
        let longest = draw::pick(&[300, 2_000, 10_000, 40_000]);
        node.pause();
        self.deeds.borrow_mut().pauses += 1;
        let (id, world) = (node.id(), self.world.clone());
        self.lasts(async move {
            clock::sleep(draw::ms(1..longest)).await;
            world.note(format_args!("node {id}: goes on"));
            highwater_io_sim::fault::resume(id);
        });
    }

    /// Resets the connections between the node and another, or a client.
    fn reset(&self, node: &SimNode) {
        let others = self
            .cluster
            .nodes
            .iter()
            .filter(|other| other.id() != node.id());
        let others: Vec<IpAddr> = others.map(SimNode::ip).collect();
        let peer = if others.is_empty() || draw::percent(30) {
            crowd::ip(draw::below(self.clients.len() as u64))
        } else {
            draw::pick(&others)
        };
        let broken = highwater_io_sim::fault::reset(node.id(), peer);
        self.world.note(format_args!(
            "{broken} connections of node {} with {peer} are reset",
            node.id()
        ));
        self.deeds.borrow_mut().resets += broken as u64;
    }

    /// Changes the disk for a while.
    fn disk(&self, node: &SimNode, change: impl FnOnce(&mut DiskKnobs)) {
        let mut disk = self.plan.disk.clone();
        change(&mut disk);
        node.set_disk(&disk);
        let (id, usual, world) = (node.id(), self.plan.disk.clone(), self.world.clone());
        self.lasts(async move {
            clock::sleep(draw::ms(1..draw::pick(&[1_500, 5_000, 20_000]))).await;
            world.note(format_args!("node {id}: the disk is as usual"));
            highwater_io_sim::fault::set_disk(id, usual);
        });
    }

    /// Cuts a link between a client and a node, in one direction or both.
    fn clog(&self, node: NodeId) {
        let client = draw::pick(&self.clients);
        let directions: &[(NodeId, NodeId)] = match draw::below(3) {
            0 => &[(client, node)],
            1 => &[(node, client)],
            _ => &[(client, node), (node, client)],
        };
        self.cut(directions.to_vec());
    }

    /// Cuts a node off from the others, in one direction or both, and perhaps from all clients.
    fn partition(&self, node: &SimNode) {
        let me = node.id();
        let nodes = self.cluster.nodes.iter().map(SimNode::id);
        let mut others: Vec<NodeId> = nodes.filter(|&other| other != me).collect();
        if draw::percent(30) {
            others.extend(&self.clients);
        }
        let (hears, speaks) =
            draw::pick(&[(false, false), (false, false), (true, false), (false, true)]);
        let mut links = Vec::new();
        for other in others {
            if !speaks {
                links.push((me, other));
            }
            if !hears {
                links.push((other, me));
            }
        }
        self.world
            .note(format_args!("node {me} is cut off: {links:?}"));
        self.deeds.borrow_mut().partitions += u64::from(!links.is_empty());
        self.cut(links);
    }

    /// Cuts links for a while.
    fn cut(&self, links: Vec<(NodeId, NodeId)>) {
        let net = NetSim::current();
        for &(from, to) in &links {
            net.clog_link(from, to);
        }
        let world = self.world.clone();
        let longest = draw::pick(&[2_000, 8_000, 40_000]);
        self.lasts(async move {
            clock::sleep(draw::ms(1..longest)).await;
            world.note(format_args!("links are whole again: {links:?}"));
            for (from, to) in links {
                NetSim::current().unclog_link(from, to);
            }
        });
    }

    fn bad_network(&self) {
        let slowest = draw::pick(&[20, 200, 1_000]);
        NetSim::current().update_config(|config| {
            config.packet_loss_rate = draw::pick(&[0.0, 0.01, 0.1]);
            config.send_latency = Duration::from_millis(1)..Duration::from_millis(slowest);
        });
        self.lasts(async {
            clock::sleep(draw::ms(1..3_000)).await;
            NetSim::current().update_config(|config| *config = madsim::net::Config::default());
        });
    }

    fn lasts(&self, fault: impl Future<Output = ()> + Send + 'static) {
        let amid = Arc::clone(&self.amid);
        self.lasting.borrow_mut().push(task::spawn(async move {
            fault.await;
            drop(amid);
        }));
    }
}
