//! Idempotent producers (KIP-98, KIP-360): what each wrote last, so that a retry is recognised and a gap
//! is refused.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::error::ErrorCode;
use crate::ids::Offset;
use crate::mutant::{self, Mutant};
use crate::records::Header;

/// Batches remembered for each producer: as many as a client may have in flight, and the one before them. A crash may
/// take all that are in flight, and then the checkpoint must still tell where the producer was.
const REMEMBERED: usize = 5 + 1;

/// A batch that a producer wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sequenced {
    /// Sequence number of its first record.
    pub first: i32,
    /// Sequence number of its last record.
    pub last: i32,
    /// Offset of its first record.
    pub base_offset: Offset,
    /// Offset of its last record.
    pub last_offset: Offset,
    /// Its greatest timestamp, in milliseconds.
    pub timestamp: i64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Entry {
    epoch: i16,
    /// Oldest first.
    batches: Vec<Sequenced>,
}

/// What the log knows of its producers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Producers {
    entries: BTreeMap<i64, Entry>,
}

/// What is to be done with a batch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Append it.
    New,
    /// It is in the log already: answer as the first time.
    Duplicate(Sequenced),
    /// Refuse it.
    Refused(ErrorCode),
}

impl Producers {
    /// Judges a batch that a client sent to the leader. Followers and recovery take what they are given
    /// ([`Producers::record`]) and never judge.
    ///
    /// A producer that this log never saw must begin at sequence 0, unless it is older than the log and the leader has
    /// found out where it is ([`crate::replica::Strangers`]): when the first batch of a new producer was refused and the
    /// second, already in flight, arrives, it has to wait for the first.
    pub fn judge(&self, header: &Header) -> Verdict {
        if !header.has_producer() {
            return Verdict::New;
        }
        let Some(entry) = self.entries.get(&header.producer_id) else {
            let any = mutant::is(Mutant::P05AnySequenceOfUnknown);
            return Self::in_order(header.base_sequence == 0 || any);
        };
        if header.producer_epoch < entry.epoch && !mutant::is(Mutant::FormerEpochTaken) {
            return Verdict::Refused(ErrorCode::InvalidProducerEpoch);
        }
        if header.producer_epoch != entry.epoch {
            return Self::in_order(header.base_sequence == 0);
        }
        let (first, last) = (header.base_sequence, header.last_sequence());
        let Some(newest) = entry.batches.last() else {
            return Self::in_order(first == 0);
        };
        if mutant::is(Mutant::P08DuplicateByLastSequence) && last <= newest.last {
            return Verdict::Duplicate(*newest);
        }
        if let Some(seen) = entry
            .batches
            .iter()
            .find(|seen| seen.first == first && seen.last == last)
        {
            return Verdict::Duplicate(*seen);
        }
        Self::in_order(first == next(newest.last))
    }

    fn in_order(is: bool) -> Verdict {
        if is {
            Verdict::New
        } else {
            Verdict::Refused(ErrorCode::OutOfOrderSequenceNumber)
        }
    }

    /// Notes a batch that is in the log.
    pub fn record(&mut self, header: &Header) {
        if !header.has_producer() || header.is_control() {
            return;
        }
        let entry = self
            .entries
            .entry(header.producer_id)
            .or_insert_with(|| Entry {
                epoch: header.producer_epoch,
                batches: Vec::new(),
            });
        if entry.epoch != header.producer_epoch {
            entry.epoch = header.producer_epoch;
            entry.batches.clear();
        }
        let remembered = if mutant::is(Mutant::P02RememberOneBatch) {
            1
        } else {
            REMEMBERED
        };
        while entry.batches.len() >= remembered {
            entry.batches.remove(0);
        }
        entry.batches.push(Sequenced {
            first: header.base_sequence,
            last: header.last_sequence(),
            base_offset: header.base_offset,
            last_offset: header.last_offset(),
            timestamp: header.max_timestamp,
        });
    }

    /// Forgets everything from `end` on, a batch boundary. A producer of which nothing else is known is forgotten.
    pub fn truncate(&mut self, end: Offset) {
        if mutant::is(Mutant::CutForgetsNoProducer) {
            return;
        }
        self.entries.retain(|_, entry| {
            entry.batches.retain(|batch| batch.base_offset < end);
            !entry.batches.is_empty()
        });
    }

    /// True if a batch has a producer of which nothing is known.
    pub fn is_strange(&self, header: &Header) -> bool {
        header.has_producer() && !self.entries.contains_key(&header.producer_id)
    }

    /// Every producer: its id, its epoch, and its last batches, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (i64, i16, &[Sequenced])> + '_ {
        self.entries
            .iter()
            .map(|(&id, entry)| (id, entry.epoch, entry.batches.as_slice()))
    }

    /// Puts back a producer from a checkpoint.
    pub fn restore(&mut self, id: i64, epoch: i16, batches: Vec<Sequenced>) {
        self.entries.insert(id, Entry { epoch, batches });
    }
}

/// The sequence number after `last`: numbers wrap from 2^31 - 1 to 0.
fn next(last: i32) -> i32 {
    if last == i32::MAX { 0 } else { last + 1 }
}
