//! Virtual time: instants, sleeps and timeouts.

use std::future::Future;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::pin::Pin;
use std::rc::Weak;
use std::task::{Context, Poll};
use std::time::Duration;

use highwater_core::Time;

use super::executor::Executor;

/// Microseconds since a start of the driver's choice, as [`Time`] is; unlike it, it has an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Instant(u64);

impl From<Time> for Instant {
    fn from(time: Time) -> Self {
        Self(time.as_micros())
    }
}

impl From<Instant> for Time {
    fn from(instant: Instant) -> Self {
        Self::from_micros(instant.0)
    }
}

/// Rounded up, so that whoever sleeps for less than a microsecond does not spin.
fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos().div_ceil(1000)).unwrap_or(u64::MAX)
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(micros(duration)))
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        *self = *self + duration;
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(micros(duration)))
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, duration: Duration) {
        *self = *self - duration;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }
}

impl openraft::Instant for Instant {
    fn now() -> Self {
        Executor::current().now()
    }
}

/// Ready once the clock reaches its deadline.
pub(crate) struct Sleep {
    deadline: Instant,
    timer: Option<(Weak<Executor>, u64)>,
}

impl Sleep {
    pub(super) fn until(deadline: Instant) -> Self {
        Self {
            deadline,
            timer: None,
        }
    }

    fn disarm(&mut self) {
        if let Some((executor, timer)) = self.timer.take()
            && let Some(executor) = executor.upgrade()
        {
            executor.disarm(self.deadline, timer);
        }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let executor = Executor::current();
        if executor.now() >= self.deadline {
            self.disarm();
            return Poll::Ready(());
        }
        let timer = self.timer.as_ref().map(|(_, timer)| *timer);
        let timer = executor.arm(self.deadline, timer, cx.waker().clone());
        self.timer = Some((std::rc::Rc::downgrade(&executor), timer));
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.disarm();
    }
}

/// The time for a future is up.
#[derive(Debug)]
pub(crate) struct Elapsed;

impl std::fmt::Display for Elapsed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the time is up")
    }
}

/// A future that is given so much time.
pub(crate) struct Timeout<F> {
    future: Pin<Box<F>>,
    sleep: Sleep,
}

impl<F> Timeout<F> {
    pub(super) fn new(future: F, sleep: Sleep) -> Self {
        Self {
            future: Box::pin(future),
            sleep,
        }
    }
}

impl<F: Future> Future for Timeout<F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(value) = self.future.as_mut().poll(cx) {
            return Poll::Ready(Ok(value));
        }
        Pin::new(&mut self.sleep).poll(cx).map(|()| Err(Elapsed))
    }
}
