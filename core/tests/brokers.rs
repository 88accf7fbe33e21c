//! One controller and another broker: one of them may have died, or have lost its disk.

mod alone;

use std::time::Duration;

use alone::Alone;
use highwater_core::api::{Body, Reply, Response};
use highwater_core::metadata::{PartitionImage, Record};
use highwater_core::wire::generated::alter_partition_request::{
    BrokerState, PartitionData, TopicData,
};
use highwater_core::wire::generated::{AlterPartitionRequest, BrokerHeartbeatRequest};
use highwater_core::{
    BrokerId, Config, ErrorCode, Fault, Input, LogEvent, LogId, Lost, Time, TimerId,
};

const ME: BrokerId = BrokerId(1);
const OTHER: BrokerId = BrokerId(2);

/// A controller that another broker has just announced itself to; sessions, and the time between heartbeats.
fn controller() -> (Alone, Duration, Duration) {
    let mut alone = Alone::new();
    alone.register(OTHER);
    let config = Config::new(BrokerId(1), "localhost", 9092);
    let millis = |ms: u32| Duration::from_millis(ms.into());
    (
        alone,
        millis(config.broker_session_timeout_ms),
        millis(config.broker_heartbeat_interval_ms),
    )
}

/// The other broker says that it is alive.
fn heartbeat(alone: &mut Alone) {
    let epoch = alone.node.image().broker_epoch(OTHER);
    let body = Body::BrokerHeartbeat(BrokerHeartbeatRequest {
        broker_id: OTHER.0,
        broker_epoch: epoch.expect("it is registered"),
        ..BrokerHeartbeatRequest::default()
    });
    alone.ask_as_broker(2, body);
}

fn due(alone: &Alone) -> Option<Time> {
    assert_eq!(
        alone.node.armed().collect::<Vec<_>>(),
        [TimerId::BrokerSession(OTHER)]
    );
    alone.node.deadline()
}

fn after(span: Duration) -> Option<Time> {
    Some(Time::from_micros(0).after(span))
}

#[test]
fn a_broker_whose_listener_is_gone_has_two_heartbeats_left() {
    let (mut alone, session, heartbeat) = controller();
    assert_eq!(due(&alone), after(session));
    alone.take(Input::Lost(Lost::Listener(OTHER)));
    assert_eq!(due(&alone), after(heartbeat * 2));
    let before = alone.history.len();
    alone.fire(TimerId::BrokerSession(OTHER));
    let fenced = alone.history[before..]
        .iter()
        .flat_map(|command| &command.records);
    let fenced =
        fenced.filter(|record| matches!(record, Record::BrokerChange(change) if change.fenced));
    assert_eq!(fenced.count(), 1);
    // Who is fenced has no session to lose.
    alone.take(Input::Lost(Lost::Listener(OTHER)));
    assert_eq!(alone.node.deadline(), None);
}

#[test]
fn a_broker_that_is_heard_of_keeps_its_session_though_connections_to_it_are_refused() {
    let (mut alone, session, _) = controller();
    alone.take(Input::Lost(Lost::Listener(OTHER)));
    heartbeat(&mut alone);
    assert_eq!(due(&alone), after(session));
}

/// A partition of a new topic that this broker leads and the other follows: its log, and its number.
fn led_here(alone: &mut Alone) -> (LogId, i32) {
    alone.create_topic("both", 2, 2);
    let led = alone
        .node
        .partitions()
        .find(|partition| &*partition.topic == "both" && partition.leading().is_some());
    let led = led.expect("each broker leads one of two");
    (led.id, led.number)
}

fn image(alone: &Alone, number: i32) -> PartitionImage {
    alone.node.image().topics["both"].partitions[number as usize].clone()
}

#[test]
fn a_leader_whose_disk_fails_hands_over_to_who_is_in_sync() {
    let (mut alone, ..) = controller();
    let (log, number) = led_here(&mut alone);
    let before = image(&alone, number);
    assert_eq!(before.isr, [ME, OTHER]);
    alone.take(Input::Log(log, LogEvent::Failed(Fault::Io)));
    alone.fire(TimerId::InSync);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr), (Some(OTHER), vec![OTHER]));
    assert_eq!(after.leader_epoch, before.leader_epoch + 1);
    let armed = alone.node.armed().any(|timer| timer == TimerId::InSync);
    assert!(!armed, "it was said once");
}

#[test]
fn a_leader_that_is_alone_in_sync_keeps_what_nobody_else_holds() {
    let (mut alone, ..) = controller();
    let (log, number) = led_here(&mut alone);
    // The other is fenced, leaves the in-sync set, and comes back without having caught up.
    alone.fire(TimerId::BrokerSession(OTHER));
    heartbeat(&mut alone);
    alone.take(Input::Log(log, LogEvent::Failed(Fault::Io)));
    alone.fire(TimerId::InSync);
    let kept = image(&alone, number);
    assert_eq!((kept.leader, &kept.isr[..]), (Some(ME), &[ME][..]));

    // Nor could it say otherwise.
    let other = BrokerState {
        broker_id: OTHER.0,
        ..BrokerState::default()
    };
    let row = PartitionData {
        partition_index: number,
        leader_epoch: kept.leader_epoch,
        partition_epoch: kept.partition_epoch,
        new_isr_with_epochs: vec![other],
        ..PartitionData::default()
    };
    let topic = TopicData {
        topic_id: alone.node.image().topics["both"].id,
        partitions: vec![row],
        ..TopicData::default()
    };
    let request = AlterPartitionRequest {
        broker_id: ME.0,
        broker_epoch: alone
            .node
            .image()
            .broker_epoch(ME)
            .expect("it is registered"),
        topics: vec![topic],
        ..AlterPartitionRequest::default()
    };
    let Reply::Body(Response::AlterPartition(answer)) =
        alone.ask_as_broker(3, Body::AlterPartition(request))
    else {
        panic!("an answer of the same kind");
    };
    let code = answer.topics[0].partitions[0].error_code;
    assert_eq!(code, ErrorCode::InvalidRequest.code());
}
