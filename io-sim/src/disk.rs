//! Files and directories on the simulated disk of the current node.
//!
//! Every change is seen by readers at once and durable later: of a file by [`File::sync`], of a directory by
//! [`sync_dir`]. A crash ([`fault::crash`](crate::fault::crash)) keeps a seeded prefix of each file's and each
//! directory's changes since; see [`fault::DiskKnobs`](crate::fault::DiskKnobs). Relative paths start at the root.

mod file;
mod inode;
mod lock;
pub(crate) mod tree;

use std::io;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;

use crate::errno::{self, error};
use crate::machine::{self, Machine, Shared};
use crate::{entropy, named, number};

pub use file::{File, Open};
pub use lock::{Lock, lock};

/// What an operation failed for that may come back by itself. The disk is as sound as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Room on the disk, or in the owner's share of it (ENOSPC, EDQUOT).
    Room,
    /// File descriptors, of this process or of the machine (EMFILE, ENFILE).
    Descriptors,
}

/// What was lacking, if that is why an operation of this crate failed.
pub fn lack(error: &io::Error) -> Option<Lack> {
    match number(error)? {
        errno::ENOSPC | errno::EDQUOT => Some(Lack::Room),
        errno::EMFILE | errno::ENFILE => Some(Lack::Descriptors),
        _ => None,
    }
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, without the directory's path.
    pub name: String,
    /// Whether it is a directory.
    pub dir: bool,
    /// Length in bytes; 0 for a directory.
    pub len: u64,
}

/// How often a sync that hangs looks whether it still has to.
const HUNG_LOOK: Duration = Duration::from_millis(10);

/// Creates the directory and those of its parents that are missing. Durable once each parent is synced.
///
/// # Errors
/// If a part of the path is a file, or the disk is full.
pub async fn create_dir_all(path: &Path) -> io::Result<()> {
    act("create directory", path, |machine| {
        machine.tree.create_dir_all(path, machine.knobs.full)
    })
    .await
}

/// Removes a file; open handles to it go on working. Durable once the directory is synced.
///
/// # Errors
/// `NotFound`, or `path` is a directory.
pub async fn remove_file(path: &Path) -> io::Result<()> {
    act("remove", path, |machine| machine.tree.remove_file(path)).await
}

/// Removes a directory and all below it. Durable once the parent is synced; until then a crash may leave parts.
///
/// # Errors
/// `NotFound`, or `path` is a file.
pub async fn remove_dir_all(path: &Path) -> io::Result<()> {
    act("remove directory", path, |machine| {
        machine.tree.remove_dir_all(path)
    })
    .await
}

/// Renames a file or directory, replacing a file at `to`. Within one directory that is one step; between two, a crash
/// may leave both names or none. Durable once both directories are synced.
///
/// # Errors
/// `NotFound`, or what is at `to` cannot be replaced.
pub async fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let done = machine::here(|machine| machine.tree.rename(from, to));
    pause(&machine::current()).await;
    done.map_err(|e| {
        named(
            "rename",
            format_args!("{} to {}", from.display(), to.display()),
            e,
        )
    })
}

/// Makes the directory's entries durable: creations, renames and removals so far.
///
/// # Errors
/// `NotFound`, or a seeded EIO: then what it covered is not durable yet, and a later sync may still make it so.
/// Directories go through the file system's journal, which stops the file system rather than forget a change, unlike
/// the pages of a file.
pub async fn sync_dir(path: &Path) -> io::Result<()> {
    let machine = machine::current();
    let (dir, mark) = {
        let machine = machine::lock(&machine);
        let dir = may_open(&machine).and_then(|()| machine.tree.find_dir(path));
        let dir = dir.map_err(|e| named("sync directory", path.display(), e))?;
        (dir, machine.tree.mark(dir))
    };
    if sync_wait(&machine).await {
        machine::lock(&machine).tree.synced(dir, mark);
        Ok(())
    } else {
        Err(named("sync directory", path.display(), error(errno::EIO)))
    }
}

/// The entries of a directory, sorted by name.
///
/// # Errors
/// `NotFound`, `NotADirectory`.
pub async fn list(path: &Path) -> io::Result<Vec<Entry>> {
    act("list", path, |machine| {
        may_open(machine)?;
        let dir = machine.tree.find_dir(path)?;
        let entry = |(name, len): (&String, Option<u64>)| Entry {
            name: name.clone(),
            dir: len.is_none(),
            len: len.unwrap_or(0),
        };
        Ok(machine.tree.entries(dir).map(entry).collect())
    })
    .await
}

/// Whether there is a file or directory at `path`.
///
/// # Errors
/// If a part of the path is a file.
pub async fn exists(path: &Path) -> io::Result<bool> {
    act("look for", path, |machine| match machine.tree.find(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    })
    .await
}

/// The whole content of a file.
///
/// # Errors
/// `NotFound`, or a seeded EIO.
pub async fn read_file(path: &Path) -> io::Result<Bytes> {
    act("read", path, |machine| {
        may_open(machine)?;
        let file = machine.tree.find_file(path)?;
        if entropy::chance(machine.knobs.read_fail_per_million) {
            machine.counts.failed_accesses += 1;
            return Err(error(errno::EIO));
        }
        Ok(tree::lock(&file).read(0, usize::MAX))
    })
    .await
}

/// Does something at once, as the real thing does on its first poll, and perhaps returns late.
async fn act<T>(
    doing: &str,
    path: &Path,
    what: impl FnOnce(&mut Machine) -> io::Result<T>,
) -> io::Result<T> {
    let machine = machine::current();
    let done = what(&mut machine::lock(&machine));
    pause(&machine).await;
    done.map_err(|e| named(doing, path.display(), e))
}

/// Whether there is a descriptor for what is to be opened.
fn may_open(machine: &Machine) -> io::Result<()> {
    if machine.knobs.no_descriptors {
        Err(error(errno::EMFILE))
    } else {
        Ok(())
    }
}

/// Lets others run for a seeded while, often none.
async fn pause(machine: &Shared) {
    let (delay_ms, yields) = {
        let knobs = &machine::lock(machine).knobs;
        let delayed = entropy::chance(knobs.delay_per_million);
        (
            delayed.then(|| entropy::within(&knobs.delay_ms)),
            entropy::chance(knobs.yield_per_million),
        )
    };
    if let Some(delay_ms) = delay_ms {
        madsim::time::sleep(Duration::from_millis(delay_ms)).await;
    } else if yields {
        madsim::task::yield_now().await;
    }
}

/// The time a sync takes, and whether it succeeds.
async fn sync_wait(machine: &Shared) -> bool {
    let wait_ms = entropy::within(&machine::lock(machine).knobs.sync_ms);
    madsim::time::sleep(Duration::from_millis(wait_ms)).await;
    while machine::lock(machine).knobs.hung_syncs {
        madsim::time::sleep(HUNG_LOOK).await;
    }
    let mut machine = machine::lock(machine);
    let failed = entropy::chance(machine.knobs.sync_fail_per_million);
    *(if failed {
        &mut machine.counts.failed_syncs
    } else {
        &mut machine.counts.syncs
    }) += 1;
    !failed
}
