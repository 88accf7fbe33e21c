//! From the files of a log to its state: a pure walk that is fed the bytes it asks for.
//!
//! The checkpoint names the recovery point: everything below it was synced. What lies above may have been
//! torn by a crash, so the walk reads on from there and cuts at the first batch that is not whole, not
//! intact or not the next. A bad batch below the recovery point is damage, and is never cut: the log is
//! refused, so that nobody mistakes a damaged log for a short one (FAST'18, "protocol-aware recovery"). So is a log
//! that ends below what it once noted as committed ([`crate::SegmentOp::Mark`]).
//! A log that is to be cut goes the same way, no further than to the cut.

use alloc::vec::Vec;

use bytes::{Bytes, BytesMut};

use crate::checkpoint::Checkpoint;
use crate::ids::Offset;
use crate::input::Fault;
use crate::log::{Epochs, Log, Producers, Segment, Segments};
use crate::mutant::{self, Mutant};
use crate::records::{Batch, HEADER_LEN, Header, check_stored};

/// Bytes asked for at a time, if nobody says otherwise.
const PIECE: u32 = 1 << 20;

/// A log as recovery found it. All of it must be on stable storage before it is handed to the core.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Recovered {
    /// First offset that can be read.
    pub start: Offset,
    /// Where each leader epoch begins.
    pub epochs: Epochs,
    /// What idempotent producers wrote last.
    pub producers: Producers,
    /// Files and sparse indexes.
    pub segments: Segments,
    /// Bytes of a torn tail that were cut.
    pub cut_bytes: u64,
    /// Everything below was committed when the log was last in use, as far as it was noted.
    pub committed: Offset,
}

impl Recovered {
    /// A log that never held anything.
    pub fn empty() -> Self {
        Self {
            start: 0,
            epochs: Epochs::default(),
            producers: Producers::default(),
            segments: Segments::starting_at(0),
            cut_bytes: 0,
            committed: 0,
        }
    }

    /// The log's state.
    pub fn into_log(self) -> Log {
        Log::new(self.start, self.epochs, self.producers, self.segments)
    }
}

/// The bytes of a checkpoint of `log`, as its flushed end allows.
pub fn checkpoint(log: &Log) -> Bytes {
    Checkpoint::encode(log, log.flushed())
}

/// A segment file: its base offset and its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SegmentFile {
    /// From the file's name.
    pub base: Offset,
    /// Bytes.
    pub len: u64,
}

/// What recovery needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Feed it the bytes of this segment from `position` on, `len` of them unless the file ends before.
    Read {
        /// Base offset of the segment.
        segment: Offset,
        /// Position in its file.
        position: u64,
        /// Bytes wanted.
        len: usize,
    },
    /// All is known. Files are to be brought to this state first: the active segment cut to its size, later
    /// ones removed, the rest synced.
    Done(Recovered),
    /// The log must not be used.
    Refused(Fault),
}

/// A recovery in progress.
#[derive(Clone, Debug)]
pub struct Recovery {
    files: Vec<SegmentFile>,
    /// Bytes asked for at a time.
    piece: u32,
    /// The file that is being walked.
    file: usize,
    /// Position of the next batch in it.
    position: u64,
    /// Bytes of the file from `position` on.
    buffer: BytesMut,
    /// Below this offset everything was synced.
    recovery_point: Offset,
    /// Below this offset everything was synced and committed. Never below the recovery point but when that is not yet
    /// known to be committed.
    committed: Offset,
    /// The checkpoint could not be read: what is synced is unknown, so nothing may be cut.
    blind: bool,
    /// Batches that end above are to go.
    cut: Option<Offset>,
    /// The checkpoint that is true of the log before it is cut and after, if the one that it has is not.
    replaced: Option<Bytes>,
    start: Offset,
    epochs: Epochs,
    producers: Producers,
    done: Vec<Segment>,
    current: Segment,
    outcome: Option<Result<u64, Fault>>,
}

impl Recovery {
    /// Begins the recovery of a log with these segment files and the bytes of its checkpoint, if it has one.
    pub fn new(files: Vec<SegmentFile>, checkpoint: Option<Bytes>) -> Self {
        Self::begin(files, checkpoint, None)
    }

    /// Begins the recovery of a log that is to end at the last batch boundary at or below `cut`: what lies above is
    /// not taken in, and goes like a torn tail. A log that begins above `cut` is left empty where it begins.
    pub fn cut(files: Vec<SegmentFile>, checkpoint: Option<Bytes>, cut: Offset) -> Self {
        Self::begin(files, checkpoint, Some(cut))
    }

