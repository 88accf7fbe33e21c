//! Sockets, files, clock and entropy of a real machine.
//!
//! `highwater-io-sim` offers the same modules, types and signatures over a simulated machine; `node/` picks one of
//! the two by `cfg(madsim)` in a single file. Nothing here knows what a partition is.
//!
//! Every function that touches a socket must run inside [`process::run`] (or another tokio runtime with I/O and time
//! enabled). Every error is an [`std::io::Error`] whose text names the path or address and whose kind is the kernel's.

pub mod clock;
pub mod disk;
pub mod entropy;
pub mod net;
pub mod process;
pub mod task;

/// Says in the error what was attempted on what; the kind stays what the kernel reported.
fn named(
    doing: &str,
    what: impl std::fmt::Display,
    error: impl Into<std::io::Error>,
) -> std::io::Error {
    let error = error.into();
    std::io::Error::new(error.kind(), format!("{doing} {what}: {error}"))
}
