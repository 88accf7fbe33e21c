//! What is asked of coordinators before there are any, and names that may not be.

mod alone;

use alone::Alone;
use highwater_core::api::{Body, Reply, Response};
use highwater_core::wire::Str;
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::{
    CreateTopicsRequest, FindCoordinatorRequest, FindCoordinatorResponse, InitProducerIdRequest,
    MetadataRequest,
};
use highwater_core::{BrokerId, ErrorCode};

const OFFSETS: &str = "__consumer_offsets";

fn find(alone: &mut Alone, key_type: i8) -> FindCoordinatorResponse {
    let find = FindCoordinatorRequest {
        key: "g".into(),
        key_type,
        ..FindCoordinatorRequest::default()
    };
    match alone.ask(1, Body::FindCoordinator(find)) {
        Reply::Body(Response::FindCoordinator(found)) => found,
        other => panic!("an answer of the same kind, not {other:?}"),
    }
}

#[test]
fn the_offsets_topic_is_the_same_whoever_asks_for_it_first() {
    let mut alone = Alone::with(|config| config.offsets_partitions = 7);
    let topic = MetadataRequestTopic {
        name: Some(OFFSETS.into()),
        ..MetadataRequestTopic::default()
    };
    let request = MetadataRequest {
        topics: Some(vec![topic]),
        ..MetadataRequest::default()
    };
    alone.ask(9, Body::Metadata(request));
    let topic = &alone.node.image().topics[OFFSETS];
    assert_eq!(topic.partitions.len(), 7);
    assert_eq!(topic.configs["cleanup.policy"], Str::from("compact"));
}

#[test]
fn the_offsets_topic_waits_for_as_many_brokers_as_it_is_to_have_replicas() {
    let mut alone = Alone::with(|config| config.offsets_replication_factor = 2);
    let code = find(&mut alone, 0).error_code;
    assert_eq!(code, ErrorCode::CoordinatorNotAvailable.code());
    assert!(!alone.node.image().topics.contains_key(OFFSETS));
    alone.register(BrokerId(2));
    // The other broker's log is its own affair; that of this one opens at once.
    assert_eq!(find(&mut alone, 0).error_code, 0);
    let topic = &alone.node.image().topics[OFFSETS];
    assert!(
        topic
            .partitions
            .iter()
            .all(|partition| partition.replicas.len() == 2)
    );
}

#[test]
fn who_wants_transactions_is_told_at_once_that_there_are_none() {
    let mut alone = Alone::new();
    let found = find(&mut alone, 1);
    assert_eq!((found.error_code, found.node_id, found.port), (0, 1, 9092));
    let init = InitProducerIdRequest {
        transactional_id: Some("tx".into()),
        ..InitProducerIdRequest::default()
    };
    let Reply::Body(Response::InitProducerId(answer)) = alone.ask(4, Body::InitProducerId(init))
    else {
        panic!("an answer of the same kind");
    };
    assert_eq!(answer.error_code, ErrorCode::UnsupportedVersion.code());
}

#[test]
fn names_that_metrics_cannot_tell_apart_are_one() {
    let mut alone = Alone::new();
    let mut create = |name: &str| {
        let topic = CreatableTopic {
            name: name.into(),
            num_partitions: 1,
            replication_factor: 1,
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 1000,
            ..CreateTopicsRequest::default()
        };
        match alone.ask(7, Body::CreateTopics(request)) {
            Reply::Body(Response::CreateTopics(response)) => response.topics[0].error_code,
            other => panic!("an answer of the same kind, not {other:?}"),
        }
    };
    let refused = ErrorCode::InvalidTopic.code();
    assert_eq!(create("a.b_c"), 0);
    for name in ["a.b.c", "a_b_c", "a_b.c"] {
        assert_eq!(create(name), refused, "{name}");
    }
    assert_eq!(create("a.b-c"), 0);
    let exists = ErrorCode::TopicAlreadyExists.code();
    assert_eq!(create("a.b_c"), exists);
}
