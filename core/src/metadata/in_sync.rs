//! AlterPartition (KIP-497, KIP-841, KIP-903): a leader asks for another in-sync set. Requests are checked against the
//! partition's epoch, so one that was overtaken by another change is void.

use alloc::vec::Vec;

use super::elections::change;
use crate::error::ErrorCode;
use crate::ids::{BrokerId, ProposalId};
use crate::mutant::{self, Mutant};
use crate::node::Node;
use crate::output::Outbox;
use crate::wire::Uuid;
use crate::wire::generated::alter_partition_request::PartitionData as Asked;
use crate::wire::generated::alter_partition_response::{PartitionData, TopicData};
use crate::wire::generated::{AlterPartitionRequest, AlterPartitionResponse};

impl Node {
    pub(crate) fn alter_partition(
        &mut self,
        request: &AlterPartitionRequest,
        out: &mut Outbox,
    ) -> (AlterPartitionResponse, Option<ProposalId>) {
        let mut response = AlterPartitionResponse::default();
        let leader = BrokerId(request.broker_id);
        if let Err(code) = self.check_broker(leader, request.broker_epoch) {
            response.error_code = code.code();
            return (response, None);
        }
        let mut records = Vec::new();
        for topic in &request.topics {
            let mut rows = Vec::with_capacity(topic.partitions.len());
            for asked in &topic.partitions {
                let mut row = PartitionData {
                    partition_index: asked.partition_index,
                    ..PartitionData::default()
                };
                match self.check_isr(leader, topic.topic_id, asked) {
                    Ok(isr) => {
                        row.leader_id = leader.0;
                        row.leader_epoch = asked.leader_epoch;
                        row.isr = isr.iter().map(|id| id.0).collect();
                        row.partition_epoch = asked.partition_epoch + 1;
                        let at = (topic.topic_id, asked.partition_index);
                        records.push(change(at.0, at.1, Some(isr), None));
                    }
                    Err(code) => row.error_code = code.code(),
                }
                rows.push(row);
            }
            response.topics.push(TopicData {
                topic_id: topic.topic_id,
                partitions: rows,
                ..TopicData::default()
            });
        }
        let proposal = (!records.is_empty()).then(|| self.propose(records, out));
        (response, proposal)
    }

    /// The in-sync set that is granted.
    fn check_isr(
        &self,
        leader: BrokerId,
        topic: Uuid,
        asked: &Asked,
    ) -> Result<Vec<BrokerId>, ErrorCode> {
        let image = self.planned();
        let partition = image
            .partition(topic, asked.partition_index)
            .ok_or(ErrorCode::UnknownTopicId)?;
        if partition.leader != Some(leader) || asked.leader_epoch != partition.leader_epoch {
            return Err(ErrorCode::FencedLeaderEpoch);
        }
        if asked.partition_epoch != partition.partition_epoch
            && !mutant::is(Mutant::AnyPartitionEpoch)
        {
            return Err(ErrorCode::InvalidUpdateVersion);
        }
        let mut isr: Vec<BrokerId> = Vec::with_capacity(asked.new_isr_with_epochs.len());
        for member in &asked.new_isr_with_epochs {
            let id = BrokerId(member.broker_id);
            if !partition.replicas.contains(&id) || isr.contains(&id) {
                return Err(ErrorCode::InvalidRequest);
            }
            let fits = image.brokers.get(&id).is_some_and(|broker| {
                let same_run = member.broker_epoch == -1
                    || member.broker_epoch == broker.epoch
                    || mutant::is(Mutant::AnyBrokerEpoch);
                (!broker.fenced || mutant::is(Mutant::I05FencedInSync)) && same_run
            });
            if !fits {
                return Err(ErrorCode::IneligibleReplica);
            }
            isr.push(id);
        }
        if !isr.contains(&leader) {
            return Err(ErrorCode::InvalidRequest);
        }
        Ok(isr)
    }
}
