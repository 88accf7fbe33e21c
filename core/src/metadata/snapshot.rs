//! The image as bytes: what a snapshot of the metadata log holds. A format for ever, as commands are, and
//! complete: an image that was read back goes on exactly as the one that was written.

use alloc::vec::Vec;

use bytes::Bytes;

use super::image::{Broker, Endpoint, Image, PartitionImage, Topic};
use crate::ids::{BrokerId, MetaIndex};
use crate::mutant::{self, Mutant};
use crate::wire::generated::image_snapshot::{
    ImageSnapshot, SnapshotBroker, SnapshotConfig, SnapshotEndpoint, SnapshotName,
    SnapshotPartition, SnapshotProposal, SnapshotTopic,
};
use crate::wire::{Message, Reader, Str, Uuid, WireError, Writer};

/// Version in which snapshots are written.
const VERSION: i16 = 0;

impl Image {
    /// The image's bytes in a snapshot.
    ///
    /// # Errors
    /// If a string is too long for the format, which none that a command brought can be.
    pub fn encode(&self) -> Result<Bytes, WireError> {
        let snapshot = ImageSnapshot {
            index: self.index.0 as i64,
            term: self.term as i64,
            cluster_id: self.cluster_id.unwrap_or(Uuid::ZERO),
            next_producer_id: self.next_producer_id,
            brokers: self.brokers.iter().map(broker_out).collect(),
            topics: self.topics.iter().map(topic_out).collect(),
            names: self
                .names
                .iter()
                .map(|(&topic_id, name)| SnapshotName {
                    topic_id,
                    name: name.clone(),
                    ..SnapshotName::default()
                })
                .collect(),
            applied: self
                .applied
                .iter()
                .map(|(broker, &(boot, seq))| SnapshotProposal {
                    broker_id: broker.0,
                    boot: boot as i64,
                    sequence: seq as i64,
                    ..SnapshotProposal::default()
                })
                .collect(),
            ..ImageSnapshot::default()
        };
        let mut w = Writer::new();
        w.i16(VERSION);
        snapshot.encode(&mut w, VERSION)?;
        Ok(w.into_parts().0)
    }

    /// Reads an image back.
    ///
    /// # Errors
    /// If the bytes are malformed, or were written by a later version.
    pub fn decode(bytes: Bytes) -> Result<Self, WireError> {
        let budget = bytes.len().saturating_mul(64).saturating_add(4096);
        let mut r = Reader::new(bytes, budget);
        let version = r.i16()?;
        let snapshot = ImageSnapshot::decode(&mut r, version)?;
        r.finish()?;
        Ok(Self {
            index: MetaIndex(snapshot.index as u64),
            term: snapshot.term as u64,
            cluster_id: (snapshot.cluster_id != Uuid::ZERO).then_some(snapshot.cluster_id),
            brokers: snapshot.brokers.iter().map(broker_in).collect(),
            topics: snapshot.topics.iter().map(topic_in).collect(),
            names: snapshot
                .names
                .iter()
                .map(|entry| (entry.topic_id, entry.name.detach()))
                .collect(),
            next_producer_id: if mutant::is(Mutant::SnapshotForgetsProducerIds) {
                0
            } else {
                snapshot.next_producer_id
            },
            applied: snapshot
                .applied
                .iter()
                .map(|entry| {
                    let latest = (entry.boot as u64, entry.sequence as u64);
                    (BrokerId(entry.broker_id), latest)
                })
                .collect(),
        })
    }
}

fn broker_out((id, broker): (&BrokerId, &Broker)) -> SnapshotBroker {
    let endpoint = |(name, at): (&Str, &Endpoint)| SnapshotEndpoint {
        name: name.clone(),
        host: at.host.clone(),
        port: at.port,
        ..SnapshotEndpoint::default()
    };
    SnapshotBroker {
        broker_id: id.0,
        incarnation: broker.incarnation,
        directory: broker.directory,
        epoch: broker.epoch,
        endpoints: broker.endpoints.iter().map(endpoint).collect(),
        rack: broker.rack.clone(),
        fenced: broker.fenced,
        ..SnapshotBroker::default()
    }
}

fn broker_in(broker: &SnapshotBroker) -> (BrokerId, Broker) {
    let id = BrokerId(broker.broker_id);
    let endpoint = |endpoint: &SnapshotEndpoint| {
        let (host, port) = (endpoint.host.detach(), endpoint.port);
        (endpoint.name.detach(), Endpoint { host, port })
    };
    let broker = Broker {
        incarnation: broker.incarnation,
        directory: broker.directory,
        epoch: broker.epoch,
        endpoints: broker.endpoints.iter().map(endpoint).collect(),
        rack: broker.rack.as_ref().map(Str::detach),
        fenced: broker.fenced && !mutant::is(Mutant::SnapshotForgetsFence),
    };
    (id, broker)
}

