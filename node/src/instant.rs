//! The core's instants, on this machine's clock.

use std::time::Duration;

use highwater_core::Time;

use crate::io::clock;

/// Now.
pub(crate) fn mono() -> Time {
    Time::from_micros(u64::try_from(clock::mono().as_micros()).unwrap_or(u64::MAX))
}

/// Resolves at `deadline`; never, if there is none.
pub(crate) async fn until(deadline: Option<Time>) {
    match deadline {
        Some(at) => clock::sleep_until(Duration::from_micros(at.as_micros())).await,
        None => std::future::pending().await,
    }
}
