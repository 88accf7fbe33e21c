//! One node, alone: what goes wrong between requests, stops and crashes.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::log::Verdict;
use highwater_core::metadata::{Command, Record};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::recovery::{Recovery, SegmentFile, Step};
use highwater_core::wire::Uuid;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic};
use highwater_core::wire::generated::list_offsets_request::{
    ListOffsetsPartition, ListOffsetsTopic,
};
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::{
    BrokerChangeRecord, FetchRequest, InitProducerIdRequest, ListOffsetsRequest, MetadataRequest,
};
use highwater_core::{
    Advertised, BrokerId, ErrorCode, Fault, Input, LogEvent, MetaEvent, ProposalId, Role, TimerId,
};

/// Produces one record: the error code of the answer.
fn produce(alone: &mut Alone) -> i16 {
    let produce = one_record(Producer::NONE);
    let Reply::Body(Response::Produce(response)) = alone.ask(9, produce) else {
        panic!("a produce is answered by a produce response");
    };
    response.responses[0].partition_responses[0].error_code
}

/// A produce of one record.
fn one_record(by: Producer) -> Body {
    let record = NewRecord {
        value: Some(Bytes::from_static(b"v")),
        ..NewRecord::default()
    };
    let partition = ProducePartition {
        index: 0,
        batch: Ok(batch(&[record], by)),
    };
    Body::Produce(Produce {
        acks: -1,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![ProduceTopic {
            name: "t".into(),
            id: Uuid::ZERO,
            partitions: vec![partition],
        }],
    })
}

/// The producer's `sequence`th batch of one record.
fn by(sequence: i32) -> Producer {
    Producer {
        id: 7,
        epoch: 0,
        sequence,
    }
}

/// Asks for a producer id.
fn producer_id(alone: &mut Alone) -> i64 {
    let request = InitProducerIdRequest {
        transactional_id: None,
        ..InitProducerIdRequest::default()
    };
    let reply = alone.ask(4, Body::InitProducerId(request));
    let Reply::Body(Response::InitProducerId(response)) = reply else {
        panic!("an init producer id is answered by its response");
    };
    assert_eq!(response.error_code, 0);
    response.producer_id
}

#[test]
fn no_run_gives_out_the_producer_ids_of_an_earlier_one() {
    let mut first = Alone::new();
    let given = producer_id(&mut first);
    let mut next = first.restart();
    assert!(producer_id(&mut next) > given);
}

#[test]
fn list_offsets_is_answered_in_every_version_that_is_served() {
    let mut alone = Alone::new();
    assert_eq!(produce(&mut alone), ErrorCode::None.code());
    for version in 1..=11 {
        for timestamp in [-1, -2] {
            let asked = ListOffsetsPartition {
                timestamp,
                ..ListOffsetsPartition::default()
            };
            let topic = ListOffsetsTopic {
                name: "t".into(),
                partitions: vec![asked],
                ..ListOffsetsTopic::default()
            };
            let request = ListOffsetsRequest {
                replica_id: -1,
                topics: vec![topic],
                ..ListOffsetsRequest::default()
            };
            let Reply::Body(response) = alone.ask(version, Body::ListOffsets(request)) else {
                panic!("a response has a body");
            };
            let Response::ListOffsets(response) = response else {
                panic!("ListOffsets is answered by its own response");
            };
            let row = &response.topics[0].partitions[0];
            assert_eq!((row.error_code, row.offset), (0, timestamp + 2));
        }
    }
}

#[test]
fn a_search_in_a_log_that_fails_does_not_end_with_nothing_found() {
    let mut alone = Alone::new();
    assert_eq!(produce(&mut alone), ErrorCode::None.code());
    let asked = ListOffsetsPartition {
        timestamp: 0,
        ..ListOffsetsPartition::default()
    };
    let request = ListOffsetsRequest {
        replica_id: -1,
        topics: vec![ListOffsetsTopic {
            name: "t".into(),
            partitions: vec![asked],
            ..ListOffsetsTopic::default()
        }],
        ..ListOffsetsRequest::default()
    };
    // The disk does not answer the read that this takes.
    let id = alone.send(7, Body::ListOffsets(request));
    assert!(alone.replies.iter().all(|(answered, _)| *answered != id));
    let log = alone.node.partitions().next().expect("a partition").id;
    alone.take(Input::Log(log, LogEvent::Failed(Fault::Io)));
    let (answered, reply) = alone.replies.pop().expect("an answer");
    let Reply::Body(Response::ListOffsets(response)) = reply else {
        panic!("ListOffsets is answered by its own response");
    };
    let code = response.topics[0].partitions[0].error_code;
    assert_eq!((answered, code), (id, ErrorCode::KafkaStorageError.code()));
}