    fn begin(mut files: Vec<SegmentFile>, checkpoint: Option<Bytes>, cut: Option<Offset>) -> Self {
        files.sort_by_key(|file| file.base);
        let had_checkpoint = checkpoint.is_some();
        let mut checkpoint = checkpoint.and_then(Checkpoint::decode);
        let blind = had_checkpoint && checkpoint.is_none();
        let base = files.first().map_or(0, |file| file.base);
        let mut replaced = None;
        if let Some(cut) = cut {
            let spans_cut = checkpoint.as_ref().is_some_and(|c| c.recovery_point > cut);
            if (blind || spans_cut) && !mutant::is(Mutant::SpanIgnored) {
                let shorter = checkpoint
                    .take()
                    .unwrap_or_else(|| Checkpoint::nothing(base));
                let shorter = shorter.cut(cut);
                replaced = Some(shorter.to_bytes());
                checkpoint = Some(shorter);
            }
        }
        let mut this = Self {
            files,
            piece: PIECE,
            file: 0,
            position: 0,
            buffer: BytesMut::new(),
            recovery_point: base,
            committed: base,
            blind,
            cut,
            replaced,
            start: base,
            epochs: Epochs::default(),
            producers: Producers::default(),
            done: Vec::new(),
            current: Segment::new(base),
            outcome: None,
        };
        if let Some(checkpoint) = checkpoint {
            this.resume(checkpoint);
        }
        if this.files.is_empty() && this.recovery_point == base {
            this.outcome = Some(Ok(0));
        }
        this
    }

    /// Asks for `bytes` at a time, and for more only if a batch is larger.
    #[must_use]
    pub fn in_pieces(mut self, bytes: u32) -> Self {
        self.piece = bytes.max(1);
        self
    }

    /// Takes in what the log noted as committed and synced: a log that ends below has lost what was acknowledged, and is
    /// refused. If the log is to be cut below, which only a leader that lost an unsynced tail can ask for, the note goes
    /// no further than to the cut.
    #[must_use]
    pub fn noted(mut self, committed: Option<Offset>) -> Self {
        let committed = committed.unwrap_or(self.committed);
        let cut = self.cut.unwrap_or(Offset::MAX);
        self.committed = self.committed.max(committed.min(cut));
        if let Some(Ok(_)) = self.outcome {
            self.end(0);
        }
        self
    }

    /// Takes over what the checkpoint says of everything below the recovery point. Files that the
    /// checkpoint counts on must be there, whole.
    fn resume(&mut self, checkpoint: Checkpoint) {
        self.start = checkpoint.start;
        self.recovery_point = checkpoint.recovery_point;
        self.committed = checkpoint.recovery_point;
        self.epochs = checkpoint.epochs;
        self.producers = checkpoint.producers;
        let mut segments = checkpoint.segments;
        let current = segments.pop().unwrap_or_else(|| Segment::new(self.start));
        for segment in segments.iter().chain([&current]) {
            let len = self
                .files
                .iter()
                .find(|file| file.base == segment.base)
                .map_or(0, |file| file.len);
            if len < segment.size {
                self.outcome = Some(Err(Fault::Damaged {
                    segment: segment.base,
                    position: len,
                }));
                return;
            }
        }
        self.done = segments;
        self.position = current.size;
        self.file = self
            .files
            .iter()
            .position(|file| file.base == current.base)
            .unwrap_or(self.files.len());
        self.current = current;
        if self.file == self.files.len() {
            self.outcome = Some(Ok(0));
        }
    }

    /// Segment and position from which it reads: nothing vouches for what comes after. To be asked at the start.
    pub fn resumes_at(&self) -> (Offset, u64) {
        (self.current.base, self.position)
    }

    /// The checkpoint that must be on stable storage before any file is cut: the one that is there counts on bytes that
    /// are to go, or cannot be read, and a crash in between would leave a log that nobody may open. `None` if that one
    /// may stay. To be asked at the start.
    pub fn replaced_checkpoint(&self) -> Option<Bytes> {
        self.replaced.clone()
    }

    /// What is needed next.
    pub fn step(&self) -> Step {
        match self.outcome {
            Some(Err(fault)) => Step::Refused(fault),
            Some(Ok(cut_bytes)) => {
                let mut segments = self.done.clone();
                segments.push(self.current.clone());
                Step::Done(Recovered {
                    start: self.start,
                    epochs: self.epochs.clone(),
                    producers: self.producers.clone(),
                    segments: Segments::from_parts(segments),
                    cut_bytes,
                    committed: self.committed,
                })
            }
            None => {
                let file = self.files[self.file];
                let position = self.position + self.buffer.len() as u64;
                let piece = u64::from(self.piece);
                let wanted = match Header::parse(&self.buffer) {
                    Some(header) => (u64::from(header.len) - self.buffer.len() as u64).max(piece),
                    None => piece,
                };
                let len = wanted.min(file.len.saturating_sub(position)) as usize;
                Step::Read {
                    segment: file.base,
                    position,
                    len,
                }
            }
        }
    }

