//! Groups and their offsets, on a node that is alone: what is too large, and what is asked twice.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Reply, Response};
use highwater_core::wire::Str;
use highwater_core::wire::generated::join_group_request::JoinGroupRequestProtocol;
use highwater_core::wire::generated::offset_commit_request::{
    OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use highwater_core::wire::generated::offset_fetch_request::OffsetFetchRequestTopic;
use highwater_core::wire::generated::sync_group_request::SyncGroupRequestAssignment;
use highwater_core::wire::generated::{
    DeleteGroupsRequest, DeleteTopicsRequest, FindCoordinatorRequest, JoinGroupRequest,
    JoinGroupResponse, OffsetCommitRequest, OffsetFetchRequest, SyncGroupRequest,
};
use highwater_core::{ErrorCode, ReqId, TimerId};

const GROUP: Str = Str::from_static("g");

/// Partitions of the topic whose offsets are committed.
const PARTITIONS: i32 = 300;

/// A node whose coordinator is ready.
fn coordinator() -> Alone {
    let mut alone = Alone::with(|config| {
        config.offsets_partitions = 1;
        config.group_initial_rebalance_delay_ms = 0;
    });
    alone.create_topic("wide", PARTITIONS, 1);
    let find = FindCoordinatorRequest {
        key: GROUP,
        ..FindCoordinatorRequest::default()
    };
    alone.ask(1, Body::FindCoordinator(find));
    alone
}

/// Commits offset 7 in so many partitions, each with metadata of so many bytes; the codes that come back.
fn commit(alone: &mut Alone, partitions: i32, bytes: usize) -> Vec<i16> {
    let metadata = Str::from("m".repeat(bytes));
    let partition = |partition_index| OffsetCommitRequestPartition {
        partition_index,
        committed_offset: 7,
        committed_metadata: Some(metadata.clone()),
        ..OffsetCommitRequestPartition::default()
    };
    let topic = OffsetCommitRequestTopic {
        name: "wide".into(),
        partitions: (0..partitions).map(partition).collect(),
        ..OffsetCommitRequestTopic::default()
    };
    let request = OffsetCommitRequest {
        group_id: GROUP,
        topics: vec![topic],
        ..OffsetCommitRequest::default()
    };
    let Reply::Body(Response::OffsetCommit(response)) = alone.ask(5, Body::OffsetCommit(request))
    else {
        panic!("an answer of the same kind");
    };
    let rows = response.topics.iter().flat_map(|topic| &topic.partitions);
    let mut codes: Vec<i16> = rows.map(|row| row.error_code).collect();
    codes.dedup();
    codes
}

/// Where the group is in partition 0.
fn committed(alone: &mut Alone) -> i64 {
    let topic = OffsetFetchRequestTopic {
        name: "wide".into(),
        partition_indexes: vec![0],
        ..OffsetFetchRequestTopic::default()
    };
    let request = OffsetFetchRequest {
        group_id: GROUP,
        topics: Some(vec![topic]),
        ..OffsetFetchRequest::default()
    };
    let Reply::Body(Response::OffsetFetch(response)) = alone.ask(5, Body::OffsetFetch(request))
    else {
        panic!("an answer of the same kind");
    };
    response.topics[0].partitions[0].committed_offset
}

/// The longest batch that the coordinator has written so far.
fn longest(alone: &Alone) -> u32 {
    let of_offsets = alone
        .appended
        .iter()
        .filter(|(topic, _)| &**topic == "__consumer_offsets");
    of_offsets.map(|(_, len)| *len).max().unwrap_or(0)
}

#[test]
fn a_commit_that_no_batch_can_hold_is_refused_and_changes_nothing() {
    let mut alone = coordinator();
    let refused = ErrorCode::InvalidCommitOffsetSize.code();
    assert_eq!(commit(&mut alone, PARTITIONS, 4000), [refused]);
    assert_eq!(committed(&mut alone), -1);
    assert_eq!(commit(&mut alone, 200, 4000), [0]);
    assert_eq!(committed(&mut alone), 7);
}

#[test]
fn what_is_deleted_takes_as_many_batches_as_it_needs() {
    let mut alone = Alone::with(|config| {
        config.offsets_partitions = 1;
        config.max_message_bytes = 20_000;
    });
    alone.create_topic("wide", PARTITIONS, 1);
    let find = FindCoordinatorRequest {
        key: GROUP,
        ..FindCoordinatorRequest::default()
    };
    alone.ask(1, Body::FindCoordinator(find));
    // Piece by piece, more than one batch can hold.
    for _ in 0..2 {
        assert_eq!(commit(&mut alone, 100, 50), [0]);
    }
    let request = DeleteGroupsRequest {
        groups_names: vec![GROUP],
        ..DeleteGroupsRequest::default()
    };
    alone.ask(2, Body::DeleteGroups(request));
    assert_eq!(committed(&mut alone), -1);
    assert!(longest(&alone) <= 20_000);
}

/// Joins as a new member (version 3 asks for no second join).
fn join(alone: &mut Alone, member: &str, metadata: usize) -> ReqId {
    let protocol = JoinGroupRequestProtocol {
        name: "range".into(),
        metadata: Bytes::from(vec![1; metadata]),
        ..JoinGroupRequestProtocol::default()
    };
    let request = JoinGroupRequest {
        group_id: GROUP,
        session_timeout_ms: 10_000,
        rebalance_timeout_ms: 10_000,
        member_id: member.into(),
        protocol_type: "consumer".into(),
        protocols: vec![protocol],
        ..JoinGroupRequest::default()
    };
    alone.send(3, Body::JoinGroup(request))
}

fn joined(alone: &mut Alone, id: ReqId) -> JoinGroupResponse {
    let at = alone.replies.iter().position(|(replied, _)| *replied == id);
    match alone.replies.remove(at.expect("an answer")) {
        (_, Reply::Body(Response::JoinGroup(response))) => response,
        other => panic!("an answer of the same kind, not {other:?}"),
    }
}

#[test]
fn a_group_that_no_batch_can_hold_is_told_and_called_together_again() {
    let mut alone = coordinator();
    let id = join(&mut alone, "", 900_000);
    let member = joined(&mut alone, id);
    let mut sync = |bytes: usize, generation: i32| {
        let given = SyncGroupRequestAssignment {
            member_id: member.member_id.clone(),
            assignment: Bytes::from(vec![2; bytes]),
            ..SyncGroupRequestAssignment::default()
        };
        let request = SyncGroupRequest {
            group_id: GROUP,
            generation_id: generation,
            member_id: member.member_id.clone(),
            assignments: vec![given],
            ..SyncGroupRequest::default()
        };
        match alone.ask(2, Body::SyncGroup(request)) {
            Reply::Body(Response::SyncGroup(response)) => {
                (response.error_code, response.assignment.len())
            }
            other => panic!("an answer of the same kind, not {other:?}"),
        }
    };
    let generation = member.generation_id;
    assert_eq!(
        sync(200_000, generation),
        (ErrorCode::UnknownServerError.code(), 0)
    );
    assert_eq!(
        sync(10, generation),
        (ErrorCode::RebalanceInProgress.code(), 0)
    );
    assert!(longest(&alone) < 1 << 20);
    let again = join(&mut alone, &member.member_id, 10);
    assert_eq!(joined(&mut alone, again).error_code, 0);
}

#[test]
fn a_join_that_another_overtakes_is_answered() {
    let mut alone = coordinator();
    let id = join(&mut alone, "", 10);
    let first = joined(&mut alone, id).member_id;
    // A second member: the group waits for the first to join again, and for the second, which asks twice.
    let once = join(&mut alone, "", 10);
    assert!(alone.replies.is_empty(), "the group waits");
    let is_rebalance = |timer: &TimerId| matches!(timer, TimerId::Rebalance { .. });
    let rebalance = alone.node.armed().find(is_rebalance);
    let rebalance = rebalance.expect("the group waits");
    alone.fire(rebalance);
    let second = joined(&mut alone, once).member_id;
    assert_ne!(first, second);

    let third = join(&mut alone, "", 10);
    let before = join(&mut alone, &second, 20);
    assert_eq!(joined(&mut alone, third).error_code, 0, "all are here");
    assert_eq!(joined(&mut alone, before).error_code, 0);
    let fourth = join(&mut alone, "", 10);
    let before = join(&mut alone, &second, 30);
    let after = join(&mut alone, &second, 40);
    let overtaken = joined(&mut alone, before).error_code;
    assert_eq!(overtaken, ErrorCode::RebalanceInProgress.code());
    assert!(alone.replies.is_empty(), "the third is waited for");
    let _ = (fourth, after);
}

fn delete_topic(alone: &mut Alone) {
    let request = DeleteTopicsRequest {
        topic_names: vec!["wide".into()],
        timeout_ms: 1000,
        ..DeleteTopicsRequest::default()
    };
    alone.ask(5, Body::DeleteTopics(request));
}

/// Batches that the coordinator has written so far.
fn written(alone: &Alone) -> usize {
    let topics = alone.appended.iter().map(|(topic, _)| topic);
    topics
        .filter(|topic| &***topic == "__consumer_offsets")
        .count()
}

#[test]
fn where_a_group_was_in_a_topic_goes_with_the_topic() {
    let mut alone = coordinator();
    assert_eq!(commit(&mut alone, 3, 0), [0]);
    let before = written(&alone);
    delete_topic(&mut alone);
    assert_eq!(written(&alone), before + 1, "whoever leads next must know");
    alone.create_topic("wide", PARTITIONS, 1);
    assert_eq!(committed(&mut alone), -1);
    assert_eq!(commit(&mut alone, 1, 0), [0]);
    assert_eq!(committed(&mut alone), 7);
    let untouched = written(&alone);
    alone.create_topic("narrow", 1, 1);
    assert_eq!(written(&alone), untouched);
    assert_eq!(committed(&mut alone), 7);
}

#[test]
fn a_coordinator_that_reads_its_log_forgets_what_was_in_topics_that_are_gone() {
    for created_again in [false, true] {
        let mut alone = coordinator();
        assert_eq!(commit(&mut alone, 3, 0), [0]);
        // The topic goes, and its successor comes, while the coordinator is nobody.
        alone.elect("__consumer_offsets", -1);
        delete_topic(&mut alone);
        if created_again {
            alone.create_topic("wide", PARTITIONS, 1);
        }
        let before = written(&alone);
        alone.elect("__consumer_offsets", 1);
        assert_eq!(committed(&mut alone), -1);
        assert_eq!(written(&alone), before + 1);
    }
}
