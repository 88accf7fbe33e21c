//! `io-real` keeps the contract of the I/O crates.

#[path = "../../ci/io-contract/contract.rs"]
mod contract;

use std::path::PathBuf;

use highwater_io_real as io;

/// A fresh directory on a real disk.
fn fresh(name: &str) -> PathBuf {
    let base = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&base);
    std::fs::create_dir_all(&base).unwrap();
    base
}

#[test]
fn files() {
    io::process::run(contract::files(&fresh("files")));
}

#[test]
fn directories() {
    io::process::run(contract::directories(&fresh("directories")));
}

#[test]
fn locks() {
    io::process::run(contract::locks(&fresh("locks")));
}

#[test]
fn binding() {
    io::process::run(contract::binding());
}

#[test]
fn echo() {
    io::process::run(contract::echo());
}

#[test]
fn half_close() {
    io::process::run(contract::half_close());
}

#[test]
fn ranges() {
    io::process::run(contract::ranges(&fresh("ranges")));
}

#[test]
fn backpressure() {
    io::process::run(contract::backpressure());
}

#[test]
fn clocks() {
    io::process::run(contract::clocks());
}

#[test]
fn randomness() {
    contract::randomness();
}

#[test]
fn pinned() {
    io::process::run(contract::pinned());
}

#[test]
fn tasks() {
    io::process::run(contract::tasks());
}
