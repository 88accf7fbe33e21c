//! From a read plan to an exact range of bytes: a walk over batch headers that is fed the bytes it asks
//! for. The connection's writer, the loader of coordinators and searches by timestamp all use it, so
//! whoever does the reading needs to know nothing of batches.

use super::batch::{HEADER_LEN, Header};
use crate::log::ReadPlan;

/// How many bytes a step asks for: enough for many small batches, little to throw away before a big one.
const WINDOW: u64 = 4096;

/// Whole batches in one segment file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Range {
    /// Position of the first batch in the file.
    pub start: u64,
    /// Position after the last batch.
    pub end: u64,
}

impl Range {
    /// Bytes in the range.
    pub fn len(&self) -> u64 {
        self.end - self.start
    }

    /// True if there is no batch in it.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// What the walk needs next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Feed it the bytes of the segment at this position, up to this length; fewer at the end of the file.
    Read {
        /// Position in the segment file.
        position: u64,
        /// Bytes wanted.
        len: usize,
    },
    /// The range that answers the plan.
    Done(Range),
}

/// A walk in progress. It looks for the batch that contains the plan's first offset, jumps over what the
/// plan knows to be whole, and goes on to the last batch within the limits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    plan: ReadPlan,
    max_bytes: u64,
    /// Position of the next header to look at.
    at: u64,
    start: Option<u64>,
    done: bool,
}

impl Walk {
    /// Begins a walk that returns at most `max_bytes`, or, if `at_least_one`, a first batch of any size
    /// (KIP-74).
    pub fn new(plan: ReadPlan, max_bytes: u32) -> Self {
        let done = plan.near >= plan.bound;
        Self {
            at: plan.near,
            max_bytes: u64::from(max_bytes),
            start: None,
            done,
            plan,
        }
    }

    /// What is needed next.
    pub fn step(&self) -> Step {
        if self.done {
            let start = self.start.unwrap_or(self.at);
            return Step::Done(Range {
                start,
                end: self.at.max(start),
            });
        }
        let len = (self.plan.bound - self.at).min(WINDOW);
        Step::Read {
            position: self.at,
            len: len as usize,
        }
    }

    /// Takes the bytes at the position that was asked for.
    pub fn feed(&mut self, bytes: &[u8]) {
        let from = self.at;
        loop {
            if self.done || self.at >= self.plan.bound {
                self.done = true;
                return;
            }
            let skip = (self.at - from) as usize;
            let rest = bytes.get(skip..).unwrap_or(&[]);
            let Some(header) = Header::parse(rest) else {
                // A batch that begins in the window but whose header does not: ask for it from its start.
                // At the very start there is nothing more to ask for: the file ends here.
                self.done = skip == 0 || rest.len() >= HEADER_LEN;
                return;
            };
            self.take(&header);
        }
    }

    fn take(&mut self, header: &Header) {
        let next = self.at + u64::from(header.len);
        if header.base_offset >= self.plan.limit || next > self.plan.bound {
            self.done = true;
            return;
        }
        match self.start {
            None if header.last_offset() < self.plan.from => self.at = next,
            None => {
                if !self.plan.at_least_one && u64::from(header.len) > self.max_bytes {
                    self.done = true;
                    return;
                }
                self.start = Some(self.at);
                let jump = self.plan.jump;
                let within = jump > next && jump - self.at <= self.max_bytes;
                self.at = if within { jump } else { next };
            }
            Some(start) => {
                if next - start > self.max_bytes {
                    self.done = true;
                    return;
                }
                self.at = next;
            }
        }
    }
}
