//! One owner per directory: an exclusively locked file.

use std::io;
use std::path::Path;

use super::{act, tree};
use crate::errno::{self, error};
use crate::machine::{self, Shared};

/// An exclusive lock, released on drop or when the node dies.
#[derive(Debug)]
pub struct Lock {
    machine: Shared,
    inode: u64,
    number: u64,
}

/// Locks the file at `path`, creating it if missing; `None` if someone holds it, this process included. The file is
/// left behind when the lock goes.
///
/// # Errors
/// If the file cannot be created.
pub async fn lock(path: &Path) -> io::Result<Option<Lock>> {
    let owner = machine::current();
    act("lock", path, |machine| {
        let file = match machine.tree.find_file(path) {
            Err(missing) if missing.kind() == io::ErrorKind::NotFound && machine.knobs.full => {
                return Err(error(errno::ENOSPC));
            }
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
                machine.tree.create_file(path)?
            }
            found => found?,
        };
        let inode = tree::lock(&file).id;
        if machine.locks.contains_key(&inode) {
            return Ok(None);
        }
        let number = machine.next_lock;
        machine.next_lock += 1;
        machine.locks.insert(inode, number);
        Ok(Some(Lock {
            machine: owner,
            inode,
            number,
        }))
    })
    .await
}

impl Drop for Lock {
    fn drop(&mut self) {
        let mut machine = machine::lock(&self.machine);
        // The tasks of a dead process are dropped late, when its successor may hold the lock already.
        if machine.locks.get(&self.inode) == Some(&self.number) {
            machine.locks.remove(&self.inode);
        }
    }
}
