//! The surface of `highwater-io-real` over a simulated machine: madsim's network, clock, tasks and seeds, and a disk
//! of our own that can lose what was not synced.
//!
//! Empty unless compiled with `--cfg madsim`. `sim/` steers it through [`fault`].
//!
//! **Determinism.** All randomness is drawn from the seeded generator of the current madsim runtime, all maps are
//! ordered, and the machines belong to the runtime: several seeds may run one after another on one thread. The code
//! above must do its part, for these differ between two runs of a seed in one process: `tokio::select!` without
//! `biased;`, the order in which `tokio::sync::watch` (unlike `Notify`, `mpsc`, `oneshot`) wakes several waiters, and
//! the order of a `HashMap`. `tokio::time` and `tokio::spawn` do not work here at all.
#![cfg(madsim)]

pub mod clock;
pub mod disk;
pub mod entropy;
pub mod fault;
mod machine;
pub mod net;
pub mod process;
pub mod task;

/// Says in the error what was attempted on what; the kind stays.
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

/// Error numbers of Linux, so that kinds and texts equal those of a real machine.
mod errno {
    use std::io;

    pub(crate) const ENOENT: i32 = 2;
    pub(crate) const EIO: i32 = 5;
    pub(crate) const EBADF: i32 = 9;
    pub(crate) const EEXIST: i32 = 17;
    pub(crate) const ENOTDIR: i32 = 20;
    pub(crate) const EISDIR: i32 = 21;
    pub(crate) const EINVAL: i32 = 22;
    pub(crate) const ENFILE: i32 = 23;
    pub(crate) const EMFILE: i32 = 24;
    pub(crate) const ENOSPC: i32 = 28;
    pub(crate) const ENOTEMPTY: i32 = 39;
    pub(crate) const EDQUOT: i32 = 122;

    pub(crate) fn error(number: i32) -> io::Error {
        io::Error::from_raw_os_error(number)
    }
}
