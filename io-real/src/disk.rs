//! Files and directories.
//!
//! Reads and writes of files run on the calling thread: they meet the page cache and are shorter than a hop to another
//! thread. What waits for the device or the journal runs on the runtime's blocking pool.

mod file;
mod lock;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use bytes::Bytes;
use nix::errno::Errno;

use crate::{named, number};

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
    match Errno::from_raw(number(error)?) {
        Errno::ENOSPC | Errno::EDQUOT => Some(Lack::Room),
        Errno::EMFILE | Errno::ENFILE => Some(Lack::Descriptors),
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

/// Creates the directory and those of its parents that are missing. Durable once each parent is synced.
///
/// # Errors
/// If a part of the path is a file, or the kernel refuses.
pub async fn create_dir_all(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|e| named("create directory", path.display(), e))
}

/// Removes a file; open handles to it go on working. Durable once the directory is synced.
///
/// # Errors
/// `NotFound`, or the kernel refuses.
pub async fn remove_file(path: &Path) -> io::Result<()> {
    pooled("remove", path, |path| fs::remove_file(path)).await
}

/// Removes a directory and all below it. Durable once the parent is synced; until then a crash may leave parts.
///
/// # Errors
/// `NotFound`, or the kernel refuses.
pub async fn remove_dir_all(path: &Path) -> io::Result<()> {
    pooled("remove directory", path, |path| fs::remove_dir_all(path)).await
}

/// Renames a file or directory, replacing a file at `to` in one step. Durable once both directories are synced.
///
/// # Errors
/// `NotFound`, or the kernel refuses.
pub async fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to).map_err(|e| {
        named(
            "rename",
            format_args!("{} to {}", from.display(), to.display()),
            e,
        )
    })
}

/// Makes the directory's entries durable (fsync of the directory): creations, renames and removals so far.
///
/// # Errors
/// `NotFound`, or the device failed: then the state of the entries is unknown.
pub async fn sync_dir(path: &Path) -> io::Result<()> {
    pooled("sync directory", path, |path| {
        fs::File::open(path)?.sync_all()
    })
    .await
}

/// The entries of a directory, sorted by name.
///
/// # Errors
/// `NotFound`, `NotADirectory`, or a name that is not UTF-8 (`InvalidData`).
pub async fn list(path: &Path) -> io::Result<Vec<Entry>> {
    list_entries(path).map_err(|e| named("list", path.display(), e))
}

fn list_entries(path: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| {
            io::Error::new(
                ErrorKind::InvalidData,
                format!("the name {} is not UTF-8", name.display()),
            )
        })?;
        // Follows symbolic links, so that a directory may be moved to another disk by hand.
        match fs::metadata(entry.path()) {
            Ok(meta) => entries.push(Entry {
                name,
                dir: meta.is_dir(),
                len: if meta.is_dir() { 0 } else { meta.len() },
            }),
            // Removed since we read its name.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

/// Whether there is a file or directory at `path`.
///
/// # Errors
/// If the kernel cannot tell.
pub async fn exists(path: &Path) -> io::Result<bool> {
    fs::exists(path).map_err(|e| named("look for", path.display(), e))
}

/// The whole content of a file.
///
/// # Errors
/// `NotFound`, or the device failed.
pub async fn read_file(path: &Path) -> io::Result<Bytes> {
    fs::read(path)
        .map(Bytes::from)
        .map_err(|e| named("read", path.display(), e))
}

/// Runs `work` on the blocking pool.
async fn pooled(doing: &str, path: &Path, work: fn(&Path) -> io::Result<()>) -> io::Result<()> {
    let owned = path.to_path_buf();
    let done = tokio::task::spawn_blocking(move || work(&owned)).await;
    done.unwrap_or_else(|stopped| Err(stopped.into()))
        .map_err(|e| named(doing, path.display(), e))
}
