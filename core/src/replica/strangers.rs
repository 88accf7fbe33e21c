//! Producers that are older than a topic, and in the midst of their sequence numbers: most had written to a topic of
//! this name that was deleted. Nothing of theirs is lost, so they may go on where they are. But where is that? A batch that
//! comes first need not be the next: the one before it may have been refused a moment ago, here or elsewhere, when this
//! broker did not know the topic yet or another led. So the first that comes is refused, too, with an error that is retried:
//! clients send again in order, and the least that has been refused is the next.

use alloc::collections::BTreeMap;

use crate::mutant::{self, Mutant};
use crate::records::Header;

/// Producers that are remembered: a bound on what clients can make a leader keep. Who is forgotten is refused once more.
const REMEMBERED: usize = 1000;

/// By id and epoch of a producer: the least sequence number that a batch of it was refused with.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Strangers {
    least: BTreeMap<(i64, i16), i32>,
}

impl Strangers {
    /// A batch of a producer comes that the log does not know. True if its producer may go on with it, or begins with it.
    pub fn meet(&mut self, header: &Header) -> bool {
        let producer = (header.producer_id, header.producer_epoch);
        if self.least.len() >= REMEMBERED && !self.least.contains_key(&producer) {
            self.least.clear();
        }
        let sequence = header.base_sequence;
        let least = self.least.entry(producer).or_insert(i32::MAX);
        let again = sequence == *least;
        *least = sequence.min(*least);
        again || sequence == 0 || mutant::is(Mutant::StrangersGoOn)
    }

    /// The log knows the producer from now on.
    pub fn forget(&mut self, header: &Header) {
        let producer = (header.producer_id, header.producer_epoch);
        self.least.remove(&producer);
    }
}
