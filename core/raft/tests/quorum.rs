//! Elections, replication, crashes and partitions of a quorum.

mod cluster;

use cluster::{Cluster, Disk, Faults, MS, SECOND};
use highwater_core::{BrokerId, Role};
use highwater_raft::Input;

#[test]
fn three_voters_boot_elect_and_commit() {
    let mut cluster = Cluster::new(3, 1);
    let leader = cluster.elect();
    let proposals: Vec<_> = (0..5).map(|_| cluster.propose(leader)).collect();
    cluster.run_until("committed", |cluster| cluster.all_at(5));
    let committed: Vec<_> = cluster.history.iter().map(|command| command.id).collect();
    assert_eq!(committed, proposals, "in the order in which they came");
    assert_eq!(cluster.accepted, proposals.into_iter().collect());
    for (&id, voter) in &cluster.voters {
        let follows = Role::Follows { controller: leader };
        assert!(id == leader || voter.role == follows);
    }
}

#[test]
fn one_voter_is_elected_at_once() {
    let mut cluster = Cluster::new(1, 1);
    let leader = cluster.elect();
    assert!(cluster.now < 20 * MS, "it waited for nobody");
    cluster.propose(leader);
    cluster.run_until("committed", |cluster| cluster.all_at(1));
    cluster.crash(leader);
    let crashed = cluster.now;
    cluster.start(leader);
    cluster.elect();
    assert!(cluster.now < crashed + 20 * MS, "nor after a restart");
    assert!(cluster.all_at(1), "and it knows what it committed");
    assert_eq!(cluster.leaders.len(), 2, "in a later term");
}

#[test]
fn the_same_seed_makes_the_same_trace() {
    let trace = |seed| {
        let mut cluster = Cluster::new(3, seed);
        cluster.faults = Faults {
            drop: 5,
            double: 5,
            delay_max: 20 * MS,
            store_max: 20 * MS,
        };
        let leader = cluster.elect();
        cluster.propose(leader);
        cluster.run_for(SECOND);
        cluster.crash(leader);
        cluster.run_for(2 * SECOND);
        cluster.trace()
    };
    assert_eq!(trace(7), trace(7));
    assert_ne!(trace(7), trace(8));
}

#[test]
fn committed_commands_survive_their_leader() {
    let mut cluster = Cluster::new(3, 3);
    let first = cluster.elect();
    for _ in 0..3 {
        cluster.propose(first);
    }
    cluster.run_until("committed", |cluster| cluster.history.len() == 3);
    cluster.crash(first);
    let second = cluster.elect();
    assert_ne!(first, second);
    cluster.propose(second);
    cluster.run_until("committed", |cluster| cluster.history.len() == 4);
    cluster.start(first);
    cluster.run_until("caught up", |cluster| cluster.all_at(4));
    let follows = Role::Follows { controller: second };
    cluster.run_until("followed", |cluster| cluster.voters[&first].role == follows);
}

#[test]
fn a_minority_commits_nothing_and_catches_up() {
    let mut cluster = Cluster::new(3, 4);
    let old = cluster.elect();
    cluster.partition(&[old]);
    let lost = cluster.propose(old);
    cluster.run_until("led by another", |cluster| {
        cluster.leader().is_some_and(|leader| leader != old)
    });
    let new = cluster.leader().expect("it is led");
    let kept = cluster.propose(new);
    cluster.run_for(5 * SECOND);
    let committed: Vec<_> = cluster.history.iter().map(|command| command.id).collect();
    assert_eq!(committed, [kept]);
    cluster.heal();
    cluster.run_until("caught up", |cluster| cluster.all_at(1));
    assert!(!cluster.refused.contains(&lost), "its fate was unknown");
    assert_eq!(cluster.leader(), Some(new), "the majority's leader stays");
}

#[test]
fn a_voter_that_was_cut_off_deposes_nobody() {
    let mut cluster = Cluster::new(3, 5);
    let leader = cluster.elect();
    let other = cluster.ids().into_iter().find(|id| *id != leader);
    cluster.partition(&[other.expect("another")]);
    cluster.run_for(10 * SECOND);
    cluster.heal();
    cluster.run_for(5 * SECOND);
    assert_eq!(cluster.leaders.len(), 1, "pre-votes change no term");
}

