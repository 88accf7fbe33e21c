//! The async runtime that openraft runs on: one thread, a queue of ready tasks, a clock and a generator that are
//! told what to say. Whoever is ready first runs first, so equal inputs make equal runs. Its channels are our
//! own, because those of other runtimes wake who waits in an order that differs from run to run.

mod executor;
mod mpsc;
mod mutex;
mod oneshot;
mod sleep;
mod watch;

use std::future::Future;
use std::time::Duration;

use openraft::AsyncRuntime;
use openraft::async_runtime::Oneshot as _;
use openraft::async_runtime::OneshotSender as _;
use rand::rngs::SmallRng;

pub(crate) use executor::Executor;
pub(crate) use oneshot::{Closed, Oneshot, Receiver, Sender};
pub(crate) use sleep::{Elapsed, Instant, Sleep, Timeout};

/// The runtime. Its functions are static, so they act on the executor that is entered.
#[derive(Debug)]
pub(crate) struct Runtime;

impl AsyncRuntime for Runtime {
    type JoinError = Closed;
    type JoinHandle<T: 'static> = Receiver<T>;
    type Sleep = Sleep;
    type Instant = Instant;
    type TimeoutError = Elapsed;
    type Timeout<R, F: Future<Output = R>> = Timeout<F>;
    type ThreadLocalRng = SmallRng;
    type Mpsc = mpsc::Mpsc;
    type Watch = watch::Watch;
    type Oneshot = Oneshot;
    type Mutex<T: 'static> = mutex::Mutex<T>;

    fn spawn<F>(future: F) -> Receiver<F::Output>
    where
        F: Future + 'static,
        F::Output: 'static,
    {
        let (done, joined) = Oneshot::channel();
        Executor::current().spawn(async move {
            // Nobody need wait for the end of a task.
            let _ = done.send(future.await);
        });
        joined
    }

    fn sleep(duration: Duration) -> Sleep {
        Sleep::until(Executor::current().now() + duration)
    }

    fn sleep_until(deadline: Instant) -> Sleep {
        Sleep::until(deadline)
    }

    fn timeout<R, F: Future<Output = R>>(duration: Duration, future: F) -> Timeout<F> {
        Timeout::new(future, Self::sleep(duration))
    }

    fn timeout_at<R, F: Future<Output = R>>(deadline: Instant, future: F) -> Timeout<F> {
        Timeout::new(future, Sleep::until(deadline))
    }

    fn is_panic(_: &Closed) -> bool {
        // A panic is a bug, and goes through to the driver: no task survives it.
        false
    }

    fn thread_rng() -> SmallRng {
        Executor::current().fork_rng()
    }

    fn new(_threads: usize) -> Self {
        Self
    }

    fn block_on<F: Future<Output = T>, T>(&mut self, _future: F) -> T {
        // Only openraft's own tests block.
        unreachable!("a peer is driven by its inputs and never blocks")
    }
}
