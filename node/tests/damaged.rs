//! A replica that is damaged is fetched anew from the others.
#![cfg(madsim)]

mod world;

use world::{World, run, until};

#[test]
fn a_damaged_replica_is_fetched_anew() {
    let change = |settings: &mut highwater::Settings| settings.checkpoint_bytes = 1;
    run(5, 3, change, async |world: World| {
        world.create().await;
        for _ in 0..3 {
            until("a record is taken", async || {
                world.produce(0).await == Some(0)
            })
            .await;
        }
        let in_sync = async |count: usize| {
            let partition = world.partition(0).await;
            partition.is_some_and(|partition| partition.isr_nodes.len() == count)
        };
        until("all are in sync", async || in_sync(3).await).await;
        // Twice, so that two others may go.
        for damaged in [1, 2] {
            world.kill(damaged);
            world.rot(damaged);
            world.restart(damaged);
            until("it has left", async || in_sync(2).await).await;
            until("all are in sync again", async || in_sync(3).await).await;
            let kept = format!("{}-0-damaged", world::TOPIC);
            assert!(world.folders(damaged).await.contains(&kept));
        }
        world.kill(0);
        until("one that was fetched anew serves", async || {
            world.fetch(1).await == Some((0, 3, true))
        })
        .await;
    });
}
