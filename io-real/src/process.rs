//! The process: its runtime and its end.

use std::future::{Future, poll_fn};
use std::task::Poll;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};

/// Runs `future` to its end on a runtime of one thread, with I/O and time; then drops the tasks that still run, without
/// waiting for what they have asked of the kernel: a sync may hang.
///
/// # Panics
/// If the kernel refuses the runtime's descriptors, or when called from inside a runtime.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a tokio runtime");
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    output
}

/// Descriptors that this process may have open at a time, from now on: as many as the kernel lets it have without being
/// asked by somebody mightier (the hard limit of RLIMIT_NOFILE).
pub fn descriptors() -> u64 {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        // What every process has been given for decades.
        return 1024;
    };
    match setrlimit(Resource::RLIMIT_NOFILE, hard, hard) {
        Ok(()) => hard,
        Err(_) => soft,
    }
}

/// Waits for the next SIGTERM or SIGINT. From its first poll on, these no longer kill the process by themselves.
///
/// # Panics
/// If the kernel refuses the signal handlers.
pub async fn terminated() {
    let mut term = signal(SignalKind::terminate()).expect("a SIGTERM handler");
    let mut int = signal(SignalKind::interrupt()).expect("a SIGINT handler");
    poll_fn(|cx| {
        if term.poll_recv(cx).is_ready() || int.poll_recv(cx).is_ready() {
            return Poll::Ready(());
        }
        Poll::Pending
    })
    .await;
}
