//! A topic that is deleted and created again under its name, all day. Each incarnation is judged alone: what was
//! acknowledged in it must be in it, whatever restarts meanwhile, and nothing of another may be. Nor is anything left of
//! where a group was in another.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_core::invariant::history::{History, IDEMPOTENT, Value, Violation, judge};
use highwater_core::records::build::Producer as Identity;
use highwater_core::wire::{Records, Str, Uuid};
use highwater_io_sim::clock;

use super::producer::RETRIABLE;
use super::{Signal, batches};
use crate::client::Client;
use crate::draw;
use crate::plan::Plan;

/// Names that the producers of one topic may take.
const NAMES: u64 = 1_000_000;

/// Simulated time, once faults and producing are over, in which everything acknowledged must be readable.
const READABLE: Duration = Duration::from_secs(20);

/// What one incarnation's clients saw.
#[derive(Debug)]
struct Life {
    id: Uuid,
    /// By partition.
    histories: Vec<History>,
    /// By partition: whom to ask, as far as is known.
    leaders: Vec<Option<String>>,
}

/// Whoever owns the topic: nobody else deletes or creates it.
#[derive(Debug)]
pub(crate) struct Owner {
    client: Client,
    topic: Str,
    factor: i16,
    /// The name of its producer in the records' values, on this connection.
    me: u64,
    next_number: u64,
    /// Incarnations that are gone, or will be.
    gone: BTreeSet<Uuid>,
    batch_records: u64,
    record_bytes: u64,
    pause_ms: std::ops::Range<u64>,
    life_ms: u64,
}

impl Owner {
    pub(crate) fn new(client: Client, index: u64, plan: &Plan) -> Self {
        Self {
            client,
            topic: Str::from(format!("reborn.{index}")),
            factor: plan.replication_factor,
            me: (index + 1) * NAMES,
            next_number: 0,
            gone: BTreeSet::new(),
            batch_records: plan.batch_records,
            record_bytes: plan.record_bytes,
            pause_ms: plan.pause_ms.clone(),
            life_ms: draw::pick(&[30, 300, 2_000]),
        }
    }

    /// One incarnation after the other until told to finish. The last one stays, and is read when nobody produces any
    /// more.
    pub(crate) async fn run(mut self, finish: &Signal, drain: &Signal) {
        let mut life = self.create().await;
        while !finish.is_told() {
            let ends = clock::mono() + draw::ms(0..self.life_ms * 2);
            self.live(&mut life, ends, finish).await;
            if finish.is_told() {
                break;
            }
            self.end(&mut life).await;
            self.client.world.reborn();
            life = self.create().await;
            self.check_forgotten(&life).await;
        }
        drain.told().await;
        self.read_all(&mut life).await;
    }

    fn note(&self, what: std::fmt::Arguments<'_>) {
        let name = &self.client.name;
        self.client.world.note(format_args!("{name} {what}"));
    }

    /// Creates the topic, until there is one that is not gone.
    async fn create(&mut self) -> Life {
        let partitions = draw::within(1..4) as i32;
        loop {
            let topic = self.topic.clone();
            let code = self.client.create(&topic, partitions, self.factor).await;
            self.note(format_args!("creates {topic}: {code:?}"));
            let found = self.client.describe(&topic).await;
            match found {
                Ok(Some(found)) if !self.gone.contains(&found.id) => {
                    self.client.world.got_on();
                    self.note(format_args!("has {}", found.id));
                    return Life {
                        id: found.id,
                        histories: vec![History::default(); found.leaders.len()],
                        leaders: found.leaders,
                    };
                }
                // A controller that was deposed may have known of nothing to delete.
                Ok(Some(found)) if code.ok() == Some(ErrorCode::TopicAlreadyExists.code()) => {
                    let _ = self.client.delete(found.id).await;
                }
                _ => {}
            }
            clock::sleep(draw::ms(1..200)).await;
        }
    }

    /// Produces, and now and then reads, until `ends`.
    async fn live(&mut self, life: &mut Life, ends: Duration, finish: &Signal) {
        while clock::mono() < ends && !finish.is_told() {
            let mut lived = self.burst(life, false).await;
            if lived.is_ok() && draw::percent(20) {
                lived = self.glance(life).await;
            }
            if let Err(error) = lived {
                self.lost(life, &error).await;
            }
            if draw::percent(20) {
                self.commit(life).await;
            }
            clock::sleep(draw::ms(self.pause_ms.clone())).await;
        }
    }

