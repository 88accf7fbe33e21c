//! What a power cut takes and what it must leave, over many seeds.
#![cfg(madsim)]

use std::collections::BTreeSet;
use std::future::Future;
use std::io::IoSlice;
use std::path::Path;
use std::time::Duration;

use highwater_io_sim::disk::{self, File, Open};
use highwater_io_sim::fault::{self, DiskCounts, DiskKnobs};
use highwater_io_sim::{clock, task};
use madsim::runtime::Runtime;

const EIO: &str = "(os error 5)";

fn run<F: Future>(seed: u64, world: F) -> F::Output {
    Runtime::with_seed_and_config(seed, madsim::Config::default()).block_on(world)
}

/// What the world comes to under each of many seeds.
fn outcomes<T: Ord, F: Future<Output = T>>(world: impl Fn() -> F) -> BTreeSet<T> {
    (0..200).map(|seed| run(seed, world())).collect()
}

fn knobs(change: impl FnOnce(&mut DiskKnobs)) {
    let mut knobs = DiskKnobs {
        torn_per_million: 0,
        ..DiskKnobs::default()
    };
    change(&mut knobs);
    fault::set_disk(here(), knobs);
}

fn here() -> madsim::task::NodeId {
    madsim::plugin::node()
}

fn counts() -> DiskCounts {
    fault::disk_counts(here())
}

async fn write(file: &File, position: u64, bytes: &[u8]) {
    file.write_at(position, &[IoSlice::new(bytes)])
        .await
        .unwrap();
}

async fn read(name: &str) -> Option<Vec<u8>> {
    disk::read_file(Path::new(name))
        .await
        .ok()
        .map(|bytes| bytes.to_vec())
}

/// A new file whose name is durable.
async fn named(name: &str) -> File {
    let file = File::open(Path::new(name), Open::CreateNew).await.unwrap();
    disk::sync_dir(Path::new("/")).await.unwrap();
    file
}

#[test]
fn unsynced_bytes_die_to_a_prefix() {
    let lengths = outcomes(|| async {
        knobs(|_| {});
        let file = named("/log").await;
        write(&file, 0, b"synced").await;
        file.sync().await.unwrap();
        for (index, byte) in b"unsynced".iter().enumerate() {
            write(&file, 6 + index as u64, &[*byte]).await;
        }
        fault::lose_unsynced(here());
        let left = read("/log").await.unwrap();
        assert!(
            left.len() >= 6 && b"syncedunsynced".starts_with(&left),
            "{left:?}"
        );
        assert_eq!(counts().unsynced_bytes_lost, 14 - left.len() as u64);
        assert_eq!(
            file.read_at(0, 100).await.unwrap(),
            left,
            "an open handle sees what is left"
        );
        left.len()
    });
    assert_eq!(lengths, (6..=14).collect(), "every prefix occurs");
}

#[test]
fn files_lose_independently() {
    let lengths = outcomes(|| async {
        knobs(|_| {});
        let (a, b) = (named("/a").await, named("/b").await);
        write(&a, 0, b"x").await;
        write(&b, 0, b"y").await;
        fault::lose_unsynced(here());
        (
            read("/a").await.unwrap().len(),
            read("/b").await.unwrap().len(),
        )
    });
    assert_eq!(lengths, BTreeSet::from([(0, 0), (0, 1), (1, 0), (1, 1)]));
}

#[test]
fn an_unsynced_overwrite_or_cut_may_come_back() {
    let contents = outcomes(|| async {
        knobs(|_| {});
        let file = named("/log").await;
        write(&file, 0, b"old").await;
        file.sync().await.unwrap();
        file.set_len(1).await.unwrap();
        write(&file, 1, b"!").await;
        fault::lose_unsynced(here());
        read("/log").await.unwrap()
    });
    assert_eq!(
        contents,
        BTreeSet::from([b"old".to_vec(), b"o".to_vec(), b"o!".to_vec()])
    );
}

#[test]
fn a_sync_covers_what_was_written_before_it_started() {
    let contents = outcomes(|| async {
        knobs(|knobs| knobs.sync_ms = 20..21);
        let file = named("/log").await;
        write(&file, 0, b"a").await;
        let late = file.clone();
        task::spawn(async move {
            clock::sleep(Duration::from_millis(5)).await;
            write(&late, 1, b"b").await;
        });
        file.sync().await.unwrap();
        assert_eq!(file.len().unwrap(), 2);
        fault::lose_unsynced(here());
        read("/log").await.unwrap()
    });
    assert_eq!(contents, BTreeSet::from([b"a".to_vec(), b"ab".to_vec()]));
}

#[test]
fn a_sync_that_the_crash_cut_short_promises_nothing() {
    let lengths = outcomes(|| async {
        knobs(|knobs| knobs.sync_ms = 20..21);
        let file = named("/log").await;
        write(&file, 0, b"a").await;
        let syncing = task::spawn(async move { file.sync().await.unwrap() });
        clock::sleep(Duration::from_millis(5)).await;
        syncing.abort();
        fault::lose_unsynced(here());
        read("/log").await.unwrap().len()
    });
    assert_eq!(lengths, BTreeSet::from([0, 1]));
}

