//! Nodes whose disk takes in nothing for a while: none of them has to be restarted for it.
#![cfg(madsim)]

mod world;

use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_io_sim::fault::DiskKnobs;
use world::{World, run, until};

const STORAGE: Option<i16> = Some(ErrorCode::KafkaStorageError as i16);

/// A node alone lacks something for a while.
fn alone(lack: fn(&mut DiskKnobs, bool)) {
    run(
        1,
        1,
        |_| {},
        async |world: World| {
            world.create().await;
            // Nothing is open yet.
            world.disk(0, |disk| lack(disk, true));
            assert_eq!(world.produce(0).await, STORAGE);
            assert_eq!(world.produce(0).await, STORAGE);
            world.disk(0, |disk| lack(disk, false));
            until("it takes in records", async || {
                world.produce(0).await == Some(0)
            })
            .await;
            // One more, into what is open now.
            world.disk(0, |disk| lack(disk, true));
            let again = world.produce(0).await;
            assert!(again == STORAGE || again == Some(0), "{again:?}");
            let records = 1 + i64::from(again == Some(0));
            until("it can be read", async || {
                world.fetch(0).await == Some((0, records, true))
            })
            .await;
            world.disk(0, |disk| lack(disk, false));
            until("it takes in records again", async || {
                world.produce(0).await == Some(0)
            })
            .await;
            world.restart(0);
            until("all of it is there", async || {
                world.fetch(0).await == Some((0, records + 1, true))
            })
            .await;
        },
    );
}

#[test]
fn a_node_without_descriptors_goes_on_once_it_has_some() {
    alone(|disk, lacks| disk.no_descriptors = lacks);
}

#[test]
fn a_node_whose_disk_is_full_goes_on_once_there_is_room() {
    alone(|disk, lacks| disk.full = lacks);
}

#[test]
fn what_cannot_be_opened_for_now_can_be_read_later() {
    run(
        2,
        1,
        |_| {},
        async |world: World| {
            world.create().await;
            assert_eq!(world.produce(0).await, Some(0));
            world.restart(0);
            until("it is there", async || world.leader(0).await == Some(0)).await;
            // The segment is not open, and cannot be opened: the log is as good as before.
            world.disk(0, |disk| disk.no_descriptors = true);
            assert_eq!(
                world.fetch(0).await.map(|(code, ..)| Some(code)),
                Some(STORAGE)
            );
            world.disk(0, |disk| disk.no_descriptors = false);
            assert_eq!(world.fetch(0).await, Some((0, 1, true)));
            assert_eq!(world.produce(0).await, Some(0));
        },
    );
}

/// The disk of the leader, or of a follower, of three hangs: how long nobody gets an acknowledgement.
fn hangs(leaders: bool) {
    run(
        3,
        3,
        |_| {},
        async move |world: World| {
            world.create().await;
            until("a record is taken", async || {
                world.produce(0).await == Some(0)
            })
            .await;
            let leader = world.leader(0).await.expect("somebody leads");
            let hangs = if leaders { leader } else { (leader + 1) % 3 };
            let asked = (hangs + 1) % 3;
            world.disk(hangs, |disk| disk.hung_syncs = true);
            let took = until("others go on", async || {
                world.produce(asked).await == Some(0)
            })
            .await;
            assert!(took < Duration::from_secs(4), "{took:?}");
            let left = world.partition(asked).await.expect("it is there").isr_nodes;
            assert!(!left.contains(&(hangs as i32)), "{left:?}");
            world.disk(hangs, |disk| disk.hung_syncs = false);
            until("all are in sync", async || {
                let partition = world.partition(asked).await;
                partition.is_some_and(|partition| partition.isr_nodes.len() == 3)
            })
            .await;
            assert_eq!(world.produce(asked).await, Some(0));
        },
    );
}

#[test]
fn others_lead_while_the_disk_of_a_leader_hangs() {
    hangs(true);
}

#[test]
fn nobody_waits_for_a_follower_whose_disk_hangs() {
    hangs(false);
}