    /// Commits an offset in the incarnation, for a group that has the topic's name. Whether that succeeds is not its affair.
    async fn commit(&mut self, life: &Life) {
        let group = self.topic.clone();
        let code = self.client.commit_in(&group, life.id, 7).await;
        self.note(format_args!("commits in {}: {code:?}", life.id));
        if code.ok() != Some(ErrorCode::None.code()) {
            let _ = self.client.find_coordinator(&group).await;
        }
    }

    /// A new incarnation: the group was never in it.
    async fn check_forgotten(&mut self, life: &Life) {
        let group = self.topic.clone();
        let found = self.client.committed_in(&group, life.id).await;
        self.note(format_args!("is in {} at {found:?}", life.id));
        match found {
            Ok(Some(-1)) => {}
            Ok(Some(at)) => {
                let what = format!(
                    "{group} is at {at} in {}, where nobody has committed",
                    life.id
                );
                self.client.world.violate("offsets-of-their-topic", what);
            }
            Ok(None) | Err(_) => {
                let _ = self.client.find_coordinator(&group).await;
            }
        }
    }

    /// What was in flight may still arrive, behind what comes next.
    async fn lost(&mut self, life: &mut Life, error: &io::Error) {
        self.note(format_args!("was {}: {error}", self.me));
        self.client.disconnect();
        self.me += 1;
        clock::sleep(draw::ms(1..100)).await;
        self.locate(life).await;
    }

    async fn locate(&mut self, life: &mut Life) {
        let topic = self.topic.clone();
        if let Ok(Some(found)) = self.client.describe(&topic).await
            && found.id == life.id
        {
            life.leaders = found.leaders;
        }
    }

    /// Sends some batches. Those that are `abandoned` are in flight when the topic is deleted.
    async fn burst(&mut self, life: &mut Life, abandoned: bool) -> io::Result<()> {
        let mut pending = Vec::new();
        for _ in 0..draw::within(1..4) {
            let partition = draw::below(life.leaders.len() as u64) as usize;
            let Some(leader) = life.leaders[partition].clone() else {
                return Err(io::ErrorKind::NotFound.into());
            };
            let count = draw::within(1..self.batch_records + 1);
            let producer = self.me;
            let numbers = self.next_number..self.next_number + count;
            let values: Vec<Value> = numbers.map(|number| Value { producer, number }).collect();
            self.next_number += count;
            let bytes =
                batches::build(&values, self.record_bytes, Identity::NONE, clock::wall_ms());
            life.histories[partition]
                .sent
                .extend(values.iter().copied());
            let (id, at) = (life.id, partition as i32);
            let sent = self.client.produce_to(&leader, id, at, bytes).await?;
            pending.push((partition, leader, values, sent));
        }
        if abandoned {
            return Ok(());
        }
        for (partition, leader, values, sent) in pending {
            let answer = sent.answer(self.client.limit).await;
            let response = self.client.answered(&leader, answer)?;
            let mut rows = response
                .responses
                .iter()
                .flat_map(|t| &t.partition_responses);
            let row = rows.next().map(|row| (row.error_code, row.base_offset));
            self.note(format_args!("partition {partition}: {row:?}"));
            let (code, base) = row.ok_or(io::ErrorKind::InvalidData)?;
            if code != ErrorCode::None.code() {
                self.refused(&leader, code);
                return Err(io::Error::other("a batch was refused"));
            }
            self.client.world.got_on();
            let history = &mut life.histories[partition];
            history.acked.extend(values.into_iter().zip(base..));
        }
        Ok(())
    }

    fn refused(&mut self, leader: &str, code: i16) {
        self.client.refused(leader, code);
        if !RETRIABLE.iter().any(|one| one.code() == code) {
            let what = format!("{}: refused with code {code}", self.client.name);
            self.client.world.violate("produce-refused", what);
        }
    }

