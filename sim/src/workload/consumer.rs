//! A consumer: it reads on where it was, or jumps somewhere, and checks while it reads.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use highwater_core::invariant::history::Value;
use highwater_core::wire::generated::FetchRequest;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic};
use highwater_core::wire::generated::fetch_response::PartitionData;
use highwater_core::wire::{Records, Uuid};
use highwater_core::{ErrorCode, Offset};
use highwater_io_sim::clock;

use super::{Signal, batches};
use crate::client::{Client, Leader};
use crate::draw;
use crate::world::TOPIC;

/// The first versions of Fetch that name topics by their ids, and that tell the leader's epoch.
const FETCH_IDS: i16 = 13;
const FETCH_EPOCHS: i16 = 9;

/// An epoch, and the greatest end that its leader has told.
type Told = (i32, Offset);

/// A partition as the consumer knows it.
#[derive(Debug, Default)]
struct Position {
    next: Offset,
    /// Read since the last jump, and not yet told.
    read: Vec<(Offset, Value)>,
}

/// The consumer.
#[derive(Debug)]
pub(crate) struct Consumer {
    pub(super) client: Client,
    positions: BTreeMap<i32, Position>,
    max_wait_ms: i32,
    min_bytes: i32,
    jump_percent: u64,
    /// Counts fetches: leaders take turns.
    turn: usize,
}

impl Consumer {
    pub(crate) fn new(client: Client, partitions: i32) -> Self {
        Self {
            client,
            positions: (0..partitions).map(|p| (p, Position::default())).collect(),
            max_wait_ms: draw::pick(&[0, 10, 500]),
            min_bytes: draw::pick(&[0, 1, 1_000, 50_000]),
            jump_percent: draw::pick(&[0, 2, 20]),
            turn: 0,
        }
    }

    /// Reads until told to finish, and then up to the ends.
    pub(crate) async fn run(mut self, finish: &Signal) {
        while !finish.is_told() {
            self.jump();
            let max_bytes = draw::pick(&[1, 2_000, 1 << 20]);
            let fetched = self
                .fetch(self.max_wait_ms, self.min_bytes, max_bytes)
                .await;
            let pause_ms = if fetched.is_ok() { 0..20 } else { 1..200 };
            clock::sleep(draw::ms(pause_ms)).await;
        }
        self.read_to_the_ends().await;
        for (partition, position) in self.positions {
            self.client.world.read(partition, position.read);
        }
    }

    /// Reads everything from the start, as the last reader.
    pub(crate) async fn last(mut self) {
        self.read_to_the_ends().await;
        for (partition, position) in self.positions {
            self.client.world.last_read(partition, position.read);
        }
    }

