//! Power cuts at any moment, also in the middle of a cut: the log opens, and is what it was before or after.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use highwater_io_sim::fault::{self, DiskKnobs};
use madsim::rand::{Rng, thread_rng};
use madsim::runtime::{Handle, Runtime};

use super::tests::{Known, Owner};
use crate::io::{clock, disk};

const SEEDS: u64 = 60;
const LIVES: u32 = 6;

#[test]
fn a_crash_at_any_moment_leaves_a_log_that_its_owner_knows() {
    let mut cuts = 0;
    for seed in 0..SEEDS {
        let mut config = madsim::Config::default();
        config.net.packet_loss_rate = 0.0;
        cuts += Runtime::with_seed_and_config(seed, config).block_on(world(seed));
    }
    assert!(cuts > 300, "only {cuts} cuts were tried");
}

/// A machine that loses its power a few times. Returns how many cuts came to their end.
async fn world(seed: u64) -> usize {
    let known = Arc::new(Mutex::new(Known::default()));
    let checked = Arc::new(Mutex::new(0));
    let life = {
        let (known, checked) = (Arc::clone(&known), Arc::clone(&checked));
        move || live(seed, Arc::clone(&known), Arc::clone(&checked))
    };
    let machine = Handle::current()
        .create_node()
        .name("disk")
        .init(life)
        .build();
    fault::set_disk(
        machine.id(),
        DiskKnobs {
            sync_ms: 1..12,
            ..DiskKnobs::default()
        },
    );
    for _ in 0..LIVES {
        let rest = thread_rng().gen_range(20..600);
        clock::sleep(Duration::from_millis(rest)).await;
        fault::crash(machine.id());
        fault::restart(machine.id());
    }
    clock::sleep(Duration::from_secs(5)).await;
    assert!(*checked.lock().expect("nobody panicked") > 1, "seed {seed}");
    let cuts = known.lock().expect("nobody panicked").cuts;
    fault::finish().await;
    cuts
}

async fn live(seed: u64, known: Arc<Mutex<Known>>, checked: Arc<Mutex<u32>>) {
    let data = Path::new("/data");
    disk::create_dir_all(data).await.expect("a folder");
    disk::sync_dir(Path::new("/")).await.expect("a folder");
    let mut owner = Owner::open(data, Arc::clone(&known)).await;
    owner.check().await;
    // What the crash took is gone for good, and what it left is on stable storage now.
    owner.adopt();
    let life = {
        let mut checked = checked.lock().expect("nobody panicked");
        *checked += 1;
        *checked
    };
    owner.epoch = life as i32 * 1000;
    owner.numbers = seed << 8 | u64::from(life);
    loop {
        owner.step().await;
    }
}
