//! Topic configs: which values are taken, and what they do.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::records::check_client;
use highwater_core::wire::Uuid;
use highwater_core::wire::generated::CreateTopicsRequest;
use highwater_core::wire::generated::create_topics_request::{
    CreatableTopic, CreatableTopicConfig,
};
use highwater_core::{ErrorCode, FlushPolicy};

/// Creates a topic with one config: the code and the words that answer.
fn create(alone: &mut Alone, topic: &str, name: &str, value: &str) -> (i16, String) {
    let config = CreatableTopicConfig {
        name: name.into(),
        value: Some(value.into()),
        ..CreatableTopicConfig::default()
    };
    let topic = CreatableTopic {
        name: topic.into(),
        num_partitions: 1,
        replication_factor: 1,
        configs: vec![config],
        ..CreatableTopic::default()
    };
    let request = CreateTopicsRequest {
        topics: vec![topic],
        timeout_ms: 1000,
        ..CreateTopicsRequest::default()
    };
    let Reply::Body(Response::CreateTopics(response)) = alone.ask(7, Body::CreateTopics(request))
    else {
        panic!("an answer of the same kind");
    };
    let row = &response.topics[0];
    let words = row.error_message.as_deref().unwrap_or_default();
    (row.error_code, words.to_string())
}

/// Produces a record at a time, with a key or without: the code that answers. It is midnight of 1970.
fn produce(alone: &mut Alone, topic: &str, timestamp: i64, key: Option<&'static [u8]>) -> i16 {
    let record = NewRecord {
        key: key.map(Bytes::from_static),
        value: Some(Bytes::from_static(b"v")),
        timestamp,
    };
    let sent = batch(&[record], Producer::NONE);
    let topic = ProduceTopic {
        name: topic.into(),
        id: Uuid::ZERO,
        partitions: vec![ProducePartition {
            index: 0,
            batch: check_client(sent.bytes()),
        }],
    };
    let produce = Produce {
        acks: -1,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![topic],
    };
    let Reply::Body(Response::Produce(response)) = alone.ask(9, Body::Produce(produce)) else {
        panic!("an answer of the same kind");
    };
    response.responses[0].partition_responses[0].error_code
}

#[test]
fn values_are_read_as_kafka_reads_them() {
    let taken = [
        ("retention.ms", " 1000 "),
        ("unclean.leader.election.enable", "FALSE"),
        ("remote.copy.disable", "True"),
        ("cleanup.policy", ""),
        ("cleanup.policy", "compact, delete"),
        ("segment.bytes", "2147483647"),
        ("compression.type", "producer"),
        ("flush.messages", "1"),
    ];
    let refused = [
        ("retention.ms", "1 000"),
        ("remote.copy.disable", "yes"),
        ("cleanup.policy", "keep"),
        ("segment.bytes", "2147483648"),
        ("max.message.bytes", "4294967297"),
        ("min.insync.replicas", "0"),
    ];
    let mut alone = Alone::new();
    for (at, (name, value)) in taken.into_iter().enumerate() {
        let (code, words) = create(&mut alone, &format!("taken{at}"), name, value);
        assert_eq!(code, 0, "{name}={value}: {words}");
    }
    for (name, value) in refused {
        let (code, _) = create(&mut alone, "refused", name, value);
        assert_eq!(code, ErrorCode::InvalidConfig.code(), "{name}={value}");
    }
}

#[test]
fn what_is_not_built_is_refused_in_so_many_words() {
    let mut alone = Alone::with(|config| config.flush = FlushPolicy::Os);
    let unbuilt = [
        ("compression.type", "gzip"),
        ("compression.type", "uncompressed"),
        ("message.timestamp.type", "LogAppendTime"),
        ("unclean.leader.election.enable", "true"),
        ("remote.storage.enable", "TRUE"),
        ("preallocate", "true"),
        ("flush.messages", "1"),
        ("flush.ms", "1000"),
    ];
    for (name, value) in unbuilt {
        let (code, words) = create(&mut alone, "new", name, value);
        assert_eq!(code, ErrorCode::InvalidConfig.code(), "{name}={value}");
        assert!(words.contains("not built yet"), "{words}");
    }
}

#[test]
fn timestamps_lie_within_bounds() {
    let mut alone = Alone::new();
    let refused = ErrorCode::InvalidTimestamp.code();
    // By default: any past, and an hour of the future.
    for (timestamp, code) in [(-1 << 60, 0), (3_600_000, 0), (3_600_001, refused)] {
        assert_eq!(produce(&mut alone, "t", timestamp, None), code);
    }
    create(
        &mut alone,
        "late",
        "message.timestamp.before.max.ms",
        "60000",
    );
    for (timestamp, code) in [(-1, 0), (-60_000, 0), (-60_001, refused)] {
        assert_eq!(produce(&mut alone, "late", timestamp, None), code);
    }
    create(
        &mut alone,
        "early",
        "message.timestamp.after.max.ms",
        " 60000 ",
    );
    for (timestamp, code) in [(60_000, 0), (60_001, refused)] {
        assert_eq!(produce(&mut alone, "early", timestamp, None), code);
    }
}

#[test]
fn what_is_to_be_compacted_has_keys() {
    let mut alone = Alone::new();
    create(&mut alone, "table", "cleanup.policy", "delete, compact");
    assert_eq!(produce(&mut alone, "table", 0, Some(b"k")), 0);
    let refused = ErrorCode::InvalidRecord.code();
    assert_eq!(produce(&mut alone, "table", 0, None), refused);
    assert_eq!(produce(&mut alone, "t", 0, None), 0);
}