fn topic_out((name, topic): (&Str, &Topic)) -> SnapshotTopic {
    SnapshotTopic {
        name: name.clone(),
        topic_id: topic.id,
        next_producer_id: topic.next_producer_id,
        partitions: topic.partitions.iter().map(partition_out).collect(),
        configs: topic
            .configs
            .iter()
            .map(|(name, value)| SnapshotConfig {
                name: name.clone(),
                value: value.clone(),
                ..SnapshotConfig::default()
            })
            .collect(),
        ..SnapshotTopic::default()
    }
}

fn topic_in(topic: &SnapshotTopic) -> (Str, Topic) {
    let configs = topic.configs.iter();
    let image = Topic {
        id: topic.topic_id,
        next_producer_id: topic.next_producer_id,
        partitions: topic.partitions.iter().map(partition_in).collect(),
        configs: configs
            .map(|config| (config.name.detach(), config.value.detach()))
            .collect(),
    };
    (topic.name.detach(), image)
}

fn partition_out(partition: &PartitionImage) -> SnapshotPartition {
    let ids = |brokers: &[BrokerId]| brokers.iter().map(|id| id.0).collect::<Vec<_>>();
    SnapshotPartition {
        replicas: ids(&partition.replicas),
        isr: ids(&partition.isr),
        leader: partition.leader.map_or(-1, |id| id.0),
        leader_epoch: partition.leader_epoch,
        partition_epoch: partition.partition_epoch,
        ..SnapshotPartition::default()
    }
}

fn partition_in(partition: &SnapshotPartition) -> PartitionImage {
    let brokers = |ids: &[i32]| ids.iter().copied().map(BrokerId).collect::<Vec<_>>();
    PartitionImage {
        replicas: brokers(&partition.replicas),
        isr: brokers(&partition.isr),
        leader: (partition.leader >= 0).then_some(BrokerId(partition.leader)),
        leader_epoch: partition.leader_epoch,
        partition_epoch: partition.partition_epoch,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    fn name() -> impl Strategy<Value = Str> {
        any::<String>().prop_map(|text| Str::from(text.as_str()))
    }

    fn uuid() -> impl Strategy<Value = Uuid> {
        any::<[u8; 16]>().prop_map(Uuid)
    }

    fn broker_id() -> impl Strategy<Value = BrokerId> {
        (0..i32::MAX).prop_map(BrokerId)
    }

    fn broker() -> impl Strategy<Value = Broker> {
        let endpoint = (name(), any::<u16>()).prop_map(|(host, port)| Endpoint { host, port });
        let place = (btree_map(name(), endpoint, 0..3), option::of(name()));
        (uuid(), uuid(), any::<i64>(), place, any::<bool>()).prop_map(
            |(incarnation, directory, epoch, (endpoints, rack), fenced)| Broker {
                incarnation,
                directory,
                epoch,
                endpoints,
                rack,
                fenced,
            },
        )
    }

    fn partition() -> impl Strategy<Value = PartitionImage> {
        let brokers = || vec(broker_id(), 0..4);
        let epochs = (any::<i32>(), any::<i32>());
        (brokers(), brokers(), option::of(broker_id()), epochs).prop_map(
            |(replicas, isr, leader, (leader_epoch, partition_epoch))| PartitionImage {
                replicas,
                isr,
                leader,
                leader_epoch,
                partition_epoch,
            },
        )
    }

    fn topic() -> impl Strategy<Value = Topic> {
        let configs = btree_map(name(), name(), 0..4);
        (uuid(), any::<i64>(), vec(partition(), 0..4), configs).prop_map(
            |(id, next_producer_id, partitions, configs)| Topic {
                id,
                next_producer_id,
                partitions,
                configs,
            },
        )
    }

    fn image() -> impl Strategy<Value = Image> {
        let founded = uuid().prop_filter("all zeros stands for none", |id| *id != Uuid::ZERO);
        let scalars = (any::<u64>(), any::<u64>(), any::<i64>());
        let latest = (any::<u64>(), any::<u64>());
        (
            scalars,
            option::of(founded),
            btree_map(broker_id(), broker(), 0..4),
            btree_map(name(), topic(), 0..4),
            btree_map(uuid(), name(), 0..4),
            btree_map(broker_id(), latest, 0..4),
        )
            .prop_map(
                |(scalars, cluster_id, brokers, topics, names, applied)| Image {
                    index: MetaIndex(scalars.0),
                    term: scalars.1,
                    cluster_id,
                    brokers,
                    topics,
                    names,
                    next_producer_id: scalars.2,
                    applied,
                },
            )
    }

    proptest! {
        #[test]
        fn an_image_survives_its_snapshot(image in image()) {
            let bytes = image.encode().expect("every field fits");
            prop_assert_eq!(Image::decode(bytes), Ok(image));
        }

        #[test]
        fn a_cut_snapshot_is_refused(image in image(), cut in any::<prop::sample::Index>()) {
            let bytes = image.encode().expect("every field fits");
            let cut = bytes.slice(..cut.index(bytes.len()));
            prop_assert!(Image::decode(cut).is_err());
        }
    }
}