    /// Takes the bytes that were asked for.
    pub fn feed(&mut self, bytes: &[u8]) {
        let file = self.files[self.file];
        self.buffer.extend_from_slice(bytes);
        let at_end = self.position + self.buffer.len() as u64 >= file.len || bytes.is_empty();
        while self.outcome.is_none() {
            if self.buffer.is_empty() && at_end {
                self.next_file();
                return;
            }
            let whole = Header::parse(&self.buffer)
                .is_some_and(|header| header.len as usize <= self.buffer.len());
            if self.reaches_cut() {
                self.outcome = Some(Ok(0));
                return;
            }
            let torn = mutant::is(Mutant::StraddleIsTorn) && self.buffer.len() > HEADER_LEN;
            let ends = at_end || torn || self.is_hopeless();
            if !whole && !ends {
                return;
            }
            match self.take_batch() {
                Some(len) => {
                    self.position += len as u64;
                    let _ = self.buffer.split_to(len);
                }
                None => self.bad_batch(),
            }
        }
    }

    /// True if the next batch is beyond the cut. One that is not the next batch at all is judged as any other.
    fn reaches_cut(&self) -> bool {
        let header = Header::parse(&self.buffer);
        header.is_some_and(|header| {
            header.base_offset == self.current.end
                && self.cut.is_some_and(|cut| header.end_offset() > cut)
        })
    }

    /// True if no further bytes can make the start of the buffer a batch.
    fn is_hopeless(&self) -> bool {
        self.buffer.len() >= HEADER_LEN
            && Header::parse(&self.buffer).is_none_or(|header| header.magic != 2)
    }

    /// Takes the batch at the start of the buffer into the state; `None` if it is not the next batch.
    fn take_batch(&mut self) -> Option<usize> {
        let bytes = Bytes::copy_from_slice(&self.buffer[..self.batch_len()?]);
        let header = if mutant::is(Mutant::L17RecoveryBelievesLengths) {
            Header::parse(&bytes)?
        } else {
            *check_stored(&bytes).as_ref().map(Batch::header)?
        };
        if header.base_offset != self.current.end {
            return None;
        }
        if !(mutant::is(Mutant::L08RecoveryForgetsEpochZero) && header.leader_epoch == 0) {
            self.epochs.assign(header.leader_epoch, header.base_offset);
        }
        self.producers.record(&header);
        self.current.push(&header);
        Some(header.len as usize)
    }

    fn batch_len(&self) -> Option<usize> {
        let len = Header::parse(&self.buffer)?.len as usize;
        (len <= self.buffer.len()).then_some(len)
    }

    /// The file ended at a batch boundary: go on with the next, which must begin where this one ends.
    fn next_file(&mut self) {
        let next = self.files.get(self.file + 1).copied();
        let at_cut = self.cut.is_some_and(|cut| self.current.end >= cut);
        let Some(next) = next.filter(|_| !at_cut) else {
            self.end(0);
            return;
        };
        if next.base != self.current.end {
            self.bad_batch();
            return;
        }
        self.file += 1;
        self.position = 0;
        self.buffer.clear();
        let full = core::mem::replace(&mut self.current, Segment::new(next.base));
        self.done.push(full);
        if next.len == 0 {
            self.next_file();
        }
    }

    /// The next bytes are not the next batch: cut here if they were never synced, refuse the log if they were.
    fn bad_batch(&mut self) {
        if self.blind {
            self.refuse();
            return;
        }
        let rest = self.files[self.file].len - self.position;
        let later: u64 = self.files[self.file + 1..]
            .iter()
            .map(|file| file.len)
            .sum();
        self.end(rest + later);
    }

    /// The log ends here, but for `cut_bytes` that are to go; unless it has lost what is known to have been synced.
    fn end(&mut self, cut_bytes: u64) {
        let known = if mutant::is(Mutant::RecoveryForgetsCommitted) {
            self.recovery_point
        } else {
            self.recovery_point.max(self.committed)
        };
        // A cut below the recovery point has lowered it, but to a batch boundary that the sparse index knows.
        let known = known.min(self.cut.unwrap_or(Offset::MAX));
        if self.current.end < known {
            self.refuse();
        } else {
            self.outcome = Some(Ok(cut_bytes));
        }
    }

    fn refuse(&mut self) {
        let (segment, position) = (self.current.base, self.position);
        self.outcome = Some(Err(Fault::Damaged { segment, position }));
    }
}

#[cfg(test)]
mod tests;
