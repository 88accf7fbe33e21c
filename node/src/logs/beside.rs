//! Work on several files of one log, beside each other.

use std::future::Future;
use std::io;

use tokio::sync::mpsc;

use crate::io::task;

/// Works that run at a time. A device takes many syncs in the time of one, and segments may be small and many.
const PARALLEL: usize = 16;

/// Does all of `works`, and waits for each, also after one has failed: nothing goes on behind the caller's back.
///
/// # Errors
/// The first failure.
pub(super) async fn beside<W>(mut works: Vec<W>) -> io::Result<()>
where
    W: Future<Output = io::Result<()>> + Send + 'static,
{
    // One alone, as almost always, needs no task.
    if works.len() <= 1 {
        return match works.pop() {
            Some(work) => work.await,
            None => Ok(()),
        };
    }
    let (ended, mut results) = mpsc::unbounded_channel();
    let mut result = Ok(());
    let mut running = 0;
    for work in works {
        if running == PARALLEL {
            result = result.and(results.recv().await.unwrap_or(Ok(())));
            running -= 1;
        }
        let ended = ended.clone();
        task::spawn(async move {
            let _ = ended.send(work.await);
        });
        running += 1;
    }
    drop(ended);
    while let Some(one) = results.recv().await {
        result = result.and(one);
    }
    result
}
