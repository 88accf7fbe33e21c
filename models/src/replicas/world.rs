//! What happens to be so among three replicas and their client, and what must be so.

use std::collections::BTreeMap;

use bytes::Bytes;
use highwater_core::api::{Reply, Response};
use highwater_core::metadata::PartitionImage;
use highwater_core::records::build::{NewRecord, Producer};
use highwater_core::records::{check_stored, read};
use highwater_core::replica::{Partition, Role, State};
use highwater_core::wire::Str;
use highwater_core::{BrokerId, Config, ConnId, Epoch, Node, Offset, ReqId, invariant};

use super::{BROKERS, Bounds};
use crate::cluster::Cluster;
use crate::rig::produce;

const TOPIC: &str = "t";
const FOLDER: &str = "t-0";

/// A replica's batches by their offsets: the leader epoch and the number of each.
type Content = BTreeMap<Offset, (Epoch, u64)>;

/// What happens to be so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    pub(super) cluster: Cluster,
    /// Batches that were sent; each carries its number, and is the first of a producer of its own.
    pub(super) sent: u64,
    /// Batches that are not answered yet, and who was sent them.
    pub(super) unanswered: BTreeMap<u64, BrokerId>,
    /// Offsets of acknowledged batches.
    pub(super) acked: BTreeMap<u64, Offset>,
    /// Who led in which epoch.
    leaders: BTreeMap<Epoch, BrokerId>,
    two_leaders: bool,
    /// Disks that may fail.
    failures: u8,
    /// Disks that may be damaged.
    rots: u8,
    /// `min.insync.replicas`.
    pub(super) min_in_sync: usize,
    /// A batch was acknowledged that fewer replicas had synced.
    thin: bool,
    /// Disks that may be replaced.
    replacements: u8,
    /// A late request has arrived.
    pub(super) was_late: bool,
    /// What may still go wrong.
    pub(super) left: Bounds,
}

fn config(id: BrokerId, min_in_sync: usize) -> Config {
    Config {
        // Each batch is written with a checkpoint behind it.
        checkpoint_bytes: 1,
        min_insync_replicas: min_in_sync as i32,
        ..Config::new(id, "h", 1)
    }
}

/// Where the reply to a batch goes.
fn request_id(number: u64) -> ReqId {
    ReqId {
        conn: ConnId(1 + number),
        seq: 0,
    }
}

impl World {
    pub(super) fn new(bounds: Bounds, min_in_sync: usize) -> Self {
        let config = |id| config(id, min_in_sync);
        let mut cluster = Cluster::new(&BROKERS, 1 + usize::from(bounds.depositions), config);
        cluster.create_topic(TOPIC, &BROKERS);
        cluster.links.slow_in_sync = bounds.lags > 0 || bounds.delays > 0 || bounds.depositions > 0;
        if bounds.refusals > 0 {
            cluster.slow_proposals();
        }
        let mut this = Self {
            cluster,
            sent: 0,
            unanswered: BTreeMap::new(),
            acked: BTreeMap::new(),
            leaders: BTreeMap::new(),
            two_leaders: false,
            failures: bounds.failures,
            rots: bounds.rots,
            replacements: bounds.replacements,
            min_in_sync,
            thin: false,
            was_late: false,
            left: bounds,
        };
        this.observe();
        this
    }