#[test]
fn whoever_merely_says_that_it_is_a_follower_is_not_believed() {
    let mut alone = Alone::new();
    let before = alone.node.clone();
    let topic = FetchTopic {
        topic: "t".into(),
        partitions: vec![FetchPartition {
            current_leader_epoch: -1,
            ..FetchPartition::default()
        }],
        ..FetchTopic::default()
    };
    let request = FetchRequest {
        replica_id: 77,
        topics: vec![topic],
        ..FetchRequest::default()
    };
    let Reply::Fetch(fetch) = alone.ask(11, Body::Fetch(request)) else {
        panic!("a fetch is answered by a fetch response");
    };
    let code = fetch.response.responses[0].partitions[0].error_code;
    assert_eq!(code, ErrorCode::NotLeaderOrFollower.code());
    assert!(alone.node == before, "it left a trace");
}

#[test]
fn a_sealed_segment_is_vouched_for_once_it_is_synced() {
    // A segment for each batch.
    let mut alone = Alone::with(|config| config.segment_bytes = 1);
    for sequence in 0..3 {
        alone.send(9, one_record(by(sequence)));
    }
    let len = u64::from(batch_len());
    let files = (0..3).map(|base| SegmentFile { base, len }).collect();
    let recovery = Recovery::new(files, alone.checkpoint);
    // What lies below is not even looked at, so nothing there can be cut.
    let Step::Read { segment: 2, .. } = recovery.step() else {
        panic!(
            "recovery begins at the active segment: {:?}",
            recovery.step()
        );
    };
}

#[test]
fn a_topic_that_is_asked_for_twice_at_once_is_created_once() {
    let mut alone = Alone::new();
    let topic = MetadataRequestTopic {
        name: Some("twice".into()),
        ..MetadataRequestTopic::default()
    };
    let request = MetadataRequest {
        topics: Some(vec![topic.clone(), topic]),
        ..MetadataRequest::default()
    };
    let Reply::Body(Response::Metadata(response)) = alone.ask(9, Body::Metadata(request)) else {
        panic!("Metadata is answered by its own response");
    };
    assert!(response.topics.iter().all(|topic| topic.error_code == 0));
    // `t`, which is there from the start, and the new one; each with one id and one log.
    let image = alone.node.image();
    assert_eq!((image.topics.len(), image.names.len()), (2, 2));
    assert_eq!(alone.node.partitions().count(), 2);
}

#[test]
fn an_active_controller_that_another_had_fenced_gives_itself_work_again() {
    let mut alone = Alone::new();
    let epoch = alone.node.image().brokers[&BrokerId(1)].epoch;
    let fence = BrokerChangeRecord {
        broker_id: 1,
        broker_epoch: epoch,
        fenced: true,
        ..BrokerChangeRecord::default()
    };
    let id = ProposalId {
        broker: BrokerId(2),
        boot: 1,
        seq: 1,
    };
    let records = vec![Record::BrokerChange(fence)];
    alone.take(Input::Meta(MetaEvent::Role(Role::Leaderless)));
    alone.learn(Command {
        base: None,
        id,
        term: 2,
        records,
    });
    assert!(!alone.node.image().is_alive(BrokerId(1)));
    alone.take(Input::Meta(MetaEvent::Role(Role::Active { term: 3 })));
    assert!(alone.node.image().is_alive(BrokerId(1)));
}

#[test]
fn nothing_is_appended_once_a_stop_has_begun() {
    let mut alone = Alone::new();
    assert_eq!(produce(&mut alone), ErrorCode::None.code());
    alone.take(Input::Stop);
    assert_eq!(produce(&mut alone), ErrorCode::NotLeaderOrFollower.code());
    assert!(alone.node.is_stopped());
}

#[test]
fn nothing_is_fetched_once_what_was_led_is_handed_over() {
    let mut alone = Alone::new();
    alone.register(BrokerId(2));
    alone.create_topic("both", 2, 2);
    let fetch = TimerId::Fetch(BrokerId(2));
    alone.fire(fetch.clone());
    assert_eq!(alone.calls, 1, "one of the partitions is led elsewhere");
    alone.take(Input::Stop);
    let before = alone.calls;
    alone.fire(fetch);
    assert_eq!(alone.calls, before);
    assert!(alone.node.is_stopped());
}

#[test]
fn refusals_can_be_told_in_every_version() {
    let mut alone = Alone::new();
    alone.take(Input::Stop);
    for version in 3..13 {
        let reply = alone.ask(version, one_record(Producer::NONE));
        let Reply::Body(Response::Produce(response)) = reply else {
            panic!("a produce is answered by a produce response");
        };
        let code = response.responses[0].partition_responses[0].error_code;
        assert_eq!(code, ErrorCode::NotLeaderOrFollower.code());
    }
    let partition = FetchPartition {
        current_leader_epoch: 9,
        ..FetchPartition::default()
    };
    let topic = FetchTopic {
        topic: "t".into(),
        partitions: vec![partition],
        ..FetchTopic::default()
    };
    for version in 4..13 {
        let request = FetchRequest {
            topics: vec![topic.clone()],
            ..FetchRequest::default()
        };
        let Reply::Fetch(fetch) = alone.ask(version, Body::Fetch(request)) else {
            panic!("a fetch is answered by a fetch response");
        };
        let code = fetch.response.responses[0].partitions[0].error_code;
        assert_eq!(code, ErrorCode::UnknownLeaderEpoch.code());
    }
}

