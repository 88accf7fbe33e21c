//! A log that takes in nothing for a while: its disk is full, descriptors are lacking, or a sync does not end.

mod alone;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Produce, ProducePartition, ProduceTopic, Reply, Response};
use highwater_core::metadata::PartitionImage;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::wire::Uuid;
use highwater_core::{BrokerId, ErrorCode, Input, Lack, LogEvent, LogId, TimerId};

const ME: BrokerId = BrokerId(1);
const OTHER: BrokerId = BrokerId(2);
const STORAGE: i16 = ErrorCode::KafkaStorageError as i16;

/// Sends a produce of one record, the producer's `sequence`th.
fn send(alone: &mut Alone, topic: &str, partition: i32, sequence: i32) {
    let record = NewRecord {
        value: Some(Bytes::from_static(b"v")),
        ..NewRecord::default()
    };
    let by = Producer {
        id: 7,
        epoch: 0,
        sequence,
    };
    let partition = ProducePartition {
        index: partition,
        batch: Ok(batch(&[record], by)),
    };
    let produce = Body::Produce(Produce {
        acks: -1,
        timeout_ms: 1000,
        transactional: false,
        topics: vec![ProduceTopic {
            name: topic.into(),
            id: Uuid::ZERO,
            partitions: vec![partition],
        }],
    });
    alone.send(9, produce);
}

/// The answer to the last produce, if there is one: its error code, and the offset of its record.
fn answer(alone: &mut Alone) -> Option<(i16, i64)> {
    let (_, reply) = alone.replies.pop()?;
    let Reply::Body(Response::Produce(response)) = reply else {
        panic!("a produce is answered by a produce response");
    };
    let row = &response.responses[0].partition_responses[0];
    Some((row.error_code, row.base_offset))
}

fn produce(alone: &mut Alone, sequence: i32) -> Option<(i16, i64)> {
    send(alone, "t", 0, sequence);
    answer(alone)
}

/// The log of topic `t`.
fn log(alone: &Alone) -> LogId {
    let mut partitions = alone.node.partitions();
    partitions
        .find(|p| &*p.topic == "t")
        .expect("it is here")
        .id
}

#[test]
fn what_found_no_room_is_refused_and_taken_in_once_there_is_some() {
    let mut alone = Alone::new();
    for lack in [Lack::Room, Lack::Descriptors] {
        let id = log(&alone);
        alone.lack = Some(lack);
        assert_eq!(produce(&mut alone, 0), Some((STORAGE, -1)));
        assert_eq!(alone.cuts.pop().map(|(_, _, to)| to), Some(0));
        // The disk is not asked again before there is reason to.
        alone.lack = None;
        assert_eq!(produce(&mut alone, 0), Some((STORAGE, -1)));
        assert!(alone.appended.is_empty());
        let lead = |alone: &Alone| alone.node.partitions().any(|p| p.leading().is_some());
        assert!(lead(&alone), "it can be read");
        alone.take(Input::Log(id, LogEvent::Writable));
        // The producer's number was not used up.
        assert_eq!(produce(&mut alone, 0), Some((0, 0)));
        alone = Alone::new();
    }
}

#[test]
fn a_full_disk_takes_nothing_of_what_it_has() {
    let mut alone = Alone::new();
    for sequence in 0..3 {
        assert_eq!(produce(&mut alone, sequence), Some((0, sequence.into())));
    }
    alone.lack = Some(Lack::Room);
    assert_eq!(produce(&mut alone, 3), Some((STORAGE, -1)));
    assert_eq!(alone.cuts.pop().map(|(_, _, to)| to), Some(3));
}

#[test]
fn a_sync_that_does_not_end_is_noticed_and_forgiven() {
    let mut alone = Alone::new();
    let id = log(&alone);
    alone.slow = true;
    send(&mut alone, "t", 0, 0);
    assert_eq!(answer(&mut alone), None);
    alone.fire(TimerId::Flush(id));
    assert_eq!(answer(&mut alone), Some((STORAGE, -1)));
    assert_eq!(produce(&mut alone, 1), Some((STORAGE, -1)));
    alone.slow = false;
    alone.flush();
    // What was refused is there, as it may be after any error that says so little.
    assert_eq!(produce(&mut alone, 1), Some((0, 1)));
    let armed = alone.node.armed().any(|timer| timer == TimerId::Flush(id));
    assert!(!armed, "all is synced");
}

#[test]
fn a_sync_that_ends_in_time_is_none_of_the_controllers_business() {
    let mut alone = Alone::new();
    let id = log(&alone);
    alone.slow = true;
    send(&mut alone, "t", 0, 0);
    let due = alone.node.deadline();
    send(&mut alone, "t", 0, 1);
    assert_eq!(alone.node.deadline(), due, "the first counts");
    alone.flush();
    assert!(!alone.node.armed().any(|timer| timer == TimerId::Flush(id)));
}

fn image(alone: &Alone, number: i32) -> PartitionImage {
    alone.node.image().topics["both"].partitions[number as usize].clone()
}

#[test]
fn others_lead_while_a_disk_hangs() {
    let mut alone = Alone::new();
    alone.register(OTHER);
    alone.create_topic("both", 2, 2);
    let mut partitions = alone.node.partitions();
    let led = partitions.find(|p| &*p.topic == "both" && p.leading().is_some());
    let (id, number) = led.map(|p| (p.id, p.number)).expect("one of two");
    drop(partitions);
    assert_eq!(image(&alone, number).isr, [ME, OTHER]);
    alone.slow = true;
    send(&mut alone, "both", number, 0);
    alone.fire(TimerId::Flush(id));
    alone.fire(TimerId::Heartbeat);
    let after = image(&alone, number);
    assert_eq!((after.leader, after.isr), (Some(OTHER), vec![OTHER]));
    alone.flush();
    let armed = alone
        .node
        .armed()
        .any(|timer| timer == TimerId::Fetch(OTHER));
    assert!(armed, "it catches up");
}
