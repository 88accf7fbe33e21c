//! Producers that a log does not know, in the midst of their sequence numbers.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::ErrorCode;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::records::Batch;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::replica::Strangers;
use highwater_core::wire::Uuid;
use highwater_core::wire::generated::InitProducerIdRequest;

const AGAIN: i16 = ErrorCode::NotLeaderOrFollower as i16;
const OUT_OF_ORDER: i16 = ErrorCode::OutOfOrderSequenceNumber as i16;

fn of(id: i64, sequence: i32) -> Batch {
    let record = NewRecord {
        value: Some(Bytes::from_static(b"v")),
        ..NewRecord::default()
    };
    let epoch = 0;
    let by = Producer {
        id,
        epoch,
        sequence,
    };
    batch(&[record], by)
}

fn produce(alone: &mut Alone, topic: &str, id: i64, sequence: i32) -> i16 {
    let partition = ProducePartition {
        index: 0,
        batch: Ok(of(id, sequence)),
    };
    let body = Body::Produce(Produce {
        acks: -1,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![ProduceTopic {
            name: topic.into(),
            id: Uuid::ZERO,
            partitions: vec![partition],
        }],
    });
    match alone.ask(9, body) {
        Reply::Body(Response::Produce(answer)) => {
            answer.responses[0].partition_responses[0].error_code
        }
        other => panic!("an answer of the same kind, not {other:?}"),
    }
}

/// A topic that was created after a producer got its id.
fn late() -> (Alone, i64) {
    let mut alone = Alone::new();
    let init = Body::InitProducerId(InitProducerIdRequest {
        transactional_id: None,
        ..InitProducerIdRequest::default()
    });
    let Reply::Body(Response::InitProducerId(answer)) = alone.ask(4, init) else {
        panic!("an answer of the same kind");
    };
    alone.create_topic("late", 1, 1);
    (alone, answer.producer_id)
}

#[test]
fn who_is_older_than_the_topic_goes_on_where_it_is() {
    let (mut alone, id) = late();
    // Another batch may have been refused before it: it is to come again.
    assert_eq!(produce(&mut alone, "late", id, 20), AGAIN);
    assert!(alone.appended.is_empty());
    assert_eq!(produce(&mut alone, "late", id, 20), 0);
    assert_eq!(produce(&mut alone, "late", id, 21), 0);
    assert_eq!(produce(&mut alone, "late", id, 23), OUT_OF_ORDER);
}

#[test]
fn what_was_refused_before_comes_first() {
    let (mut alone, id) = late();
    assert_eq!(produce(&mut alone, "late", id, 21), AGAIN);
    assert_eq!(produce(&mut alone, "late", id, 20), AGAIN);
    assert_eq!(produce(&mut alone, "late", id, 21), AGAIN);
    assert_eq!(produce(&mut alone, "late", id, 20), 0);
    assert_eq!(produce(&mut alone, "late", id, 21), 0);
}

#[test]
fn who_begins_begins_at_once() {
    let (mut alone, id) = late();
    assert_eq!(produce(&mut alone, "late", id, 0), 0);
    assert_eq!(produce(&mut alone, "late", id, 1), 0);
}

#[test]
fn who_is_younger_begins_at_the_beginning() {
    let (mut alone, _) = late();
    let younger = alone.node.image().next_producer_id;
    for _ in 0..2 {
        assert_eq!(produce(&mut alone, "late", younger, 20), OUT_OF_ORDER);
    }
    // What is older than all producers has lost something if it does not know one.
    for _ in 0..2 {
        assert_eq!(produce(&mut alone, "t", 0, 20), OUT_OF_ORDER);
    }
}

#[test]
fn a_restart_forgets_nothing_of_it() {
    let (alone, id) = late();
    let mut alone = alone.restart();
    assert_eq!(produce(&mut alone, "late", id, 20), AGAIN);
    assert_eq!(produce(&mut alone, "late", id, 20), 0);
}

#[test]
fn a_beginning_that_is_refused_for_another_reason_comes_first_all_the_same() {
    let mut strangers = Strangers::default();
    let mut meet = |sequence: i32| strangers.meet(of(1, sequence).header());
    assert!(!meet(1));
    assert!(meet(0));
    assert!(!meet(1));
}

#[test]
fn what_clients_can_make_a_leader_keep_is_bounded() {
    let mut strangers = Strangers::default();
    for id in 0..5_000 {
        assert!(!strangers.meet(of(id, 7).header()));
    }
    // The first is forgotten, and a stranger once more; the last is not.
    assert!(strangers.meet(of(4_999, 7).header()));
    assert!(!strangers.meet(of(0, 7).header()));
}