#[test]
fn what_was_not_stored_is_lost_and_not_missed() {
    let mut cluster = Cluster::new(3, 6);
    let leader = cluster.elect();
    cluster.propose(leader);
    cluster.run_until("committed", |cluster| cluster.all_at(1));
    // Nothing gets onto a disk any more, and so nothing is committed.
    cluster.faults.store_max = 1_000 * SECOND;
    for _ in 0..5 {
        cluster.propose(leader);
    }
    cluster.run_for(100 * MS);
    assert_eq!(cluster.history.len(), 1);
    for id in cluster.ids() {
        cluster.voter(id).disk.lose_the_rest();
        cluster.crash(id);
    }
    cluster.heal();
    for id in cluster.ids() {
        cluster.start(id);
    }
    let leader = cluster.elect();
    cluster.propose(leader);
    cluster.run_until("committed", |cluster| cluster.all_at(2));
}

#[test]
fn nobody_is_elected_by_votes_that_are_not_stored() {
    let mut cluster = Cluster::new(3, 10);
    cluster.faults.store_max = 1_000_000 * SECOND;
    cluster.run_for(10 * SECOND);
    let mut voters = cluster.voters.values();
    assert!(voters.all(|voter| voter.role == Role::Leaderless));
    cluster.heal();
    for id in cluster.ids() {
        cluster.crash(id);
        cluster.start(id);
    }
    cluster.elect();
}

#[test]
fn an_answer_that_overtakes_another_waits_for_it() {
    let mut cluster = Cluster::new(1, 11);
    let alone = cluster.elect();
    cluster.faults.store_max = 1_000_000 * SECOND;
    let first = cluster.voters[&alone].disk.next_ticket();
    cluster.propose(alone);
    let second = cluster.voters[&alone].disk.next_ticket();
    cluster.propose(alone);
    assert_ne!(first, second, "both are on their way");
    cluster.input(alone, Input::Stored(second, Ok(())));
    assert!(cluster.history.is_empty(), "a crash may still lose both");
    cluster.input(alone, Input::Stored(first, Ok(())));
    assert_eq!(cluster.history.len(), 2);
}

#[test]
fn only_the_active_controller_proposes_and_only_in_its_term() {
    let mut cluster = Cluster::new(3, 7);
    let leader = cluster.elect();
    let Role::Active { term } = cluster.voters[&leader].role else {
        panic!("the leader is active");
    };
    let other = cluster.ids().into_iter().find(|id| *id != leader);
    let refused = [
        cluster.propose_in(leader, term - 1),
        cluster.propose_in(leader, term + 1),
        cluster.propose_in(other.expect("another"), term),
    ];
    assert_eq!(cluster.refused, refused.into_iter().collect(), "at once");
    cluster.run_for(SECOND);
    assert!(cluster.history.is_empty());
}

#[test]
fn a_failed_store_stops_the_peer() {
    let mut cluster = Cluster::new(3, 8);
    let leader = cluster.elect();
    cluster.voter(leader).fail_stores = true;
    cluster.propose(leader);
    cluster.run_for(50 * MS);
    let failed = cluster.voters[&leader].failed.clone();
    assert!(failed.is_some_and(|why| why.contains("the disk is gone")));
    let stopped = cluster
        .voter(leader)
        .peer
        .as_ref()
        .and_then(|peer| peer.deadline());
    assert_eq!(stopped, None, "it arms no timer any more");
    // The others go on.
    cluster.voter(leader).role = Role::Leaderless;
    let next = cluster.elect();
    assert_ne!(next, leader);
}

#[test]
fn a_voter_whose_disk_was_replaced_is_filled_again() {
    let mut cluster = Cluster::new(3, 12);
    let leader = cluster.elect();
    for _ in 0..5 {
        cluster.propose(leader);
    }
    cluster.run_for(SECOND);
    let follower = cluster.ids().into_iter().find(|id| *id != leader);
    let follower = follower.expect("another");
    cluster.crash(follower);
    cluster.voter(follower).disk = Disk::default();
    cluster.start(follower);
    cluster.run_for(SECOND);
    cluster.propose(leader);
    cluster.run_for(SECOND);
    assert_eq!(cluster.history.len(), 6);
    assert_eq!(cluster.voters[&follower].image.index.0, 6);
    let role = cluster.voters[&leader].role;
    assert!(matches!(role, Role::Active { .. }), "it leads on: {role:?}");
}

#[test]
fn other_voters_than_before_are_an_error() {
    let mut cluster = Cluster::new(3, 9);
    cluster.elect();
    let id = BrokerId(1);
    let mut config = cluster.config(id);
    config.voters = [BrokerId(1), BrokerId(2)].into();
    let saved = cluster.voter(id).disk.saved();
    let mut out = Vec::new();
    highwater_raft::RaftPeer::new(
        config,
        saved,
        highwater_core::Time::from_micros(0),
        &mut out,
    );
    let [highwater_raft::Output::Failed(why)] = &out[..] else {
        panic!("{out:?}");
    };
    assert!(why.contains("voters cannot be changed"), "{why}");
}