#[test]
fn what_a_failed_sync_covered_is_never_durable() {
    let contents = outcomes(|| async {
        let file = named("/log").await;
        write(&file, 0, b"aa").await;
        file.sync().await.unwrap();
        knobs(|knobs| knobs.sync_fail_per_million = 1_000_000);
        write(&file, 2, b"bb").await;
        let failed = file.sync().await.expect_err("the knob says so");
        assert!(
            failed.to_string().contains(EIO) && failed.to_string().contains("/log"),
            "{failed}"
        );
        knobs(|_| {});
        write(&file, 4, b"cc").await;
        file.sync().await.unwrap();
        file.sync().await.unwrap();
        assert_eq!(
            file.read_at(0, 10).await.unwrap(),
            "aabbcc",
            "still readable"
        );
        fault::lose_unsynced(here());
        assert_eq!(counts().failed_syncs, 1);
        assert_eq!(counts().unsynced_bytes_lost, 2);
        read("/log").await.unwrap()
    });
    assert_eq!(contents, BTreeSet::from([b"aa\0\0cc".to_vec()]));
}

#[test]
fn the_last_write_may_be_torn() {
    const LEN: usize = 2000;
    let torn = |sector: u32, zeros: u32| {
        outcomes(move || async move {
            knobs(|knobs| {
                knobs.torn_per_million = 1_000_000;
                knobs.torn_at_sector_per_million = sector;
                knobs.torn_zeros_per_million = zeros;
            });
            let file = named("/log").await;
            write(&file, 0, &[1; 100]).await;
            file.sync().await.unwrap();
            write(&file, 100, &[2; LEN]).await;
            fault::lose_unsynced(here());
            let left = read("/log").await.unwrap();
            let whole = left.iter().take_while(|byte| **byte != 0).count();
            assert_eq!(left[..100], [1; 100], "what was synced stays");
            assert!(left[whole..].iter().all(|byte| *byte == 0));
            (left.len(), whole, counts().torn_writes)
        })
    };
    let bytes = torn(0, 0);
    assert!(bytes.len() > 50 && bytes.iter().any(|(len, _, _)| len % 512 != 0));
    assert!(
        bytes
            .iter()
            .all(|(len, whole, _)| len == whole && *len < 100 + LEN)
    );
    let sectors = torn(1_000_000, 0);
    assert!(
        sectors
            .iter()
            .all(|(len, _, _)| *len == 100 || len % 512 == 0),
        "{sectors:?}"
    );
    assert!(sectors.len() > 3);
    let zeros = torn(0, 1_000_000);
    assert!(
        zeros
            .iter()
            .all(|(len, _, torn)| *len == if *torn == 1 { 100 + LEN } else { 100 })
    );
    assert!(zeros.len() > 50);
}

#[test]
fn an_unsynced_name_may_vanish_though_its_content_was_synced() {
    let found = outcomes(|| async {
        knobs(|_| {});
        let file = File::open(Path::new("/new"), Open::CreateNew)
            .await
            .unwrap();
        write(&file, 0, b"content").await;
        file.sync().await.unwrap();
        fault::lose_unsynced(here());
        let found = read("/new").await;
        assert_eq!(counts().dir_entries_lost, u64::from(found.is_none()));
        found
    });
    assert_eq!(found, BTreeSet::from([None, Some(b"content".to_vec())]));
}

#[test]
fn an_unsynced_directory_takes_all_below_it() {
    let found = outcomes(|| async {
        knobs(|_| {});
        disk::create_dir_all(Path::new("/a/b")).await.unwrap();
        write(
            &File::open(Path::new("/a/b/f"), Open::Create).await.unwrap(),
            0,
            b"x",
        )
        .await;
        disk::sync_dir(Path::new("/a/b")).await.unwrap();
        disk::sync_dir(Path::new("/a")).await.unwrap();
        fault::lose_unsynced(here());
        (
            disk::exists(Path::new("/a")).await.unwrap(),
            disk::exists(Path::new("/a/b/f")).await.unwrap(),
        )
    });
    assert_eq!(found, BTreeSet::from([(false, false), (true, true)]));
}

#[test]
fn an_unsynced_rename_reverts_in_one_step() {
    let names = outcomes(|| async {
        knobs(|_| {});
        let (new, old) = (named("/new").await, named("/old").await);
        write(&new, 0, b"new").await;
        write(&old, 0, b"old").await;
        new.sync().await.unwrap();
        old.sync().await.unwrap();
        disk::rename(Path::new("/new"), Path::new("/old"))
            .await
            .unwrap();
        fault::lose_unsynced(here());
        (read("/new").await, read("/old").await)
    });
    let (new, old) = (Some(b"new".to_vec()), Some(b"old".to_vec()));
    assert_eq!(names, BTreeSet::from([(None, new.clone()), (new, old)]));
}

