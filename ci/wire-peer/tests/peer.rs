//! Both codecs read the same frames and must write the same bytes.
//!
//! Frames are sampled from the notation, which means that both are also held to that.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use bytes::{Bytes, BytesMut};
use highwater_codegen::{rust, sample};
use highwater_core::wire::{self, Reader, Writer, generated as ours};
use kafka_protocol::messages as theirs;
use kafka_protocol::protocol;

/// Frames per message and version.
const SEEDS: u64 = 24;

/// A message that both know.
struct Pair {
    name: &'static str,
    /// The versions that both know.
    versions: RangeInclusive<i16>,
    /// Decodes with our codec, and encodes again.
    ours: fn(Bytes, i16) -> Result<Vec<u8>, String>,
    /// Decodes with theirs, and encodes again.
    theirs: fn(Bytes, i16) -> Result<Vec<u8>, String>,
}

fn pair<O, T>() -> Pair
where
    O: wire::Message,
    T: protocol::Message + protocol::Encodable + protocol::Decodable,
{
    Pair {
        name: O::NAME,
        versions: O::MIN_VERSION.max(T::VERSIONS.min)..=O::MAX_VERSION.min(T::VERSIONS.max),
        ours: |frame, version| {
            let mut r = Reader::new(frame, 1 << 20);
            let message = O::decode(&mut r, version).map_err(|e| e.to_string())?;
            r.finish().map_err(|e| e.to_string())?;
            let mut w = Writer::new();
            message.encode(&mut w, version).map_err(|e| e.to_string())?;
            Ok(w.into_parts().0.to_vec())
        },
        theirs: |mut frame, version| {
            let message = T::decode(&mut frame, version).map_err(|e| e.to_string())?;
            if !frame.is_empty() {
                return Err("trailing bytes".to_owned());
            }
            let mut out = BytesMut::new();
            message
                .encode(&mut out, version)
                .map_err(|e| e.to_string())?;
            Ok(out.to_vec())
        },
    }
}

