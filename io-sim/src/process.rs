//! The process: its runtime and its end.

use std::future::Future;
use std::mem::take;
use std::sync::Arc;

use crate::machine;

/// Runs `future` to its end in a world of its own, of seed 0, on the supervisor's node. For simulations of several
/// nodes or chosen seeds use madsim's `Runtime`.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    madsim::runtime::Runtime::new().block_on(future)
}

/// Descriptors that this process may have open at a time: as many as on a machine that was set up for a server. Whether
/// there are any left, [`fault::DiskKnobs::no_descriptors`](crate::fault::DiskKnobs::no_descriptors) says.
pub fn descriptors() -> u64 {
    1 << 16
}

/// Waits until this node is told to stop, once more if it was told before: see
/// [`fault::terminate`](crate::fault::terminate).
pub async fn terminated() {
    loop {
        let (stop, stopping) =
            machine::here(|machine| (Arc::clone(&machine.stop), take(&mut machine.stopping)));
        if stopping {
            return;
        }
        // Nothing runs between the look at the flag and the first poll of this, so no word is missed.
        stop.notified().await;
    }
}
