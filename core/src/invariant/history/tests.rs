//! Every judge is given a planted fault, which it must flag.

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
