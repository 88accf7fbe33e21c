//! What `io-real` and `io-sim` must both do: one script, run by a test of each crate.
//!
//! The including test names its crate `io` at its root (`use highwater_io_real as io;`), as `node/` does.

mod disk;
mod net;
mod rest;

pub(crate) use disk::{directories, files, locks};
pub(crate) use net::{backpressure, binding, echo, half_close, ranges};
pub(crate) use rest::{clocks, pinned, randomness, tasks};