#[test]
fn a_crash_that_takes_all_that_was_in_flight_leaves_the_producer_where_it_was() {
    // A segment for each batch, so that the checkpoint reaches up to the flushed end.
    let mut alone = Alone::with(|config| {
        config.segment_bytes = 1;
        config.checkpoint_bytes = 1;
    });
    alone.slow = true;
    for sequence in 0..6 {
        alone.send(9, one_record(by(sequence)));
    }
    let partition = alone.node.partitions().next().expect("there is one");
    let (id, log) = (partition.id, partition.log().expect("it is open"));
    let flushed = LogEvent::Flushed {
        upto: 1,
        generation: log.generation(),
    };
    alone.take(Input::Log(id, flushed));

    // The crash leaves the first batch only.
    let first = SegmentFile {
        base: 0,
        len: u64::from(batch_len()),
    };
    let Step::Done(recovered) = Recovery::new(vec![first], alone.checkpoint).step() else {
        panic!("the checkpoint says it all");
    };
    assert_eq!(recovered.clone().into_log().end(), 1);
    let judged = |sequence| {
        let Body::Produce(produce) = one_record(by(sequence)) else {
            panic!("a produce");
        };
        let batch = produce.topics[0].partitions[0].batch.as_ref();
        let header = *batch.expect("it is well formed").header();
        recovered.producers.judge(&header)
    };
    assert!(matches!(judged(0), Verdict::Duplicate(_)));
    assert_eq!(judged(1), Verdict::New);
}

fn batch_len() -> u32 {
    let Body::Produce(produce) = one_record(by(0)) else {
        panic!("a produce");
    };
    let batch = produce.topics[0].partitions[0].batch.as_ref();
    batch.expect("it is well formed").len()
}

/// Bytes that tell whether they are still in use.
struct Watched {
    bytes: Vec<u8>,
    _in_use: std::sync::Arc<()>,
}

impl AsRef<[u8]> for Watched {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[test]
fn an_answer_keeps_nothing_of_its_request() {
    let mut alone = Alone::new();
    for topic in ["t", "not-there"] {
        for acks in [-1, 0] {
            let name = topic.len() as u8;
            let mut frame = vec![
                0xff, 0xff, acks as u8, acks as u8, 0, 0, 4, 0, 0, 0, 0, 1, 0, name,
            ];
            frame.extend_from_slice(topic.as_bytes());
            // One partition, whose batch is no batch.
            frame.extend_from_slice(&[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]);
            let in_use = std::sync::Arc::new(());
            let frame = Bytes::from_owner(Watched {
                bytes: frame,
                _in_use: in_use.clone(),
            });
            let decoded = highwater_core::api::decode(0, 3, Default::default(), frame);
            let reply = alone.ask(3, decoded.expect("a produce").body);
            assert_eq!(std::sync::Arc::strong_count(&in_use), 1, "{reply:?}");
        }
    }
}

#[test]
fn who_comes_in_by_a_listener_is_told_addresses_of_it() {
    let inside = |host: &str| Advertised {
        listener: "INSIDE".into(),
        host: host.into(),
        port: 1,
    };
    let outside = |host: &str| Advertised {
        listener: "OUTSIDE".into(),
        host: host.into(),
        port: 2,
    };
    let mut alone = Alone::with(|config| config.advertised = vec![inside("in"), outside("out")]);
    // Another broker has but one of them.
    alone.register_as(BrokerId(2), |request| {
        request.listeners[0].name = "OUTSIDE".into();
        request.listeners[0].host = "other".into();
    });
    alone.create_topic("both", 2, 1);
    let mut seen = Vec::new();
    for listener in [0, 1] {
        alone.listener = listener;
        let topic = MetadataRequestTopic {
            name: Some("both".into()),
            ..MetadataRequestTopic::default()
        };
        let request = MetadataRequest {
            topics: Some(vec![topic]),
            ..MetadataRequest::default()
        };
        let Reply::Body(Response::Metadata(answer)) = alone.ask(9, Body::Metadata(request)) else {
            panic!("metadata is answered by metadata");
        };
        let hosts = answer.brokers.iter().map(|broker| broker.host.to_string());
        let leaders = answer.topics[0].partitions.iter();
        let mut leaders: Vec<_> = leaders.map(|p| (p.leader_id, p.error_code)).collect();
        leaders.sort_unstable();
        seen.push((hosts.collect::<Vec<_>>(), leaders));
    }
    let lost = ErrorCode::ListenerNotFound.code();
    assert_eq!(seen[0], (vec!["in".into()], vec![(-1, lost), (1, 0)]));
    let hosts = vec!["out".into(), "other".into()];
    assert_eq!(seen[1], (hosts, vec![(1, 0), (2, 0)]));
}
