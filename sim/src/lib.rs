//! Deterministic simulation of whole nodes: real nodes over a simulated network and a disk that forgets, clients of
//! ours that speak the real wire, a nemesis, and judges of what the clients saw. One seed is one story.
//!
//! Empty unless compiled with `--cfg madsim`.
#![cfg(madsim)]

mod client;
mod cluster;
mod copies;
mod coverage;
mod crowd;
mod draw;
mod nemesis;
mod notes;
mod plan;
mod rest;
mod runner;
mod seed;
mod totals;
mod trace;
mod wire;
mod workload;
mod world;

pub use runner::{Run, run};
pub use seed::Failure;
pub use totals::Totals;
