//! One partition on this broker.

use alloc::format;
use alloc::string::String;

use super::follower::Follower;
use super::leader::{Leader, Progress};
use crate::config::{Config, FlushPolicy};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, Gen, LogId, Offset};
use crate::input::{Fault, Lack};
use crate::log::Log;
use crate::metadata::{PartitionImage, Topic, trimmed};
use crate::mutant::{self, Mutant};
use crate::records::Batch;
use crate::time::Wall;
use crate::wire::{Str, Uuid};

/// The part that this broker plays.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// None yet: a restarted broker leads nothing until metadata gives it a new epoch, for it may have lost
    /// an unsynced tail.
    None,
    /// Leads.
    Leader(Leader),
    /// Follows.
    Follower(Follower),
}

impl Role {
    /// The leader's state, if this broker leads.
    pub fn leader_mut(&mut self) -> Option<&mut Leader> {
        match self {
            Self::Leader(leader) => Some(leader),
            Self::None | Self::Follower(_) => None,
        }
    }
}

/// Whether the log can be used.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// Its files are being opened and recovered, at the start or after a cut.
    Opening,
    /// It can.
    Open(Log),
    /// It cannot, until the broker restarts.
    Failed(Fault),
}

/// Settings of the topic, or the broker's defaults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// `segment.bytes`.
    pub segment_bytes: u32,
    /// `max.message.bytes`.
    pub max_message_bytes: u32,
    /// `min.insync.replicas`, at most the number of replicas.
    pub min_insync_replicas: usize,
    /// When a record counts as stored.
    pub flush: FlushPolicy,
    /// `message.timestamp.before.max.ms`: how far in the past a client's timestamps may lie, in milliseconds.
    pub timestamp_before_ms: i64,
    /// `message.timestamp.after.max.ms`: how far in the future.
    pub timestamp_after_ms: i64,
    /// `cleanup.policy` has `compact`: each record must have a key.
    pub compacts: bool,
    /// The topic's [`Topic::next_producer_id`].
    pub next_producer_id: i64,
}

/// How far in the future timestamps may lie by default: an hour, as in Kafka (KIP-937).
const AFTER_MAX_MS: i64 = 3_600_000;

/// What a record says that has no timestamp.
const NO_TIMESTAMP: i64 = -1;

impl Settings {
    /// Why the topic does not take what these records say of themselves, if it does not. `wall` is the time now.
    pub fn refusal(&self, batch: &Batch, wall: Wall) -> Option<ErrorCode> {
        let (min, max) = (batch.min_timestamp(), batch.header().max_timestamp);
        // Who says no time is none the worse.
        let early = min != NO_TIMESTAMP && min < wall.0.saturating_sub(self.timestamp_before_ms);
        if early || max > wall.0.saturating_add(self.timestamp_after_ms) {
            return Some(ErrorCode::InvalidTimestamp);
        }
        (self.compacts && batch.lacks_key()).then_some(ErrorCode::InvalidRecord)
    }

    /// What holds for `topic`.
    pub fn of(topic: &Topic, config: &Config) -> Self {
        let text = |name: &str| trimmed(&topic.configs, name);
        let number = |name: &str| text(name).and_then(|value| value.parse::<u32>().ok());
        let millis = |name: &str| text(name).and_then(|value| value.parse::<i64>().ok());
        let policies = text("cleanup.policy").unwrap_or_default();
        let replicas = topic
            .partitions
            .first()
            .map_or(1, |partition| partition.replicas.len());
        let min_insync = number("min.insync.replicas").unwrap_or(config.min_insync_replicas as u32);
        Self {
            segment_bytes: number("segment.bytes").unwrap_or(config.segment_bytes),
            max_message_bytes: number("max.message.bytes").unwrap_or(config.max_message_bytes),
            min_insync_replicas: (min_insync as usize).min(replicas),
            flush: config.flush,
            timestamp_before_ms: millis("message.timestamp.before.max.ms").unwrap_or(i64::MAX),
            timestamp_after_ms: millis("message.timestamp.after.max.ms").unwrap_or(AFTER_MAX_MS),
            compacts: policies.split(',').any(|policy| policy.trim() == "compact"),
            next_producer_id: topic.next_producer_id,
        }
    }
}

