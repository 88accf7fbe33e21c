//! Produce, by Kafka's rules.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::records::{check_client, check_stored, crc};
use highwater_core::replica::Partition;
use highwater_core::wire::generated::ProduceRequest;
use highwater_core::wire::generated::produce_request::{PartitionProduceData, TopicProduceData};
use highwater_core::wire::{Records, Uuid};
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

/// A produce of one batch, as a client encodes it.
fn frame(version: i16, acks: i16, batch: &[u8]) -> Body {
    let partition = PartitionProduceData {
        index: 0,
        records: Some(Records::Inline(Bytes::copy_from_slice(batch))),
        ..PartitionProduceData::default()
    };
    let request = ProduceRequest {
        acks,
        timeout_ms: 1000,
        topic_data: vec![TopicProduceData {
            name: "t".into(),
            partition_data: vec![partition],
            ..TopicProduceData::default()
        }],
        ..ProduceRequest::default()
    };
    Body::Produce(Produce::check(version, request))
}

/// A batch with these timestamps, whose header was changed, and which has its checksum.
fn changed(timestamps: &[i64], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let record = |&timestamp: &i64| NewRecord {
        value: Some(Bytes::from_static(b"v")),
        timestamp,
        ..NewRecord::default()
    };
    let records: Vec<NewRecord> = timestamps.iter().map(record).collect();
    let mut bytes = batch(&records, Producer::NONE).bytes().to_vec();
    change(&mut bytes);
    let crc = crc(&bytes[21..]);
    bytes[17..21].copy_from_slice(&crc.to_be_bytes());
    bytes
}

/// The code that answers a batch.
fn answer(alone: &mut Alone, version: i16, batch: &[u8]) -> i16 {
    alone.replies.clear();
    alone.send(version, frame(version, -1, batch));
    codes(alone)[0]
}

#[test]
fn a_batch_is_refused_that_says_what_no_client_may_say() {
    let mut alone = Alone::new();
    let refused = ErrorCode::InvalidRecord.code();
    assert_eq!(answer(&mut alone, 9, &changed(&[0], |_| {})), 0);
    // LogAppendTime, transactional, control, delete horizon, and what means nothing yet.
    for bit in 3..16 {
        let batch = changed(&[0], |bytes| bytes[22 - bit / 8] |= 1 << (bit % 8));
        assert_eq!(answer(&mut alone, 9, &batch), refused, "bit {bit}");
    }
}

#[test]
fn a_batch_is_refused_that_does_not_hold_what_it_claims() {
    let mut alone = Alone::new();
    let refused = ErrorCode::InvalidRecord.code();
    let claims = |bytes: &mut Vec<u8>, count: i32| {
        bytes[23..27].copy_from_slice(&(count - 1).to_be_bytes());
        bytes[57..61].copy_from_slice(&count.to_be_bytes());
    };
    for count in [1, 3, 1_000_000, i32::MAX] {
        let batch = changed(&[0, 0], |bytes| claims(bytes, count));
        assert_eq!(answer(&mut alone, 9, &batch), refused, "{count}");
    }
    // The numbers of the first record: its length, its offset, the length of its value, and its headers. (Odd
    // ones are negative, which for a value is null.)
    let right = changed(&[0, 0], |_| {});
    for at in [61, 64, 66, 68] {
        for value in (0..=255).filter(|value| *value != right[at] && value % 2 == 0) {
            let batch = changed(&[0, 0], |bytes| bytes[at] = value);
            assert_eq!(answer(&mut alone, 9, &batch), refused, "{value} at {at}");
        }
    }
}

#[test]
fn zstd_is_not_taken_from_who_may_not_be_able_to_read_it() {
    let mut alone = Alone::new();
    let zstd = changed(&[0], |bytes| bytes[22] = 4);
    let refused = ErrorCode::UnsupportedCompressionType.code();
    assert_eq!(answer(&mut alone, 6, &zstd), refused);
    assert_eq!(answer(&mut alone, 7, &zstd), 0);
}

#[test]
fn the_greatest_timestamp_is_that_of_the_records() {
    let timestamps = [1000, 3000, 2000];
    for told in [-1, 1000, 9000, i64::MAX] {
        let batch = changed(&timestamps, |bytes| {
            bytes[35..43].copy_from_slice(&told.to_be_bytes());
        });
        let batch = check_client(&batch.into()).expect("it is well formed");
        assert_eq!(batch.header().max_timestamp, 3000);
        let stored = check_stored(batch.bytes()).expect("its checksum is right");
        assert_eq!(stored.header(), batch.header());
    }
    // Compressed records are not looked at: none of them may be passed over.
    let mut alone = Alone::new();
    let batch = changed(&[1000], |bytes| {
        bytes[22] = 1;
        bytes[35..43].copy_from_slice(&(-1i64).to_be_bytes());
    });
    assert_eq!(answer(&mut alone, 9, &batch), 0);
    let log = alone.node.partitions().next().and_then(Partition::log);
    assert!(log.expect("it is open").segments.active().max_timestamp >= 1000);
}

#[test]
fn who_wants_no_answer_and_is_refused_is_told_by_its_connection() {
    let mut alone = Alone::new();
    alone.ask(9, frame(9, 0, &changed(&[0], |_| {})));
    assert_eq!(alone.closed, []);
    alone.elect("t", -1);
    let id = alone.send(9, frame(9, 0, &changed(&[0], |_| {})));
    assert_eq!(alone.closed, [id.conn]);
    assert_eq!(alone.replies, [(id, Reply::Nothing)]);
}
