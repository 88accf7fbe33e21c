//! What a client asks a node about the cluster as a whole.

use std::collections::BTreeMap;
use std::io;

use highwater_core::wire::generated::MetadataRequest;

use super::Client;
use super::routes::WATCHED;

/// Where a partition is, as a node tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) error: i16,
    pub(crate) leader: i32,
    pub(crate) epoch: i32,
    /// In order.
    pub(crate) isr: Vec<i32>,
    /// In order.
    pub(crate) replicas: Vec<i32>,
}

/// The cluster, as a node tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    /// Those that live, in order.
    pub(crate) brokers: Vec<i32>,
    /// By topic and number, of the topics that stay.
    pub(crate) partitions: BTreeMap<(String, i32), Placed>,
}

impl Client {
    /// Asks the node at `address` who lives and who leads what.
    pub(crate) async fn placement(&mut self, address: &str) -> io::Result<Placement> {
        let request = MetadataRequest {
            topics: None,
            allow_auto_topic_creation: false,
            ..MetadataRequest::default()
        };
        self.reach(address).await?;
        let pending = self.send_as(address, &request, 12).await?;
        let limit = self.limit;
        let response = self.answered(address, pending.answer(limit).await)?;
        let mut brokers: Vec<i32> = response.brokers.iter().map(|row| row.node_id).collect();
        brokers.sort_unstable();
        let mut partitions = BTreeMap::new();
        for topic in &response.topics {
            let name = topic.name.as_deref().unwrap_or_default();
            if !WATCHED.contains(&name) {
                continue;
            }
            for row in &topic.partitions {
                let sorted = |ids: &[i32]| {
                    let mut ids = ids.to_vec();
                    ids.sort_unstable();
                    ids
                };
                let placed = Placed {
                    error: row.error_code,
                    leader: row.leader_id,
                    epoch: row.leader_epoch,
                    isr: sorted(&row.isr_nodes),
                    replicas: sorted(&row.replica_nodes),
                };
                partitions.insert((name.to_owned(), row.partition_index), placed);
            }
        }
        Ok(Placement {
            brokers,
            partitions,
        })
    }
}