#[test]
fn both_codecs_agree() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let definitions: BTreeMap<_, _> = rust::load(root)
        .unwrap()
        .into_iter()
        .map(|message| (message.name.clone(), message))
        .collect();
    let mut wrong = Vec::new();
    let mut frames = 0;
    for pair in pairs() {
        for version in pair.versions {
            for seed in 0..SEEDS {
                let frame = Bytes::from(sample::frame(&definitions[pair.name], version, seed));
                let ours = (pair.ours)(frame.clone(), version);
                let theirs = (pair.theirs)(frame.clone(), version);
                frames += 1;
                if ours != theirs || ours.as_deref() != Ok(&frame) {
                    wrong.push(format!(
                        "{} {version} seed {seed}\n frame  {frame:x?}\n ours   {ours:x?}\n \
                         theirs {theirs:x?}",
                        pair.name
                    ));
                    break;
                }
            }
        }
    }
    assert!(frames > 10_000, "{frames}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All messages that both know.
///
/// LeaderChangeMessage and VotersRecord are left out: their decoder takes the field called
/// `version` for the version of the message.
fn pairs() -> Vec<Pair> {
    vec![
        pair::<ours::AddOffsetsToTxnRequest, theirs::AddOffsetsToTxnRequest>(),
        pair::<ours::AddOffsetsToTxnResponse, theirs::AddOffsetsToTxnResponse>(),
        pair::<ours::AddPartitionsToTxnRequest, theirs::AddPartitionsToTxnRequest>(),
        pair::<ours::AddPartitionsToTxnResponse, theirs::AddPartitionsToTxnResponse>(),
        pair::<ours::AddRaftVoterRequest, theirs::AddRaftVoterRequest>(),
        pair::<ours::AddRaftVoterResponse, theirs::AddRaftVoterResponse>(),
        pair::<ours::AllocateProducerIdsRequest, theirs::AllocateProducerIdsRequest>(),
        pair::<ours::AllocateProducerIdsResponse, theirs::AllocateProducerIdsResponse>(),
        pair::<ours::AlterClientQuotasRequest, theirs::AlterClientQuotasRequest>(),
        pair::<ours::AlterClientQuotasResponse, theirs::AlterClientQuotasResponse>(),
        pair::<ours::AlterConfigsRequest, theirs::AlterConfigsRequest>(),
        pair::<ours::AlterConfigsResponse, theirs::AlterConfigsResponse>(),
        pair::<ours::AlterPartitionReassignmentsRequest, theirs::AlterPartitionReassignmentsRequest>(
        ),
        pair::<
            ours::AlterPartitionReassignmentsResponse,
            theirs::AlterPartitionReassignmentsResponse,
        >(),
        pair::<ours::AlterPartitionRequest, theirs::AlterPartitionRequest>(),
        pair::<ours::AlterPartitionResponse, theirs::AlterPartitionResponse>(),
        pair::<ours::AlterReplicaLogDirsRequest, theirs::AlterReplicaLogDirsRequest>(),
        pair::<ours::AlterReplicaLogDirsResponse, theirs::AlterReplicaLogDirsResponse>(),
        pair::<ours::AlterShareGroupOffsetsRequest, theirs::AlterShareGroupOffsetsRequest>(),
        pair::<ours::AlterShareGroupOffsetsResponse, theirs::AlterShareGroupOffsetsResponse>(),
        pair::<ours::AlterUserScramCredentialsRequest, theirs::AlterUserScramCredentialsRequest>(),
        pair::<ours::AlterUserScramCredentialsResponse, theirs::AlterUserScramCredentialsResponse>(
        ),
        pair::<ours::ApiVersionsRequest, theirs::ApiVersionsRequest>(),
        pair::<ours::ApiVersionsResponse, theirs::ApiVersionsResponse>(),
        pair::<ours::AssignReplicasToDirsRequest, theirs::AssignReplicasToDirsRequest>(),
        pair::<ours::AssignReplicasToDirsResponse, theirs::AssignReplicasToDirsResponse>(),
        pair::<ours::BeginQuorumEpochRequest, theirs::BeginQuorumEpochRequest>(),
        pair::<ours::BeginQuorumEpochResponse, theirs::BeginQuorumEpochResponse>(),
        pair::<ours::BrokerHeartbeatRequest, theirs::BrokerHeartbeatRequest>(),
        pair::<ours::BrokerHeartbeatResponse, theirs::BrokerHeartbeatResponse>(),
        pair::<ours::BrokerRegistrationRequest, theirs::BrokerRegistrationRequest>(),
        pair::<ours::BrokerRegistrationResponse, theirs::BrokerRegistrationResponse>(),
        pair::<ours::ConsumerGroupDescribeRequest, theirs::ConsumerGroupDescribeRequest>(),
        pair::<ours::ConsumerGroupDescribeResponse, theirs::ConsumerGroupDescribeResponse>(),
        pair::<ours::ConsumerGroupHeartbeatRequest, theirs::ConsumerGroupHeartbeatRequest>(),
        pair::<ours::ConsumerGroupHeartbeatResponse, theirs::ConsumerGroupHeartbeatResponse>(),
        pair::<ours::ConsumerProtocolAssignment, theirs::ConsumerProtocolAssignment>(),
        pair::<ours::ConsumerProtocolSubscription, theirs::ConsumerProtocolSubscription>(),
        pair::<ours::ControllerRegistrationRequest, theirs::ControllerRegistrationRequest>(),
        pair::<ours::ControllerRegistrationResponse, theirs::ControllerRegistrationResponse>(),
        pair::<ours::CreateAclsRequest, theirs::CreateAclsRequest>(),
        pair::<ours::CreateAclsResponse, theirs::CreateAclsResponse>(),
        pair::<ours::CreateDelegationTokenRequest, theirs::CreateDelegationTokenRequest>(),
        pair::<ours::CreateDelegationTokenResponse, theirs::CreateDelegationTokenResponse>(),
        pair::<ours::CreatePartitionsRequest, theirs::CreatePartitionsRequest>(),
        pair::<ours::CreatePartitionsResponse, theirs::CreatePartitionsResponse>(),
        pair::<ours::CreateTopicsRequest, theirs::CreateTopicsRequest>(),
        pair::<ours::CreateTopicsResponse, theirs::CreateTopicsResponse>(),
        pair::<ours::DefaultPrincipalData, theirs::DefaultPrincipalData>(),
        pair::<ours::DeleteAclsRequest, theirs::DeleteAclsRequest>(),
        pair::<ours::DeleteAclsResponse, theirs::DeleteAclsResponse>(),
        pair::<ours::DeleteGroupsRequest, theirs::DeleteGroupsRequest>(),
        pair::<ours::DeleteGroupsResponse, theirs::DeleteGroupsResponse>(),
        pair::<ours::DeleteRecordsRequest, theirs::DeleteRecordsRequest>(),
        pair::<ours::DeleteRecordsResponse, theirs::DeleteRecordsResponse>(),
        pair::<ours::DeleteShareGroupOffsetsRequest, theirs::DeleteShareGroupOffsetsRequest>(),
        pair::<ours::DeleteShareGroupOffsetsResponse, theirs::DeleteShareGroupOffsetsResponse>(),
        pair::<ours::DeleteShareGroupStateRequest, theirs::DeleteShareGroupStateRequest>(),
        pair::<ours::DeleteShareGroupStateResponse, theirs::DeleteShareGroupStateResponse>(),
        pair::<ours::DeleteTopicsRequest, theirs::DeleteTopicsRequest>(),
        pair::<ours::DeleteTopicsResponse, theirs::DeleteTopicsResponse>(),
        pair::<ours::DescribeAclsRequest, theirs::DescribeAclsRequest>(),
        pair::<ours::DescribeAclsResponse, theirs::DescribeAclsResponse>(),
        pair::<ours::DescribeClientQuotasRequest, theirs::DescribeClientQuotasRequest>(),
        pair::<ours::DescribeClientQuotasResponse, theirs::DescribeClientQuotasResponse>(),
        pair::<ours::DescribeClusterRequest, theirs::DescribeClusterRequest>(),
        pair::<ours::DescribeClusterResponse, theirs::DescribeClusterResponse>(),
        pair::<ours::DescribeConfigsRequest, theirs::DescribeConfigsRequest>(),
        pair::<ours::DescribeConfigsResponse, theirs::DescribeConfigsResponse>(),
        pair::<ours::DescribeDelegationTokenRequest, theirs::DescribeDelegationTokenRequest>(),
        pair::<ours::DescribeDelegationTokenResponse, theirs::DescribeDelegationTokenResponse>(),
        pair::<ours::DescribeGroupsRequest, theirs::DescribeGroupsRequest>(),
        pair::<ours::DescribeGroupsResponse, theirs::DescribeGroupsResponse>(),
        pair::<ours::DescribeLogDirsRequest, theirs::DescribeLogDirsRequest>(),
        pair::<ours::DescribeLogDirsResponse, theirs::DescribeLogDirsResponse>(),
        pair::<ours::DescribeProducersRequest, theirs::DescribeProducersRequest>(),
        pair::<ours::DescribeProducersResponse, theirs::DescribeProducersResponse>(),
        pair::<ours::DescribeQuorumRequest, theirs::DescribeQuorumRequest>(),
        pair::<ours::DescribeQuorumResponse, theirs::DescribeQuorumResponse>(),
        pair::<ours::DescribeShareGroupOffsetsRequest, theirs::DescribeShareGroupOffsetsRequest>(),
        pair::<ours::DescribeShareGroupOffsetsResponse, theirs::DescribeShareGroupOffsetsResponse>(
        ),
        pair::<ours::DescribeTopicPartitionsRequest, theirs::DescribeTopicPartitionsRequest>(),
        pair::<ours::DescribeTopicPartitionsResponse, theirs::DescribeTopicPartitionsResponse>(),
        pair::<ours::DescribeTransactionsRequest, theirs::DescribeTransactionsRequest>(),
        pair::<ours::DescribeTransactionsResponse, theirs::DescribeTransactionsResponse>(),
        pair::<
            ours::DescribeUserScramCredentialsRequest,
            theirs::DescribeUserScramCredentialsRequest,
        >(),
        pair::<
            ours::DescribeUserScramCredentialsResponse,
            theirs::DescribeUserScramCredentialsResponse,
        >(),
        pair::<ours::ElectLeadersRequest, theirs::ElectLeadersRequest>(),
        pair::<ours::ElectLeadersResponse, theirs::ElectLeadersResponse>(),
        pair::<ours::EndQuorumEpochRequest, theirs::EndQuorumEpochRequest>(),
        pair::<ours::EndQuorumEpochResponse, theirs::EndQuorumEpochResponse>(),
        pair::<ours::EndTxnMarker, theirs::EndTxnMarker>(),
        pair::<ours::EndTxnRequest, theirs::EndTxnRequest>(),
        pair::<ours::EndTxnResponse, theirs::EndTxnResponse>(),
        pair::<ours::EnvelopeRequest, theirs::EnvelopeRequest>(),
        pair::<ours::EnvelopeResponse, theirs::EnvelopeResponse>(),
        pair::<ours::ExpireDelegationTokenRequest, theirs::ExpireDelegationTokenRequest>(),
        pair::<ours::ExpireDelegationTokenResponse, theirs::ExpireDelegationTokenResponse>(),
        pair::<ours::FetchRequest, theirs::FetchRequest>(),
        pair::<ours::FetchResponse, theirs::FetchResponse>(),
        pair::<ours::FetchSnapshotRequest, theirs::FetchSnapshotRequest>(),
        pair::<ours::FetchSnapshotResponse, theirs::FetchSnapshotResponse>(),
        pair::<ours::FindCoordinatorRequest, theirs::FindCoordinatorRequest>(),
        pair::<ours::FindCoordinatorResponse, theirs::FindCoordinatorResponse>(),
        pair::<ours::GetTelemetrySubscriptionsRequest, theirs::GetTelemetrySubscriptionsRequest>(),
        pair::<ours::GetTelemetrySubscriptionsResponse, theirs::GetTelemetrySubscriptionsResponse>(
        ),
        pair::<ours::HeartbeatRequest, theirs::HeartbeatRequest>(),
        pair::<ours::HeartbeatResponse, theirs::HeartbeatResponse>(),
        pair::<ours::IncrementalAlterConfigsRequest, theirs::IncrementalAlterConfigsRequest>(),
        pair::<ours::IncrementalAlterConfigsResponse, theirs::IncrementalAlterConfigsResponse>(),
        pair::<ours::InitProducerIdRequest, theirs::InitProducerIdRequest>(),
        pair::<ours::InitProducerIdResponse, theirs::InitProducerIdResponse>(),
        pair::<ours::InitializeShareGroupStateRequest, theirs::InitializeShareGroupStateRequest>(),
        pair::<ours::InitializeShareGroupStateResponse, theirs::InitializeShareGroupStateResponse>(
        ),
        pair::<ours::JoinGroupRequest, theirs::JoinGroupRequest>(),
        pair::<ours::JoinGroupResponse, theirs::JoinGroupResponse>(),
        pair::<ours::KRaftVersionRecord, theirs::KRaftVersionRecord>(),
        pair::<ours::LeaveGroupRequest, theirs::LeaveGroupRequest>(),
        pair::<ours::LeaveGroupResponse, theirs::LeaveGroupResponse>(),
        pair::<ours::ListConfigResourcesRequest, theirs::ListConfigResourcesRequest>(),
        pair::<ours::ListConfigResourcesResponse, theirs::ListConfigResourcesResponse>(),
        pair::<ours::ListGroupsRequest, theirs::ListGroupsRequest>(),
        pair::<ours::ListGroupsResponse, theirs::ListGroupsResponse>(),
        pair::<ours::ListOffsetsRequest, theirs::ListOffsetsRequest>(),
        pair::<ours::ListOffsetsResponse, theirs::ListOffsetsResponse>(),
        pair::<ours::ListPartitionReassignmentsRequest, theirs::ListPartitionReassignmentsRequest>(
        ),
        pair::<ours::ListPartitionReassignmentsResponse, theirs::ListPartitionReassignmentsResponse>(
        ),
        pair::<ours::ListTransactionsRequest, theirs::ListTransactionsRequest>(),
        pair::<ours::ListTransactionsResponse, theirs::ListTransactionsResponse>(),
        pair::<ours::MetadataRequest, theirs::MetadataRequest>(),
        pair::<ours::MetadataResponse, theirs::MetadataResponse>(),
        pair::<ours::OffsetCommitRequest, theirs::OffsetCommitRequest>(),
        pair::<ours::OffsetCommitResponse, theirs::OffsetCommitResponse>(),
        pair::<ours::OffsetDeleteRequest, theirs::OffsetDeleteRequest>(),
        pair::<ours::OffsetDeleteResponse, theirs::OffsetDeleteResponse>(),
        pair::<ours::OffsetFetchRequest, theirs::OffsetFetchRequest>(),
        pair::<ours::OffsetFetchResponse, theirs::OffsetFetchResponse>(),
        pair::<ours::OffsetForLeaderEpochRequest, theirs::OffsetForLeaderEpochRequest>(),
        pair::<ours::OffsetForLeaderEpochResponse, theirs::OffsetForLeaderEpochResponse>(),
        pair::<ours::ProduceRequest, theirs::ProduceRequest>(),
        pair::<ours::ProduceResponse, theirs::ProduceResponse>(),
        pair::<ours::PushTelemetryRequest, theirs::PushTelemetryRequest>(),
        pair::<ours::PushTelemetryResponse, theirs::PushTelemetryResponse>(),
        pair::<ours::ReadShareGroupStateRequest, theirs::ReadShareGroupStateRequest>(),
        pair::<ours::ReadShareGroupStateResponse, theirs::ReadShareGroupStateResponse>(),
        pair::<ours::ReadShareGroupStateSummaryRequest, theirs::ReadShareGroupStateSummaryRequest>(
        ),
        pair::<ours::ReadShareGroupStateSummaryResponse, theirs::ReadShareGroupStateSummaryResponse>(
        ),
        pair::<ours::RemoveRaftVoterRequest, theirs::RemoveRaftVoterRequest>(),
        pair::<ours::RemoveRaftVoterResponse, theirs::RemoveRaftVoterResponse>(),
        pair::<ours::RenewDelegationTokenRequest, theirs::RenewDelegationTokenRequest>(),
        pair::<ours::RenewDelegationTokenResponse, theirs::RenewDelegationTokenResponse>(),
        pair::<ours::RequestHeader, theirs::RequestHeader>(),
        pair::<ours::ResponseHeader, theirs::ResponseHeader>(),
        pair::<ours::SaslAuthenticateRequest, theirs::SaslAuthenticateRequest>(),
        pair::<ours::SaslAuthenticateResponse, theirs::SaslAuthenticateResponse>(),
        pair::<ours::SaslHandshakeRequest, theirs::SaslHandshakeRequest>(),
        pair::<ours::SaslHandshakeResponse, theirs::SaslHandshakeResponse>(),
        pair::<ours::ShareAcknowledgeRequest, theirs::ShareAcknowledgeRequest>(),
        pair::<ours::ShareAcknowledgeResponse, theirs::ShareAcknowledgeResponse>(),
        pair::<ours::ShareFetchRequest, theirs::ShareFetchRequest>(),
        pair::<ours::ShareFetchResponse, theirs::ShareFetchResponse>(),
        pair::<ours::ShareGroupDescribeRequest, theirs::ShareGroupDescribeRequest>(),
        pair::<ours::ShareGroupDescribeResponse, theirs::ShareGroupDescribeResponse>(),
        pair::<ours::ShareGroupHeartbeatRequest, theirs::ShareGroupHeartbeatRequest>(),
        pair::<ours::ShareGroupHeartbeatResponse, theirs::ShareGroupHeartbeatResponse>(),
        pair::<ours::SnapshotFooterRecord, theirs::SnapshotFooterRecord>(),
        pair::<ours::SnapshotHeaderRecord, theirs::SnapshotHeaderRecord>(),
        pair::<ours::SyncGroupRequest, theirs::SyncGroupRequest>(),
        pair::<ours::SyncGroupResponse, theirs::SyncGroupResponse>(),
        pair::<ours::TxnOffsetCommitRequest, theirs::TxnOffsetCommitRequest>(),
        pair::<ours::TxnOffsetCommitResponse, theirs::TxnOffsetCommitResponse>(),
        pair::<ours::UnregisterBrokerRequest, theirs::UnregisterBrokerRequest>(),
        pair::<ours::UnregisterBrokerResponse, theirs::UnregisterBrokerResponse>(),
        pair::<ours::UpdateFeaturesRequest, theirs::UpdateFeaturesRequest>(),
        pair::<ours::UpdateFeaturesResponse, theirs::UpdateFeaturesResponse>(),
        pair::<ours::UpdateRaftVoterRequest, theirs::UpdateRaftVoterRequest>(),
        pair::<ours::UpdateRaftVoterResponse, theirs::UpdateRaftVoterResponse>(),
        pair::<ours::VoteRequest, theirs::VoteRequest>(),
        pair::<ours::VoteResponse, theirs::VoteResponse>(),
        pair::<ours::WriteShareGroupStateRequest, theirs::WriteShareGroupStateRequest>(),
        pair::<ours::WriteShareGroupStateResponse, theirs::WriteShareGroupStateResponse>(),
        pair::<ours::WriteTxnMarkersRequest, theirs::WriteTxnMarkersRequest>(),
        pair::<ours::WriteTxnMarkersResponse, theirs::WriteTxnMarkersResponse>(),
    ]
}
