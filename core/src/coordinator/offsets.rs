//! Committed offsets.

use crate::wire::{Str, Uuid};

/// Where a group is in a partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Committed {
    /// The topic's id: what was committed in a topic that is gone is nothing to its successor of the same name.
    pub topic_id: Uuid,
    /// The next record that the group has not processed.
    pub offset: i64,
    /// Epoch of the leader that the last processed record was read from, or -1.
    pub leader_epoch: i32,
    /// Whatever the client wanted kept.
    pub metadata: Str,
    /// When it was committed, in milliseconds.
    pub timestamp: i64,
}
