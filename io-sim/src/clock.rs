//! Time: a monotonic clock to arm timers with, a wall clock as data. Both are simulated.

use std::time::{Duration, UNIX_EPOCH};

use madsim::time::TimeHandle;

use crate::machine;

/// Time since the simulation began. Never goes back.
pub fn mono() -> Duration {
    TimeHandle::current().elapsed()
}

/// Milliseconds since 1970-01-01 UTC by this node's clock: a seeded moment of 2022 plus what has passed, plus the
/// skew that [`fault::skew_wall`](crate::fault::skew_wall) gave it.
pub fn wall_ms() -> i64 {
    let since = TimeHandle::current()
        .now_time()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let ms = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    ms.saturating_add(machine::here(|machine| machine.wall_skew_ms))
}

/// Waits for `duration`, to the millisecond, never less.
pub async fn sleep(duration: Duration) {
    madsim::time::sleep(duration).await;
}

/// Waits until [`mono`] has reached `mono`; ready at once if it has.
pub async fn sleep_until(mono: Duration) {
    let left = mono.saturating_sub(self::mono());
    if !left.is_zero() {
        madsim::time::sleep(left).await;
    }
}