    fn nodes(&self) -> impl Iterator<Item = (BrokerId, &Node)> + '_ {
        let rigs = self.cluster.rigs();
        rigs.filter_map(|(id, rig)| Some((id, rig.node.as_ref()?)))
    }

    /// Replicas on brokers that run.
    pub(super) fn replicas(&self) -> impl Iterator<Item = (BrokerId, &Partition)> + '_ {
        self.nodes()
            .filter_map(|(id, node)| Some((id, node.partitions().next()?)))
    }

    /// The partition as the controller has decided.
    pub(super) fn partition(&self) -> &PartitionImage {
        &self.cluster.image().topics[&Str::from_static(TOPIC)].partitions[0]
    }

    /// Brokers that take themselves for the leader, with their epochs.
    pub(super) fn leading(&self) -> Vec<(Epoch, BrokerId)> {
        let epoch = |partition: &Partition| match &partition.role {
            Role::Leader(leader) => Some(leader.epoch),
            _ => None,
        };
        self.replicas()
            .filter_map(|(id, partition)| Some((epoch(partition)?, id)))
            .collect()
    }

    /// Sends the next batch.
    pub(super) fn send(&mut self, to: BrokerId) {
        let record = NewRecord {
            value: Some(Bytes::copy_from_slice(&self.sent.to_be_bytes())),
            ..NewRecord::default()
        };
        let producer = Producer {
            id: self.sent as i64,
            epoch: 0,
            sequence: 0,
        };
        let body = produce(TOPIC, &[record], producer);
        let id = request_id(self.sent);
        self.unanswered.insert(self.sent, to);
        self.sent += 1;
        self.cluster.request(to, id, 9, body);
    }

    /// Takes note of replies as soon as they are given, and of who leads.
    pub(super) fn observe(&mut self) {
        for (number, broker) in self.unanswered.clone() {
            let reply = self.cluster.take_reply(broker, request_id(number));
            if reply.is_some() || self.cluster.rig(broker).node.is_none() {
                self.unanswered.remove(&number);
            }
            let Some(Reply::Body(Response::Produce(response))) = reply else {
                continue;
            };
            let row = &response.responses[0].partition_responses[0];
            if row.error_code == 0 {
                self.acked.insert(number, row.base_offset);
                // A disk that was replaced may have held it.
                let gone = self.replacements - self.left.replacements;
                let holders = self.holders(row.base_offset) + usize::from(gone);
                self.thin |= holders < self.min_in_sync;
            }
        }
        for (epoch, id) in self.leading() {
            self.two_leaders |= *self.leaders.entry(epoch).or_insert(id) != id;
        }
    }

    /// Replicas that have synced what is at an offset, whether they run or not.
    fn holders(&self, offset: Offset) -> usize {
        let synced = |id: &&BrokerId| {
            let disk = self.cluster.rig(**id).disk(FOLDER);
            disk.is_some_and(|disk| disk.synced() > offset)
        };
        BROKERS.iter().filter(synced).count()
    }

    /// What is acknowledged rests on as many replicas as were asked for (`min.insync.replicas`, KAFKA-15583).
    pub(super) fn rests_on_enough(&self) -> bool {
        !self.thin
    }

    /// What is in a replica's files, synced or not.
    pub(super) fn content(&self, id: BrokerId) -> Content {
        let disk = self.cluster.rig(id).disk(FOLDER);
        let mut content = BTreeMap::new();
        for bytes in disk.into_iter().flat_map(|disk| disk.read(Offset::MAX)) {
            let Some(batch) = check_stored(bytes) else {
                continue;
            };
            let epoch = batch.header().leader_epoch;
            for record in read::Records::of(&batch).flatten() {
                let value = record.value.as_deref();
                let value = value.and_then(|value| value.try_into().ok());
                let number = u64::from_be_bytes(value.unwrap_or([0xff; 8]));
                content.insert(record.offset, (epoch, number));
            }
        }
        content
    }

    /// Whoever leads in the latest epoch that there was has everything that was acknowledged.
    pub(super) fn leader_is_complete(&self) -> bool {
        let latest = self.leaders.last_key_value();
        let Some((_, &leader)) =
            latest.filter(|&(&epoch, &id)| self.leading().contains(&(epoch, id)))
        else {
            return true;
        };
        let content = self.content(leader);
        let there = |offset: &Offset| content.get(offset).map(|(_, number)| number);
        let mut acked = self.acked.iter();
        acked.all(|(number, offset)| there(offset) == Some(number))
    }

    /// Any two replicas have the same batches below the lesser of their high watermarks, and at least up to there.
    pub(super) fn replicas_agree(&self) -> bool {
        let all: Vec<(Content, Offset)> = self
            .replicas()
            .filter(|(_, partition)| partition.log().is_some())
            .map(|(id, partition)| (self.content(id), partition.hw()))
            .collect();
        let below = |content: &Content, hw: Offset| {
            let there = content.range(..hw).map(|(&offset, &batch)| (offset, batch));
            there.collect::<Vec<_>>()
        };
        all.iter().enumerate().all(|(at, (one, hw))| {
            all[at + 1..].iter().all(|(other, other_hw)| {
                let hw = *hw.min(other_hw);
                let batches = below(one, hw);
                batches.len() as u64 == hw as u64 && batches == below(other, hw)
            })
        })
    }

    /// Whoever knows that a replica leads knows of no other in the same epoch.
    pub(super) fn one_leader(&self) -> bool {
        !self.two_leaders
    }

    /// No log is refused, or out of use, but those whose disks have failed.
    pub(super) fn nothing_failed(&self) -> bool {
        let failed = |partition: &Partition| matches!(partition.state, State::Failed(_));
        let refused = self.cluster.rigs().any(|(_, rig)| rig.refused);
        let failed = self.replicas().filter(|(_, partition)| failed(partition));
        let damaged = self.rots - self.left.rots;
        let failures = self.failures - self.left.failures;
        (!refused || damaged > 0) && failed.count() <= (failures + damaged).into()
    }

    /// Each node is sound, and knows the producers of just the batches in its log, whoever wrote them.
    pub(super) fn nodes_are_sound(&self) -> bool {
        let producers = |(id, partition): (BrokerId, &Partition)| {
            let Some(log) = partition.log() else {
                return true;
            };
            let content = self.content(id);
            let mut known: Vec<u64> = log.producers.iter().map(|(id, ..)| id as u64).collect();
            let mut written: Vec<u64> = content.values().map(|&(_, number)| number).collect();
            known.sort_unstable();
            written.sort_unstable();
            known == written
        };
        self.nodes()
            .all(|(_, node)| invariant::deep::node(node).is_ok())
            && self.replicas().all(producers)
    }

    /// Every batch was acknowledged, and the last one by another leader than the first.
    pub(super) fn second_leader_acknowledged(&self) -> bool {
        let all = self.sent > 1 && self.acked.len() as u64 == self.sent;
        all && self.leading().into_iter().any(|(_, leader)| {
            let content = self.content(leader);
            let mut epochs = self.acked.values().filter_map(|offset| content.get(offset));
            epochs.any(|(epoch, _)| *epoch == 0) && epochs.any(|(epoch, _)| *epoch > 0)
        })
    }

    /// A log was cut.
    pub(super) fn was_cut(&self) -> bool {
        self.replicas()
            .any(|(_, partition)| partition.log().is_some_and(|log| log.generation().0 > 0))
    }

    /// The in-sync set has become smaller and whole again under the first leader.
    pub(super) fn was_whole_again(&self) -> bool {
        let partition = self.partition();
        partition.leader_epoch == 0
            && partition.partition_epoch > 1
            && partition.isr.len() == BROKERS.len()
    }
}
