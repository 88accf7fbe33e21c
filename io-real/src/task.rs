//! Concurrent tasks of this process.

use std::future::Future;

use futures_util::future::{AbortHandle, Abortable};

/// A running task. Dropping the handle lets the task run on.
#[derive(Debug)]
pub struct Handle(Kind);

#[derive(Debug)]
enum Kind {
    Shared(tokio::task::AbortHandle),
    Pinned(AbortHandle),
}

impl Handle {
    /// Stops the task at its next suspension point and drops its future. No effect on a task that has ended.
    pub fn abort(&self) {
        match &self.0 {
            Kind::Shared(task) => task.abort(),
            Kind::Pinned(task) => task.abort(),
        }
    }
}

/// Starts a task on the current runtime.
///
/// A panic in a task is a bug in the node, and a node with a bug stops: the process aborts once the panic's message
/// is out, instead of living on without one of its tasks.
pub fn spawn<F: Future<Output = ()> + Send + 'static>(future: F) -> Handle {
    let task = tokio::spawn(stop_on_panic(future));
    Handle(Kind::Shared(task.abort_handle()))
}

/// Starts a task on a thread of its own, for a future that cannot change threads: `make` makes it there. `name` is
/// the thread's. A panic in it stops the process, as with [`spawn`].
///
/// # Panics
/// If the machine refuses a thread: a node that cannot run all its parts does not run.
pub fn spawn_pinned<F: Future<Output = ()> + 'static>(
    name: &str,
    make: impl FnOnce() -> F + Send + 'static,
) -> Handle {
    let (abort, registration) = AbortHandle::new_pair();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("the machine gives a runtime");
    let run = move || {
        let task = Abortable::new(stop_on_panic(async { make().await }), registration);
        // Whether it ended or was stopped is nobody's business here.
        let _ = runtime.block_on(task);
    };
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .expect("the machine gives a thread");
    Handle(Kind::Pinned(abort))
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