    /// Goes on until the position in each partition is its end.
    async fn read_to_the_ends(&mut self) {
        let partitions: Vec<i32> = self.positions.keys().copied().collect();
        for partition in partitions {
            loop {
                if let Ok(Ok(end)) = self.client.end(partition).await
                    && self.positions[&partition].next >= end
                {
                    break;
                }
                if self.fetch(100, 1, 50 << 20).await.is_err() {
                    clock::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Now and then goes elsewhere: anywhere up to the end that is known, be it inside a batch.
    fn jump(&mut self) {
        for (&partition, position) in &mut self.positions {
            if draw::percent(self.jump_percent) {
                let read = std::mem::take(&mut position.read);
                self.client.world.read(partition, read);
                position.next = draw::below(self.client.world.floor(partition) as u64 + 1) as i64;
            }
        }
    }

    /// Reads these partitions from now on, from these offsets; a negative one means the start.
    pub(super) fn seek(&mut self, to: &BTreeMap<i32, Offset>) {
        let position = |&at: &Offset| Position {
            next: at.max(0),
            read: Vec::new(),
        };
        self.positions = to.iter().map(|(&p, at)| (p, position(at))).collect();
    }

    /// Goes back to where `read` began.
    pub(super) fn seek_back(&mut self, read: &BTreeMap<i32, Vec<Offset>>) {
        for (partition, offsets) in read {
            if let (Some(position), Some(&first)) =
                (self.positions.get_mut(partition), offsets.first())
            {
                position.next = first;
            }
        }
    }

    /// True if there is nothing to read from.
    pub(super) fn is_idle(&self) -> bool {
        self.positions.is_empty()
    }

    /// Tells the world what was read since this was last done, and returns where that lies.
    pub(super) fn take_read(&mut self) -> BTreeMap<i32, Vec<Offset>> {
        let mut taken = BTreeMap::new();
        for (&partition, position) in &mut self.positions {
            let read = std::mem::take(&mut position.read);
            if !read.is_empty() {
                taken.insert(partition, read.iter().map(|&(offset, _)| offset).collect());
                self.client.world.read(partition, read);
            }
        }
        taken
    }

    /// The leader whose turn it is, and the epochs of the partitions that it leads.
    fn next_leader(&mut self) -> Option<(String, BTreeMap<i32, i32>)> {
        let mut leaders: BTreeMap<String, BTreeMap<i32, i32>> = BTreeMap::new();
        for &partition in self.positions.keys() {
            if let Some(Leader { address, epoch }) = self.client.leader(partition) {
                leaders.entry(address).or_default().insert(partition, epoch);
            }
        }
        self.turn += 1;
        let at = self.turn % leaders.len().max(1);
        leaders.into_iter().nth(at)
    }

    /// Fetches once from one leader, from all partitions that it leads.
    pub(super) async fn fetch(
        &mut self,
        max_wait_ms: i32,
        min_bytes: i32,
        max_bytes: i32,
    ) -> io::Result<()> {
        self.client.locate().await?;
        let Some((leader, epochs)) = self.next_leader() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        self.client.reach(&leader).await?;
        let version = self.client.version::<FetchRequest>();
        let by_id = version >= FETCH_IDS;
        let asked: Vec<FetchPartition> = epochs
            .iter()
            .map(|(&partition, &epoch)| FetchPartition {
                partition,
                current_leader_epoch: epoch,
                fetch_offset: self.positions[&partition].next,
                partition_max_bytes: max_bytes,
                ..FetchPartition::default()
            })
            .collect();
        let positions: Vec<(i32, Offset)> = asked
            .iter()
            .map(|asked| (asked.partition, asked.fetch_offset))
            .collect();
        let floors = self.floors(&epochs, version >= FETCH_EPOCHS);
        let request = FetchRequest {
            max_wait_ms,
            min_bytes,
            max_bytes: max_bytes.saturating_mul(draw::within(1..4) as i32),
            topics: vec![FetchTopic {
                topic: if by_id { "".into() } else { TOPIC.into() },
                topic_id: if by_id {
                    self.client.topic()
                } else {
                    Uuid::ZERO
                },
                partitions: asked,
                ..FetchTopic::default()
            }],
            ..FetchRequest::default()
        };
        let began = clock::mono();
        let answer = self.client.call_at(&leader, &request).await;
        let response = match answer {
            Ok(response) => response,
            Err(error) => {
                self.note(format_args!("fetch at {positions:?}: {error}"));
                return Err(error);
            }
        };
        for row in response.responses.into_iter().flat_map(|t| t.partitions) {
            let (partition, world) = (row.partition_index, &self.client.world);
            if row.error_code == ErrorCode::None.code() {
                world.answered_as_leader(&leader, partition, began);
            }
            let floor = floors.get(&partition).copied().flatten();
            self.on_row(&leader, row, floor)?;
        }
        Ok(())
    }

    /// By partition: the epoch that is fetched in, if a leader of another refuses, and what the leader of that epoch
    /// has told already. A new leader's high watermark may be behind that of the one before it for a while.
    fn floors(&self, epochs: &BTreeMap<i32, i32>, checked: bool) -> BTreeMap<i32, Option<Told>> {
        let world = &self.client.world;
        let told = |partition, epoch| {
            let epoch = world.epoch(epoch, checked)?;
            Some((epoch, world.floor_in(partition, epoch)))
        };
        epochs
            .iter()
            .map(|(&partition, &epoch)| (partition, told(partition, epoch)))
            .collect()
    }

    /// Takes in the answer for one partition. An error of the broker's is an error, so that the consumer waits.
    fn on_row(&mut self, leader: &str, row: PartitionData, told: Option<Told>) -> io::Result<()> {
        let partition = row.partition_index;
        let Some(at) = self.positions.get(&partition).map(|position| position.next) else {
            self.violate(
                "malformed-answer",
                format!("partition {partition} was not asked for"),
            );
            return Ok(());
        };
        if row.error_code != ErrorCode::None.code() {
            self.on_refusal(leader, partition, at, row.error_code);
            return Err(io::ErrorKind::Other.into());
        }
        let (epoch, floor) = told.unzip();
        self.client
            .world
            .told_end(partition, epoch, floor, row.high_watermark);
        let Some(Records::Inline(bytes)) = row.records else {
            return Ok(());
        };
        let records = match batches::read(bytes) {
            Ok(records) => records,
            Err(why) => {
                self.violate(
                    "corrupt-batch",
                    format!("partition {partition} from {at}: {why}"),
                );
                return Ok(());
            }
        };
        // A fetch inside a batch gets the whole batch.
        let new: Vec<_> = records
            .into_iter()
            .filter(|&(offset, _)| offset >= at)
            .collect();
        let (Some(&(first, _)), Some(&(last, _))) = (new.first(), new.last()) else {
            return Ok(());
        };
        self.note(format_args!(
            "partition {partition}: read {first} to {last} of {}",
            row.high_watermark
        ));
        if first != at {
            self.violate(
                "poll-skip",
                format!("a fetch of {partition} at {at} began with {first}"),
            );
        }
        if last >= row.high_watermark {
            let what = format!(
                "{last} of partition {partition} was read, the high watermark is {}",
                row.high_watermark
            );
            self.violate("uncommitted-read", what);
        }
        self.client.world.got_on();
        if let Some(position) = self.positions.get_mut(&partition) {
            position.read.extend(new);
            position.next = last + 1;
        }
        Ok(())
    }

    fn on_refusal(&mut self, leader: &str, partition: i32, at: Offset, code: i16) {
        self.note(format_args!("partition {partition}: code {code}"));
        self.client.refused(leader, code);
        // The position was a known end, or before one. Of several nodes one that was deposed and does not know may lack
        // what its successor had; and whoever keeps saying so keeps the world from coming to its end.
        if code == ErrorCode::OffsetOutOfRange.code() && self.client.world.is_alone() {
            let what = format!("{at} of partition {partition} is out of range");
            self.violate("hw-regression", what);
        }
    }

    fn note(&self, what: std::fmt::Arguments<'_>) {
        self.client
            .world
            .note(format_args!("{} {what}", self.client.name));
    }

    fn violate(&self, property: &'static str, what: String) {
        let name = &self.client.name;
        self.client
            .world
            .violate(property, format!("{name}: {what}"));
    }
}
