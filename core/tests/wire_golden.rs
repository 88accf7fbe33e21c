//! Bytes that Kafka 4.4.0's own classes wrote; `ci/golden/Golden.java` says how.

mod listing;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

use bytes::Bytes;
use highwater_core::wire::generated::{
    ApiVersionsRequest, ConsumerGroupMemberMetadataValue, DeleteGroupsResponse,
    DescribeLogDirsResponse, FetchRequest, FetchResponse, LeaderChangeMessage, ListOffsetsRequest,
    OffsetCommitRequest, OffsetFetchRequest, TransactionLogValue, TxnOffsetCommitRequest,
    VotersRecord, WriteTxnMarkersRequest,
};
use highwater_core::wire::{Message, Reader, Records, Str, Uuid, Writer};

const FILLED: &str = include_str!("golden/kafka-4.4.0.txt");
const DEFAULTS: &str = include_str!("golden/kafka-4.4.0-defaults.txt");

/// The lines about each message: version and bytes.
fn lines(text: &str) -> BTreeMap<&str, Vec<(i16, Bytes)>> {
    let mut out: BTreeMap<&str, Vec<(i16, Bytes)>> = BTreeMap::new();
    for line in text.lines() {
        let [name, version, hex] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let hex = hex.trim_start_matches('-');
        let bytes = (0..hex.len()).step_by(2).map(|at| &hex[at..at + 2]);
        let bytes = bytes
            .map(|pair| u8::from_str_radix(pair, 16).unwrap())
            .collect();
        out.entry(name)
            .or_default()
            .push((version.parse().unwrap(), bytes));
    }
    out
}

fn decode<M: Message>(bytes: &Bytes, version: i16) -> M {
    let mut r = Reader::new(bytes.clone(), 1 << 16);
    let message = M::decode(&mut r, version).unwrap();
    r.finish().unwrap();
    message
}

fn encode<M: Message>(message: &M, version: i16) -> Bytes {
    let mut w = Writer::new();
    message.encode(&mut w, version).unwrap();
    w.into_parts().0
}

struct Filled {
    left: BTreeMap<&'static str, Vec<(i16, Bytes)>>,
}

impl listing::Visit for Filled {
    fn visit<M: Message + Clone + Default + Eq + Hash + Debug>(&mut self) {
        for (version, bytes) in self.left.remove(M::NAME).unwrap_or_default() {
            let message: M = decode(&bytes, version);
            assert_eq!(encode(&message, version), bytes, "{} {version}", M::NAME);
            assert_ne!(message, M::default());
        }
    }
}

#[test]
fn what_kafka_writes_comes_back_the_same() {
    let mut filled = Filled {
        left: lines(FILLED),
    };
    assert!(filled.left.len() > 25);
    listing::for_each_message(&mut filled);
    assert!(filled.left.is_empty(), "{:?}", filled.left);
}

/// Whether a message is Highwater's own, of which Kafka knows nothing.
fn is_ours(name: &str) -> bool {
    const OURS: [&str; 5] = [
        include_str!("../schemas/highwater/metadata.wire"),
        include_str!("../schemas/highwater/checkpoint.wire"),
        include_str!("../schemas/highwater/peers.wire"),
        include_str!("../schemas/highwater/raft.wire"),
        include_str!("../schemas/highwater/snapshot.wire"),
    ];
    let mut words = OURS
        .into_iter()
        .flat_map(|file| file.split([' ', ',', '\n']));
    words.any(|word| word == name)
}

struct Defaults {
    left: BTreeMap<&'static str, Vec<(i16, Bytes)>>,
}

impl listing::Visit for Defaults {
    fn visit<M: Message + Clone + Default + Eq + Hash + Debug>(&mut self) {
        if is_ours(M::NAME) {
            return;
        }
        let lines = self.left.remove(M::NAME).unwrap();
        let versions: Vec<i16> = lines.iter().map(|(version, _)| *version).collect();
        assert_eq!(
            versions,
            (M::MIN_VERSION..=M::MAX_VERSION).collect::<Vec<_>>()
        );
        for (version, bytes) in lines {
            assert_eq!(
                encode(&M::default(), version),
                bytes,
                "{} {version}",
                M::NAME
            );
        }
    }
}

#[test]
fn defaults_are_those_of_kafka() {
    let mut defaults = Defaults {
        left: lines(DEFAULTS),
    };
    listing::for_each_message(&mut defaults);
    assert!(defaults.left.is_empty(), "{:?}", defaults.left);
}

/// All instances of a message among those that were filled in by hand.
fn filled<M: Message>() -> Vec<M> {
    let lines = lines(FILLED);
    lines[M::NAME]
        .iter()
        .map(|(version, bytes)| decode(bytes, *version))
        .collect()
}

/// The topic id that the instances use.
fn topic() -> Uuid {
    Uuid::parse("LRmXxmvKQJmSx2Y5Zc4f7A").unwrap()
}

