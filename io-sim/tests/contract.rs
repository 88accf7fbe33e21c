//! `io-sim` keeps the contract of the I/O crates, whatever the seed.
#![cfg(madsim)]

#[path = "../../ci/io-contract/contract.rs"]
mod contract;

use std::future::Future;
use std::path::Path;

use highwater_io_sim as io;
use madsim::runtime::Runtime;

fn seeds<F: Future<Output = ()>>(count: u64, script: impl Fn() -> F) {
    for seed in 0..count {
        Runtime::with_seed_and_config(seed, madsim::Config::default()).block_on(script());
    }
}

#[test]
fn files() {
    seeds(20, || contract::files(Path::new("/data")));
}

#[test]
fn directories() {
    seeds(20, || async {
        io::disk::create_dir_all(Path::new("data")).await.unwrap();
        contract::directories(Path::new("data")).await;
    });
}

#[test]
fn locks() {
    seeds(20, || contract::locks(Path::new("/data")));
}

#[test]
fn binding() {
    seeds(20, contract::binding);
}

#[test]
fn echo() {
    seeds(20, contract::echo);
}

#[test]
fn half_close() {
    seeds(20, contract::half_close);
}

#[test]
fn ranges() {
    seeds(5, || contract::ranges(Path::new("/data")));
}

#[test]
fn backpressure() {
    seeds(2, contract::backpressure);
}

#[test]
fn clocks() {
    seeds(20, contract::clocks);
}

#[test]
fn randomness() {
    seeds(20, || async { contract::randomness() });
}

#[test]
fn pinned() {
    seeds(5, contract::pinned);
}

#[test]
fn tasks() {
    seeds(5, contract::tasks);
}
