//! What a log's checkpoint file holds: everything that a restart would otherwise have to read the whole log
//! for. Written when enough was flushed since the last one, and at an orderly stop.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::ids::Offset;
use crate::log::{Epochs, IndexEntry, Log, Producers, Segment, Segments, Sequenced};
use crate::wire::generated::log_checkpoint::{
    CheckpointEpoch, CheckpointIndexEntry, CheckpointProducer, CheckpointSegment,
    CheckpointSequenced, LogCheckpoint,
};
use crate::wire::{Message, Reader, Writer};

/// Version in which checkpoints are written.
const VERSION: i16 = 0;

/// Index entries that a segment keeps in the checkpoint.
const INDEX_ENTRIES: usize = 256;

/// A checkpoint, read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// First offset that can be read.
    pub(crate) start: Offset,
    /// Everything below was synced; a batch boundary.
    pub(crate) recovery_point: Offset,
    /// Epochs that begin below the recovery point.
    pub(crate) epochs: Epochs,
    /// Batches below the recovery point.
    pub(crate) producers: Producers,
    /// Segments up to the recovery point; the last ends there.
    pub(crate) segments: Vec<Segment>,
}

impl Checkpoint {
    /// The bytes of a checkpoint of `log`. The recovery point is the last batch boundary that the sparse index knows at
    /// or below `safe`: what is on stable storage, and committed as well, so that a cut of the log's end hardly ever
    /// reaches below it.
    pub(crate) fn encode(log: &Log, safe: Offset) -> Bytes {
        let (recovery_point, segments) = log.segments.up_to(safe);
        let mut this = Self {
            start: log.start(),
            recovery_point,
            epochs: log.epochs.clone(),
            producers: log.producers.clone(),
            segments,
        };
        this.forget_above_recovery_point();
        this.to_bytes()
    }

    /// Vouches for nothing of a log that begins at `start`.
    pub(crate) fn nothing(start: Offset) -> Self {
        Self {
            start,
            recovery_point: start,
            epochs: Epochs::default(),
            producers: Producers::default(),
            segments: Vec::new(),
        }
    }

    /// Lowers the recovery point to the last batch boundary that the sparse index knows at or below `cut`.
    pub(crate) fn cut(mut self, cut: Offset) -> Self {
        if self.recovery_point > cut && !self.segments.is_empty() {
            (self.recovery_point, self.segments) = Segments::from_parts(self.segments).up_to(cut);
            self.forget_above_recovery_point();
        }
        self
    }

    fn forget_above_recovery_point(&mut self) {
        self.epochs.truncate(self.recovery_point);
        // Of each producer more batches are known than it may have in flight, so that what lies below the recovery
        // point still tells where it was.
        self.producers.truncate(self.recovery_point);
    }

    /// A CRC-32C of what follows, then the record.
    pub(crate) fn to_bytes(&self) -> Bytes {
        let epochs = self.epochs.iter();
        let record = LogCheckpoint {
            start_offset: self.start,
            recovery_point: self.recovery_point,
            epochs: epochs
                .map(|(epoch, start_offset)| CheckpointEpoch {
                    epoch,
                    start_offset,
                    ..CheckpointEpoch::default()
                })
                .collect(),
            producers: self
                .producers
                .iter()
                .map(|(producer_id, epoch, batches)| CheckpointProducer {
                    producer_id,
                    epoch,
                    batches: batches.iter().map(sequenced_out).collect(),
                    ..CheckpointProducer::default()
                })
                .collect(),
            segments: self.segments.iter().map(segment_out).collect(),
            ..LogCheckpoint::default()
        };
        let mut w = Writer::new();
        w.i16(VERSION);
        record
            .encode(&mut w, VERSION)
            .expect("every field exists in the version that is written");
        let (body, _) = w.into_parts();
        let mut out = Vec::with_capacity(body.len() + 4);
        out.extend_from_slice(&crc32c::crc32c(&body).to_be_bytes());
        out.extend_from_slice(&body);
        out.into()
    }

    /// Reads a checkpoint; `None` if it is damaged or of a later version.
    pub(crate) fn decode(mut bytes: Bytes) -> Option<Self> {
        if bytes.len() < 6 {
            return None;
        }
        let crc = bytes.split_to(4);
        if crc32c::crc32c(&bytes).to_be_bytes() != crc[..] {
            return None;
        }
        let budget = bytes.len().saturating_mul(32).saturating_add(4096);
        let mut r = Reader::new(bytes, budget);
        let version = r.i16().ok()?;
        let record = LogCheckpoint::decode(&mut r, version).ok()?;
        let mut epochs = Epochs::default();
        for entry in &record.epochs {
            epochs.assign(entry.epoch, entry.start_offset);
        }
        let mut producers = Producers::default();
        for entry in &record.producers {
            let batches = entry.batches.iter().map(sequenced_in).collect();
            producers.restore(entry.producer_id, entry.epoch, batches);
        }
        Some(Self {
            start: record.start_offset,
            recovery_point: record.recovery_point,
            epochs,
            producers,
            segments: record.segments.iter().map(segment_in).collect(),
        })
    }
}

fn sequenced_out(batch: &Sequenced) -> CheckpointSequenced {
    CheckpointSequenced {
        first_sequence: batch.first,
        last_sequence: batch.last,
        base_offset: batch.base_offset,
        last_offset: batch.last_offset,
        timestamp: batch.timestamp,
        ..CheckpointSequenced::default()
    }
}

fn sequenced_in(batch: &CheckpointSequenced) -> Sequenced {
    Sequenced {
        first: batch.first_sequence,
        last: batch.last_sequence,
        base_offset: batch.base_offset,
        last_offset: batch.last_offset,
        timestamp: batch.timestamp,
    }
}

fn segment_out(segment: &Segment) -> CheckpointSegment {
    let index: Vec<&IndexEntry> = segment.index().collect();
    let stride = index.len().div_ceil(INDEX_ENTRIES).max(1);
    CheckpointSegment {
        base_offset: segment.base,
        end_offset: segment.end,
        size: segment.size as i64,
        max_timestamp: segment.max_timestamp,
        index: index
            .into_iter()
            .step_by(stride)
            .map(|entry| CheckpointIndexEntry {
                offset: entry.offset,
                position: entry.position as i64,
                max_timestamp_before: entry.max_timestamp_before,
                ..CheckpointIndexEntry::default()
            })
            .collect(),
        ..CheckpointSegment::default()
    }
}

fn segment_in(segment: &CheckpointSegment) -> Segment {
    let index = segment.index.iter().map(|entry| IndexEntry {
        offset: entry.offset,
        position: entry.position as u64,
        max_timestamp_before: entry.max_timestamp_before,
    });
    Segment::restore(
        segment.base_offset,
        segment.end_offset,
        segment.size as u64,
        segment.max_timestamp,
        index.collect(),
    )
}
