//! One controller and another broker: one of them may have died, or have lost its disk.

mod alone;

use std::time::Duration;

use alone::Alone;
use highwater_core::api::{Body, Reply, Response};
use highwater_core::metadata::{PartitionImage, Record};
use highwater_core::replica::State;
use highwater_core::wire::Uuid;
use highwater_core::wire::generated::alter_partition_request::{
    BrokerState, PartitionData, TopicData,
};
use highwater_core::wire::generated::broker_heartbeat_request::OfflineTopic;
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic, ReplicaState};
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::{
    AlterPartitionRequest, BrokerHeartbeatRequest, BrokerRegistrationRequest, CreateTopicsRequest,
    FetchRequest, InitProducerIdRequest, MetadataRequest,
};
use highwater_core::{
    BrokerId, Config, ErrorCode, Fault, Input, LogEvent, LogId, Lost, MetaEvent, Outcome, Role,
    Time, TimerId,
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
    heartbeat_with(alone, |_| {});
}

/// The other broker says that it is alive, and more.
fn heartbeat_with(alone: &mut Alone, change: impl FnOnce(&mut BrokerHeartbeatRequest)) {
    heartbeat_of(alone, OTHER, change);
}

fn heartbeat_of(alone: &mut Alone, id: BrokerId, change: impl FnOnce(&mut BrokerHeartbeatRequest)) {
    let epoch = alone.node.image().broker_epoch(id);
    let mut request = BrokerHeartbeatRequest {
        broker_id: id.0,
        broker_epoch: epoch.expect("it is registered"),
        ..BrokerHeartbeatRequest::default()
    };
    change(&mut request);
    alone.ask_as_broker(2, Body::BrokerHeartbeat(request));
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
    // Whatever becomes of the first word, it is said again.
    alone.refuse = 1;
    alone.fire(TimerId::Heartbeat);
    assert_eq!(image(&alone, number), before);
    alone.fire(TimerId::Heartbeat);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr), (Some(OTHER), vec![OTHER]));
    assert_eq!(after.leader_epoch, before.leader_epoch + 1);
    alone.fire(TimerId::Heartbeat);
    let armed = alone.node.armed().any(|timer| timer == TimerId::Heartbeat);
    assert!(!armed, "it was heard");
}

#[test]
fn who_stops_before_a_log_is_read_back_may_have_something_to_miss() {
    let mut alone = Alone::new();
    assert!(alone.node.stopped_epoch().is_some());
    alone.unread = true;
    let topic = CreatableTopic {
        name: "late".into(),
        num_partitions: 1,
        replication_factor: 1,
        ..CreatableTopic::default()
    };
    let request = CreateTopicsRequest {
        topics: vec![topic],
        ..CreateTopicsRequest::default()
    };
    alone.send(7, Body::CreateTopics(request));
    alone.take(Input::Stop);
    assert!(alone.node.is_stopped());
    assert_eq!(alone.node.stopped_epoch(), None);
}

#[test]
fn a_follower_whose_disk_fails_is_let_go_at_once() {
    let (mut alone, ..) = controller();
    let (_, number) = led_here(&mut alone);
    let before = image(&alone, number);
    let offline = OfflineTopic {
        topic_id: alone.node.image().topics["both"].id,
        partitions: vec![number],
        ..OfflineTopic::default()
    };
    heartbeat_with(&mut alone, |request| request.offline_logs = vec![offline]);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr), (Some(ME), vec![ME]));
    assert_eq!(after.leader_epoch, before.leader_epoch);
}

#[test]
fn a_damaged_log_is_begun_anew_once_others_lead_without_it() {
    let (mut alone, ..) = controller();
    let (log, number) = led_here(&mut alone);
    let damaged = Fault::Damaged {
        segment: 0,
        position: 0,
    };
    alone.take(Input::Log(log, LogEvent::Failed(damaged)));
    let state = |alone: &Alone| {
        let mut all = alone.node.partitions();
        all.find(|p| p.id == log).expect("it is here").state.clone()
    };
    assert_eq!(state(&alone), State::Failed(damaged), "it is in sync");
    alone.fire(TimerId::Heartbeat);
    assert_eq!(image(&alone, number).isr, [OTHER]);
    assert!(matches!(state(&alone), State::Open(_)), "and empty");
    // Once in a run: a disk that damages what it is given is not given it for ever.
    alone.take(Input::Log(log, LogEvent::Failed(damaged)));
    alone.fire(TimerId::Heartbeat);
    assert_eq!(state(&alone), State::Failed(damaged));
}