    /// Looks into a partition. A node that is alone has at any time all that it ever acknowledged.
    async fn glance(&mut self, life: &mut Life) -> io::Result<()> {
        let at = draw::below(life.histories.len() as u64) as usize;
        let read = self.read(life, at).await?;
        let Some((end, records)) = read else {
            return Ok(());
        };
        let history = &mut life.histories[at];
        let acked = acked_end(history);
        if self.client.world.is_alone() && end < acked {
            let what = format!(
                "partition {at} of {} {} ends at {end}, and {acked} was acknowledged",
                self.topic, life.id
            );
            self.client.world.violate("acked-survive", what);
        }
        if let Some((offset, value)) = records.into_iter().find(|(_, v)| !history.sent.contains(v))
        {
            let what = format!(
                "offset {offset} of partition {at} of {} {} is {value:?}, of another incarnation",
                self.topic, life.id
            );
            self.client.world.violate("nothing-foreign", what);
        }
        Ok(())
    }

    /// The end of a partition, and what lies before it: from the start on, as much as comes at once.
    async fn read(
        &mut self,
        life: &mut Life,
        partition: usize,
    ) -> io::Result<Option<(i64, Vec<(i64, Value)>)>> {
        let Some(leader) = life.leaders[partition].clone() else {
            self.locate(life).await;
            return Ok(None);
        };
        let mut records: Vec<(i64, Value)> = Vec::new();
        loop {
            let next = records.last().map_or(0, |&(offset, _)| offset + 1);
            let at = partition as i32;
            let row = self.client.read_from(&leader, life.id, at, next).await?;
            if row.error_code != ErrorCode::None.code() {
                self.note(format_args!("partition {at} at {next}: {}", row.error_code));
                self.client.refused(&leader, row.error_code);
                return Err(io::Error::other("a fetch was refused"));
            }
            let end = row.high_watermark;
            if let Some(Records::Inline(bytes)) = row.records {
                match batches::read(bytes) {
                    Ok(more) => records.extend(more),
                    Err(what) => self.client.world.violate("corrupt-batch", what),
                }
            }
            if records.last().map_or(0, |&(offset, _)| offset + 1) >= end {
                return Ok(Some((end, records)));
            }
        }
    }

    /// Deletes the topic, perhaps while records are on their way to it.
    async fn end(&mut self, life: &mut Life) {
        self.gone.insert(life.id);
        if draw::percent(50) {
            let _ = self.burst(life, true).await;
        }
        loop {
            let code = self.client.delete(life.id).await;
            self.note(format_args!("deletes {}: {code:?}", life.id));
            let gone = [ErrorCode::None, ErrorCode::UnknownTopicId].map(ErrorCode::code);
            if code.is_ok_and(|code| gone.contains(&code)) {
                return self.client.world.got_on();
            }
            clock::sleep(draw::ms(1..200)).await;
        }
    }

    /// Reads the last incarnation, once faults are over, until all that was acknowledged has come, and judges it.
    async fn read_all(&mut self, life: &mut Life) {
        let deadline = clock::mono() + READABLE;
        for partition in 0..life.histories.len() {
            let acked = acked_end(&life.histories[partition]);
            let what = loop {
                let read = self.read(life, partition).await;
                let seen = match read {
                    Ok(Some((end, records))) => {
                        life.histories[partition].last_read = records;
                        if end >= acked {
                            break judge(&life.histories[partition], &IDEMPOTENT).err();
                        }
                        format!("it ends at {end}, and {acked} was acknowledged")
                    }
                    Ok(None) => "it has no leader".to_owned(),
                    Err(error) => error.to_string(),
                };
                if clock::mono() > deadline {
                    let property = "acked-survive";
                    break Some(Violation {
                        property,
                        what: seen,
                    });
                }
                self.locate(life).await;
                clock::sleep(Duration::from_millis(100)).await;
            };
            if let Some(Violation { property, what }) = what {
                let (topic, id) = (&self.topic, life.id);
                let what = format!("partition {partition} of {topic} {id}: {what}");
                return self.client.world.violate(property, what);
            }
            self.client.world.got_on();
        }
    }
}

/// The end of what was acknowledged.
fn acked_end(history: &History) -> i64 {
    history.acked.values().max().map_or(0, |&last| last + 1)
}
