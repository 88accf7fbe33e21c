//! What happens at once in a cluster: without it there would be many more states than can be explored. Most of it makes
//! no difference to anybody when it happens. Some of it narrows what is looked at, and its rule says so.

use highwater_core::api::{Answer, Fetched, Reply};
use highwater_core::metadata::Record;
use highwater_core::replica::{self, Partition};
use highwater_core::wire::Records;
use highwater_core::{BrokerId, LogId, Node, TimerId};

use super::{CONTROLLERS, Cluster};
use crate::links::Link;
use crate::rig::Rig;

impl Cluster {
    /// What follows at once from what a step did: appends are written, proposals are committed, calls go out and
    /// arrive, whoever is not concerned by a command applies it. Timers that only gather what one turn did fire at the
    /// turn's end.
    pub(super) fn after(&mut self) {
        let ids: Vec<BrokerId> = self.rigs.keys().copied().collect();
        loop {
            let mut busy = false;
            for &id in &ids {
                busy |= self.after_turn(id);
                while self.is_unconcerned(id) {
                    self.apply_next(id);
                    busy = true;
                }
            }
            while let Some(link) = self.links.quick() {
                self.take_request(link);
                busy = true;
            }
            for (link, id) in self.links.unanswered() {
                if let Some(reply) = self.take_reply(link.1, id) {
                    let answer = answer(&self.rigs[&link.1], reply);
                    self.links.answer(link, id, answer);
                    busy = true;
                }
            }
            let idle = self.links.answered().find(|link| self.is_idle(*link));
            if let Some(link) = idle {
                self.take_answers(link);
            } else if !busy {
                return;
            }
        }
    }

    /// True if a broker has a command to apply that makes no difference to it yet: the controller has decided on it
    /// already, and to a broker that does not lead only another leader, or its own registration, is news. To one that
    /// leads other in-sync sets are news, too; but how long they take is looked at only where requests for them are slow.
    fn is_unconcerned(&self, id: BrokerId) -> bool {
        let (Some(command), Some(node)) = (self.next_command(id), &self.rigs[&id].node) else {
            return false;
        };
        let leads = |partition: &Partition| matches!(partition.role, replica::Role::Leader(_));
        let patient = self.links.slow_in_sync && node.partitions().any(leads);
        let news = |record: &Record| match record {
            Record::PartitionChange(change) => change.new_leader || patient,
            // Who is back joins the in-sync set once it asks for more, which it may do at any time.
            Record::BrokerChange(change) => change.fenced && patient,
            _ => true,
        };
        CONTROLLERS.contains(&id) || !command.records.iter().any(news)
    }

    /// True if it makes no difference when the next answer of a connection arrives: what the controller answers matters
    /// less than what it commits, and nobody takes in what comes from a leader that it follows no more, or an error.
    fn is_idle(&self, link: Link) -> bool {
        if CONTROLLERS.contains(&link.1) {
            return true;
        }
        let follows = self
            .replica(link.0)
            .and_then(|partition| match partition.role {
                replica::Role::Follower(follower) => Some(follower.leader),
                _ => None,
            });
        let refused = self.links.is_refused(link);
        !self.links.is_slow(link) && (refused || follows != Some(link.1))
    }

    /// The replica on a broker that runs: there is one partition at most.
    fn replica(&self, id: BrokerId) -> Option<&Partition> {
        self.rigs.get(&id)?.node.as_ref()?.partitions().next()
    }

    /// True if there was anything to do.
    fn after_turn(&mut self, id: BrokerId) -> bool {
        let rig = &self.rigs[&id];
        let queued = rig.disks().filter(|(_, disk)| disk.queued() > 0);
        let queued: Vec<LogId> = queued.map(|(log, _)| log).collect();
        let armed = rig.node.iter().flat_map(Node::armed);
        let due: Vec<TimerId> = armed.filter(|timer| self.is_due(id, timer)).collect();
        let outbound = rig.outbound.as_ref();
        let sends = outbound.is_some_and(|out| !(out.calls.is_empty() && out.proposals.is_empty()));
        if queued.is_empty() && due.is_empty() && !sends {
            return false;
        }
        let rig = self.rig_mut(id);
        for log in queued {
            rig.write(log);
        }
        for timer in due {
            rig.fire(timer);
        }
        let outbound = rig.outbound.as_mut().map(std::mem::take);
        let outbound = outbound.unwrap_or_default();
        if !outbound.proposals.is_empty() {
            self.quorum.propose(outbound.proposals);
        }
        for (to, call, request) in outbound.calls {
            self.call(id, to, call, request);
        }
        true
    }

    /// True for timers that only gather what a turn did, or that ask again. A follower asks again once it makes a
    /// difference: when its leader leads in the epoch that it follows in.
    fn is_due(&self, id: BrokerId, timer: &TimerId) -> bool {
        match timer {
            TimerId::Fetch(leader) => {
                let epoch = self.replica(id).and_then(|partition| match partition.role {
                    replica::Role::Follower(follower) => Some(follower.epoch),
                    _ => None,
                });
                let leads = self
                    .replica(*leader)
                    .and_then(|partition| match &partition.role {
                        replica::Role::Leader(leader) => Some(leader.epoch),
                        _ => None,
                    });
                leads.is_some() && leads == epoch
            }
            TimerId::Stored(leader) => self.is_up(*leader),
            TimerId::InSync => true,
            _ => false,
        }
    }
}

/// A reply as it reaches a broker: record bytes are read from the disk now.
fn answer(rig: &Rig, reply: Reply) -> Answer {
    match reply {
        Reply::Body(response) => Answer::Body(response),
        Reply::Nothing => unreachable!("brokers want answers"),
        Reply::Fetch(reply) => {
            let mut response = reply.response;
            let rows = response.responses.iter_mut();
            for row in rows.flat_map(|topic| &mut topic.partitions) {
                if let Some(Records::External { token, .. }) = row.records {
                    let bytes = rig.read_plan(reply.plans[token as usize].clone());
                    row.records = Some(Records::Inline(bytes));
                }
            }
            Answer::Fetch(Fetched::check(response))
        }
    }
}
