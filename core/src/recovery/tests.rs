use alloc::vec::Vec;

use bytes::Bytes;
use proptest::prelude::*;

use super::*;
use crate::log::Log;
use crate::records::build::{NewRecord, Producer, batch};

/// A log's files, and its state as the leader that wrote them knew it.
struct Written {
    log: Log,
    files: Vec<(Offset, Vec<u8>)>,
    /// Log ends after each batch, with where that is: segment and position.
    ends: Vec<(Offset, Offset, u64)>,
}

/// Writes batches of these sizes (records, bytes of each value), the epoch growing now and then.
fn write(batches: &[(u8, u16)], roll_bytes: u32) -> Written {
    let log = Recovered::empty().into_log();
    let mut written = Written {
        log,
        files: Vec::new(),
        ends: Vec::new(),
    };
    for (number, &(count, size)) in batches.iter().enumerate() {
        let value = Bytes::from(alloc::vec![number as u8; size as usize]);
        let record = NewRecord {
            value: Some(value),
            timestamp: number as i64,
            ..NewRecord::default()
        };
        let records = alloc::vec![record; usize::from(count.max(1))];
        let sequence = written.log.end() as i32;
        let batch = batch(
            &records,
            Producer {
                id: 5,
                epoch: 0,
                sequence,
            },
        );
        let epoch = (number / 3) as i32;
        let placed = written.log.append(batch.header(), epoch, roll_bytes);
        let end = written.log.end();
        if written
            .files
            .last()
            .is_none_or(|(base, _)| *base != placed.segment)
        {
            written.files.push((placed.segment, Vec::new()));
        }
        let (_, file) = written.files.last_mut().expect("just pushed");
        assert_eq!(file.len() as u64, placed.position);
        file.extend_from_slice(&batch.placed(placed.base_offset, epoch));
        written.ends.push((end, placed.segment, file.len() as u64));
        written.log.on_written(end, written.log.generation());
        written.log.on_flushed(end, written.log.generation());
    }
    written
}

fn list(files: &[(Offset, Vec<u8>)]) -> Vec<SegmentFile> {
    let list = files.iter().map(|(base, bytes)| SegmentFile {
        base: *base,
        len: bytes.len() as u64,
    });
    list.collect()
}

fn recover(files: &[(Offset, Vec<u8>)], checkpoint: Option<Bytes>) -> Result<Recovered, Fault> {
    walk(files, Recovery::new(list(files), checkpoint))
}

fn walk(files: &[(Offset, Vec<u8>)], mut recovery: Recovery) -> Result<Recovered, Fault> {
    for _ in 0..100_000 {
        match recovery.step() {
            Step::Read {
                segment,
                position,
                len,
            } => {
                let (_, bytes) = files
                    .iter()
                    .find(|(base, _)| *base == segment)
                    .expect("a file that was listed");
                recovery.feed(&bytes[position as usize..position as usize + len]);
            }
            Step::Done(recovered) => return Ok(recovered),
            Step::Refused(fault) => return Err(fault),
        }
    }
    panic!("recovery goes on for ever");
}

fn sizes() -> impl Strategy<Value = Vec<(u8, u16)>> {
    prop::collection::vec((1u8..4, 0u16..3000), 1..24)
}

