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
    let text = format!("{doing} {what}: {error}");
    std::io::Error::new(error.kind(), Named { text, error })
}

/// An error, and what was attempted on what. It keeps the kernel's number, which no kind tells.
#[derive(Debug)]
struct Named {
    text: String,
    error: std::io::Error,
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Named {}

/// The kernel's number of an error, however often it was named.
fn number(error: &std::io::Error) -> Option<i32> {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match inner {
        Some(Named { error, .. }) => number(error),
        None => error.raw_os_error(),
    }
}
