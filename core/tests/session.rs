//! A broker whose session at the controller must be over: others may lead what it led, and it cannot hear of it.

mod alone;

use std::time::Duration;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Answer, Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::metadata::Record;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::wire::Uuid;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic, ReplicaState};
use highwater_core::wire::generated::list_offsets_request::{
    ListOffsetsPartition, ListOffsetsTopic,
};
use highwater_core::wire::generated::{
    BrokerHeartbeatResponse, FetchRequest, FindCoordinatorRequest, ListOffsetsRequest,
    OffsetFetchRequest, PartitionChangeRecord,
};
use highwater_core::{BrokerId, Config, ErrorCode, Input, MetaEvent, PeerMsg, Role, Time, TimerId};

const OTHER: BrokerId = BrokerId(2);
const THIRD: BrokerId = BrokerId(3);
const NOT_LEADER: i16 = ErrorCode::NotLeaderOrFollower as i16;

fn session() -> Duration {
    let config = Config::new(BrokerId(1), "localhost", 9092);
    Duration::from_millis(config.broker_session_timeout_ms.into())
}

/// A broker that leads a partition of topic `both`, of which others are in sync; the controller is elsewhere by now. And the
/// partition's number.
fn led(others: &[BrokerId]) -> (Alone, i32) {
    led_by(Alone::new(), others)
}

fn led_by(mut alone: Alone, others: &[BrokerId]) -> (Alone, i32) {
    for &id in others {
        alone.register(id);
    }
    let count = others.len() as i32 + 1;
    alone.create_topic("both", count, count as i16);
    let mut partitions = alone.node.partitions();
    let led = partitions.find(|p| &*p.topic == "both" && p.leading().is_some());
    let number = led.expect("each leads one").number;
    drop(partitions);
    alone.take(Input::Meta(MetaEvent::Role(Role::Follows {
        controller: OTHER,
    })));
    (alone, number)
}

fn send(alone: &mut Alone, topic: &str, number: i32, acks: i16) {
    let record = NewRecord {
        value: Some(Bytes::from_static(b"v")),
        ..NewRecord::default()
    };
    let partition = ProducePartition {
        index: number,
        batch: Ok(batch(&[record], Producer::NONE)),
    };
    let produce = Produce {
        acks,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![ProduceTopic {
            name: topic.into(),
            id: Uuid::ZERO,
            partitions: vec![partition],
        }],
    };
    alone.send(9, Body::Produce(produce));
}

fn fetch_request(alone: &Alone, topic: &str, number: i32) -> FetchRequest {
    let topic = &alone.node.image().topics[topic];
    FetchRequest {
        max_bytes: 1 << 20,
        topics: vec![FetchTopic {
            topic_id: topic.id,
            partitions: vec![FetchPartition {
                partition: number,
                current_leader_epoch: topic.partitions[number as usize].leader_epoch,
                partition_max_bytes: 1 << 20,
                ..FetchPartition::default()
            }],
            ..FetchTopic::default()
        }],
        ..FetchRequest::default()
    }
}

/// The code of the last answer.
fn code(alone: &mut Alone) -> i16 {
    match alone.replies.pop().expect("an answer").1 {
        Reply::Body(Response::Produce(answer)) => {
            answer.responses[0].partition_responses[0].error_code
        }
        Reply::Body(Response::ListOffsets(answer)) => answer.topics[0].partitions[0].error_code,
        Reply::Fetch(answer) => answer.response.responses[0].partitions[0].error_code,
        other => panic!("of the kinds that are asked for, not {other:?}"),
    }
}

fn produce(alone: &mut Alone, topic: &str, number: i32) -> i16 {
    send(alone, topic, number, 1);
    code(alone)
}

fn fetch(alone: &mut Alone, topic: &str, number: i32) -> i16 {
    let request = fetch_request(alone, topic, number);
    alone.send(17, Body::Fetch(request));
    code(alone)
}

/// A follower has all that the leader has, and fetches.
fn follow(alone: &mut Alone, id: BrokerId, number: i32) -> i16 {
    let mut request = fetch_request(alone, "both", number);
    request.replica_state = ReplicaState {
        replica_id: id.0,
        replica_epoch: alone.node.image().broker_epoch(id).expect("registered"),
        ..ReplicaState::default()
    };
    let logs = alone.node.partitions();
    let mut ends = logs.filter(|p| &*p.topic == "both" && p.number == number);
    let end = ends.find_map(|p| Some(p.log()?.end())).expect("it is open");
    drop(ends);
    let row = &mut request.topics[0].partitions[0];
    (row.fetch_offset, row.flushed_end) = (end, end);
    alone.send_as_broker(17, Body::Fetch(request));
    code(alone)
}

