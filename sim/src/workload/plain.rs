//! A producer without sequence numbers, with acks=1 or acks=0. It never sends a batch again, and takes another name
//! with each connection and with each leader: what one name sent is there at most once and in order. So the judges of
//! idempotent producers judge it, too. What a leader acknowledged without asking the others is there for ever only if
//! it is alone: the next leader need not have it, and then something else has its offset.

use std::io;
use std::ops::Range;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_core::invariant::history::Value;
use highwater_core::records::build::Producer as Identity;
use highwater_core::wire::generated::produce_request::{PartitionProduceData, TopicProduceData};
use highwater_core::wire::generated::{ProduceRequest, ProduceResponse};
use highwater_core::wire::{Records, Uuid};
use highwater_io_sim::clock;

use super::producer::RETRIABLE;
use super::{Signal, batches};
use crate::client::{Client, Leader};
use crate::draw;
use crate::plan::Plan;
use crate::world::TOPIC;

/// Names that one producer may take.
const NAMES: u64 = 1_000_000;

/// What a producer sends at most: the disks of those that it does not wait for must keep up.
const BYTES_PER_MS: u64 = 500;

/// The producer.
#[derive(Debug)]
pub(crate) struct Plain {
    client: Client,
    acks: i16,
    /// Its name in the records' values, on this connection.
    me: u64,
    next_number: u64,
    partitions: i32,
    record_bytes: u64,
    batch_records: u64,
    pause_ms: Range<u64>,
    /// The leaders' changes that the client had heard of when it took its name.
    changes: u64,
    /// Bytes sent since the last pause.
    sent_bytes: u64,
}

impl Plain {
    pub(crate) fn new(client: Client, index: u64, acks: i16, plan: &Plan) -> Self {
        Self {
            client,
            acks,
            me: (index + 1) * NAMES,
            next_number: 0,
            partitions: plan.partitions,
            record_bytes: plan.record_bytes,
            batch_records: plan.batch_records,
            pause_ms: plan.pause_ms.clone(),
            changes: 0,
            sent_bytes: 0,
        }
    }

    /// Produces until told to finish.
    pub(crate) async fn run(mut self, finish: &Signal) {
        while !finish.is_told() {
            if let Err(error) = self.burst().await {
                let (client, me) = (&self.client, self.me);
                client
                    .world
                    .note(format_args!("{} was {me}: {error}", client.name));
                // What was in flight may still arrive, behind what comes next.
                self.rename();
                clock::sleep(draw::ms(1..200)).await;
            }
            let pause = draw::ms(self.pause_ms.clone());
            let sent = Duration::from_millis(std::mem::take(&mut self.sent_bytes) / BYTES_PER_MS);
            clock::sleep(self.client.world.pause(pause.max(sent))).await;
        }
    }

    fn rename(&mut self) {
        self.client.disconnect();
        self.me += 1;
    }

    /// Sends some batches one after the other, and waits for their answers if there will be any.
    async fn burst(&mut self) -> io::Result<()> {
        self.client.locate().await?;
        if self.client.changes() != self.changes {
            self.changes = self.client.changes();
            self.rename();
        }
        let mut pending = Vec::new();
        for _ in 0..draw::within(1..5) {
            let partition = draw::below(self.partitions as u64) as i32;
            let Some(Leader { address, .. }) = self.client.leader(partition) else {
                continue;
            };
            self.client.reach(&address).await?;
            let (values, request) = self.batch(partition);
            self.client.world.sends(partition, values.iter().copied());
            if self.acks == 0 {
                self.client.post(&address, &request).await?;
            } else {
                let began = clock::mono();
                let sent = self.client.send(&address, &request).await?;
                pending.push((partition, values, address, sent, began));
            }
        }
        let mut refused = false;
        for (partition, values, address, answer, began) in pending {
            let answer = answer.answer(self.client.limit).await;
            let response = self.client.answered(&address, answer)?;
            let taken = self.on_answer(partition, values, &address, &response);
            if taken {
                let world = &self.client.world;
                world.answered_as_leader(&address, partition, began);
            }
            refused |= !taken;
        }
        if refused {
            return Err(io::Error::other("a batch was refused"));
        }
        Ok(())
    }

    fn batch(&mut self, partition: i32) -> (Vec<Value>, ProduceRequest) {
        let count = draw::within(1..self.batch_records + 1);
        let producer = self.me;
        let numbers = self.next_number..self.next_number + count;
        let values: Vec<Value> = numbers.map(|number| Value { producer, number }).collect();
        self.next_number += count;
        let bytes = batches::build(&values, self.record_bytes, Identity::NONE, clock::wall_ms());
        self.sent_bytes += bytes.len() as u64;
        let by_id = self.client.version::<ProduceRequest>() >= 13;
        let (name, topic_id) = if by_id {
            ("".into(), self.client.topic())
        } else {
            (TOPIC.into(), Uuid::ZERO)
        };
        let data = PartitionProduceData {
            index: partition,
            records: Some(Records::Inline(bytes)),
            ..PartitionProduceData::default()
        };
        let topic = TopicProduceData {
            name,
            topic_id,
            partition_data: vec![data],
            ..TopicProduceData::default()
        };
        let request = ProduceRequest {
            acks: self.acks,
            timeout_ms: 1_000,
            topic_data: vec![topic],
            ..ProduceRequest::default()
        };
        (values, request)
    }

    /// Takes in an answer; false if the batch was refused.
    fn on_answer(
        &mut self,
        partition: i32,
        values: Vec<Value>,
        address: &str,
        response: &ProduceResponse,
    ) -> bool {
        let (world, name) = (self.client.world.clone(), self.client.name.clone());
        let mut rows = response.responses.iter();
        let row = rows.find_map(|topic| topic.partition_responses.first());
        let Some(row) = row.filter(|row| row.index == partition) else {
            let what = format!("{name}: no answer for partition {partition}");
            world.violate("malformed-answer", what);
            return false;
        };
        let code = row.error_code;
        world.note(format_args!(
            "{name} partition {partition}: code {code}, offset {}",
            row.base_offset
        ));
        if code == ErrorCode::None.code() {
            if world.is_alone() {
                world.acked(partition, row.base_offset, values);
            }
            return true;
        }
        self.client.refused(address, code);
        if !RETRIABLE.iter().any(|one| one.code() == code) {
            let what = format!("{name}: refused with code {code}");
            world.violate("produce-refused", what);
        }
        false
    }
}
