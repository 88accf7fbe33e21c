//! Connections on which nothing happens: `connections.max.idle.ms`.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::io::clock;

/// When something last happened on a connection. A client that waits for an answer is not idle, however long it waits.
#[derive(Debug)]
pub(crate) struct Idle {
    limit: Option<Duration>,
    /// Milliseconds of the monotonic clock.
    last: AtomicU64,
    unanswered: AtomicUsize,
}

impl Idle {
    /// A connection begins. With no limit it may be idle for ever.
    pub(crate) fn new(limit: Option<Duration>) -> Self {
        Self {
            limit,
            last: AtomicU64::new(now_ms()),
            unanswered: AtomicUsize::new(0),
        }
    }

    /// Something happened.
    pub(crate) fn note(&self) {
        self.last.store(now_ms(), Ordering::Relaxed);
    }

    /// A request waits for its answer.
    pub(crate) fn asked(&self) {
        self.unanswered.fetch_add(1, Ordering::Relaxed);
    }

    /// A request is answered.
    pub(crate) fn answered(&self) {
        self.unanswered.fetch_sub(1, Ordering::Relaxed);
        self.note();
    }

    /// Resolves once the connection has been idle for too long.
    pub(crate) async fn over(&self) -> io::Error {
        let Some(limit) = self.limit else {
            return std::future::pending().await;
        };
        loop {
            let waits = self.unanswered.load(Ordering::Relaxed) > 0;
            let last = Duration::from_millis(self.last.load(Ordering::Relaxed));
            let since = if waits { clock::mono() } else { last };
            let due = since.saturating_add(limit);
            if clock::mono() >= due {
                let text = format!("nothing happened for {} ms", limit.as_millis());
                return io::Error::new(io::ErrorKind::TimedOut, text);
            }
            clock::sleep_until(due).await;
        }
    }
}

fn now_ms() -> u64 {
    u64::try_from(clock::mono().as_millis()).unwrap_or(u64::MAX)
}
