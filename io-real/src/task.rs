//! Concurrent tasks of this process.

use std::future::Future;

/// A running task. Dropping the handle lets the task run on.
#[derive(Debug)]
pub struct Handle(tokio::task::AbortHandle);

impl Handle {
    /// Stops the task at its next suspension point and drops its future. No effect on a task that has ended.
    pub fn abort(&self) {
        self.0.abort();
    }
}

/// Starts a task on the current runtime.
///
/// A panic in a task is a bug in the node, and a node with a bug stops: the process aborts once the panic's message
/// is out, instead of living on without one of its tasks.
pub fn spawn<F: Future<Output = ()> + Send + 'static>(future: F) -> Handle {
    Handle(tokio::spawn(stop_on_panic(future)).abort_handle())
}

async fn stop_on_panic<F: Future<Output = ()>>(future: F) {
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {
            if std::thread::panicking() {
                std::process::abort();
            }
        }
    }
    let _guard = Guard;
    future.await;
}

/// Lets the other ready tasks run first.
pub async fn yield_now() {
    tokio::task::yield_now().await;
}
