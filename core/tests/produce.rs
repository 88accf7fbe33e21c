//! Produce, by Kafka's rules.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::wire::Uuid;
use highwater_core::{BrokerId, ErrorCode, TimerId};

/// A produce of one record to each partition.
fn produce(acks: i16, timeout_ms: i32, partitions: &[(&str, i32)]) -> Body {
    let record = NewRecord {
        value: Some(Bytes::from_static(b"v")),
        ..NewRecord::default()
    };
    let topic = |&(name, index): &(&str, i32)| ProduceTopic {
        name: name.into(),
        id: Uuid::ZERO,
        partitions: vec![ProducePartition {
            index,
            batch: Ok(batch(std::slice::from_ref(&record), Producer::NONE)),
        }],
    };
    Body::Produce(Produce {
        acks,
        timeout_ms,
        transactional: false,
        topics: partitions.iter().map(topic).collect(),
    })
}

/// The codes of the only answer there is.
fn codes(alone: &mut Alone) -> Vec<i16> {
    let (_, reply) = alone.replies.pop().expect("an answer");
    assert!(alone.replies.is_empty());
    let Reply::Body(Response::Produce(response)) = reply else {
        panic!("a produce is answered by a produce response");
    };
    let rows = response
        .responses
        .iter()
        .flat_map(|topic| &topic.partition_responses);
    rows.map(|row| row.error_code).collect()
}

#[test]
fn a_timeout_of_0_is_no_reason_to_refuse_what_only_this_broker_stores() {
    let mut alone = Alone::new();
    alone.slow = true;
    for acks in [1, -1] {
        alone.replies.clear();
        alone.send(9, produce(acks, 0, &[("t", 0)]));
        alone.expire();
        assert!(alone.replies.is_empty(), "acks={acks}: {:?}", alone.replies);
        alone.flush();
        assert_eq!(codes(&mut alone), [0], "acks={acks}");
        assert!(
            !alone
                .node
                .armed()
                .any(|timer| matches!(timer, TimerId::Park(_)))
        );
    }
}

#[test]
fn a_timeout_runs_for_followers_once_all_is_stored_here() {
    let mut alone = Alone::new();
    alone.register(BrokerId(2));
    alone.create_topic("both", 2, 2);
    let led = alone.node.image().topics["both"].partitions.iter();
    let led = led
        .map(|partition| partition.leader)
        .position(|leader| leader == Some(BrokerId(1)));
    let led = led.expect("this broker leads one of the two") as i32;
    alone.replies.clear();
    alone.slow = true;
    alone.send(9, produce(-1, 0, &[("t", 0), ("both", led)]));
    alone.expire();
    assert!(alone.replies.is_empty(), "nothing is stored yet");
    alone.flush();
    alone.expire();
    // The follower has nothing; `t` has none.
    assert_eq!(codes(&mut alone), [0, ErrorCode::RequestTimedOut.code()]);
}
