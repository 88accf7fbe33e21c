//! Where a world ends if nothing goes wrong any more: whatever has happened, messages and timers alone make it well. A
//! property of single states cannot say so; so a copy of the world is run on, in one fixed order, until it is well.

use highwater_core::replica::Partition;
use highwater_core::{BrokerId, Node, TimerId};

use super::BROKERS;
use super::world::World;
use crate::links::is_of_peer;

/// How often all timers fire before a world counts as stuck.
const ROUNDS: usize = 8;

impl World {
    /// True if this is no dead end. First those who run must get on without the others, then all with one another.
    pub(super) fn recovers(&self) -> bool {
        let mut world = self.clone();
        for link in world.cluster.links.late() {
            while world.cluster.links.late().contains(&link) {
                world.cluster.deliver_late(link);
            }
        }
        if !world.gets_well() {
            return false;
        }
        for id in BROKERS {
            if !world.is_up(id) {
                world.cluster.start(id);
            }
        }
        world.gets_well()
    }

    fn gets_well(&mut self) -> bool {
        for _ in 0..ROUNDS {
            if !self.cluster.comes_to_rest() {
                return false;
            }
            self.observe();
            if self.is_well() {
                return true;
            }
            self.fire_all();
        }
        false
    }

    fn is_up(&self, id: BrokerId) -> bool {
        self.cluster.rig(id).node.is_some()
    }

    /// Every timer fires, but for sessions of brokers that are heard of, on either side, and for the limits that clients set.
    fn fire_all(&mut self) {
        // Whoever hosts nothing is not registered: its disk was replaced, and its former self must be fenced first.
        let heard = |id: &BrokerId| self.replicas().any(|(other, _)| other == *id);
        let fires = |timer: &TimerId| match timer {
            TimerId::BrokerSession(other) => !heard(other),
            TimerId::OwnSession => false,
            TimerId::Park(request) => is_of_peer(request.conn),
            _ => true,
        };
        let mut armed: Vec<(BrokerId, TimerId)> = Vec::new();
        for (id, rig) in self.cluster.rigs() {
            let timers = rig.node.iter().flat_map(Node::armed);
            armed.extend(timers.filter(fires).map(|timer| (id, timer)));
        }
        for (id, timer) in armed {
            self.cluster.fire(id, timer);
        }
    }

    /// Who runs is given work, and nobody else; somebody leads who may; all who run are in sync, have the same log, and
    /// know that it is committed; nobody waits for an answer.
    fn is_well(&self) -> bool {
        let image = self.cluster.image();
        let partition = self.partition();
        if BROKERS
            .iter()
            .any(|id| image.is_alive(*id) != self.is_up(*id))
        {
            return false;
        }
        let Some(leader) = partition.leader else {
            return !partition.isr.iter().any(|id| self.is_up(*id));
        };
        let in_sync = |id: &BrokerId| partition.isr.contains(id) == self.is_up(*id);
        if !self.is_up(leader) || !BROKERS.iter().all(in_sync) {
            return false;
        }
        let end = |partition: &Partition| partition.log().map(|log| log.end());
        let mut replicas = self.replicas().map(|(_, partition)| partition);
        if partition.isr.len() < self.min_in_sync {
            // Nothing more is committed.
            return true;
        }
        let leading = self.replicas().find(|(id, _)| *id == leader);
        let Some(all) = leading.and_then(|(_, partition)| end(partition)) else {
            return false;
        };
        self.unanswered.is_empty()
            && replicas.all(|partition| end(partition) == Some(all) && partition.hw() == all)
    }
}
