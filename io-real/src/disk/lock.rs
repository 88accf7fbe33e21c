//! One owner per directory: an exclusively locked file.

use std::fs;
use std::io;
use std::path::Path;

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};

use crate::named;

/// An exclusive lock, released on drop or when the process dies.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held for its drop")] Flock<fs::File>);

/// Locks the file at `path` (flock(2)), creating it if missing; `None` if someone holds it, this process included.
/// The file is left behind when the lock goes.
///
/// # Errors
/// If the file cannot be created or the file system has no locks.
pub async fn lock(path: &Path) -> io::Result<Option<Lock>> {
    let open = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    let file = open.map_err(|e| named("lock", path.display(), e))?;
    match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
        Ok(lock) => Ok(Some(Lock(lock))),
        Err((_, Errno::EWOULDBLOCK)) => Ok(None),
        Err((_, errno)) => Err(named("lock", path.display(), errno)),
    }
}