proptest! {
    /// An intact log comes back as it was, with a checkpoint or without, wherever the checkpoint was taken.
    #[test]
    fn an_intact_log_comes_back(sizes in sizes(), roll in 200u32..20_000, at in any::<prop::sample::Index>()) {
        let written = write(&sizes, roll);
        let plain = recover(&written.files, None).expect("an intact log");
        prop_assert_eq!(plain.cut_bytes, 0);
        prop_assert_eq!(plain.segments.end(), written.log.end());
        prop_assert_eq!(&plain.epochs, &written.log.epochs);
        prop_assert_eq!(&plain.producers, &written.log.producers);
        prop_assert_eq!(&plain.segments.active().size, &written.log.segments.active().size);
        let early = write(&sizes[..=at.index(sizes.len())], roll);
        let resumed = recover(&written.files, Some(Checkpoint::encode(&early.log, early.log.flushed()))).expect("an intact log");
        prop_assert_eq!(resumed.segments.end(), written.log.end());
        prop_assert_eq!(&resumed.epochs, &written.log.epochs);
        prop_assert_eq!(&resumed.producers, &written.log.producers);
    }

    /// A tail that no checkpoint vouches for is cut back to the last whole batch, wherever it was torn, be what
    /// is left of the torn batch short or zeros.
    #[test]
    fn a_torn_tail_is_cut_to_a_batch(
        sizes in sizes(), roll in 200u32..20_000, at in any::<prop::sample::Index>(), zeros in any::<bool>(),
    ) {
        let written = write(&sizes, roll);
        let (base, last) = written.files.last().cloned().expect("a file");
        let cut = at.index(last.len());
        let mut files = written.files.clone();
        let (_, torn) = files.last_mut().expect("a file");
        torn.truncate(cut);
        if zeros {
            torn.resize(last.len(), 0);
        }
        // A batch may end in zeros of its own, which nobody misses.
        let cut = torn.iter().zip(&last).take_while(|(is, was)| is == was).count();
        let recovered = recover(&files, None).expect("a torn tail is no damage");
        let whole = written.ends.iter().filter(|&&(_, segment, position)| segment < base || position <= cut as u64);
        let end = whole.map(|&(end, ..)| end).max().unwrap_or(0);
        prop_assert_eq!(recovered.segments.end(), end);
        let kept = recovered.segments.active().size;
        prop_assert_eq!(recovered.cut_bytes, torn_len(&files) - kept);
    }

    /// What a checkpoint vouches for is never cut: a flipped bit below the recovery point is either not looked at
    /// or refuses the log, and one above it cuts there and nowhere before.
    #[test]
    fn a_flipped_bit_costs_nothing_that_was_synced(
        sizes in sizes(), roll in 200u32..20_000, taken in any::<prop::sample::Index>(),
        file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
    ) {
        let written = write(&sizes, roll);
        let early = write(&sizes[..=taken.index(sizes.len())], roll);
        let checkpoint = Checkpoint::encode(&early.log, early.log.flushed());
        let point = Checkpoint::decode(checkpoint.clone()).expect("just written").recovery_point;
        let mut files = written.files;
        let file = file.index(files.len());
        let at = at.index(files[file].1.len());
        files[file].1[at] ^= 1;
        if let Ok(recovered) = recover(&files, Some(checkpoint)) {
            prop_assert!(recovered.segments.end() >= point);
        }
    }

    /// A log that is cut ends at the last batch boundary at or below the cut, as if nothing above had ever been
    /// written, wherever a checkpoint was taken; and so it does if a crash comes before or after.
    #[test]
    fn a_cut_log_is_as_if_nothing_above_had_been_written(
        sizes in sizes(), roll in 200u32..20_000, taken in any::<Option<prop::sample::Index>>(),
        cut in any::<prop::sample::Index>(), damaged in any::<bool>(),
    ) {
        let written = write(&sizes, roll);
        let cut = cut.index(written.log.end() as usize + 2) as Offset;
        let batches = written.ends.iter().filter(|&&(end, ..)| end <= cut).count();
        let expected = write(&sizes[..batches], roll);
        let mut checkpoint = taken.map(|at| { let early = write(&sizes[..=at.index(sizes.len())], roll).log; Checkpoint::encode(&early, early.flushed()) });
        if damaged && let Some(bytes) = &mut checkpoint {
            *bytes = bytes.slice(..bytes.len() - 1);
        }
        let recovery = Recovery::cut(list(&written.files), checkpoint.clone(), cut);
        let replaced = recovery.replaced_checkpoint();
        let cut_log = walk(&written.files, recovery).expect("an intact log");
        prop_assert_eq!(cut_log.cut_bytes, 0);
        prop_assert_eq!(cut_log.segments.end(), expected.log.end());
        prop_assert_eq!(&cut_log.epochs, &expected.log.epochs);
        let newest = |producers: &Producers| {
            producers.iter().map(|(id, epoch, batches)| (id, epoch, batches.last().copied())).collect::<Vec<_>>()
        };
        // No producer has more than five batches in flight, so no more than five of one are ever cut.
        if taken.is_none() || sizes.len() - batches <= 5 {
            prop_assert_eq!(newest(&cut_log.producers), newest(&expected.log.producers));
        }

        // A crash before the files are cut.
        let checkpoint = replaced.or(checkpoint);
        let whole = recover(&written.files, checkpoint.clone()).expect("an intact log");
        prop_assert_eq!(whole.segments.end(), written.log.end());
        // A crash after.
        let mut files = written.files;
        files.retain(|(base, _)| *base <= cut_log.segments.active().base);
        if let Some((base, last)) = files.last_mut()
            && *base == cut_log.segments.active().base
        {
            last.truncate(cut_log.segments.active().size as usize);
        }
        let again = recover(&files, checkpoint).expect("a log that was cut");
        prop_assert_eq!(again.segments.end(), cut_log.segments.end());
        prop_assert_eq!(&again.epochs, &cut_log.epochs);
        prop_assert_eq!(&again.producers, &cut_log.producers);
    }

    /// Bytes that nobody wrote neither panic nor run for ever.
    #[test]
    fn garbage_is_survived(
        bytes in prop::collection::vec(any::<u8>(), 0..300), checkpoint in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        let files = [(0, bytes)];
        let _ = recover(&files, None);
        let _ = recover(&files, Some(Bytes::from(checkpoint)));
    }
}

