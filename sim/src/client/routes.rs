//! Where brokers are and who leads what, as a client learns it from Metadata.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::{MetadataRequest, MetadataResponse};
use highwater_core::wire::{Str, Uuid};
use highwater_io_sim::clock;

use super::Client;
use crate::draw;
use crate::world::TOPIC;

/// The topic that keeps the groups' offsets. Nobody here reads it, but its leaders are watched, too.
const OFFSETS_TOPIC: &str = "__consumer_offsets";

/// The topics that are there from the beginning to the end.
pub(super) const WATCHED: [&str; 2] = [TOPIC, OFFSETS_TOPIC];

/// The first version of Metadata that tells topics' ids; leaders' epochs are told since version 7.
const TELLS_IDS: i16 = 10;

/// Whom to ask about a partition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leader {
    pub(crate) address: String,
    pub(crate) epoch: i32,
}

/// What a client knows of the cluster.
#[derive(Debug, Default)]
pub(super) struct Routes {
    topic_id: Uuid,
    /// Where clients reach each broker.
    brokers: BTreeMap<i32, String>,
    /// By partition: the greatest epoch that was heard of, and who leads in it; negative if nobody does now.
    leaders: BTreeMap<i32, (i32, i32)>,
    /// True if all this holds, as far as the client knows.
    trusted: bool,
    /// By the monotonic clock: no other question before.
    not_before: Duration,
    /// Grows with each change of a leader.
    changes: u64,
}

impl Routes {
    /// Something was not as it should be.
    pub(super) fn doubt(&mut self) {
        self.trusted = false;
    }

    /// Takes in an answer, unless it is older than what is known: an epoch never goes back.
    fn learn(&mut self, response: &MetadataResponse) {
        for broker in &response.brokers {
            let address = format!("{}:{}", broker.host, broker.port);
            self.brokers.insert(broker.node_id, address);
        }
        let of_topic = |name: &Option<Str>| name.as_deref() == Some(TOPIC);
        let Some(topic) = response.topics.iter().find(|topic| of_topic(&topic.name)) else {
            return;
        };
        if topic.topic_id != Uuid::ZERO {
            self.topic_id = topic.topic_id;
        }
        for row in &topic.partitions {
            let new = (row.leader_epoch, row.leader_id);
            let known = self.leaders.entry(row.partition_index).or_insert((-1, -1));
            if new.0 >= known.0 && new != *known {
                *known = new;
                self.changes += 1;
            }
        }
        self.trusted = !self.leaders.is_empty() && self.leaders.values().all(|known| known.1 >= 0);
    }
}

impl Client {
    /// How a request by id says which topic it is about.
    pub(crate) fn topic(&self) -> Uuid {
        self.routes.topic_id
    }

    /// Learns the topic's id, if it is not known yet.
    pub(super) async fn know_topic(&mut self) -> io::Result<()> {
        if self.topic() == Uuid::ZERO {
            self.locate().await?;
        }
        if self.topic() == Uuid::ZERO {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(())
    }

    /// Whom to ask about `partition`, as far as the client knows.
    pub(crate) fn leader(&self, partition: i32) -> Option<Leader> {
        let &(epoch, id) = self.routes.leaders.get(&partition)?;
        let address = self.routes.brokers.get(&id)?.clone();
        Some(Leader { address, epoch })
    }

    /// How often the client has heard of another leader.
    pub(crate) fn changes(&self) -> u64 {
        self.routes.changes
    }

    /// Learns where everything is, if that is in doubt. Now and then it asks for no reason: a leader that was cut off
    /// does not know that it leads no more.
    pub(crate) async fn locate(&mut self) -> io::Result<()> {
        let in_doubt = !self.routes.trusted || draw::percent(1);
        if !in_doubt || clock::mono() < self.routes.not_before {
            return Ok(());
        }
        self.routes.not_before = clock::mono() + draw::ms(20..200);
        self.ask_another();
        let topic = |name: &'static str| MetadataRequestTopic {
            name: Some(name.into()),
            ..MetadataRequestTopic::default()
        };
        let request = MetadataRequest {
            topics: Some(WATCHED.map(topic).to_vec()),
            allow_auto_topic_creation: false,
            ..MetadataRequest::default()
        };
        let address = self.anyone.clone();
        self.reach(&address).await?;
        let version = self.version::<MetadataRequest>().max(TELLS_IDS);
        let pending = self.send_as(&address, &request, version).await?;
        let limit = self.limit;
        let response = self.answered(&address, pending.answer(limit).await)?;
        self.world.told_controller(response.controller_id);
        for topic in &response.topics {
            let name = topic.name.as_deref().unwrap_or_default();
            for row in topic.partitions.iter().filter(|row| row.leader_id >= 0) {
                let (partition, epoch) = (row.partition_index, row.leader_epoch);
                self.world
                    .told_leader(name, partition, epoch, row.leader_id);
            }
        }
        self.routes.learn(&response);
        Ok(())
    }
}
