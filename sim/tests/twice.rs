//! One seed, two processes, one story: byte for byte.
#![cfg(madsim)]

use std::path::Path;
use std::process::Command;

/// The trace of `seed`, and what was printed.
fn live(seed: u64, trace: &Path) -> (Vec<u8>, Vec<u8>) {
    let ended = Command::new(env!("CARGO_BIN_EXE_highwater-sim"))
        .args(["--seed", &seed.to_string(), "--trace"])
        .arg(trace)
        .output()
        .expect("the simulation runs");
    let trace = std::fs::read(trace).expect("there is a trace");
    (trace, ended.stdout)
}

#[test]
fn a_seed_is_the_same_story_in_every_process() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut stories = Vec::new();
    for seed in 1..6 {
        let first = live(seed, &folder.join(format!("first-{seed}")));
        let second = live(seed, &folder.join(format!("second-{seed}")));
        assert!(first.0.len() > 1_000, "seed {seed} has hardly a story");
        assert!(first == second, "seed {seed} is told in two ways");
        stories.push(first);
    }
    stories.dedup();
    assert_eq!(stories.len(), 5, "another seed is another story");
}
