//! Frames that no voter sends are dropped: they neither stop the peer nor change its mind.

mod cluster;

use bytes::Bytes;
use cluster::{Cluster, MS, Rng};
use highwater_core::BrokerId;
use highwater_core::records::crc;
use highwater_raft::Input;

/// A cluster that has done a little of everything, and frames that it sent.
fn frames(seed: u64) -> (Cluster, Vec<(BrokerId, BrokerId, Bytes)>) {
    let mut cluster = Cluster::with_snapshots(3, seed, 6);
    cluster.keep_frames = true;
    let leader = cluster.elect();
    let lagging = cluster.ids().into_iter().find(|id| *id != leader);
    cluster.partition(&[lagging.expect("another")]);
    for count in 1..=20 {
        cluster.propose(leader);
        cluster.run_until("committed", |cluster| cluster.history.len() == count);
    }
    cluster.heal();
    cluster.run_until("caught up", |cluster| cluster.all_at(20));
    let frames = std::mem::take(&mut cluster.kept_frames);
    (cluster, frames)
}

fn sealed(mut bytes: Vec<u8>) -> Bytes {
    if bytes.len() >= 4 {
        let checksum = crc(&bytes[4..]);
        bytes[..4].copy_from_slice(&checksum.to_be_bytes());
    }
    bytes.into()
}

#[test]
fn cut_frames_and_strangers_are_dropped() {
    let (mut cluster, frames) = frames(1);
    let frames: Vec<_> = frames.into_iter().rev().take(60).collect();
    let before = cluster.trace();
    let mut sent = 0;
    for (from, to, bytes) in frames {
        for len in 0..bytes.len() {
            for frame in [bytes.slice(..len), sealed(bytes[..len].to_vec())] {
                cluster.dropped = 0;
                cluster.input(to, Input::Frame(from, frame));
                assert_eq!(cluster.dropped, 1);
                sent += 1;
            }
        }
        for stranger in [to, BrokerId(9), BrokerId(-1)] {
            cluster.dropped = 0;
            cluster.input(to, Input::Frame(stranger, bytes.clone()));
            assert_eq!(cluster.dropped, 1);
        }
        // A later version, in the place that follows checksum, kind and correlation id.
        let mut later = bytes.to_vec();
        later[15] = 1;
        cluster.dropped = 0;
        cluster.input(to, Input::Frame(from, sealed(later)));
        assert_eq!(cluster.dropped, 1);
    }
    assert!(sent > 1000);
    assert_ne!(cluster.trace(), before, "what was dropped is told");
    let leader = cluster.elect();
    cluster.propose(leader);
    cluster.run_until("committed", |cluster| cluster.all_at(21));
    assert_eq!(cluster.leaders.len(), 1, "nobody was deposed");
}

#[test]
fn damaged_frames_are_dropped() {
    let (mut cluster, frames) = frames(2);
    let mut rng = Rng(2);
    for (from, to, bytes) in frames {
        for _ in 0..10 {
            let mut damaged = bytes.to_vec();
            let at = rng.range(0, damaged.len() as u64) as usize;
            damaged[at] ^= 1 << rng.range(0, 8);
            cluster.dropped = 0;
            cluster.input(to, Input::Frame(from, damaged.into()));
            assert_eq!(cluster.dropped, 1, "the checksum finds it");
        }
    }
}

#[test]
fn random_bytes_with_a_good_checksum_stop_nobody() {
    let (mut cluster, frames) = frames(3);
    let mut rng = Rng(3);
    for (from, to, bytes) in frames {
        for _ in 0..20 {
            let keep = rng.range(4, bytes.len() as u64) as usize;
            let mut bytes = bytes[..keep].to_vec();
            bytes.extend((0..rng.range(0, 60)).map(|_| rng.draw() as u8));
            cluster.input(to, Input::Frame(from, sealed(bytes)));
        }
    }
    cluster.run_for(100 * MS);
    for voter in cluster.voters.values() {
        assert_eq!(voter.failed, None);
    }
}
