//! Reaching a broker that may be away.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::io::{clock, net};
use crate::within::within;

/// A connection attempt that takes longer has failed.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);

/// Rest after a first failure. It doubles with each further one.
const FIRST_REST: Duration = Duration::from_millis(50);

/// The longest rest: a broker that is back is reached after so long.
const LONGEST_REST: Duration = Duration::from_secs(1);

/// Signs of life of a broker: one that calls us can be called, whatever our last attempt came to.
#[derive(Debug, Default)]
pub(super) struct Seen {
    times: AtomicU64,
    again: Notify,
}

impl Seen {
    pub(super) fn note(&self) {
        self.times.fetch_add(1, Ordering::Relaxed);
        self.again.notify_waiters();
    }

    fn times(&self) -> u64 {
        self.times.load(Ordering::Relaxed)
    }
}

/// Connects to one broker, and rests between attempts that fail.
#[derive(Debug)]
pub(super) struct Dial {
    address: String,
    seen: Arc<Seen>,
    /// The length of the next rest.
    rest: Duration,
    /// No attempt before, unless the broker was seen since the last one.
    not_before: Duration,
    seen_then: u64,
}

impl Dial {
    pub(super) fn new(address: String, seen: Arc<Seen>) -> Self {
        Self {
            address,
            seen,
            rest: FIRST_REST,
            not_before: Duration::ZERO,
            seen_then: 0,
        }
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// True if an attempt may be made now.
    pub(super) fn is_rested(&self) -> bool {
        clock::mono() >= self.not_before || self.seen.times() != self.seen_then
    }

    /// Waits until an attempt may be made.
    pub(super) async fn rest(&self) {
        while !self.is_rested() {
            tokio::select! {
                biased;
                () = self.seen.again.notified() => {}
                () = clock::sleep_until(self.not_before) => {}
            }
        }
    }

    /// Connects.
    ///
    /// # Errors
    /// If the broker does not answer.
    pub(super) async fn connect(&mut self) -> io::Result<(net::Reader, net::Writer)> {
        let connected = within(CONNECT_LIMIT, net::connect(&self.address)).await;
        if connected.is_err() {
            self.failed();
        }
        connected
    }

    /// An attempt came to nothing.
    pub(super) fn failed(&mut self) {
        self.not_before = clock::mono() + self.rest;
        self.rest = (self.rest * 2).min(LONGEST_REST);
        self.seen_then = self.seen.times();
    }

    /// The connection was of use.
    pub(super) fn worked(&mut self) {
        self.rest = FIRST_REST;
        self.not_before = Duration::ZERO;
    }
}
