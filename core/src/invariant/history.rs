//! The third ring: what clients saw. A history is what was sent, what was acknowledged and what was read
//! back; the judges know nothing of how the broker works, so they judge any Kafka cluster.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ids::Offset;

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

/// DUR: what was acknowledged is there at the end.
///
/// # Errors
/// The first record that is gone.
pub fn acked_survive(history: &History) -> Result<(), Violation> {
    let there: BTreeSet<Value> = history.last_read.iter().map(|&(_, value)| value).collect();
    match history.acked.keys().find(|value| !there.contains(value)) {
        Some(value) => violation(
            "acked-survive",
            format!("{value:?} was acknowledged and is gone"),
        ),
        None => Ok(()),
    }
}

/// DUR: what anyone has read is there at the end, acknowledged or not: readers are shown committed records only.
///
/// # Errors
/// The first record that is gone.
pub fn read_survive(history: &History) -> Result<(), Violation> {
    let there: BTreeSet<Value> = history.last_read.iter().map(|&(_, value)| value).collect();
    let mut read = history.reads.iter().flatten();
    match read.find(|(_, value)| !there.contains(value)) {
        Some((offset, value)) => violation(
            "read-survive",
            format!("{value:?} was read at {offset} and is gone"),
        ),
        None => Ok(()),
    }
}

/// What was acknowledged is at the offset that the acknowledgement named, and whatever was read at an offset
/// is what everyone reads there.
///
/// # Errors
/// The first offset with two records.
pub fn acked_where_told(history: &History) -> Result<(), Violation> {
    let mut at: BTreeMap<Offset, Value> = BTreeMap::new();
    for &(offset, value) in history.reads.iter().flatten().chain(&history.last_read) {
        if let Some(other) = at.insert(offset, value)
            && other != value
        {
            return violation(
                "inconsistent-offsets",
                format!("{other:?} and {value:?} were both read at {offset}"),
            );
        }
    }
    for (value, offset) in &history.acked {
        if let Some(other) = at.get(offset)
            && other != value
        {
            return violation(
                "inconsistent-offsets",
                format!("{value:?} was promised {offset}, where {other:?} is"),
            );
        }
    }
    Ok(())
}

/// SEQ: nothing is there twice.
///
/// # Errors
/// The first record that is.
pub fn not_repeated(history: &History) -> Result<(), Violation> {
    let mut seen: BTreeMap<Value, Offset> = BTreeMap::new();
    for &(offset, value) in &history.last_read {
        if let Some(first) = seen.insert(value, offset)
            && first != offset
        {
            return violation(
                "duplicate",
                format!("{value:?} is at {first} and at {offset}"),
            );
        }
    }
    Ok(())
}

/// SEQ: each producer's records are there in the order in which it sent them; and offsets grow.
///
/// # Errors
/// The first that is out of order.
pub fn in_order(history: &History) -> Result<(), Violation> {
    let mut last_offset = None;
    let mut last: BTreeMap<u64, u64> = BTreeMap::new();
    for &(offset, value) in &history.last_read {
        if last_offset.is_some_and(|last| last >= offset) {
            return violation(
                "offsets-grow",
                format!("offset {offset} was read after {last_offset:?}"),
            );
        }
        last_offset = Some(offset);
        if let Some(before) = last.insert(value.producer, value.number)
            && before >= value.number
        {
            return violation(
                "reorder-in-producer",
                format!("{value:?} was read after number {before}"),
            );
        }
    }
    Ok(())
}

/// SEQ: a reader misses no offset and reads none twice. Only for logs that are not compacted and whose every offset
/// holds a record.
///
/// # Errors
/// The first step that is not to the next offset.
pub fn reads_join(history: &History) -> Result<(), Violation> {
    for read in history.reads.iter().chain([&history.last_read]) {
        if let Some(step) = read.windows(2).find(|step| step[1].0 != step[0].0 + 1) {
            return violation(
                "poll-skip",
                format!("a reader went from offset {} to {}", step[0].0, step[1].0),
            );
        }
    }
    Ok(())
}