#[test]
fn a_damaged_log_of_which_nobody_else_has_all_is_kept() {
    let mut alone = Alone::new();
    let log = alone.node.partitions().next().expect("a log").id;
    let damaged = Fault::Damaged {
        segment: 0,
        position: 0,
    };
    alone.take(Input::Log(log, LogEvent::Failed(damaged)));
    alone.fire(TimerId::Heartbeat);
    let partition = alone.node.partitions().next().expect("a log");
    assert_eq!(partition.state, State::Failed(damaged));
}

#[test]
fn a_fence_that_is_refused_is_proposed_again() {
    let (mut alone, ..) = controller();
    alone.refuse = 2;
    for fenced in [false, false, true] {
        alone.fire(TimerId::BrokerSession(OTHER));
        assert_eq!(alone.node.image().brokers[&OTHER].fenced, fenced);
    }
    assert_eq!(alone.node.deadline(), None);
}

/// A partition that the other broker leads and this one follows: its number.
fn led_there(alone: &mut Alone) -> i32 {
    let (_, here) = led_here(alone);
    1 - here
}

#[test]
fn a_broker_that_was_killed_leaves_what_it_led_to_others() {
    let (mut alone, ..) = controller();
    let number = led_there(&mut alone);
    let before = image(&alone, number);
    assert_eq!((before.leader, before.isr.len()), (Some(OTHER), 2));
    assert_eq!(alone.register_as(OTHER, again), 0);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr), (Some(ME), vec![ME]));
    let followed = image(&alone, 1 - number);
    assert_eq!((followed.leader, followed.isr), (Some(ME), vec![ME]));
}

#[test]
fn a_broker_that_stopped_in_order_comes_back_in_sync() {
    let (mut alone, ..) = controller();
    let number = led_there(&mut alone);
    let stopped = alone.node.image().broker_epoch(OTHER).expect("registered");
    let code = alone.register_as(OTHER, |request| {
        again(request);
        request.previous_broker_epoch = stopped;
    });
    assert_eq!(code, 0);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr.len()), (Some(ME), 2));
}

#[test]
fn an_empty_disk_leads_nothing_that_another_ever_held() {
    let (mut alone, ..) = controller();
    let number = led_there(&mut alone);
    // This broker is let go, so that the other is the only one in sync; it dies, and comes back with an empty disk.
    shrink(&mut alone, number, OTHER);
    alone.fire(TimerId::BrokerSession(OTHER));
    let code = alone.register_as(OTHER, |request| {
        again(request);
        request.log_dirs = vec![Uuid([9; 16])];
    });
    assert_eq!(code, 0);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr), (None, vec![]));
    // Nor is it later, by its own heartbeat or by another start.
    heartbeat(&mut alone);
    assert_eq!(image(&alone, number).leader, None);
    alone.register_as(OTHER, |request| {
        request.incarnation_id = Uuid([11; 16]);
        request.log_dirs = vec![Uuid([9; 16])];
    });
    assert_eq!(image(&alone, number).leader, None);
}

#[test]
fn who_was_killed_waits_until_it_is_known_who_else_lives() {
    let (mut alone, ..) = controller();
    let number = led_there(&mut alone);
    let third = BrokerId(3);
    alone.register(third);
    // Another term of this controller: it has heard of nobody yet.
    alone.take(Input::Meta(MetaEvent::Role(Role::Active { term: 2 })));
    let refused = alone.register_as(OTHER, again);
    assert_eq!(refused, 0, "all others in sync are known to live");
    assert_eq!(image(&alone, number).leader, Some(ME));

    alone.create_topic("three", 3, 3);
    alone.take(Input::Meta(MetaEvent::Role(Role::Active { term: 3 })));
    let later = |request: &mut BrokerRegistrationRequest| {
        request.incarnation_id = Uuid([12; 16]);
    };
    let refused = alone.register_as(OTHER, later);
    assert_eq!(refused, ErrorCode::BrokerNotAvailable.code());
    heartbeat_of(&mut alone, third, |_| {});
    assert_eq!(alone.register_as(OTHER, later), 0);
}