/// A partition on this broker.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Partition {
    /// Its log.
    pub id: LogId,
    /// Its topic's id.
    pub topic_id: Uuid,
    /// Its topic's name.
    pub topic: Str,
    /// Its number.
    pub number: i32,
    /// Settings of the topic.
    pub settings: Settings,
    /// The log.
    pub state: State,
    /// The part that this broker plays.
    pub role: Role,
    /// High watermark: everything below is committed.
    hw: Offset,
    /// Generation that the log has once it is open.
    generation: Gen,
    /// Bytes appended since the last checkpoint.
    pub since_checkpoint: u64,
    /// A segment was sealed at this offset, and no checkpoint covers it yet.
    pub sealed: Option<Offset>,
    /// What the log has noted as committed and on stable storage.
    marked: Offset,
    /// Why the log takes in nothing for now, although it can be read.
    pub suspended: Option<Lack>,
    /// Its damaged log was set aside once in this run.
    refilled: bool,
}

impl Partition {
    /// A partition whose log is about to be opened.
    pub fn opening(id: LogId, topic_id: Uuid, topic: Str, number: i32, settings: Settings) -> Self {
        Self {
            id,
            topic_id,
            topic,
            number,
            settings,
            state: State::Opening,
            role: Role::None,
            hw: 0,
            generation: Gen::default(),
            since_checkpoint: 0,
            sealed: None,
            marked: 0,
            suspended: None,
            refilled: false,
        }
    }

    /// The name of its folder, as Kafka names it.
    pub fn folder(&self) -> String {
        folder(&self.topic, self.number)
    }

    /// The log, if it can be used.
    pub fn log(&self) -> Option<&Log> {
        match &self.state {
            State::Open(log) => Some(log),
            State::Opening | State::Failed(_) => None,
        }
    }

    /// The log, if it can be used.
    pub fn log_mut(&mut self) -> Option<&mut Log> {
        match &mut self.state {
            State::Open(log) => Some(log),
            State::Opening | State::Failed(_) => None,
        }
    }

    /// The leader's state and the log, if this broker leads and the log can be used.
    pub fn leading(&self) -> Option<(&Leader, &Log)> {
        match (&self.role, &self.state) {
            (Role::Leader(leader), State::Open(log)) => Some((leader, log)),
            _ => None,
        }
    }

    /// As [`Self::leading`], if clients are answered: nobody else can lead unbeknownst to this broker.
    pub fn serving(&self) -> Option<(&Leader, &Log)> {
        self.leading().filter(|(leader, _)| leader.answers())
    }

    /// True while its files are being opened and recovered.
    pub fn is_opening(&self) -> bool {
        matches!(self.state, State::Opening)
    }

    /// True if the log cannot be used any more.
    pub fn is_failed(&self) -> bool {
        matches!(self.state, State::Failed(_))
    }

    /// Why it cannot be served here.
    pub fn unavailable(&self) -> ErrorCode {
        match self.state {
            State::Failed(_) => ErrorCode::KafkaStorageError,
            // It is cut back to what was written, and this broker may well lead on.
            State::Opening if self.suspended.is_some() => ErrorCode::KafkaStorageError,
            State::Opening | State::Open(_) => ErrorCode::NotLeaderOrFollower,
        }
    }

    /// High watermark: everything below is committed.
    pub fn hw(&self) -> Offset {
        self.hw
    }

    /// What is on stable storage and committed: no crash and no cut of the log's end reaches below.
    pub fn safe(&self) -> Offset {
        self.log().map_or(0, |log| log.flushed().min(self.hw))
    }

    /// What the log is to note as committed and on stable storage, if that has moved.
    pub fn take_mark(&mut self) -> Option<Offset> {
        let safe = self.safe();
        (safe > self.marked).then(|| {
            self.marked = safe;
            safe
        })
    }

    /// The end of what counts as stored on this broker.
    pub fn stored(&self) -> Offset {
        let Some(log) = self.log() else {
            return 0;
        };
        match self.settings.flush {
            FlushPolicy::Os => log.written(),
            FlushPolicy::Sync if mutant::is(Mutant::L02AckBeforeFlush) => log.written(),
            FlushPolicy::Sync => log.flushed(),
        }
    }

    /// The log was opened and recovered; everything below `committed` is known to be committed.
    pub fn opened(&mut self, log: Log, committed: Offset) {
        self.hw = self.hw.max(committed).clamp(log.start(), log.end());
        self.marked = self.marked.max(committed).min(log.end());
        self.state = State::Open(log.of_generation(self.generation));
    }

