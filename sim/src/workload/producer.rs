//! An idempotent producer with acks=all: it never gives a batch up, and sends it again with the same sequence number
//! until it is acknowledged.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_core::invariant::history::Value;
use highwater_core::records::build::Producer as Identity;
use highwater_core::wire::generated::produce_request::{PartitionProduceData, TopicProduceData};
use highwater_core::wire::generated::{ProduceRequest, ProduceResponse};
use highwater_core::wire::{Records, Uuid};
use highwater_io_sim::{clock, task};
use tokio::sync::mpsc;

use super::lane::Lane;
use super::{Signal, batches};
use crate::client::Client;
use crate::draw;
use crate::plan::Plan;
use crate::world::TOPIC;

/// Requests of one connection that may be in flight.
const IN_FLIGHT: usize = 5;

/// Answers that a producer tries again after.
pub(super) const RETRIABLE: [ErrorCode; 9] = [
    ErrorCode::RequestTimedOut,
    ErrorCode::KafkaStorageError,
    ErrorCode::NotLeaderOrFollower,
    ErrorCode::LeaderNotAvailable,
    ErrorCode::NotEnoughReplicas,
    ErrorCode::UnknownTopicOrPartition,
    ErrorCode::UnknownTopicId,
    ErrorCode::FencedLeaderEpoch,
    ErrorCode::UnknownLeaderEpoch,
];

/// A request in flight.
#[derive(Debug)]
struct Request {
    number: u64,
    /// Whom it is sent to.
    leader: String,
    /// Partition, sequence number, and whether all before it was acknowledged when it was sent.
    batches: Vec<(i32, i32, bool)>,
}

type Answered = (u64, io::Result<ProduceResponse>);

/// The producer.
#[derive(Debug)]
pub(crate) struct Producer {
    client: Client,
    /// Its name in the records' values.
    me: u64,
    id: (i64, i16),
    lanes: Vec<Lane>,
    next_number: u64,
    in_flight: Vec<Request>,
    requests: u64,
    /// By partition: epoch and next sequence number from before the producer began again, until that is known there.
    former: BTreeMap<i32, (i16, i32)>,
    /// What a process of before may still send: partition, epoch, sequence number.
    late: Vec<(i32, i16, i32)>,
    answers: (
        mpsc::UnboundedSender<Answered>,
        mpsc::UnboundedReceiver<Answered>,
    ),
    record_bytes: u64,
    batch_records: u64,
    pause_ms: Range<u64>,
    timeout_ms: i32,
    /// Counts choices of what to send next.
    turn: usize,
}

impl Producer {
    /// One that writes to each of `partitions` once, and ends when that is acknowledged.
    pub(crate) async fn probe(client: Client, me: u64, plan: &Plan, partitions: &[i32]) {
        let mut probe = Self::new(client, me, plan);
        let lane = |&partition: &i32| Lane::new(partition, true);
        probe.lanes = partitions.iter().map(lane).collect();
        probe.init().await;
        for at in 0..probe.lanes.len() {
            probe.begin_batch(at);
        }
        let finish = Signal::default();
        finish.tell();
        probe.produce(&finish).await;
    }

    pub(crate) fn new(client: Client, me: u64, plan: &Plan) -> Self {
        let together = draw::percent(50);
        // Some write to one partition, some to all.
        let partitions = if draw::percent(50) {
            let one = draw::below(plan.partitions as u64) as i32;
            one..one + 1
        } else {
            0..plan.partitions
        };
        Self {
            client,
            me,
            id: (-1, -1),
            lanes: partitions.map(|p| Lane::new(p, together)).collect(),
            next_number: 0,
            in_flight: Vec::new(),
            requests: 0,
            former: BTreeMap::new(),
            late: Vec::new(),
            answers: mpsc::unbounded_channel(),
            record_bytes: plan.record_bytes,
            batch_records: plan.batch_records,
            pause_ms: plan.pause_ms.clone(),
            timeout_ms: draw::pick(&[200, 1_000, 10_000]),
            turn: 0,
        }
    }

    /// Produces until told to finish, and then until everything is acknowledged.
    pub(crate) async fn run(mut self, finish: &Signal) {
        self.init().await;
        self.produce(finish).await;
    }

    async fn produce(mut self, finish: &Signal) {
        loop {
            let finishing = finish.is_told();
            if self.lanes.iter().all(Lane::is_empty) {
                if finishing {
                    return;
                }
                if self.in_flight.is_empty() && draw::percent(3) {
                    self.begin_again();
                }
            }
            if let Some((partition, epoch, sequence)) = self.late.pop() {
                self.come_late(partition, epoch, sequence).await;
            }
            if let Err(error) = self.client.locate().await {
                let name = &self.client.name;
                self.client
                    .world
                    .note(format_args!("{name} is lost: {error}"));
            } else if let Some(request) = self.next_request(finishing) {
                let leader = request.0.leader.clone();
                if let Err(error) = self.send(request).await {
                    self.lost(&leader, &error).await;
                    continue;
                }
            }
            let pause = self.client.world.pause(draw::ms(self.pause_ms.clone()));
            tokio::select! {
                biased;
                answered = self.answers.1.recv() => {
                    let (number, answer) = answered.expect("this end sends, too");
                    self.on_answer(number, answer).await;
                }
                () = clock::sleep(pause) => {}
            }
        }
    }

