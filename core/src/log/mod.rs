//! A partition's log, without its bytes: ends and marks, the segment table, leader epochs and producer
//! state. Who leads is none of its business.

mod epochs;
mod plan;
mod producers;
mod segments;

pub use epochs::Epochs;
pub use plan::ReadPlan;
pub use producers::{Producers, Sequenced, Verdict};
pub use segments::{IndexEntry, Placement, Segment, Segments};

use crate::ids::{Epoch, Gen, Offset};
use crate::records::Header;

/// The state of a log. `start <= flushed <= written <= end` at all times.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Log {
    start: Offset,
    flushed: Offset,
    written: Offset,
    end: Offset,
    generation: Gen,
    /// Where each leader epoch begins.
    pub epochs: Epochs,
    /// What idempotent producers wrote last.
    pub producers: Producers,
    /// Files and sparse indexes.
    pub segments: Segments,
}

impl Log {
    /// The log as recovery left it: everything in it is on stable storage.
    pub fn new(start: Offset, epochs: Epochs, producers: Producers, segments: Segments) -> Self {
        let end = segments.end();
        assert!(start <= end, "a log starts at {start}, after its end {end}");
        Self {
            start,
            flushed: end,
            written: end,
            end,
            generation: Gen(0),
            epochs,
            producers,
            segments,
        }
    }

    /// First offset that can be read.
    pub fn start(&self) -> Offset {
        self.start
    }

    /// Log end offset: the next record gets this offset.
    pub fn end(&self) -> Offset {
        self.end
    }

    /// End of what the operating system has: a crash of the machine may still take it.
    pub fn written(&self) -> Offset {
        self.written
    }

    /// End of what is on stable storage.
    pub fn flushed(&self) -> Offset {
        self.flushed
    }

    /// The current generation.
    pub fn generation(&self) -> Gen {
        self.generation
    }

    /// The log with another generation: completions of an earlier one are void.
    pub fn of_generation(self, generation: Gen) -> Self {
        Self { generation, ..self }
    }

    /// The epoch of the last record.
    pub fn last_epoch(&self) -> Option<Epoch> {
        (self.end > self.start).then(|| self.epochs.at(self.end - 1))?
    }

    /// Appends a batch under `epoch`: decides its offset and where its bytes go.
    pub fn append(&mut self, header: &Header, epoch: Epoch, roll_bytes: u32) -> Placement {
        let placed = Header {
            base_offset: self.end,
            leader_epoch: epoch,
            ..*header
        };
        self.take(&placed, roll_bytes)
    }

    /// Appends a batch that the leader has placed: decides where its bytes go.
    ///
    /// # Panics
    /// If it does not follow the log's last record.
    pub fn take(&mut self, placed: &Header, roll_bytes: u32) -> Placement {
        assert_eq!(placed.base_offset, self.end, "a batch leaves a gap");
        self.epochs.assign(placed.leader_epoch, placed.base_offset);
        self.producers.record(placed);
        let placement = self.segments.append(placed, roll_bytes);
        self.end = placed.end_offset();
        placement
    }

    /// Bytes up to `upto` reached the operating system. Void if `generation` is not the current one.
    pub fn on_written(&mut self, upto: Offset, generation: Gen) -> bool {
        if generation != self.generation || upto <= self.written {
            return false;
        }
        assert!(
            upto <= self.end,
            "written to {upto}, but the log ends at {}",
            self.end
        );
        self.written = upto;
        true
    }

    /// Bytes up to `upto` are on stable storage. Void if `generation` is not the current one.
    pub fn on_flushed(&mut self, upto: Offset, generation: Gen) -> bool {
        if generation != self.generation || upto <= self.flushed {
            return false;
        }
        assert!(
            upto <= self.written,
            "flushed to {upto}, but written only to {}",
            self.written
        );
        self.flushed = upto;
        true
    }

    /// A plan to read from `from` up to `limit`, at most `max_bytes` (but a first batch of any size).
    /// `None` if nothing lies in between.
    pub fn plan(
        &self,
        log: crate::ids::LogId,
        from: Offset,
        limit: Offset,
        max_bytes: u32,
    ) -> Option<ReadPlan> {
        let limit = limit.min(self.written);
        if from < self.start || from >= limit {
            return None;
        }
        let (segment, near, jump, bound) = self.segments.locate(from, limit, max_bytes);
        Some(ReadPlan {
            log,
            segment,
            from,
            near,
            jump,
            bound,
            limit,
            max_bytes,
            at_least_one: true,
        })
    }
}

#[cfg(test)]
mod tests;
