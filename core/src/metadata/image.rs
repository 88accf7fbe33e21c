//! The image that commands build. `apply` is pure: equal commands make equal images on every node.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::command::{Command, Record};
use crate::ids::{BrokerId, Epoch, MetaIndex, ProposalId};
use crate::mutant::{self, Mutant};
use crate::wire::generated::broker_record::BrokerEndpoint;
use crate::wire::generated::{BrokerRecord, PartitionChangeRecord, PartitionRecord};
use crate::wire::{Str, Uuid};

/// Where clients reach a broker by one of its listeners.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Endpoint {
    /// A name or an address.
    pub host: Str,
    /// The port.
    pub port: u16,
}

/// A registered broker.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Broker {
    /// The run of the broker that registered.
    pub incarnation: Uuid,
    /// The data folder of the broker: who registers with it again is the same broker, restarted.
    pub directory: Uuid,
    /// Grows with every registration: the index of the command that made it.
    pub epoch: i64,
    /// Where clients reach it, by the name of the listener (KIP-103).
    pub endpoints: BTreeMap<Str, Endpoint>,
    /// `broker.rack`.
    pub rack: Option<Str>,
    /// Not to be given any work.
    pub fenced: bool,
}

/// A partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionImage {
    /// Where its replicas are, the preferred leader first.
    pub replicas: Vec<BrokerId>,
    /// The in-sync replicas.
    pub isr: Vec<BrokerId>,
    /// The leader, if one of the in-sync replicas is alive.
    pub leader: Option<BrokerId>,
    /// Grows with every leader.
    pub leader_epoch: Epoch,
    /// Grows with every change of the partition.
    pub partition_epoch: i32,
}

/// A topic.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Topic {
    /// Its id, never given to another.
    pub id: Uuid,
    /// The least producer id that no broker had been given when it was created: producers with smaller ones may be older
    /// than the topic, all others are younger. 0 if that is not known.
    pub next_producer_id: i64,
    /// Its partitions, by number.
    pub partitions: Vec<PartitionImage>,
    /// What was set for it alone.
    pub configs: BTreeMap<Str, Str>,
}

/// All metadata at one index.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Image {
    /// The last command in it.
    pub index: MetaIndex,
    /// Term of the latest controller whose command was applied.
    pub term: u64,
    /// The cluster's id, once it is founded.
    pub cluster_id: Option<Uuid>,
    /// Registered brokers.
    pub brokers: BTreeMap<BrokerId, Broker>,
    /// Topics by name.
    pub topics: BTreeMap<Str, Topic>,
    /// Names by id.
    pub names: BTreeMap<Uuid, Str>,
    /// The next producer id that no broker was given.
    pub next_producer_id: i64,
    /// The latest proposal of each broker that was applied: a repeat is void.
    pub(super) applied: BTreeMap<BrokerId, (u64, u64)>,
}

/// What a command changed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Delta {
    /// False if the command was void: of a deposed controller, a repeat, or decided on another image.
    pub applied: bool,
    /// Brokers that registered or were fenced or unfenced.
    pub brokers: Vec<BrokerId>,
    /// Topics that were created.
    pub created: Vec<Str>,
    /// Topics that are gone, as they were.
    pub removed: Vec<(Str, Topic)>,
    /// Partitions that were created or changed.
    pub partitions: BTreeSet<(Uuid, i32)>,
    /// Producer ids that a broker was given: first and end.
    pub producer_ids: Vec<(BrokerId, i64, i64)>,
}

impl Image {
    /// Applies the command at `index`, which must be the next.
    ///
    /// # Panics
    /// If `index` is not the next: a gap in the metadata log is a bug of whoever delivers it.
    pub fn apply(&mut self, index: MetaIndex, command: &Command) -> Delta {
        assert_eq!(index.0, self.index.0 + 1, "the metadata log has a gap");
        let on_another =
            command.base.is_some_and(|base| base != self.index) && !mutant::is(Mutant::AnyBase);
        self.index = index;
        let mut delta = Delta::default();
        let deposed = command.term < self.term && !mutant::is(Mutant::AnyTerm);
        let void = deposed || self.is_repeat(command.id);
        if void || on_another {
            return delta;
        }
        self.term = command.term;
        self.applied
            .insert(command.id.broker, (command.id.boot, command.id.seq));
        delta.applied = true;
        for record in &command.records {
            self.apply_record(record, &mut delta);
        }
        delta
    }

    fn is_repeat(&self, id: ProposalId) -> bool {
        self.applied
            .get(&id.broker)
            .is_some_and(|&(boot, seq)| boot == id.boot && id.seq <= seq)
    }

