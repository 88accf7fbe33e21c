//! The nemesis: it brings about the faults of the plan, and undoes what only an operator can undo.

use std::cell::RefCell;
use std::time::Duration;

use highwater_io_sim::fault::DiskKnobs;
use highwater_io_sim::{clock, task};
use madsim::net::NetSim;
use madsim::task::NodeId;

use crate::cluster::{Cluster, SimNode};
use crate::draw;
use crate::plan::{Fault, Plan};
use crate::world::World;

/// The longest that an orderly stop may take.
const STOP: Duration = Duration::from_secs(60);

/// What the nemesis has done.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Deeds {
    pub(crate) crashes: u64,
    pub(crate) kills: u64,
    pub(crate) stops: u64,
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
        }
    }

    pub(crate) fn deeds(&self) -> Deeds {
        *self.deeds.borrow()
    }

    /// Strikes again and again until the simulation's clock says `until`.
    pub(crate) async fn run(&self, until: Duration) {
        while clock::mono() < until {
            tokio::select! {
                biased;
                () = self.world.offline() => {
                    // Somebody is called out of bed.
                    clock::sleep(draw::ms(1..2_000)).await;
                    self.stop(self.victim()).await;
                }
                () = clock::sleep(draw::ms(self.plan.fault_ms.clone())) => {
                    self.strike(draw::pick(&self.plan.faults)).await;
                }
            }
            self.revive().await;
        }
    }

    /// Ends all faults, and restarts what may have suffered.
    pub(crate) async fn heal(&self) {
        self.world.note(format_args!("faults end"));
        for lasting in self.lasting.take() {
            lasting.abort();
        }
        let net = NetSim::current();
        net.update_config(|config| *config = madsim::net::Config::default());
        for node in &self.cluster.nodes {
            node.set_disk(&healthy(&self.plan.disk));
            for &client in &self.clients {
                net.unclog_link(client, node.id());
                net.unclog_link(node.id(), client);
            }
            self.stop(node).await;
            if node.is_down() {
                node.restart();
            }
        }
    }

    fn victim(&self) -> &SimNode {
        &self.cluster.nodes[draw::below(self.cluster.nodes.len() as u64) as usize]
    }

    /// Restarts nodes that are down, after a while or at once.
    async fn revive(&self) {
        for node in &self.cluster.nodes {
            if node.is_down() {
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
        } else if draw::percent(50) {
            // Whoever has stopped in an orderly way has nothing to lose.
            self.crash(node);
        }
    }

    async fn strike(&self, fault: Fault) {
        self.world.note(format_args!("fault: {fault:?}"));
        let node = self.victim();
        match fault {
            Fault::PowerCut => self.crash(node),
            Fault::Kill => self.kill(node),
            Fault::Terminate => self.terminate(node).await,
            Fault::Clog => self.clog(node.id()),
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
        }
    }

    /// Changes the disk for a while.
    fn disk(&self, node: &SimNode, change: impl FnOnce(&mut DiskKnobs)) {
        let mut disk = self.plan.disk.clone();
        change(&mut disk);
        node.set_disk(&disk);
        let (id, usual, world) = (node.id(), self.plan.disk.clone(), self.world.clone());
        self.lasts(async move {
            clock::sleep(draw::ms(1..draw::pick(&[1_500, 5_000]))).await;
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
        let net = NetSim::current();
        for &(from, to) in directions {
            net.clog_link(from, to);
        }
        let directions = directions.to_vec();
        self.lasts(async move {
            clock::sleep(draw::ms(1..8_000)).await;
            for (from, to) in directions {
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
        self.lasting.borrow_mut().push(task::spawn(fault));
    }
}

/// The same disk without failures.
fn healthy(disk: &DiskKnobs) -> DiskKnobs {
    DiskKnobs {
        sync_fail_per_million: 0,
        read_fail_per_million: 0,
        write_fail_per_million: 0,
        full: false,
        ..disk.clone()
    }
}
