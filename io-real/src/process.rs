//! The process: its runtime and its end.

use std::future::{Future, poll_fn};
use std::task::Poll;

use tokio::signal::unix::{SignalKind, signal};

/// Runs `future` to its end on a runtime of one thread, with I/O and time; then drops the tasks that still run.
///
/// # Panics
/// If the kernel refuses the runtime's descriptors, or when called from inside a runtime.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a tokio runtime")
        .block_on(future)
}

/// Waits for SIGTERM or SIGINT. From its first poll on, these no longer kill the process by themselves.
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