fn torn_len(files: &[(Offset, Vec<u8>)]) -> u64 {
    files.last().map_or(0, |(_, bytes)| bytes.len() as u64)
}

#[test]
fn damage_below_the_recovery_point_is_refused() {
    let written = write(&[(1, 2000); 12], 4000);
    let checkpoint = Checkpoint::encode(&written.log, written.log.flushed());
    let mut files = written.files.clone();
    files.remove(1);
    assert!(matches!(
        recover(&files, Some(checkpoint.clone())),
        Err(Fault::Damaged { .. })
    ));
    let mut short = written.files;
    short[0].1.truncate(100);
    assert!(matches!(
        recover(&short, Some(checkpoint)),
        Err(Fault::Damaged { .. })
    ));
}

#[test]
fn without_a_readable_checkpoint_nothing_is_cut() {
    let written = write(&[(1, 100); 4], 1 << 20);
    let mut checkpoint = Checkpoint::encode(&written.log, written.log.flushed()).to_vec();
    checkpoint[10] ^= 1;
    let mut files = written.files;
    assert!(recover(&files, Some(checkpoint.clone().into())).is_ok());
    files[0].1.pop();
    assert!(matches!(
        recover(&files, Some(checkpoint.into())),
        Err(Fault::Damaged { .. })
    ));
}

proptest! {
    /// Damage below what was noted as committed is never taken for a torn tail, whatever of the log is missing or changed
    /// there; above it everything goes on as if nothing was noted.
    #[test]
    fn what_was_noted_as_committed_is_never_cut(
        sizes in sizes(), roll in 200u32..20_000, noted in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
        flip in any::<bool>(),
    ) {
        let mut written = write(&sizes, roll);
        let (committed, ..) = written.ends[noted.index(sizes.len())];
        let broken = at.index(sizes.len());
        let (_, segment, end) = written.ends[broken];
        let file = written.files.iter().position(|(base, _)| *base == segment).expect("a file of each batch");
        let bytes = &mut written.files[file].1;
        if flip {
            bytes[end as usize - 1] ^= 1;
        } else {
            bytes.truncate(end as usize - 1);
            written.files.truncate(file + 1);
        }
        let recovery = Recovery::new(list(&written.files), None).noted(Some(committed));
        let below = broken.checked_sub(1).map_or(0, |before| written.ends[before].0);
        match walk(&written.files, recovery) {
            Ok(recovered) => {
                prop_assert!(below >= committed);
                prop_assert_eq!(recovered.segments.end(), below);
                prop_assert_eq!(recovered.committed, committed);
            }
            Err(fault) => {
                prop_assert!(below < committed, "{:?}", fault);
            }
        }
    }
}

#[test]
fn files_that_are_gone_are_missed() {
    let gone = walk(&[], Recovery::new(Vec::new(), None).noted(Some(1)));
    assert_eq!(
        gone.map(|log| log.cut_bytes),
        Err(Fault::Damaged {
            segment: 0,
            position: 0
        })
    );
    let empty = walk(&[], Recovery::new(Vec::new(), None).noted(None));
    assert_eq!(empty.map(|log| log.committed), Ok(0));
}
