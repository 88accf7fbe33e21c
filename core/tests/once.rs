//! What a request names again is not answered again: a small request must not have an answer of any size.

mod alone;

use alone::Alone;
use highwater_core::ErrorCode;
use highwater_core::api::{Body, Reply, Response};
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic};
use highwater_core::wire::generated::list_offsets_request::{
    ListOffsetsPartition, ListOffsetsTopic,
};
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::offset_fetch_request::{
    OffsetFetchRequestGroup, OffsetFetchRequestTopic, OffsetFetchRequestTopics,
};
use highwater_core::wire::generated::{
    DeleteGroupsRequest, DescribeGroupsRequest, FetchRequest, ListOffsetsRequest, MetadataRequest,
    OffsetFetchRequest,
};

/// How often everything is named.
const TIMES: usize = 100;

fn ask(version: i16, body: Body) -> Response {
    match Alone::new().ask(version, body) {
        Reply::Body(response) => response,
        other => panic!("a response, not {other:?}"),
    }
}

#[test]
fn metadata_describes_a_topic_once() {
    let topic = MetadataRequestTopic {
        name: Some("t".into()),
        ..MetadataRequestTopic::default()
    };
    let request = MetadataRequest {
        topics: Some(vec![topic; TIMES]),
        ..MetadataRequest::default()
    };
    let Response::Metadata(response) = ask(9, Body::Metadata(request)) else {
        panic!("an answer of the same kind");
    };
    assert_eq!(response.topics.len(), 1);
}

#[test]
fn groups_are_described_and_deleted_once() {
    let describe = DescribeGroupsRequest {
        groups: vec!["g".into(); TIMES],
        ..DescribeGroupsRequest::default()
    };
    let Response::DescribeGroups(response) = ask(5, Body::DescribeGroups(describe)) else {
        panic!("an answer of the same kind");
    };
    assert_eq!(response.groups.len(), 1);
    let delete = DeleteGroupsRequest {
        groups_names: vec!["g".into(); TIMES],
        ..DeleteGroupsRequest::default()
    };
    let Response::DeleteGroups(response) = ask(2, Body::DeleteGroups(delete)) else {
        panic!("an answer of the same kind");
    };
    assert_eq!(response.results.len(), 1);
}

#[test]
fn offsets_are_told_once() {
    let topic = OffsetFetchRequestTopic {
        name: "t".into(),
        partition_indexes: vec![0; TIMES],
        ..OffsetFetchRequestTopic::default()
    };
    let request = OffsetFetchRequest {
        group_id: "g".into(),
        topics: Some(vec![topic; TIMES]),
        ..OffsetFetchRequest::default()
    };
    let Response::OffsetFetch(response) = ask(5, Body::OffsetFetch(request)) else {
        panic!("an answer of the same kind");
    };
    let rows = response.topics.iter().flat_map(|topic| &topic.partitions);
    assert_eq!((response.topics.len(), rows.count()), (1, 1));

    let topic = OffsetFetchRequestTopics {
        name: "t".into(),
        partition_indexes: vec![0; TIMES],
        ..OffsetFetchRequestTopics::default()
    };
    let group = OffsetFetchRequestGroup {
        group_id: "g".into(),
        topics: Some(vec![topic; TIMES]),
        ..OffsetFetchRequestGroup::default()
    };
    let request = OffsetFetchRequest {
        groups: vec![group; TIMES],
        topics: Some(Vec::new()),
        ..OffsetFetchRequest::default()
    };
    let mut alone = Alone::new();
    let find = highwater_core::wire::generated::FindCoordinatorRequest {
        key: "g".into(),
        ..Default::default()
    };
    alone.ask(1, Body::FindCoordinator(find));
    let Reply::Body(Response::OffsetFetch(response)) = alone.ask(8, Body::OffsetFetch(request))
    else {
        panic!("an answer of the same kind");
    };
    let topics: Vec<_> = response
        .groups
        .iter()
        .flat_map(|group| &group.topics)
        .collect();
    let rows = topics.iter().flat_map(|topic| &topic.partitions);
    assert_eq!(
        (response.groups.len(), topics.len(), rows.count()),
        (1, 1, 1)
    );
}

#[test]
fn a_search_by_time_that_is_asked_for_twice_is_refused() {
    let row = |partition_index| ListOffsetsPartition {
        partition_index,
        timestamp: -1,
        ..ListOffsetsPartition::default()
    };
    let topic = ListOffsetsTopic {
        name: "t".into(),
        partitions: vec![row(0), row(0)],
        ..ListOffsetsTopic::default()
    };
    let request = ListOffsetsRequest {
        replica_id: -1,
        topics: vec![topic],
        ..ListOffsetsRequest::default()
    };
    let Response::ListOffsets(response) = ask(7, Body::ListOffsets(request)) else {
        panic!("an answer of the same kind");
    };
    let rows = response.topics[0].partitions.iter();
    let refused = ErrorCode::InvalidRequest.code();
    assert!(rows.map(|row| row.error_code).all(|code| code == refused));
}

#[test]
fn a_partition_is_fetched_once() {
    let topic = FetchTopic {
        topic: "t".into(),
        partitions: vec![FetchPartition::default(); TIMES],
        ..FetchTopic::default()
    };
    let request = FetchRequest {
        topics: vec![topic; TIMES],
        ..FetchRequest::default()
    };
    let Reply::Fetch(fetch) = Alone::new().ask(11, Body::Fetch(request)) else {
        panic!("an answer of the same kind");
    };
    let rows = fetch
        .response
        .responses
        .iter()
        .flat_map(|topic| &topic.partitions);
    assert_eq!((fetch.response.responses.len(), rows.count()), (1, 1));
}
