//! The disk of a modelled node: for each log two marks, and a crash that keeps any prefix of what lies between.

use std::collections::VecDeque;

use bytes::{Bytes, BytesMut};
use highwater_core::log::ReadPlan;
use highwater_core::records::{self, Walk};
use highwater_core::recovery::{Recovered, Recovery, SegmentFile, Step};
use highwater_core::{Append, Fault, Gen, Offset};

/// A batch as it lies in a segment file, or a torn part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Piece {
    segment: Offset,
    bytes: Bytes,
    /// Offset after it.
    end: Offset,
}

/// One log's files.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LogDisk {
    /// Appends that the writer has not taken yet.
    queue: VecDeque<Append>,
    /// What the operating system has, in order.
    written: Vec<Piece>,
    /// How many of these are on stable storage.
    flushed: usize,
    /// The log's checkpoint; it is replaced atomically and durably.
    checkpoint: Option<Bytes>,
    /// What the log noted as committed.
    mark: Option<Offset>,
    generation: Gen,
}

impl LogDisk {
    /// Takes an append into the writer's queue.
    pub fn append(&mut self, append: Append) {
        self.generation = append.generation;
        self.queue.push_back(append);
    }

    /// Replaces the checkpoint.
    pub fn set_checkpoint(&mut self, bytes: Bytes) {
        self.checkpoint = Some(bytes);
    }

    /// Notes what is committed.
    pub fn set_mark(&mut self, committed: Offset) {
        self.mark = Some(committed);
    }

    /// Appends that wait to be written.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Batches that a crash may take: written and not flushed.
    pub fn unflushed(&self) -> usize {
        self.written.len() - self.flushed
    }

    /// Writes the next append; the end of what is written, and its generation.
    pub fn write(&mut self) -> Option<(Offset, Gen)> {
        let append = self.queue.pop_front()?;
        let bytes = append.batch.placed(append.base_offset, append.leader_epoch);
        self.written.push(Piece {
            segment: append.segment,
            bytes,
            end: append.end(),
        });
        Some((append.end(), append.generation))
    }

    /// Syncs; the end of what is on stable storage.
    pub fn flush(&mut self) -> Option<(Offset, Gen)> {
        self.flushed = self.written.len();
        Some((self.written.last()?.end, self.generation))
    }

    /// The end of what is on stable storage.
    pub fn synced(&self) -> Offset {
        let flushed = &self.written[..self.flushed];
        flushed.last().map_or(0, |piece| piece.end)
    }

    /// Loses power: of what was not flushed, `keep` batches survive, and, if `torn`, half of the next. The mark is not
    /// synced either: it goes if nothing of what was not flushed survives.
    pub fn crash(&mut self, keep: usize, torn: bool) {
        if keep == 0 && self.unflushed() > 0 {
            self.mark = None;
        }
        self.queue.clear();
        let end = self.flushed + keep;
        let next = self.written.get(end).cloned().filter(|_| torn);
        self.written.truncate(end);
        self.written.extend(next.map(|piece| {
            let half = piece.bytes.slice(..piece.bytes.len() / 2);
            // Space that was allocated and never written reads as zeros.
            let mut bytes = BytesMut::from(&half[..]);
            bytes.resize(piece.bytes.len(), 0);
            Piece {
                bytes: bytes.freeze(),
                ..piece
            }
        }));
    }

    /// Loses what a disk must not lose: the last byte that was synced. `marked`: what was noted as committed is
    /// there; if not, the damage is too young for it.
    pub fn rot(&mut self, marked: bool) {
        let mark = self.mark.filter(|_| marked);
        self.crash(0, false);
        self.mark = mark;
        if let Some(piece) = self.written.last_mut() {
            piece.bytes.truncate(piece.bytes.len() - 1);
        }
    }

    /// Recovers the log as a node does at its start, and syncs what is left.
    ///
    /// # Errors
    /// If the log is refused.
    pub fn recover(&mut self) -> Result<Recovered, Fault> {
        let recovery = Recovery::new(self.files(), self.checkpoint.clone());
        self.carry_on(recovery.noted(self.mark))
    }

    fn carry_on(&mut self, mut recovery: Recovery) -> Result<Recovered, Fault> {
        loop {
            match recovery.step() {
                Step::Read {
                    segment,
                    position,
                    len,
                } => {
                    let content = self.content(segment);
                    let from = (position as usize).min(content.len());
                    let end = (from + len).min(content.len());
                    recovery.feed(&content[from..end]);
                }
                Step::Refused(fault) => return Err(fault),
                Step::Done(recovered) => {
                    let end = recovered.segments.end();
                    self.written.retain(|piece| piece.end <= end);
                    self.flushed = self.written.len();
                    self.generation = Gen(0);
                    return Ok(recovered);
                }
            }
        }
    }

    /// Cuts the log at `to`, which begins a generation, and recovers what is left as the node's driver does: that is
    /// on stable storage then.
    ///
    /// # Errors
    /// If the log is refused.
    pub fn cut(&mut self, to: Offset, generation: Gen) -> Result<Recovered, Fault> {
        self.queue.clear();
        let recovery = Recovery::cut(self.files(), self.checkpoint.clone(), to);
        if let Some(bytes) = recovery.replaced_checkpoint() {
            self.checkpoint = Some(bytes);
        }
        self.mark = self.mark.filter(|mark| *mark <= to);
        let recovered = self.carry_on(recovery.noted(self.mark))?;
        self.generation = generation;
        Ok(recovered)
    }

    /// The batches below `end`, as a consumer is sent them.
    pub fn read(&self, end: Offset) -> impl Iterator<Item = &Bytes> + '_ {
        self.written
            .iter()
            .filter(move |piece| piece.end <= end)
            .map(|piece| &piece.bytes)
    }

    /// Carries out a read plan.
    pub fn carry_out(&self, plan: ReadPlan) -> Bytes {
        let content = Bytes::from(self.content(plan.segment));
        let max_bytes = plan.max_bytes;
        let mut walk = Walk::new(plan, max_bytes);
        loop {
            match walk.step() {
                records::Step::Done(range) => {
                    return content.slice(range.start as usize..range.end as usize);
                }
                records::Step::Read { position, len } => {
                    let from = (position as usize).min(content.len());
                    walk.feed(&content[from..(from + len).min(content.len())]);
                }
            }
        }
    }

    fn files(&self) -> Vec<SegmentFile> {
        let mut files: Vec<SegmentFile> = Vec::new();
        for piece in &self.written {
            match files.last_mut() {
                Some(file) if file.base == piece.segment => file.len += piece.bytes.len() as u64,
                _ => files.push(SegmentFile {
                    base: piece.segment,
                    len: piece.bytes.len() as u64,
                }),
            }
        }
        files
    }

    fn content(&self, segment: Offset) -> Vec<u8> {
        let pieces = self.written.iter().filter(|piece| piece.segment == segment);
        pieces
            .flat_map(|piece| piece.bytes.iter().copied())
            .collect()
    }
}
