//! Single runs through the model, step by step.

use std::collections::BTreeMap;

use highwater_core::{BrokerId, TimerId};

use super::world::World;
use super::{BROKERS, Bounds};
use crate::links::FETCH;

fn world() -> World {
    let bounds = Bounds {
        batches: 4,
        crashes: 1,
        elections: 1,
        ..Bounds::default()
    };
    World::new(bounds, 1)
}

#[test]
fn a_batch_is_acknowledged_once_all_in_sync_replicas_have_synced_it() {
    let mut world = world();
    assert_eq!(world.leading(), [(0, BrokerId(1))]);
    world.send(BrokerId(1));
    world.observe();
    assert!(world.acked.is_empty());
    world.cluster.settle();
    world.observe();
    assert_eq!(world.acked, BTreeMap::from([(0, 0)]));
    assert!(world.replicas_agree() && world.nothing_failed());
    for id in BROKERS {
        assert_eq!(world.content(id).len(), 1);
    }
}

#[test]
fn a_follower_says_nothing_more_until_its_sync() {
    let mut world = world();
    world.send(BrokerId(1));
    let link = (BrokerId(2), BrokerId(1), FETCH);
    world.cluster.deliver_answers(link);
    assert_eq!(world.cluster.links.calls(link), 1, "the fetch that waits");
    world.cluster.flush(BrokerId(2));
    assert_eq!(world.cluster.links.calls(link), 2, "and what is stored");
    world.cluster.flush(BrokerId(1));
    world.cluster.settle();
    world.observe();
    assert_eq!(world.acked.len(), 1);
}

#[test]
fn a_dead_leader_is_replaced_and_comes_back_as_a_follower() {
    let mut world = world();
    world.send(BrokerId(1));
    world.cluster.settle();
    world.observe();
    // The last batch reaches nobody else, and is not acknowledged.
    world.send(BrokerId(1));
    world.cluster.flush(BrokerId(1));
    world.cluster.crash(BrokerId(1), 1);
    let controller = world.cluster.controller();
    world
        .cluster
        .fire(controller, TimerId::BrokerSession(BrokerId(1)));
    world.cluster.settle();
    assert_eq!(world.leading(), [(1, BrokerId(2))]);
    world.send(BrokerId(2));
    world.cluster.settle();
    world.observe();
    assert_eq!(world.acked, BTreeMap::from([(0, 0), (2, 1)]));
    world.cluster.start(BrokerId(1));
    world.cluster.settle();
    world.observe();
    assert!(world.was_cut());
    assert_eq!(world.content(BrokerId(1)), world.content(BrokerId(2)));
    let isr = &world.partition().isr;
    assert_eq!(isr.len(), 3, "{isr:?}");
    assert!(world.leader_is_complete() && world.nothing_failed());
}
