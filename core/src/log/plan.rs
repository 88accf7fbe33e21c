//! What to read: an owned plan that the driver carries out after the core has returned.

use crate::ids::{LogId, Offset};

/// A read of whole batches from one segment. [`crate::records::Walk`] turns it into an exact range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReadPlan {
    /// The log.
    pub log: LogId,
    /// Base offset of the segment, which names its file.
    pub segment: Offset,
    /// First offset wanted: the batch that contains it comes first, whole.
    pub from: Offset,
    /// Position of a batch at or before `from`.
    pub near: u64,
    /// Position of a batch boundary that `max_bytes` and `limit` allow; 0 if none is known.
    pub jump: u64,
    /// Position after the last batch of the segment that may be read.
    pub bound: u64,
    /// Only batches with a base offset below this one.
    pub limit: Offset,
    /// Bytes wanted at most.
    pub max_bytes: u32,
    /// A first batch larger than `max_bytes` is returned all the same (KIP-74).
    pub at_least_one: bool,
}
