//! The third ring: what clients saw. A history is what was sent, what was acknowledged and what was read
//! back; the judges know nothing of how the broker works, so they judge any Kafka cluster.

mod durable;
mod foreign;
mod offsets;
mod order;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::ids::Offset;

pub use durable::{acked_survive, read_survive};
pub use foreign::nothing_foreign;
pub use offsets::{acked_where_told, ends_never_fall};
pub use order::{in_order, not_repeated, reads_join};

/// A record's identity: who sent it, and as which of its records. A client never sends one twice on purpose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value {
    /// The producer.
    pub producer: u64,
    /// Counts the producer's records, in the order in which it sent them.
    pub number: u64,
}

/// What happened to one partition, as its clients saw it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct History {
    /// Everything that was sent, acknowledged or not.
    pub sent: BTreeSet<Value>,
    /// What was acknowledged, and at which offset.
    pub acked: BTreeMap<Value, Offset>,
    /// What was read, by each reader from some offset on, in the order of its reading.
    pub reads: Vec<Vec<(Offset, Value)>>,
    /// What a reader at rest read at the end: the whole partition from its start.
    pub last_read: Vec<(Offset, Value)>,
    /// The ends (high watermarks) that clients were told. Each with a floor: the greatest end that any client
    /// knew of when this one began to ask, be it from an earlier answer or as the end of what was acknowledged.
    pub ends: Vec<(Offset, Offset)>,
}

/// A property that a history broke.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Violation {
    /// The property's name.
    pub property: &'static str,
    /// What broke it.
    pub what: String,
}

fn violation(property: &'static str, what: String) -> Result<(), Violation> {
    Err(Violation { property, what })
}

/// A judge.
pub type Property = fn(&History) -> Result<(), Violation>;

/// All judges of a partition that idempotent producers write to.
pub const IDEMPOTENT: [Property; 8] = [
    acked_survive,
    acked_where_told,
    read_survive,
    not_repeated,
    in_order,
    reads_join,
    nothing_foreign,
    ends_never_fall,
];

/// Applies all of `properties`.
///
/// # Errors
/// The first that does not hold.
pub fn judge(history: &History, properties: &[Property]) -> Result<(), Violation> {
    properties.iter().try_for_each(|property| property(history))
}

#[cfg(test)]
mod tests;
