//! What clients do all day.

mod batches;
pub(crate) mod consumer;
pub(crate) mod groups;
mod lane;
pub(crate) mod plain;
pub(crate) mod producer;
pub(crate) mod reborn;
pub(crate) mod watcher;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use highwater_io_sim::clock;

/// Something that clients are told once: that the topic is there; or that the faults are over, so that producers send
/// nothing new, and all bring what they have begun to an end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signal(Arc<AtomicBool>);

impl Signal {
    pub(crate) fn tell(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Waits for it.
    pub(crate) async fn told(&self) {
        while !self.is_told() {
            clock::sleep(Duration::from_millis(5)).await;
        }
    }
}