/// The next run of a broker, on the same data folder.
fn again(request: &mut BrokerRegistrationRequest) {
    request.incarnation_id = Uuid([8; 16]);
}

/// The leader asks to be the only one in sync.
fn shrink(alone: &mut Alone, number: i32, leader: BrokerId) {
    let now = image(alone, number);
    let row = PartitionData {
        partition_index: number,
        leader_epoch: now.leader_epoch,
        partition_epoch: now.partition_epoch,
        new_isr_with_epochs: vec![BrokerState {
            broker_id: leader.0,
            ..BrokerState::default()
        }],
        ..PartitionData::default()
    };
    let topic = TopicData {
        topic_id: alone.node.image().topics["both"].id,
        partitions: vec![row],
        ..TopicData::default()
    };
    let epoch = alone.node.image().broker_epoch(leader).expect("registered");
    let request = AlterPartitionRequest {
        broker_id: leader.0,
        broker_epoch: epoch,
        topics: vec![topic],
        ..AlterPartitionRequest::default()
    };
    alone.ask_as_broker(3, Body::AlterPartition(request));
    assert_eq!(image(alone, number).isr, [leader]);
}

#[test]
fn a_leader_that_is_alone_in_sync_keeps_what_nobody_else_holds() {
    let (mut alone, ..) = controller();
    let (log, number) = led_here(&mut alone);
    // The other is fenced, leaves the in-sync set, and comes back without having caught up.
    alone.fire(TimerId::BrokerSession(OTHER));
    heartbeat(&mut alone);
    alone.take(Input::Log(log, LogEvent::Failed(Fault::Io)));
    alone.fire(TimerId::Heartbeat);
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

#[test]
fn what_is_decided_on_a_refused_command_is_void() {
    let (mut alone, ..) = controller();
    // Two decisions in one breath: the first is refused, and the second was made on what it would have changed.
    let topic = |name: &str| CreatableTopic {
        name: name.into(),
        num_partitions: 1,
        replication_factor: 1,
        ..CreatableTopic::default()
    };
    let create = |name: &str| {
        Body::CreateTopics(CreateTopicsRequest {
            topics: vec![topic(name)],
            timeout_ms: 1000,
            ..CreateTopicsRequest::default()
        })
    };
    let (first, second) = (
        alone.propose(create("first")),
        alone.propose(create("second")),
    );
    let index = alone.node.image().index;
    assert_eq!(
        (first.base, second.base.map(|base| base.0)),
        (Some(index), Some(index.0 + 1))
    );
    alone.take(Input::Meta(MetaEvent::Proposed(first.id, Outcome::Refused)));
    alone.learn(second);
    assert!(!alone.node.image().topics.contains_key("second"));
    // What is decided from now on counts.
    alone.create_topic("third", 1, 1);
    assert!(alone.node.image().topics.contains_key("third"));
}

#[test]
fn the_controllers_own_broker_asks_again_when_its_wish_is_refused() {
    let (mut alone, ..) = controller();
    let (log, number) = led_here(&mut alone);
    // The other is out of sync, and catches up: it fetches from the log's end.
    shrink(&mut alone, number, ME);
    let image = image(&alone, number);
    let fetch = |alone: &mut Alone| {
        let partition = FetchPartition {
            partition: number,
            current_leader_epoch: image.leader_epoch,
            flushed_end: 0,
            ..FetchPartition::default()
        };
        let epoch = alone.node.image().broker_epoch(OTHER).expect("registered");
        let request = FetchRequest {
            replica_state: ReplicaState {
                replica_id: OTHER.0,
                replica_epoch: epoch,
                ..ReplicaState::default()
            },
            topics: vec![FetchTopic {
                topic_id: alone.node.image().topics["both"].id,
                partitions: vec![partition],
                ..FetchTopic::default()
            }],
            ..FetchRequest::default()
        };
        alone.ask_as_broker(17, Body::Fetch(request));
    };
    alone.refuse = 1;
    fetch(&mut alone);
    alone.fire(TimerId::InSync);
    assert_eq!(
        alone.node.image().topics["both"].partitions[number as usize].isr,
        [ME]
    );
    // Its wish stands: it asks again by itself.
    alone.fire(TimerId::InSync);
    let isr = &alone.node.image().topics["both"].partitions[number as usize].isr;
    assert_eq!(isr, &[ME, OTHER], "log {log:?}");
}

#[test]
fn a_controller_that_went_silent_keeps_nobody_waiting() {
    let (mut alone, ..) = controller();
    let producer = Body::InitProducerId(InitProducerIdRequest {
        transactional_id: None,
        ..InitProducerIdRequest::default()
    });
    // Another controller is active, is asked for producer ids, and says nothing.
    alone.take(Input::Meta(MetaEvent::Role(Role::Follows {
        controller: OTHER,
    })));
    let before = alone.calls;
    let waiting = alone.send(4, producer.clone());
    assert_eq!(alone.calls, before + 1);
    assert!(alone.replies.is_empty());
    // A third one takes over: who waits is answered, and whoever comes next is asked for at once.
    let controller = BrokerId(3);
    alone.take(Input::Meta(MetaEvent::Role(Role::Follows { controller })));
    let answered = alone.replies.iter().any(|(id, _)| *id == waiting);
    assert!(answered, "{:?}", alone.replies);
    let before = alone.calls;
    alone.send(4, producer);
    assert_eq!(alone.calls, before + 1);
}

#[test]
fn nobody_creates_a_topic_with_the_name_of_the_metadata_log() {
    let (mut alone, ..) = controller();
    let name = "__cluster_metadata";
    let topic = CreatableTopic {
        name: name.into(),
        num_partitions: 1,
        replication_factor: 1,
        ..CreatableTopic::default()
    };
    let create = Body::CreateTopics(CreateTopicsRequest {
        topics: vec![topic],
        timeout_ms: 1000,
        ..CreateTopicsRequest::default()
    });
    let Reply::Body(Response::CreateTopics(answer)) = alone.ask(7, create) else {
        panic!("an answer of the same kind");
    };
    assert_eq!(
        answer.topics[0].error_code,
        ErrorCode::InvalidRequest.code()
    );
    let asked = MetadataRequestTopic {
        name: Some(name.into()),
        ..MetadataRequestTopic::default()
    };
    let metadata = Body::Metadata(MetadataRequest {
        topics: Some(vec![asked]),
        allow_auto_topic_creation: true,
        ..MetadataRequest::default()
    });
    let Reply::Body(Response::Metadata(answer)) = alone.ask(9, metadata) else {
        panic!("an answer of the same kind");
    };
    let code = answer.topics[0].error_code;
    assert_eq!(code, ErrorCode::UnknownTopicOrPartition.code());
    assert!(!alone.node.image().topics.contains_key(name));
}

#[test]
fn nobody_is_told_of_a_topic_that_is_not_committed() {
    let (mut alone, ..) = controller();
    let create = || {
        let topic = CreatableTopic {
            name: "twice".into(),
            num_partitions: 1,
            replication_factor: 1,
            ..CreatableTopic::default()
        };
        Body::CreateTopics(CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 1000,
            ..CreateTopicsRequest::default()
        })
    };
    for committed in [false, true] {
        let first = alone.propose(create());
        let second = alone.send(7, create());
        assert!(alone.replies.is_empty(), "it may not come to be");
        if committed {
            alone.learn(first);
        } else {
            alone.take(Input::Meta(MetaEvent::Proposed(first.id, Outcome::Refused)));
        }
        let at = alone.replies.iter().position(|(id, _)| *id == second);
        let (_, Reply::Body(Response::CreateTopics(answer))) =
            alone.replies.remove(at.expect("an answer"))
        else {
            panic!("an answer of the same kind");
        };
        let expected = if committed {
            ErrorCode::TopicAlreadyExists
        } else {
            ErrorCode::NotController
        };
        assert_eq!(answer.topics[0].error_code, expected.code());
        alone.replies.clear();
    }
}