    fn apply_record(&mut self, record: &Record, delta: &mut Delta) {
        match record {
            Record::Cluster(record) => self.cluster_id = Some(record.cluster_id),
            Record::Broker(record) => self.apply_broker(record, delta),
            Record::BrokerChange(record) => {
                let id = BrokerId(record.broker_id);
                if let Some(broker) = self.brokers.get_mut(&id)
                    && broker.epoch == record.broker_epoch
                {
                    broker.fenced = record.fenced;
                    delta.brokers.push(id);
                }
            }
            Record::Topic(record) => {
                let name = record.name.detach();
                let topic = Topic {
                    id: record.topic_id,
                    next_producer_id: record.next_producer_id,
                    partitions: Vec::new(),
                    configs: BTreeMap::new(),
                };
                self.names.insert(record.topic_id, name.clone());
                self.topics.insert(name.clone(), topic);
                delta.created.push(name);
            }
            Record::Partition(record) => self.apply_partition(record, delta),
            Record::PartitionChange(record) => self.apply_change(record, delta),
            Record::RemoveTopic(record) => {
                if let Some(name) = self.names.remove(&record.topic_id)
                    && let Some(topic) = self.topics.remove(&name)
                {
                    delta.removed.push((name, topic));
                }
            }
            Record::Config(record) => {
                let Some(topic) = self.topics.get_mut(&record.resource) else {
                    return;
                };
                match &record.value {
                    Some(value) => topic.configs.insert(record.name.detach(), value.detach()),
                    None => topic.configs.remove(&record.name),
                };
            }
            Record::ProducerIds(record) => {
                let first = self.next_producer_id;
                self.next_producer_id = first + i64::from(record.count);
                delta
                    .producer_ids
                    .push((BrokerId(record.broker_id), first, self.next_producer_id));
            }
        }
    }

    fn apply_broker(&mut self, record: &BrokerRecord, delta: &mut Delta) {
        let id = BrokerId(record.broker_id);
        let endpoint = |endpoint: &BrokerEndpoint| {
            let (host, port) = (endpoint.host.detach(), endpoint.port);
            (endpoint.name.detach(), Endpoint { host, port })
        };
        let broker = Broker {
            incarnation: record.incarnation,
            directory: record.directory,
            epoch: self.index.0 as i64,
            endpoints: record.endpoints.iter().map(endpoint).collect(),
            rack: record.rack.as_ref().map(Str::detach),
            fenced: record.fenced,
        };
        self.brokers.insert(id, broker);
        delta.brokers.push(id);
    }

    fn apply_partition(&mut self, record: &PartitionRecord, delta: &mut Delta) {
        let brokers = |ids: &[i32]| ids.iter().copied().map(BrokerId).collect::<Vec<_>>();
        let Some(topic) = self
            .names
            .get(&record.topic_id)
            .and_then(|name| self.topics.get_mut(name))
        else {
            return;
        };
        if record.partition as usize != topic.partitions.len() {
            return;
        }
        topic.partitions.push(PartitionImage {
            replicas: brokers(&record.replicas),
            isr: brokers(&record.isr),
            leader: (record.leader >= 0).then_some(BrokerId(record.leader)),
            leader_epoch: 0,
            partition_epoch: 0,
        });
        delta.partitions.insert((record.topic_id, record.partition));
    }

    fn apply_change(&mut self, record: &PartitionChangeRecord, delta: &mut Delta) {
        let Some(partition) = self
            .names
            .get(&record.topic_id)
            .and_then(|name| self.topics.get_mut(name))
            .and_then(|topic| topic.partitions.get_mut(record.partition as usize))
        else {
            return;
        };
        if let Some(isr) = &record.isr {
            partition.isr = isr.iter().copied().map(BrokerId).collect();
        }
        if record.new_leader {
            partition.leader = (record.leader >= 0).then_some(BrokerId(record.leader));
            partition.leader_epoch += 1;
        }
        partition.partition_epoch += 1;
        delta.partitions.insert((record.topic_id, record.partition));
    }

    /// The topic with this id, and its name.
    pub fn topic_by_id(&self, id: Uuid) -> Option<(&Str, &Topic)> {
        let name = self.names.get(&id)?;
        Some((name, self.topics.get(name)?))
    }

    /// The partition, by the id of its topic.
    pub fn partition(&self, topic: Uuid, partition: i32) -> Option<&PartitionImage> {
        let (_, topic) = self.topic_by_id(topic)?;
        topic.partitions.get(usize::try_from(partition).ok()?)
    }

    /// The broker's epoch: which of its runs is registered.
    pub fn broker_epoch(&self, id: BrokerId) -> Option<i64> {
        self.brokers.get(&id).map(|broker| broker.epoch)
    }

    /// True if the broker may be given work.
    pub fn is_alive(&self, id: BrokerId) -> bool {
        self.brokers.get(&id).is_some_and(|broker| !broker.fenced)
    }

    /// Brokers that may be given work.
    pub fn alive(&self) -> impl Iterator<Item = (BrokerId, &Broker)> + '_ {
        self.brokers
            .iter()
            .filter(|(_, broker)| !broker.fenced)
            .map(|(&id, broker)| (id, broker))
    }
}
