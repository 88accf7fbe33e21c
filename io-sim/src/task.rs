//! Concurrent tasks of the current node.

use std::future::Future;

/// A running task. Dropping the handle lets the task run on.
#[derive(Debug)]
pub struct Handle(madsim::task::AbortHandle);

impl Handle {
    /// Stops the task at its next suspension point and drops its future. No effect on a task that has ended.
    pub fn abort(&self) {
        self.0.abort();
    }
}

/// Starts a task on the current node. A panic in it ends the simulation.
#[track_caller]
pub fn spawn<F: Future<Output = ()> + Send + 'static>(future: F) -> Handle {
    Handle(madsim::task::spawn(future).abort_handle())
}

/// Starts a task for a future that cannot change threads, which `make` makes. Here all share one thread, so `name`
/// names none. A panic in it ends the simulation.
#[track_caller]
pub fn spawn_pinned<F: Future<Output = ()> + 'static>(
    _name: &str,
    make: impl FnOnce() -> F + Send + 'static,
) -> Handle {
    Handle(madsim::task::spawn_local(async { make().await }).abort_handle())
}

/// Lets the other ready tasks run, in seeded order.
pub async fn yield_now() {
    madsim::task::yield_now().await;
}
