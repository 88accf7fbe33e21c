//! Coordinators: replicated state machines over partitions. A request is decided on, its records are appended to
//! the coordinator's partition, the state is changed at once, and only the reply waits for the high watermark.
//! A reply that reads waits for the end of the log that it saw. Whoever stops leading the partition drops the
//! state; whoever begins to lead it reads the log back.

mod classic;
mod join;
mod member;
mod offsets;
mod records;
mod runtime;
mod shard;

pub use classic::{Classic, Phase};
pub(crate) use classic::{join_refused, sync_refused};
pub use member::Member;
pub use offsets::Committed;
pub(crate) use runtime::Loading;
pub use shard::Shard;

use alloc::vec::Vec;
use core::time::Duration;

use crate::api::Response;
use crate::ids::{LogId, ReqId};
use crate::records::HEADER_LEN;
use crate::records::build::NewRecord;
use crate::time::{TimerId, Wall};
use crate::wire::Str;

/// The topic whose partitions hold groups and their offsets.
pub const OFFSETS_TOPIC: Str = Str::from_static("__consumer_offsets");

/// What a decision wants done, besides the change of state that it made.
#[derive(Debug)]
pub(crate) struct Effects {
    /// The partition of the coordinator that decides.
    pub(crate) log: LogId,
    /// What the records are stamped with.
    pub(crate) wall: Wall,
    /// Bytes of a batch at most (`max.message.bytes` of the offsets topic).
    max_bytes: usize,
    /// To be appended, in as few batches as they fit in. Each fits one by itself.
    pub(crate) records: Vec<NewRecord>,
    /// Replies that need not wait.
    pub(crate) now: Vec<(ReqId, Response)>,
    /// Replies that wait until everything appended so far, `records` included, is committed.
    pub(crate) committed: Vec<(ReqId, Response)>,
    /// Timers to arm.
    pub(crate) arm: Vec<(TimerId, Duration)>,
    /// Timers to forget.
    pub(crate) disarm: Vec<TimerId>,
}

impl Effects {
    pub(crate) fn new(log: LogId, wall: Wall, max_bytes: usize) -> Self {
        Self {
            log,
            wall,
            max_bytes,
            records: Vec::new(),
            now: Vec::new(),
            committed: Vec::new(),
            arm: Vec::new(),
            disarm: Vec::new(),
        }
    }
}

impl Effects {
    /// True if these records can be appended together, as one batch. What cannot is to be refused, as in Kafka, before
    /// the state is changed: a batch that is too large could be neither replicated nor read back.
    pub(crate) fn fits(&self, records: &[NewRecord]) -> bool {
        records.is_empty()
            || HEADER_LEN + records.iter().map(NewRecord::size).sum::<usize>() <= self.max_bytes
    }
}

/// A request that the state of a group will answer: a join or a sync.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Awaiting {
    pub(crate) id: ReqId,
    pub(crate) version: i16,
}

/// The partition of the offsets topic that coordinates `group`: Kafka's rule, which is Java's string hash without
/// its sign.
pub(crate) fn partition_of(group: &str, partitions: usize) -> i32 {
    let hash = group.encode_utf16().fold(0i32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(i32::from(unit))
    });
    (hash & i32::MAX) % partitions.max(1) as i32
}

#[cfg(test)]
mod tests {
    use super::partition_of;

    #[test]
    fn a_group_lies_where_kafka_puts_it() {
        // "abc".hashCode() is 96354, "polygenelubricants".hashCode() is -2^31.
        assert_eq!(partition_of("abc", 50), 96354 % 50);
        assert_eq!(partition_of("polygenelubricants", 50), 0);
    }
}
