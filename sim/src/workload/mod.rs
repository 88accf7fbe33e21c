//! What clients do all day.

mod batches;
pub(crate) mod consumer;
mod lane;
pub(crate) mod producer;
pub(crate) mod watcher;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells clients that the faults are over: producers send nothing new, and all bring what they have begun to an end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finish(Arc<AtomicBool>);

impl Finish {
    pub(crate) fn tell(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
