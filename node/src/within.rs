//! Work that must not take for ever.

use std::future::Future;
use std::io;
use std::time::Duration;

use crate::io::clock;

/// What `work` comes to, or an error if that takes longer than `limit`: the work is dropped then.
pub(crate) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = io::Result<T>>,
) -> io::Result<T> {
    tokio::select! {
        biased;
        done = work => done,
        () = clock::sleep(limit) => {
            let text = format!("it took longer than {} ms", limit.as_millis());
            Err(io::Error::new(io::ErrorKind::TimedOut, text))
        }
    }
}
