//! Stopping in an orderly way takes no longer than it must, and can be cut short.
#![cfg(madsim)]

mod world;

use std::time::Duration;

use world::{World, run, until};

const PARTITIONS: i32 = 200;

#[test]
fn the_checkpoints_of_many_logs_are_written_beside_each_other() {
    run(
        7,
        1,
        |_| {},
        async |world: World| {
            world.create_of(PARTITIONS).await;
            for partition in 0..PARTITIONS {
                assert_eq!(world.produce_to(0, partition).await, Some(0));
            }
            world.disk(0, |disk| disk.sync_ms = 5..6);
            world.terminate(0);
            let took = until("it stops", async || world.ended(0) == Some(Ok(()))).await;
            // One after the other they take two syncs each: two seconds.
            assert!(took < Duration::from_millis(500), "{took:?}");
        },
    );
}

#[test]
fn what_is_to_be_noted_waits_for_a_checkpoint_and_not_for_an_instant_that_has_passed() {
    run(
        9,
        1,
        |_| {},
        async |world: World| {
            world.create().await;
            for _ in 0..2 {
                assert_eq!(world.produce(0).await, Some(0));
            }
            // Longer than marks wait.
            world.disk(0, |disk| disk.sync_ms = 3_000..3_001);
            world.terminate(0);
            until("it stops", async || world.ended(0) == Some(Ok(()))).await;
        },
    );
}

#[test]
fn who_is_told_twice_to_stop_waits_for_nothing() {
    run(
        8,
        1,
        |_| {},
        async |world: World| {
            world.create().await;
            world.disk(0, |disk| disk.hung_syncs = true);
            assert_ne!(world.produce(0).await, Some(0));
            world.terminate(0);
            madsim::time::sleep(Duration::from_secs(10)).await;
            assert_eq!(world.ended(0), None, "what was appended is to be synced");
            world.terminate(0);
            let took = until("it ends", async || world.ended(0).is_some()).await;
            assert!(took < Duration::from_secs(1), "{took:?}");
            assert!(world.ended(0).is_some_and(|ended| ended.is_err()));
        },
    );
}
