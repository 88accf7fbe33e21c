//! Time: a monotonic clock to arm timers with, a wall clock as data.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Time since some moment near the start of the process. Never goes back.
pub fn mono() -> Duration {
    START.elapsed()
}

/// Milliseconds since 1970-01-01 UTC by the machine's clock, which people and NTP may set forward and back.
pub fn wall_ms() -> i64 {
    let ms = |d: Duration| i64::try_from(d.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => ms(since),
        Err(before) => -ms(before.duration()),
    }
}

/// Waits for `duration`, to the millisecond, never less.
pub async fn sleep(duration: Duration) {
    tokio::time::sleep(duration).await;
}

/// Waits until [`mono`] has reached `mono`; ready at once if it has.
pub async fn sleep_until(mono: Duration) {
    let left = mono.saturating_sub(self::mono());
    if !left.is_zero() {
        tokio::time::sleep(left).await;
    }
}
