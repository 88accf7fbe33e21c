//! Fetch, by Kafka's rules: when there is enough, and who is believed.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply};
use highwater_core::metadata::{Command, Record};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::replica::Role;
use highwater_core::wire::Uuid;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic, ReplicaState};
use highwater_core::wire::generated::{BrokerChangeRecord, FetchRequest};
use highwater_core::{BrokerId, ProposalId};

/// Appends a record of so many bytes.
fn produce(alone: &mut Alone, topic: &str, index: i32, acks: i16, bytes: usize) {
    let record = NewRecord {
        value: Some(Bytes::from(vec![1; bytes])),
        ..NewRecord::default()
    };
    let topic = ProduceTopic {
        name: topic.into(),
        id: Uuid::ZERO,
        partitions: vec![ProducePartition {
            index,
            batch: Ok(batch(&[record], Producer::NONE)),
        }],
    };
    let produce = Produce {
        acks,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![topic],
    };
    alone.send(9, Body::Produce(produce));
}

/// A fetch that waits for so many bytes.
fn fetch(topic: &str, partition: i32, at: i64, min_bytes: i32) -> FetchRequest {
    let asked = FetchPartition {
        partition,
        current_leader_epoch: -1,
        fetch_offset: at,
        partition_max_bytes: 1 << 20,
        ..FetchPartition::default()
    };
    FetchRequest {
        max_wait_ms: 500,
        min_bytes,
        max_bytes: 1 << 20,
        topics: vec![FetchTopic {
            topic: topic.into(),
            partitions: vec![asked],
            ..FetchTopic::default()
        }],
        ..FetchRequest::default()
    }
}

/// The same, by broker 2 in its registered run.
fn follow(alone: &Alone, partition: i32, at: i64) -> FetchRequest {
    let mut request = fetch("both", partition, at, 1);
    let epoch = alone.node.image().broker_epoch(BrokerId(2));
    request.replica_state = ReplicaState {
        replica_id: 2,
        replica_epoch: epoch.expect("it is registered"),
        ..ReplicaState::default()
    };
    request.topics[0].partitions[0].current_leader_epoch = 0;
    request.topics[0].partitions[0].last_fetched_epoch = -1;
    request
}

/// A node that leads a partition that broker 2 follows: its number.
fn followed(alone: &mut Alone) -> i32 {
    alone.register(BrokerId(2));
    alone.create_topic("both", 2, 2);
    let partitions = &alone.node.image().topics["both"].partitions;
    let led = partitions
        .iter()
        .position(|partition| partition.leader == Some(BrokerId(1)));
    led.expect("this broker leads one of the two") as i32
}

#[test]
fn a_fetch_waits_for_as_many_bytes_as_it_wants() {
    let mut alone = Alone::new();
    // Far less than there is from one index entry to the next.
    for _ in 0..20 {
        produce(&mut alone, "t", 0, -1, 100);
    }
    let len = alone.appended.last().expect("a batch").1 as i32;
    for (wanted, missing) in [
        (1, 1),
        (len, 1),
        (len + 1, 2),
        (20 * len, 20),
        (30 * len, 30),
    ] {
        alone.replies.clear();
        let end = alone.appended.len() as i64;
        let id = alone.send(11, Body::Fetch(fetch("t", 0, end, wanted)));
        for produced in 1..=missing {
            assert!(alone.replies.iter().all(|(answered, _)| *answered != id));
            produce(&mut alone, "t", 0, -1, 100);
            let answered = alone.replies.iter().any(|(answered, _)| *answered == id);
            assert_eq!(answered, produced == missing, "{wanted} after {produced}");
        }
        // What is there already is not asked for twice.
        alone.replies.clear();
        let again = fetch("t", 0, end, wanted);
        assert!(matches!(alone.ask(11, Body::Fetch(again)), Reply::Fetch(_)));
    }
}

#[test]
fn a_follower_that_says_it_has_more_than_its_leader_is_not_believed() {
    let mut alone = Alone::new();
    let led = followed(&mut alone);
    let request = follow(&alone, led, 100);
    alone.ask_as_broker(11, Body::Fetch(request));
    let is_followed = |alone: &Alone| {
        let mut partitions = alone.node.partitions();
        let of = partitions.find(|one| &*one.topic == "both" && one.number == led);
        matches!(&of.expect("it is here").role, Role::Leader(leader) if leader.is_followed())
    };
    assert!(!is_followed(&alone));
    let request = follow(&alone, led, 0);
    alone.send_as_broker(11, Body::Fetch(request));
    assert!(is_followed(&alone));
}

#[test]
fn a_follower_that_is_fenced_while_it_waits_is_woken_all_the_same() {
    let mut alone = Alone::new();
    let led = followed(&mut alone);
    let request = follow(&alone, led, 0);
    let id = alone.send_as_broker(11, Body::Fetch(request));
    let fence = BrokerChangeRecord {
        broker_id: 2,
        broker_epoch: alone.node.image().broker_epoch(BrokerId(2)).unwrap_or(-1),
        fenced: true,
        ..BrokerChangeRecord::default()
    };
    let proposal = ProposalId {
        broker: BrokerId(99),
        boot: 1,
        seq: 1,
    };
    alone.learn(Command {
        base: None,
        id: proposal,
        term: 1,
        records: vec![Record::BrokerChange(fence)],
    });
    assert!(!alone.node.image().is_alive(BrokerId(2)));
    produce(&mut alone, "both", led, 1, 10);
    assert!(alone.replies.iter().any(|(answered, _)| *answered == id));
}
