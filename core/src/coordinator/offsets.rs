//! Committed offsets.

use crate::wire::Str;

/// Where a group is in a partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Committed {
    /// The next record that the group has not processed.
    pub offset: i64,
    /// Epoch of the leader that the last processed record was read from, or -1.
    pub leader_epoch: i32,
    /// Whatever the client wanted kept.
    pub metadata: Str,
    /// When it was committed, in milliseconds.
    pub timestamp: i64,
}
