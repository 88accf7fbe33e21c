//! One node, alone, through `handle`: its disk and its metadata log do at once what they are told.

use bytes::Bytes;
use highwater_core::api::{
    Body, Client, Produce, ProducePartition, ProduceTopic, Reply, Request, Response,
};
use highwater_core::log::Verdict;
use highwater_core::metadata::Image;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::recovery::{Recovery, SegmentFile, Step};
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::list_offsets_request::{
    ListOffsetsPartition, ListOffsetsTopic,
};
use highwater_core::wire::generated::{CreateTopicsRequest, ListOffsetsRequest};
use highwater_core::wire::{Uuid, Writer};
use highwater_core::{
    Boot, BrokerId, Config, ConnId, ErrorCode, Input, LogEvent, MetaEvent, MetaIndex, Node, Now,
    Outbox, Outcome, Output, ReqId, Role, SegmentOp, Time, Wall,
};

const NOW: Now = Now {
    mono: Time::from_micros(0),
    wall: Wall(0),
};

/// A node and what it has replied.
struct Alone {
    node: Node,
    index: u64,
    requests: u64,
    replies: Vec<(ReqId, Reply)>,
    /// Whether its disk keeps syncs back.
    slow: bool,
    /// The last checkpoint.
    checkpoint: Option<Bytes>,
}

impl Alone {
    /// A node that leads the one partition of topic `t`.
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(BrokerId(1), "localhost", 9092);
        change(&mut config);
        let boot = Boot {
            incarnation: [1; 16],
            new_cluster_id: [2; 16],
            peers: Vec::new(),
        };
        let mut alone = Self {
            node: Node::new(config, boot),
            index: 0,
            requests: 0,
            replies: Vec::new(),
            slow: false,
            checkpoint: None,
        };
        alone.take(Input::Meta(MetaEvent::Restored(Image::default().into())));
        alone.take(Input::Meta(MetaEvent::Role(Role::Active { term: 1 })));
        let topic = CreatableTopic {
            name: "t".into(),
            num_partitions: 1,
            replication_factor: 1,
            ..CreatableTopic::default()
        };
        let create = CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 1000,
            ..CreateTopicsRequest::default()
        };
        alone.ask(7, Body::CreateTopics(create));
        alone
    }

    fn take(&mut self, input: Input) {
        let mut inputs = vec![input];
        while !inputs.is_empty() {
            let mut out = Outbox::new();
            for input in inputs.drain(..) {
                self.node.handle(NOW, input, &mut out);
            }
            for output in out {
                self.carry_out(output, &mut inputs);
            }
        }
    }

    fn carry_out(&mut self, output: Output, inputs: &mut Vec<Input>) {
        match output {
            Output::Reply(id, reply) => self.replies.push((id, reply)),
            Output::Propose(id, command) => {
                self.index += 1;
                let index = MetaIndex(self.index);
                inputs.push(Input::Meta(MetaEvent::Proposed(
                    id,
                    Outcome::Accepted(index),
                )));
                inputs.push(Input::Meta(MetaEvent::Committed(index, command.into())));
            }
            Output::Segment(log, SegmentOp::Open { .. }) => {
                let Step::Done(recovered) = Recovery::new(Vec::new(), None).step() else {
                    panic!("an empty folder needs no reading");
                };
                inputs.push(Input::Log(log, LogEvent::Opened(recovered)));
            }
            Output::Append(append) => {
                let (upto, generation) = (append.end(), append.generation);
                let written = LogEvent::Written { upto, generation };
                let flushed = LogEvent::Flushed { upto, generation };
                inputs.push(Input::Log(append.log, written));
                if !self.slow {
                    inputs.push(Input::Log(append.log, flushed));
                }
            }
            Output::Segment(_, SegmentOp::Checkpoint(bytes)) => self.checkpoint = Some(bytes),
            _ => {}
        }
    }

    /// Sends a request that must be answered at once.
    fn ask(&mut self, version: i16, body: Body) -> Reply {
        let id = self.send(version, body);
        let (replied, reply) = self.replies.pop().expect("an answer");
        assert_eq!(replied, id);
        reply
    }

    /// Sends a request.
    fn send(&mut self, version: i16, body: Body) -> ReqId {
        let id = ReqId {
            conn: ConnId(1),
            seq: self.requests,
        };
        self.requests += 1;
        self.take(Input::Request(
            id,
            Request {
                version,
                client: Client::default(),
                body,
            },
        ));
        id
    }

    fn produce(&mut self) -> i16 {
        let produce = one_record(Producer::NONE);
        let Reply::Body(Response::Produce(response)) = self.ask(9, produce) else {
            panic!("a produce is answered by a produce response");
        };
        response.responses[0].partition_responses[0].error_code
    }
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

#[test]
fn list_offsets_is_answered_in_every_version_that_is_served() {
    let mut alone = Alone::new();
    assert_eq!(alone.produce(), ErrorCode::None.code());
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
            let encoded = response.encode(&mut Writer::new(), version);
            assert_eq!(encoded, Ok(()), "version {version}, timestamp {timestamp}");
            let Response::ListOffsets(response) = response else {
                panic!("ListOffsets is answered by its own response");
            };
            let row = &response.topics[0].partitions[0];
            assert_eq!((row.error_code, row.offset), (0, timestamp + 2));
        }
    }
}

#[test]
fn nothing_is_appended_once_a_stop_has_begun() {
    let mut alone = Alone::new();
    assert_eq!(alone.produce(), ErrorCode::None.code());
    alone.take(Input::Stop);
    assert_eq!(alone.produce(), ErrorCode::NotLeaderOrFollower.code());
    assert!(alone.node.is_stopped());
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