/// The controller answers the heartbeat that was sent last: so far goes the metadata.
fn answer(alone: &mut Alone, metadata_offset: i64) {
    let (peer, id) = alone.heartbeat.take().expect("a heartbeat");
    let response = BrokerHeartbeatResponse {
        metadata_offset,
        is_fenced: false,
        ..BrokerHeartbeatResponse::default()
    };
    let answer = Answer::Body(Response::BrokerHeartbeat(response));
    alone.take(Input::Peer(peer, PeerMsg::Answer(id, answer)));
}

fn index(alone: &Alone) -> i64 {
    alone.node.image().index.0 as i64
}

fn at(alone: &mut Alone, span: Duration) {
    alone.now.mono = Time::from_micros(0).after(span);
}

#[test]
fn who_may_have_been_deposed_answers_nobody() {
    let (mut alone, number) = led(&[OTHER]);
    assert_eq!(produce(&mut alone, "both", number), 0);
    // These wait: for the follower, and for more to read.
    send(&mut alone, "both", number, -1);
    let mut waits = fetch_request(&alone, "both", number);
    (waits.max_wait_ms, waits.min_bytes) = (500, 1);
    alone.send(17, Body::Fetch(waits));
    assert!(alone.replies.is_empty());
    alone.fire(TimerId::OwnSession);
    assert_eq!(code(&mut alone), NOT_LEADER);
    assert_eq!(code(&mut alone), NOT_LEADER);
    // Nor who comes later, whatever they want.
    let before = alone.appended.len();
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    assert_eq!(alone.appended.len(), before);
    assert_eq!(fetch(&mut alone, "both", number), NOT_LEADER);
    let latest = ListOffsetsPartition {
        partition_index: number,
        timestamp: -1,
        ..ListOffsetsPartition::default()
    };
    let ends = ListOffsetsRequest {
        topics: vec![ListOffsetsTopic {
            name: "both".into(),
            partitions: vec![latest],
            ..ListOffsetsTopic::default()
        }],
        ..ListOffsetsRequest::default()
    };
    alone.send(5, Body::ListOffsets(ends));
    assert_eq!(code(&mut alone), NOT_LEADER);
}

#[test]
fn who_is_alone_in_sync_cannot_be_deposed() {
    let (mut alone, _) = led(&[OTHER]);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "t", 0), 0);
    assert_eq!(fetch(&mut alone, "t", 0), 0);
}

#[test]
fn whoever_may_have_been_let_in_may_lead() {
    let (mut alone, number) = led(&[OTHER]);
    // The follower lags, and the controller lets it go.
    let change = PartitionChangeRecord {
        topic_id: alone.node.image().topics["both"].id,
        partition: number,
        isr: Some(vec![1]),
        ..PartitionChangeRecord::default()
    };
    alone.learn_of(Record::PartitionChange(change));
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), 0);
    // It has caught up, and is asked for: nobody knows whether that was granted.
    alone.fire(TimerId::Doubt);
    follow(&mut alone, OTHER, number);
    alone.fire(TimerId::InSync);
    alone.fire(TimerId::Doubt);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
}

#[test]
fn a_heartbeat_that_is_answered_vouches_once_the_metadata_is_there() {
    let (mut alone, number) = led(&[OTHER]);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    // It may have been deposed in what it has not heard of yet.
    let next = index(&alone) + 1;
    answer(&mut alone, next);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    alone.elect("t", 1);
    assert_eq!(index(&alone), next);
    assert_eq!(produce(&mut alone, "both", number), 0);
    assert_eq!(fetch(&mut alone, "both", number), 0);
}

#[test]
fn a_session_counts_from_when_the_heartbeat_was_sent() {
    let (mut alone, number) = led(&[OTHER]);
    let second = Duration::from_secs(1);
    let upto = index(&alone);
    answer(&mut alone, upto);
    at(&mut alone, second);
    alone.fire(TimerId::Heartbeat);
    at(&mut alone, 2 * second);
    answer(&mut alone, upto);
    let micro = Duration::from_micros(1);
    at(&mut alone, second + session() - micro);
    assert_eq!(produce(&mut alone, "both", number), 0);
    // It need not have run in between.
    at(&mut alone, second + session());
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    // What was answered too late says nothing.
    alone.fire(TimerId::Heartbeat);
    at(&mut alone, second + 2 * session());
    answer(&mut alone, upto);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
}