#[test]
fn synced_entries_stay() {
    outcomes(|| async {
        knobs(|_| {});
        let file = named("/one").await;
        write(&file, 0, b"1").await;
        file.sync().await.unwrap();
        disk::rename(Path::new("/one"), Path::new("/two"))
            .await
            .unwrap();
        disk::create_dir_all(Path::new("/dir")).await.unwrap();
        disk::sync_dir(Path::new("/")).await.unwrap();
        fault::lose_unsynced(here());
        assert_eq!(read("/two").await.unwrap(), b"1");
        assert!(!disk::exists(Path::new("/one")).await.unwrap());
        assert!(disk::exists(Path::new("/dir")).await.unwrap());
        assert_eq!(counts().dir_entries_lost, 0);
    });
}

#[test]
fn an_unsynced_removal_may_come_back() {
    let found = outcomes(|| async {
        knobs(|_| {});
        disk::create_dir_all(Path::new("/d")).await.unwrap();
        for name in ["/d/a", "/d/b"] {
            File::open(Path::new(name), Open::Create).await.unwrap();
        }
        disk::sync_dir(Path::new("/d")).await.unwrap();
        disk::sync_dir(Path::new("/")).await.unwrap();
        disk::remove_dir_all(Path::new("/d")).await.unwrap();
        fault::lose_unsynced(here());
        let entries = disk::list(Path::new("/d")).await;
        entries.ok().map(|entries| {
            entries
                .into_iter()
                .map(|entry| entry.name)
                .collect::<Vec<_>>()
        })
    });
    let some = |names: &[&str]| Some(names.iter().map(ToString::to_string).collect());
    assert_eq!(
        found,
        BTreeSet::from([None, some(&[]), some(&["b"]), some(&["a", "b"])])
    );
}

#[test]
fn a_failed_sync_of_a_directory_saves_nothing_until_one_succeeds() {
    outcomes(|| async {
        knobs(|knobs| knobs.sync_fail_per_million = 1_000_000);
        File::open(Path::new("/a"), Open::Create).await.unwrap();
        let failed = disk::sync_dir(Path::new("/"))
            .await
            .expect_err("the knob says so");
        assert!(failed.to_string().contains(EIO), "{failed}");
        knobs(|_| {});
        File::open(Path::new("/b"), Open::Create).await.unwrap();
        disk::sync_dir(Path::new("/")).await.unwrap();
        fault::lose_unsynced(here());
        let names: Vec<_> = disk::list(Path::new("/"))
            .await
            .unwrap()
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        assert_eq!(names, ["a", "b"]);
    });
    let found = outcomes(|| async {
        knobs(|knobs| knobs.sync_fail_per_million = 1_000_000);
        File::open(Path::new("/a"), Open::Create).await.unwrap();
        disk::sync_dir(Path::new("/"))
            .await
            .expect_err("the knob says so");
        fault::lose_unsynced(here());
        disk::exists(Path::new("/a")).await.unwrap()
    });
    assert_eq!(found, BTreeSet::from([false, true]));
}

#[test]
fn a_full_or_broken_disk_says_so() {
    let lengths = outcomes(|| async {
        let file = named("/log").await;
        write(&file, 0, b"1234").await;
        knobs(|knobs| knobs.full = true);
        write(&file, 0, b"4321").await;
        let full = file
            .write_at(4, &[IoSlice::new(b"5678")])
            .await
            .expect_err("it is full");
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
        assert!(File::open(Path::new("/new"), Open::Create).await.is_err());
        assert!(disk::create_dir_all(Path::new("/dir")).await.is_err());
        knobs(|knobs| knobs.read_fail_per_million = 1_000_000);
        assert!(
            file.read_at(0, 1)
                .await
                .expect_err("the knob says so")
                .to_string()
                .contains(EIO)
        );
        knobs(|knobs| knobs.write_fail_per_million = 1_000_000);
        assert!(
            file.write_at(100, &[IoSlice::new(b"5678")])
                .await
                .expect_err("as before")
                .to_string()
                .contains(EIO)
        );
        assert_eq!(counts().failed_accesses, 3);
        file.len().unwrap()
    });
    assert!(
        lengths.contains(&4) && lengths.contains(&8) && lengths.contains(&104),
        "{lengths:?}"
    );
}

#[test]
fn flipped_bits_stay_flipped() {
    outcomes(|| async {
        let file = named("/log").await;
        write(&file, 0, b"abc").await;
        file.sync().await.unwrap();
        fault::flip_bits(here(), Path::new("/log"), 1, 1).unwrap();
        assert_eq!(read("/log").await.unwrap(), b"acc");
        file.sync().await.unwrap();
        fault::lose_unsynced(here());
        assert_eq!(read("/log").await.unwrap(), b"acc");
        assert!(fault::flip_bits(here(), Path::new("/log"), 3, 1).is_err());
        assert!(fault::flip_bits(here(), Path::new("/none"), 0, 1).is_err());
    });
}