/// HW: the end that clients are told never falls below one that was known before they asked.
///
/// # Errors
/// The first that did.
pub fn ends_never_fall(history: &History) -> Result<(), Violation> {
    match history.ends.iter().find(|(floor, end)| end < floor) {
        Some((floor, end)) => violation(
            "hw-regression",
            format!("the end was {end} after it had been {floor}"),
        ),
        None => Ok(()),
    }
}

/// Nothing is there that nobody sent.
///
/// # Errors
/// The first that is.
pub fn nothing_foreign(history: &History) -> Result<(), Violation> {
    let read = history.reads.iter().flatten().chain(&history.last_read);
    match read
        .map(|&(_, value)| value)
        .find(|value| !history.sent.contains(value))
    {
        Some(value) => violation(
            "foreign-value",
            format!("{value:?} was read and never sent"),
        ),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(number: u64) -> Value {
        Value {
            producer: 1,
            number,
        }
    }

    /// Three records, sent, acknowledged and read.
    fn good() -> History {
        let values: Vec<(Offset, Value)> = (0..3)
            .map(|number| (number as Offset, value(number)))
            .collect();
        History {
            sent: values.iter().map(|&(_, value)| value).collect(),
            acked: values
                .iter()
                .map(|&(offset, value)| (value, offset))
                .collect(),
            reads: alloc::vec![values[..2].to_vec()],
            last_read: values,
            ends: alloc::vec![(0, 0), (0, 3), (3, 3)],
        }
    }

    fn flagged(history: &History) -> &'static str {
        judge(history, &IDEMPOTENT)
            .expect_err("a planted fault is flagged")
            .property
    }

    #[test]
    fn a_good_history_passes() {
        assert_eq!(judge(&good(), &IDEMPOTENT), Ok(()));
    }

    #[test]
    fn an_unacknowledged_record_may_be_there_or_not() {
        let mut history = good();
        history.acked.remove(&value(2));
        assert_eq!(judge(&history, &IDEMPOTENT), Ok(()));
        history.last_read.pop();
        assert_eq!(judge(&history, &IDEMPOTENT), Ok(()));
    }

    #[test]
    fn a_lost_record_is_flagged() {
        let mut history = good();
        history.last_read.remove(1);
        assert_eq!(flagged(&history), "acked-survive");
    }

    #[test]
    fn a_record_that_was_read_and_is_gone_is_flagged() {
        let mut history = good();
        history.acked.clear();
        history.reads[0].push((2, value(2)));
        history.last_read.pop();
        assert_eq!(flagged(&history), "read-survive");
    }

    #[test]
    fn a_reader_that_skips_or_repeats_is_flagged() {
        let mut history = good();
        history.reads = alloc::vec![alloc::vec![(0, value(0)), (2, value(2))]];
        assert_eq!(flagged(&history), "poll-skip");
        history.reads = alloc::vec![alloc::vec![(1, value(1)), (1, value(1))]];
        assert_eq!(flagged(&history), "poll-skip");
    }

    #[test]
    fn an_end_that_fell_is_flagged() {
        let mut history = good();
        history.ends.push((3, 2));
        assert_eq!(flagged(&history), "hw-regression");
    }

    #[test]
    fn a_repeated_record_is_flagged() {
        let mut history = good();
        history.last_read.push((3, value(2)));
        assert_eq!(flagged(&history), "duplicate");
    }

    #[test]
    fn a_record_elsewhere_than_promised_is_flagged() {
        let mut history = good();
        history.acked.insert(value(2), 1);
        assert_eq!(flagged(&history), "inconsistent-offsets");
    }

    #[test]
    fn an_offset_that_changed_its_record_is_flagged() {
        let mut history = good();
        history.sent.insert(value(9));
        history.reads[0][1].1 = value(9);
        assert_eq!(flagged(&history), "inconsistent-offsets");
    }

    #[test]
    fn a_reordered_producer_is_flagged() {
        let mut history = good();
        history.acked.clear();
        history.reads.clear();
        history.last_read = alloc::vec![(0, value(1)), (1, value(0))];
        assert_eq!(flagged(&history), "reorder-in-producer");
    }

    #[test]
    fn a_foreign_record_is_flagged() {
        let mut history = good();
        history.last_read.push((3, value(7)));
        assert_eq!(flagged(&history), "foreign-value");
    }
}