    /// Begins to lead, or goes on leading with what `image` says of the in-sync set; true if it begins.
    pub fn lead(&mut self, image: &PartitionImage) -> bool {
        if let Role::Leader(leader) = &mut self.role
            && leader.epoch == image.leader_epoch
        {
            leader.on_change(image.isr.clone(), image.partition_epoch);
            return false;
        }
        let State::Open(log) = &mut self.state else {
            return false;
        };
        let (epoch, start) = (image.leader_epoch, log.end());
        log.epochs.truncate(start);
        if !mutant::is(Mutant::R08NoEpochOfSilentLeader) {
            log.epochs.assign(epoch, start);
        }
        let leader = Leader::new(epoch, start, image.isr.clone(), image.partition_epoch);
        self.role = Role::Leader(leader);
        true
    }

    /// Begins to follow; true if that is news.
    pub fn follow(&mut self, follower: Follower) -> bool {
        if self.role == Role::Follower(follower) {
            return false;
        }
        if let State::Open(log) = &mut self.state
            && !mutant::is(Mutant::R15KeepEmptyEpoch)
        {
            // An epoch in which this broker led and wrote nothing is not in the log.
            log.epochs.truncate(log.end());
        }
        self.role = Role::Follower(follower);
        true
    }

    /// Stops leading or following.
    pub fn resign(&mut self) {
        self.role = Role::None;
    }

    /// The log is to be cut and opened again: the generation that it has then.
    pub fn close_for_cut(&mut self) -> Gen {
        self.state = State::Opening;
        if !mutant::is(Mutant::GenerationNotRaised) {
            self.generation = Gen(self.generation.0 + 1);
        }
        self.sealed = None;
        self.generation
    }

    /// A damaged log is set aside, and an empty one opened in its place; false if it is not damaged, or if that was tried
    /// before.
    pub fn refill(&mut self) -> bool {
        let damaged = matches!(self.state, State::Failed(Fault::Damaged { .. }));
        if !damaged || self.refilled {
            return false;
        }
        self.refilled = true;
        self.state = State::Opening;
        // What was known of the one that is gone.
        (self.hw, self.marked, self.since_checkpoint, self.sealed) = (0, 0, 0, None);
        true
    }

    /// The follower's state and its log, if this broker follows and the log can be used.
    pub fn following(&self) -> Option<(Follower, &Log)> {
        match (&self.role, &self.state) {
            (Role::Follower(follower), State::Open(log)) => Some((*follower, log)),
            _ => None,
        }
    }

    /// True if more is written than is on stable storage, where that counts.
    pub fn awaits_sync(&self) -> bool {
        let synced = |log: &Log| log.flushed() == log.written();
        self.settings.flush == FlushPolicy::Sync && !self.log().is_none_or(synced)
    }

    /// Takes over the leader's high watermark, as far as the log goes.
    pub fn follow_hw(&mut self, leaders: Offset) {
        if let (Role::Follower(_), State::Open(log)) = (&self.role, &self.state)
            && !mutant::is(Mutant::FollowerForgetsHw)
        {
            self.hw = self.hw.max(leaders.min(log.end()));
        }
    }

    /// Takes in what a follower's fetch said of itself.
    pub fn on_follower(&mut self, follower: BrokerId, progress: Progress) {
        if let Role::Leader(leader) = &mut self.role {
            leader.on_follower(follower, progress);
        }
    }

    /// Moves the high watermark to what is committed; true if it moved. It does not move while the in-sync
    /// set is smaller than `min.insync.replicas` (KAFKA-15583).
    pub fn advance_hw(&mut self, me: BrokerId) -> bool {
        let (Role::Leader(leader), State::Open(log)) = (&self.role, &self.state) else {
            return false;
        };
        let few = leader.isr.len() < self.settings.min_insync_replicas;
        if few && !mutant::is(Mutant::HighWatermarkBelowMinIsr) {
            return false;
        }
        let committed = leader.committed(me, self.stored());
        if committed <= self.hw {
            return false;
        }
        assert!(
            committed <= log.end(),
            "high watermark {committed} beyond the log's end {}",
            log.end()
        );
        self.hw = committed;
        true
    }
}

/// The name of a partition's folder, as Kafka names it. It is for one topic after the other that has the name: whose it is
/// now, its content says.
pub fn folder(topic: &Str, number: i32) -> String {
    format!("{topic}-{number}")
}