    /// Gets the id.
    async fn init(&mut self) {
        loop {
            let given = self.client.init_producer_id().await;
            self.client
                .world
                .note(format_args!("{} has id {given:?}", self.client.name));
            if let Ok(Some(id)) = given {
                self.id = id;
                return;
            }
            clock::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Goes on under the next epoch, from sequence number 0, as clients do that cannot tell what became of a batch (KIP-360).
    fn begin_again(&mut self) {
        for lane in &mut self.lanes {
            let before = (self.id.1, lane.next_sequence);
            self.former.insert(lane.partition, before);
            lane.next_sequence = 0;
        }
        self.id.1 += 1;
        let (name, id) = (&self.client.name, self.id);
        self.client
            .world
            .note(format_args!("{name} begins again as {id:?}"));
    }

    /// Sends the next batch of an epoch that is over: nobody may take it in.
    async fn come_late(&mut self, partition: i32, epoch: i16, sequence: i32) {
        let Some(leader) = self.client.leader(partition) else {
            return;
        };
        let (id, leader) = ((self.id.0, epoch), leader.address);
        let value = Value {
            producer: self.me,
            number: u64::MAX,
        };
        let bytes = batches::build(&[value], 0, identity(id, sequence), clock::wall_ms());
        let data = PartitionProduceData {
            index: partition,
            records: Some(Records::Inline(bytes)),
            ..PartitionProduceData::default()
        };
        let answered = self.ask(&leader, vec![data]).await;
        let name = &self.client.name;
        let world = &self.client.world;
        world.note(format_args!(
            "{name} comes late to {partition}: {answered:?}"
        ));
        if let Ok(Some(code)) = answered
            && code == ErrorCode::None.code()
        {
            let what = format!("{name}: a batch of epoch {epoch} was taken in {partition}");
            world.violate("producer-fenced", what);
        }
    }

    /// Sends one batch and waits for the answer: the partition's code.
    async fn ask(
        &mut self,
        leader: &str,
        data: Vec<PartitionProduceData>,
    ) -> io::Result<Option<i16>> {
        self.client.reach(leader).await?;
        let body = self.request(data);
        let response = self.client.call_at(leader, &body).await?;
        let mut rows = response.responses.iter();
        let row = rows.find_map(|topic| topic.partition_responses.first());
        Ok(row.map(|row| row.error_code))
    }

    fn request(&self, data: Vec<PartitionProduceData>) -> ProduceRequest {
        let by_id = self.client.version::<ProduceRequest>() >= 13;
        let (name, topic_id) = if by_id {
            ("".into(), self.client.topic())
        } else {
            (TOPIC.into(), Uuid::ZERO)
        };
        ProduceRequest {
            acks: -1,
            timeout_ms: self.timeout_ms,
            topic_data: vec![TopicProduceData {
                name,
                topic_id,
                partition_data: data,
                ..TopicProduceData::default()
            }],
            ..ProduceRequest::default()
        }
    }

    /// Chooses whom to send something to, and what: leaders take turns.
    fn next_request(&mut self, finishing: bool) -> Option<(Request, Vec<PartitionProduceData>)> {
        let of_lane = |lane: &Lane| Some(self.client.leader(lane.partition)?.address);
        let leaders: BTreeSet<String> = self.lanes.iter().filter_map(of_lane).collect();
        let leaders: Vec<String> = leaders.into_iter().collect();
        self.turn += 1;
        let mut turns = (0..leaders.len()).map(|at| &leaders[(self.turn + at) % leaders.len()]);
        let free = |leader: &&String| {
            let to_leader = |request: &&Request| request.leader == **leader;
            self.in_flight.iter().filter(to_leader).count() < IN_FLIGHT
        };
        let open: Vec<String> = turns.by_ref().filter(free).cloned().collect();
        open.iter()
            .find_map(|leader| self.request_to(leader, finishing))
    }

    /// Chooses what to send to `leader`: at most one batch for each partition. New batches are begun unless `finishing`.
    fn request_to(
        &mut self,
        leader: &str,
        finishing: bool,
    ) -> Option<(Request, Vec<PartitionProduceData>)> {
        let mut data = Vec::new();
        let mut sent = Vec::new();
        for at in 0..self.lanes.len() {
            let leads = self.client.leader(self.lanes[at].partition);
            if leads.is_none_or(|leads| leads.address != leader) {
                continue;
            }
            if !finishing && self.lanes[at].has_room() && draw::percent(50) {
                self.begin_batch(at);
            }
            let lane = &mut self.lanes[at];
            let partition = lane.partition;
            let Some((batch, first)) = lane.send_next() else {
                continue;
            };
            self.client
                .world
                .sends(partition, batch.values.iter().copied());
            sent.push((partition, batch.sequence, first));
            data.push(PartitionProduceData {
                index: partition,
                records: Some(Records::Inline(batch.bytes.clone())),
                ..PartitionProduceData::default()
            });
        }
        if sent.is_empty() {
            return None;
        }
        self.requests += 1;
        let number = self.requests;
        self.client.world.note(format_args!(
            "{} sends {number} to {leader}: {sent:?}",
            self.client.name
        ));
        let request = Request {
            number,
            leader: leader.to_owned(),
            batches: sent,
        };
        Some((request, data))
    }

    fn begin_batch(&mut self, at: usize) {
        let count = draw::within(1..self.batch_records + 1);
        let values: Vec<Value> = (self.next_number..self.next_number + count)
            .map(|number| Value {
                producer: self.me,
                number,
            })
            .collect();
        self.next_number += count;
        let lane = &mut self.lanes[at];
        let by = identity(self.id, lane.next_sequence);
        let wall_ms = clock::wall_ms();
        let bytes = batches::build(&values, self.record_bytes, by, wall_ms);
        self.client.world.dates(&values, wall_ms);
        lane.push(values, bytes);
    }

    async fn send(&mut self, request: (Request, Vec<PartitionProduceData>)) -> io::Result<()> {
        let (request, data) = request;
        let (number, leader) = (request.number, request.leader.clone());
        self.in_flight.push(request);
        self.client.reach(&leader).await?;
        let body = self.request(data);
        let pending = self.client.send(&leader, &body).await?;
        let (tell, limit) = (self.answers.0.clone(), self.client.limit);
        task::spawn(async move {
            let _ = tell.send((number, pending.answer(limit).await));
        });
        Ok(())
    }

    /// The connection to a node is of no more use: everything in flight on it is sent again over another.
    async fn lost(&mut self, leader: &str, error: &io::Error) {
        let name = &self.client.name;
        self.client
            .world
            .note(format_args!("{name} starts over with {leader}: {error}"));
        self.client.hang_up(leader);
        let gone = |request: &mut Request| request.leader == leader;
        for request in self.in_flight.extract_if(.., gone) {
            for (partition, sequence, _) in request.batches {
                let lane = self.lanes.iter_mut().find(|l| l.partition == partition);
                lane.expect("the partition is ours").failed(sequence);
            }
        }
        clock::sleep(draw::ms(1..200)).await;
    }

    async fn on_answer(&mut self, number: u64, answer: io::Result<ProduceResponse>) {
        let Some(at) = self.in_flight.iter().position(|r| r.number == number) else {
            // It was in flight on a connection that is gone, and is being sent again.
            return;
        };
        let request = self.in_flight.remove(at);
        let leader = request.leader.clone();
        let response = match self.client.answered(&leader, answer) {
            Ok(response) => response,
            Err(error) => {
                self.in_flight.push(request);
                return self.lost(&leader, &error).await;
            }
        };
        let rows: Vec<_> = response
            .responses
            .iter()
            .flat_map(|topic| &topic.partition_responses)
            .collect();
        let mut wait = false;
        for (partition, sequence, first) in request.batches {
            let Some(row) = rows.iter().find(|row| row.index == partition) else {
                let what = format!("{}: no answer for partition {partition}", self.client.name);
                self.client.world.violate("malformed-answer", what);
                continue;
            };
            if !self.on_row(partition, sequence, first, row.error_code, row.base_offset) {
                self.client.refused(&leader, row.error_code);
                wait = true;
            }
        }
        if wait {
            clock::sleep(draw::ms(1..100)).await;
        }
    }

    /// Takes in the answer for one batch; false if it was refused.
    fn on_row(&mut self, partition: i32, sequence: i32, first: bool, code: i16, base: i64) -> bool {
        let world = self.client.world.clone();
        let name = &self.client.name;
        let lane = self.lanes.iter_mut().find(|l| l.partition == partition);
        let lane = lane.expect("the partition is ours");
        world.note(format_args!(
            "{name} partition {partition} sequence {sequence}: code {code}, offset {base}"
        ));
        if code == ErrorCode::None.code() {
            if let Some(values) = lane.acked(sequence) {
                world.acked(partition, base, values);
            }
            if let Some((epoch, next)) = self.former.remove(&partition)
                && draw::percent(50)
            {
                self.late.push((partition, epoch, next));
            }
            return true;
        }
        lane.failed(sequence);
        // A batch behind one that was refused is out of order until that one is there.
        let out_of_order = code == ErrorCode::OutOfOrderSequenceNumber.code();
        let retriable = RETRIABLE.iter().any(|r| r.code() == code) || (out_of_order && !first);
        if !retriable {
            let what = format!(
                "{name}: sequence {sequence} of partition {partition} was refused with code {code}, though all before \
                 it was acknowledged: {first}"
            );
            world.violate("produce-refused", what);
        }
        false
    }
}

fn identity((id, epoch): (i64, i16), sequence: i32) -> Identity {
    Identity {
        id,
        epoch,
        sequence,
    }
}