#[test]
fn followers_vouch_where_the_controller_is_away() {
    let (mut alone, number) = led(&[OTHER, THIRD]);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    // Followers are answered all the same.
    alone.fire(TimerId::Doubt);
    assert_eq!(follow(&mut alone, OTHER, number), 0);
    assert_eq!(follow(&mut alone, THIRD, number), 0);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), 0);
    // Each that could lead has to, again and again.
    alone.fire(TimerId::Doubt);
    assert_eq!(follow(&mut alone, OTHER, number), 0);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
}

#[test]
fn what_followers_said_before_a_long_sleep_is_void() {
    let (mut alone, number) = led(&[OTHER]);
    let half = session() / 2;
    for turn in 1..6 {
        assert_eq!(follow(&mut alone, OTHER, number), 0);
        at(&mut alone, half * turn);
        assert_eq!(produce(&mut alone, "both", number), 0);
    }
    assert_eq!(follow(&mut alone, OTHER, number), 0);
    at(&mut alone, half * 20);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    // What waited for it to wake up may have been sent long before.
    assert_eq!(follow(&mut alone, OTHER, number), 0);
    at(&mut alone, half * 21);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    assert_eq!(follow(&mut alone, OTHER, number), 0);
    at(&mut alone, half * 22);
    assert_eq!(produce(&mut alone, "both", number), 0);
}

#[test]
fn an_active_controller_needs_nobody_to_vouch_for_it() {
    let (mut alone, number) = led(&[OTHER]);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    alone.take(Input::Meta(MetaEvent::Role(Role::Active { term: 2 })));
    assert_eq!(produce(&mut alone, "both", number), 0);
    let armed = |alone: &Alone| alone.node.armed().any(|timer| timer == TimerId::OwnSession);
    assert!(!armed(&alone));
    alone.take(Input::Meta(MetaEvent::Role(Role::Leaderless)));
    assert!(armed(&alone));
}

#[test]
fn a_controller_whose_commands_are_not_committed_may_be_none() {
    let mut alone = Alone::new();
    alone.register(OTHER);
    alone.create_topic("both", 2, 2);
    let mut partitions = alone.node.partitions();
    let led = partitions.find(|p| &*p.topic == "both" && p.leading().is_some());
    let number = led.expect("each leads one").number;
    drop(partitions);
    // It hears nobody: neither the other broker, nor voters.
    alone.refuse = 1;
    alone.fire(TimerId::BrokerSession(OTHER));
    assert_eq!(produce(&mut alone, "both", number), 0);
    alone.fire(TimerId::OwnSession);
    assert_eq!(produce(&mut alone, "both", number), NOT_LEADER);
    // What is committed says that it is the controller: the other is fenced, and this one alone in sync.
    alone.fire(TimerId::BrokerSession(OTHER));
    assert_eq!(produce(&mut alone, "both", number), 0);
    let armed = |timer| matches!(timer, TimerId::OwnSession | TimerId::Doubt);
    assert!(!alone.node.armed().any(armed));
}

#[test]
fn a_coordinator_goes_and_comes_with_its_leadership() {
    let alone = Alone::with(|config| {
        (config.offsets_partitions, config.offsets_replication_factor) = (2, 2);
    });
    let (mut alone, _) = led_with_groups(alone);
    let codes = |alone: &mut Alone| -> Vec<i16> {
        let ask = |number: i32| {
            let request = OffsetFetchRequest {
                group_id: format!("group {number}").into(),
                ..OffsetFetchRequest::default()
            };
            match alone.ask(5, Body::OffsetFetch(request)) {
                Reply::Body(Response::OffsetFetch(answer)) => answer.error_code,
                other => panic!("an answer of the same kind, not {other:?}"),
            }
        };
        (0..10).map(ask).collect()
    };
    let not_here = ErrorCode::NotCoordinator.code();
    let before = codes(&mut alone);
    assert!(before.contains(&0) && before.contains(&not_here));
    alone.fire(TimerId::OwnSession);
    assert_eq!(codes(&mut alone), [not_here; 10]);
    let upto = index(&alone);
    answer(&mut alone, upto);
    assert_eq!(codes(&mut alone), before);
}

fn led_with_groups(mut alone: Alone) -> (Alone, i32) {
    alone.register(OTHER);
    let find = FindCoordinatorRequest {
        key: "g".into(),
        ..FindCoordinatorRequest::default()
    };
    alone.ask(1, Body::FindCoordinator(find));
    led_by(alone, &[])
}
