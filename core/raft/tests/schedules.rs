//! Random schedules: crashes, partitions, bad networks and slow disks, then peace. What is checked as it happens is
//! in `cluster`: one history, one leader in a term, images equal at equal index, no refused command committed.

mod cluster;

use cluster::{Cluster, Faults, MS, SECOND};

const SCHEDULES: u64 = 200;

#[test]
fn random_schedules_keep_one_history_and_end_in_progress() {
    let mut restored = 0;
    let mut terms = 0;
    for seed in 0..SCHEDULES {
        let mut cluster = Cluster::with_snapshots(3, seed, 6);
        for _ in 0..30 {
            disturb(&mut cluster);
        }
        settle(&mut cluster, seed);
        restored += cluster
            .voters
            .values()
            .map(|voter| voter.restored)
            .sum::<u64>();
        terms += cluster.leaders.len();
    }
    assert!(restored > SCHEDULES, "snapshots were installed");
    assert!(terms as u64 > 2 * SCHEDULES, "leaders changed");
}

/// One thing happens, and some time passes.
fn disturb(cluster: &mut Cluster) {
    let ids = cluster.ids();
    let id = ids[cluster.rng.range(0, ids.len() as u64) as usize];
    match cluster.rng.range(0, 10) {
        0 if cluster.is_up(id) => cluster.crash(id),
        1 => cluster.partition(&[id]),
        2 => cluster.heal(),
        3 => {
            cluster.faults = Faults {
                drop: cluster.rng.range(0, 30),
                double: cluster.rng.range(0, 30),
                delay_max: cluster.rng.range(MS, 100 * MS),
                store_max: cluster.rng.range(MS, 200 * MS),
            };
        }
        4..6 if !cluster.is_up(id) => cluster.start(id),
        6 => cut_power(cluster),
        _ => propose(cluster),
    }
    let span = cluster.rng.range(MS, 500 * MS);
    cluster.run_for(span);
}

fn propose(cluster: &mut Cluster) {
    for id in cluster.ids() {
        if cluster.is_active(id) {
            for _ in 0..cluster.rng.range(1, 5) {
                cluster.propose(id);
            }
        }
    }
}

/// Everybody crashes at once, in the middle of something, and loses all that was not answered.
fn cut_power(cluster: &mut Cluster) {
    propose(cluster);
    let moment = cluster.rng.range(0, cluster.faults.delay_max * 4);
    cluster.run_for(moment);
    for id in cluster.ids() {
        cluster.voter(id).disk.lose_the_rest();
        if cluster.is_up(id) {
            cluster.crash(id);
        }
    }
    for id in cluster.ids() {
        cluster.start(id);
    }
}

/// Peace: the cluster is led again, and everybody learns everything.
fn settle(cluster: &mut Cluster, seed: u64) {
    cluster.heal();
    for id in cluster.ids() {
        if !cluster.is_up(id) {
            cluster.start(id);
        }
    }
    let leader = cluster.elect();
    cluster.run_for(SECOND);
    let leader = cluster.leader().unwrap_or(leader);
    let last = cluster.propose(leader);
    cluster.run_until("committed", |cluster| cluster.accepted.contains(&last));
    let committed = cluster.history.len() as u64;
    cluster.run_until("equal", |cluster| cluster.all_at(committed));
    for accepted in &cluster.accepted {
        let kept = cluster
            .history
            .iter()
            .any(|command| command.id == *accepted);
        assert!(kept, "seed {seed}: an accepted command is gone");
    }
    for voter in cluster.voters.values() {
        assert_eq!(voter.failed, None, "seed {seed}");
    }
}
