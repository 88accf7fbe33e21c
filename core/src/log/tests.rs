use alloc::vec::Vec;

use bytes::Bytes;
use proptest::prelude::*;

use super::*;
use crate::error::ErrorCode;
use crate::ids::LogId;
use crate::records::build::{NewRecord, Producer, batch};
use crate::records::{Batch, Range, Step, Walk};
use crate::recovery::Recovered;

fn one(size: usize, producer: Producer) -> Batch {
    let value = Some(Bytes::from(alloc::vec![1; size]));
    batch(
        &[NewRecord {
            value,
            ..NewRecord::default()
        }],
        producer,
    )
}

/// Bytes between two index entries.
const INTERVAL: u64 = 4096;

fn walk(plan: ReadPlan, max_bytes: u32, file: &[u8]) -> Range {
    let mut walk = Walk::new(plan, max_bytes);
    loop {
        match walk.step() {
            Step::Done(range) => return range,
            Step::Read { position, len } => {
                let from = (position as usize).min(file.len());
                walk.feed(&file[from..(from + len).min(file.len())]);
            }
        }
    }
}

proptest! {
    /// Near the end it is known exactly how much there is to read: `fetch.min.bytes` is kept by it.
    #[test]
    fn the_bytes_near_the_end_are_known_exactly(
        sizes in prop::collection::vec(0usize..2000, 1..60), from in any::<prop::sample::Index>(),
        limit in any::<prop::sample::Index>(), roll in prop::sample::select(&[10_000, u32::MAX][..]),
    ) {
        let mut log = Recovered::empty().into_log();
        let lens: Vec<u64> = sizes
            .iter()
            .map(|&size| {
                let batch = one(size, Producer::NONE);
                log.append(batch.header(), 0, roll);
                u64::from(batch.len())
            })
            .collect();
        let (from, limit) = (from.index(sizes.len()), limit.index(sizes.len() + 1));
        let right: u64 = lens.get(from..limit).map_or(0, |between| between.iter().sum());
        let told = log.segments.bytes_between(from as Offset, limit as Offset);
        prop_assert_eq!(told == 0, right == 0);
        let to_end: u64 = lens[from..].iter().sum();
        let sealed = log.segments.active().base > from as Offset;
        if to_end <= INTERVAL && !sealed {
            prop_assert_eq!(told, right);
        } else if !sealed {
            prop_assert!(told.abs_diff(right) <= INTERVAL + 2100, "{} for {}", told, right);
        }
    }

    /// A plan's range is what a scan of the whole file would give: from the batch that holds the offset, to the
    /// last that the limits allow, and never an empty one where something could be read.
    #[test]
    fn a_walk_finds_what_a_scan_finds(
        sizes in prop::collection::vec(0usize..9000, 1..40),
        from in any::<prop::sample::Index>(), limit in any::<prop::sample::Index>(), max_bytes in 0u32..60_000,
    ) {
        let mut log = Recovered::empty().into_log();
        let (mut file, mut starts) = (Vec::new(), Vec::new());
        for &size in &sizes {
            let batch = one(size, Producer::NONE);
            let placed = log.append(batch.header(), 0, u32::MAX);
            starts.push(file.len() as u64);
            file.extend_from_slice(&batch.placed(placed.base_offset, 0));
        }
        log.on_written(log.end(), log.generation());
        let (from, limit) = (from.index(sizes.len()), limit.index(sizes.len() + 1));
        let plan = log.plan(LogId(0), from as Offset, limit as Offset, max_bytes);
        prop_assert_eq!(plan.is_some(), from < limit);
        let Some(plan) = plan else { return Ok(()) };
        let end_of = |batch: usize| starts.get(batch + 1).copied().unwrap_or(file.len() as u64);
        let fits = |batch: &usize| end_of(*batch) - starts[from] <= u64::from(max_bytes);
        let last = (from..limit).take_while(fits).last().unwrap_or(from);
        let range = walk(plan, max_bytes, &file);
        prop_assert_eq!(range, Range { start: starts[from], end: end_of(last) });
    }
}