#[test]
fn fetch_18_holds_what_was_filled_in() {
    let [request]: [FetchRequest; 1] = filled().try_into().unwrap();
    assert_eq!(request.cluster_id, Some(Str::from("cluster")));
    assert_eq!(
        (request.replica_id, request.replica_state.replica_id),
        (-1, 2)
    );
    assert_eq!(request.replica_state.replica_epoch, 33);
    assert_eq!((request.session_id, request.session_epoch), (11, 12));
    let [first, second] = &request.topics[0].partitions[..] else {
        panic!()
    };
    assert_eq!(request.topics[0].topic_id, topic());
    assert_eq!((first.fetch_offset, first.last_fetched_epoch), (100, 3));
    assert_eq!(
        (first.replica_directory_id, first.high_watermark),
        (topic(), 99)
    );
    assert_eq!((second.high_watermark, second.flushed_end), (i64::MAX, -1));
    assert_eq!(request.forgotten_topics_data[0].partitions, [5]);

    let [response]: [FetchResponse; 1] = filled().try_into().unwrap();
    let [good, bad] = &response.responses[0].partitions[..] else {
        panic!()
    };
    assert_eq!(
        good.records,
        Some(Records::Inline(Bytes::from_static(&[1, 2, 3])))
    );
    assert_eq!(
        good.aborted_transactions.as_ref().unwrap()[0].first_offset,
        42
    );
    assert_eq!(
        (good.current_leader.leader_id, good.preferred_read_replica),
        (-1, 3)
    );
    assert_eq!((bad.error_code, bad.records.clone()), (6, None));
    assert_eq!(
        (bad.diverging_epoch.epoch, bad.diverging_epoch.end_offset),
        (3, 50)
    );
    assert_eq!(
        (
            bad.current_leader.leader_id,
            bad.current_leader.leader_epoch
        ),
        (2, 5)
    );
    assert_eq!((bad.snapshot_id.end_offset, bad.snapshot_id.epoch), (40, 2));
    let node = &response.node_endpoints[0];
    assert_eq!(
        (node.node_id, node.host.as_str(), node.port),
        (2, "host", 9092)
    );
    assert_eq!(node.rack, None);
}

#[test]
fn offsets_10_hold_what_was_filled_in() {
    let [commit]: [OffsetCommitRequest; 1] = filled().try_into().unwrap();
    assert_eq!(
        (
            commit.group_id.as_str(),
            commit.generation_id_or_member_epoch
        ),
        ("group", 7)
    );
    assert_eq!(commit.topics[0].topic_id, topic());
    let [first, second] = &commit.topics[0].partitions[..] else {
        panic!()
    };
    assert_eq!(
        (first.committed_offset, first.committed_leader_epoch),
        (1 << 40, 5)
    );
    assert_eq!(first.committed_metadata, None);
    assert_eq!(second.committed_metadata, Some(Str::from("meta")));
    let [fetch]: [OffsetFetchRequest; 1] = filled().try_into().unwrap();
    assert_eq!(fetch.groups[0].topics, None);
    assert_eq!(fetch.groups[1].member_id, Some(Str::from("member")));
    assert_eq!(
        fetch.groups[1].topics.as_ref().unwrap()[0].partition_indexes,
        [0, 1, 2]
    );
    assert!(fetch.require_stable);
    let [txn]: [TxnOffsetCommitRequest; 1] = filled().try_into().unwrap();
    assert_eq!((txn.producer_id, txn.producer_epoch), (4000, 2));
    assert_eq!(txn.group_instance_id, Some(Str::from("instance")));
    assert_eq!(txn.topics[0].topic_id, topic());
}

#[test]
fn other_new_versions_hold_what_was_filled_in() {
    let [list]: [ListOffsetsRequest; 1] = filled().try_into().unwrap();
    assert_eq!(
        (list.topics[0].partitions[0].timestamp, list.timeout_ms),
        (-6, 30000)
    );
    let [named, plain]: [ApiVersionsRequest; 2] = filled().try_into().unwrap();
    assert_eq!(
        (named.cluster_id, named.node_id),
        (Some(Str::from("cluster")), 3)
    );
    assert_eq!((plain.cluster_id, plain.node_id), (None, -1));
    let [dirs]: [DescribeLogDirsResponse; 1] = filled().try_into().unwrap();
    assert!(dirs.results[0].is_cordoned);
    assert!(dirs.results[0].topics[0].partitions[0].is_future_key);
    assert_eq!(dirs.results[0].usable_bytes, 1 << 40);
    let [deleted]: [DeleteGroupsResponse; 1] = filled().try_into().unwrap();
    assert_eq!(deleted.results[0].error_message, None);
    assert_eq!(
        deleted.results[1].error_message,
        Some(Str::from("not empty"))
    );
    let [markers]: [WriteTxnMarkersRequest; 1] = filled().try_into().unwrap();
    let marker = &markers.markers[0];
    assert!(marker.transaction_result);
    assert_eq!(
        (marker.coordinator_epoch, marker.transaction_version),
        (6, 2)
    );
}

#[test]
fn records_hold_what_was_filled_in() {
    let [change]: [LeaderChangeMessage; 1] = filled().try_into().unwrap();
    assert_eq!((change.version, change.leader_id), (1, 2));
    assert_eq!(change.voters[0].voter_directory_id, topic());
    assert_eq!(change.granting_voters[0].voter_id, 3);
    let [voters]: [VotersRecord; 1] = filled().try_into().unwrap();
    assert_eq!(voters.voters[0].endpoints[0].port, 60000);
    let [txn]: [TransactionLogValue; 1] = filled().try_into().unwrap();
    assert_eq!(
        (txn.previous_producer_id, txn.next_producer_id),
        (3999, 4001)
    );
    assert_eq!(
        (txn.next_producer_epoch, txn.client_transaction_version),
        (0, 2)
    );
    assert_eq!(txn.transaction_partitions.unwrap()[0].partition_ids, [0, 4]);
    // A tagged struct that may be null and is not by default: null, default, and neither.
    let members: Vec<ConsumerGroupMemberMetadataValue> = filled();
    let classic: Vec<_> = members
        .iter()
        .map(|m| m.classic_member_metadata.as_ref())
        .collect();
    assert_eq!(classic[0], None);
    assert_eq!(classic[1].unwrap().supported_protocols, []);
    assert_eq!(classic[2].unwrap().session_timeout_ms, 45000);
    assert_eq!(
        classic[2].unwrap().supported_protocols[0].metadata[..],
        [1, 2]
    );
}
