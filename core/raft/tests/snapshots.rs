//! Snapshots: the journal stays small, a restart begins with one, and a voter that lags is sent one.

mod cluster;

use cluster::{Cluster, MS, SECOND};
use highwater_core::BrokerId;

/// Proposes so many commands, one after the other.
fn commit(cluster: &mut Cluster, count: u64) {
    for _ in 0..count {
        let leader = cluster.elect();
        let committed = cluster.history.len();
        cluster.propose(leader);
        cluster.run_until("committed", |cluster| cluster.history.len() > committed);
    }
}

#[test]
fn the_journal_is_rewritten_and_a_restart_begins_with_the_snapshot() {
    let mut cluster = Cluster::with_snapshots(1, 1, 10);
    commit(&mut cluster, 95);
    cluster.run_for(SECOND);
    let id = BrokerId(1);
    assert_eq!(cluster.voters[&id].disk.rewrites(), 9);
    cluster.crash(id);
    cluster.start(id);
    assert_eq!(cluster.voters[&id].restored, 1);
    let restored = cluster.voters[&id].image.index.0;
    assert!((80..95).contains(&restored), "{restored} is not the latest");
    cluster.run_until("applied", |cluster| cluster.all_at(95));
}

#[test]
fn a_voter_that_lags_is_sent_a_snapshot() {
    let mut cluster = Cluster::with_snapshots(3, 2, 8);
    let leader = cluster.elect();
    let lagging = cluster.ids().into_iter().find(|id| *id != leader);
    let lagging = lagging.expect("another");
    cluster.partition(&[lagging]);
    commit(&mut cluster, 50);
    assert_eq!(cluster.voters[&lagging].image.index.0, 0);
    cluster.heal();
    cluster.run_until("caught up", |cluster| cluster.all_at(50));
    assert_eq!(cluster.voters[&lagging].restored, 1);
    // What it installed is on its disk.
    cluster.crash(lagging);
    cluster.start(lagging);
    assert_eq!(cluster.voters[&lagging].restored, 2);
    cluster.run_until("caught up", |cluster| cluster.all_at(50));
}

#[test]
fn a_voter_that_crashes_while_it_installs_a_snapshot_catches_up() {
    for seed in 0..20 {
        let mut cluster = Cluster::with_snapshots(3, seed, 8);
        let leader = cluster.elect();
        let lagging = cluster.ids().into_iter().find(|id| *id != leader);
        let lagging = lagging.expect("another");
        commit(&mut cluster, 3);
        cluster.run_until("equal", |cluster| cluster.all_at(3));
        cluster.crash(lagging);
        commit(&mut cluster, 40);
        cluster.faults.store_max = 100 * MS;
        cluster.start(lagging);
        let moment = cluster.rng.range(0, 300 * MS);
        cluster.run_for(moment);
        cluster.crash(lagging);
        cluster.heal();
        cluster.start(lagging);
        cluster.run_until("caught up", |cluster| cluster.all_at(43));
    }
}