fn judge(log: &Log, sequence: i32, epoch: i16) -> Verdict {
    log.producers.judge(
        one(
            0,
            Producer {
                id: 1,
                epoch,
                sequence,
            },
        )
        .header(),
    )
}

fn append(log: &mut Log, sequence: i32, epoch: i16) {
    log.append(
        one(
            0,
            Producer {
                id: 1,
                epoch,
                sequence,
            },
        )
        .header(),
        0,
        u32::MAX,
    );
}

#[test]
fn a_retry_is_recognised_and_a_gap_is_refused() {
    let mut log = Recovered::empty().into_log();
    assert_eq!(
        judge(&log, 1, 0),
        Verdict::Refused(ErrorCode::OutOfOrderSequenceNumber)
    );
    for sequence in 0..5 {
        assert_eq!(judge(&log, sequence, 0), Verdict::New);
        append(&mut log, sequence, 0);
    }
    for sequence in 0..5 {
        let Verdict::Duplicate(seen) = judge(&log, sequence, 0) else {
            panic!("{sequence} was written");
        };
        assert_eq!(seen.base_offset, Offset::from(sequence));
    }
    assert_eq!(
        judge(&log, 6, 0),
        Verdict::Refused(ErrorCode::OutOfOrderSequenceNumber)
    );
    assert_eq!(judge(&log, 5, 0), Verdict::New);
}

#[test]
fn an_old_epoch_is_fenced_and_a_new_one_begins_at_zero() {
    let mut log = Recovered::empty().into_log();
    append(&mut log, 0, 3);
    assert_eq!(
        judge(&log, 1, 2),
        Verdict::Refused(ErrorCode::InvalidProducerEpoch)
    );
    assert_eq!(
        judge(&log, 1, 4),
        Verdict::Refused(ErrorCode::OutOfOrderSequenceNumber)
    );
    assert_eq!(judge(&log, 0, 4), Verdict::New);
}

#[test]
fn sequence_numbers_wrap() {
    let mut log = Recovered::empty().into_log();
    log.producers.restore(
        1,
        0,
        alloc::vec![Sequenced {
            first: i32::MAX,
            last: i32::MAX,
            base_offset: 0,
            last_offset: 0,
            timestamp: 0
        }],
    );
    assert_eq!(judge(&log, 0, 0), Verdict::New);
    append(&mut log, 0, 0);
    assert_eq!(judge(&log, 1, 0), Verdict::New);
}

#[test]
fn a_late_completion_is_void() {
    let mut log = Recovered::empty().into_log();
    append(&mut log, 0, 0);
    assert!(!log.on_written(1, Gen(7)));
    assert!(log.on_written(1, Gen(0)));
    assert!(!log.on_written(1, Gen(0)));
    assert!(log.on_flushed(1, Gen(0)));
    assert_eq!((log.written(), log.flushed()), (1, 1));
}

#[test]
fn an_epoch_ends_where_the_next_begins() {
    let mut epochs = Epochs::default();
    epochs.assign(0, 0);
    epochs.assign(2, 5);
    epochs.assign(2, 7);
    epochs.assign(4, 9);
    // KIP-279: for an epoch that nobody led in, the largest one below.
    assert_eq!(epochs.end_of(3, 12), Some((2, 9)));
    assert_eq!(epochs.end_of(4, 12), Some((4, 12)));
    assert_eq!(epochs.end_of(0, 12), Some((0, 5)));
    assert_eq!(
        (epochs.at(4), epochs.at(5), epochs.at(11)),
        (Some(0), Some(2), Some(4))
    );
    // A leader that wrote nothing gives way (KAFKA-10706).
    epochs.assign(5, 9);
    assert_eq!(epochs.iter().collect::<Vec<_>>(), [(0, 0), (2, 5), (5, 9)]);
    epochs.truncate(5);
    assert_eq!(epochs.latest(), Some(0));
}
