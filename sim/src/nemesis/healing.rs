//! The end of faults: who is healed, and who is left alone meanwhile.

use highwater_io_sim::fault::DiskKnobs;
use madsim::net::NetSim;
use madsim::task::NodeId;

use super::Nemesis;
use crate::cluster::SimNode;
use crate::{draw, notes};

impl<'a> Nemesis<'a> {
    /// Ends what faults there are. What they have done stays.
    pub(crate) fn rest(&self) {
        self.world.note(format_args!("faults end"));
        for lasting in self.lasting.take() {
            lasting.abort();
        }
        let net = NetSim::current();
        net.update_config(|config| *config = madsim::net::Config::default());
    }

    /// A majority of the nodes, perhaps all.
    pub(crate) fn some_majority(&self) -> Vec<&'a SimNode> {
        let mut nodes: Vec<&SimNode> = self.cluster.nodes.iter().collect();
        let spare = (nodes.len() as u64).div_ceil(2);
        for _ in 0..draw::below(spare) {
            nodes.remove(draw::below(nodes.len() as u64) as usize);
        }
        nodes
    }

    pub(crate) fn all(&self) -> Vec<&'a SimNode> {
        self.cluster.nodes.iter().collect()
    }

    /// Makes sure that nobody hears of the nodes that are not of `core`.
    pub(crate) fn shut_out(&self, core: &[&SimNode]) {
        let is_core = |node: &&SimNode| core.iter().any(|other| other.id() == node.id());
        for node in self.cluster.nodes.iter().filter(|node| !is_core(node)) {
            let how = draw::below(4);
            self.world
                .note(format_args!("node {} is left alone: {how}", node.id()));
            match how {
                0 => self.crash(node),
                1 => self.kill(node),
                2 => node.pause(),
                _ => {
                    for (from, to) in self.links(node, &self.all()) {
                        NetSim::current().clog_link(from, to);
                    }
                }
            }
        }
    }

    /// Mends the links and the disks of `core`, and starts what is down of it. Only who cannot go on without it is
    /// restarted.
    pub(crate) async fn heal(&self, core: &[&SimNode]) {
        for node in core {
            node.set_disk(&healthy(&self.plan.disk));
            node.resume();
            for (from, to) in self.links(node, core) {
                NetSim::current().unclog_link(from, to);
            }
            if notes::has_failed(node.id()) {
                self.world
                    .note(format_args!("node {}: a log is out of use", node.id()));
                self.stop(node).await;
            }
            if node.is_down() {
                node.restart();
            }
        }
    }

    /// The links between `node` and each of `nodes`, and each client, in both directions.
    fn links(&self, node: &SimNode, nodes: &[&SimNode]) -> Vec<(NodeId, NodeId)> {
        let me = node.id();
        let others = nodes.iter().map(|other| other.id());
        let others = others.filter(|&other| other != me);
        let others = others.chain(self.clients.iter().copied());
        others
            .flat_map(|other| [(other, me), (me, other)])
            .collect()
    }

    /// Restarts every node.
    pub(crate) async fn restart(&self) {
        for node in &self.cluster.nodes {
            self.stop(node).await;
            if node.is_down() {
                node.restart();
            }
        }
    }
}

/// The same disk without failures.
fn healthy(disk: &DiskKnobs) -> DiskKnobs {
    DiskKnobs {
        sync_fail_per_million: 0,
        read_fail_per_million: 0,
        write_fail_per_million: 0,
        full: false,
        no_descriptors: false,
        hung_syncs: false,
        ..disk.clone()
    }
}
