//! One open file.

use std::io::{self, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::{Bytes, BytesMut};

use super::inode::Change;
use super::{act, may_open, pause, sync_wait, tree};
use crate::errno::{self, error};
use crate::machine::{self, Machine, Shared};
use crate::{entropy, named};

/// How to open a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// For reading; must exist.
    Read,
    /// For reading and writing; must exist.
    Write,
    /// For reading and writing; created empty if missing.
    Create,
    /// For reading and writing; must not exist.
    CreateNew,
}

/// An open file. Clones share it. It has no cursor: every access says where.
#[derive(Clone, Debug)]
pub struct File(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    machine: Shared,
    file: tree::FileRef,
    writable: bool,
    path: PathBuf,
}

impl File {
    /// Opens the file at `path`. A created file is durable once its directory is synced.
    ///
    /// # Errors
    /// `NotFound`, `AlreadyExists` for [`Open::CreateNew`], or the disk is full.
    pub async fn open(path: &Path, how: Open) -> io::Result<Self> {
        let file = act("open", path, |machine| find_or_create(machine, path, how)).await?;
        let writable = how != Open::Read;
        Ok(Self(Arc::new(Inner {
            machine: machine::current(),
            file,
            writable,
            path: path.to_path_buf(),
        })))
    }

    /// Length in bytes.
    ///
    /// # Errors
    /// None in the simulation.
    pub fn len(&self) -> io::Result<u64> {
        Ok(tree::lock(&self.0.file).len())
    }

    /// Whether the file has no bytes.
    ///
    /// # Errors
    /// As [`File::len`].
    pub fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Reads `len` bytes at `position`; fewer, down to none, where the file ends.
    ///
    /// # Errors
    /// A seeded EIO.
    pub async fn read_at(&self, position: u64, len: usize) -> io::Result<Bytes> {
        let read = self.read_now(position, len);
        pause(&self.0.machine).await;
        read.map_err(|e| self.failed("read", e))
    }

    fn read_now(&self, position: u64, len: usize) -> io::Result<Bytes> {
        let mut machine = machine::lock(&self.0.machine);
        if entropy::chance(machine.knobs.read_fail_per_million) {
            machine.counts.failed_accesses += 1;
            return Err(error(errno::EIO));
        }
        Ok(tree::lock(&self.0.file).read(position, len))
    }

    /// Writes `parts` one after another from `position` on, as one change; a gap before it reads as zeros. Durable
    /// after [`File::sync`].
    ///
    /// # Errors
    /// A seeded EIO, or the disk is full: a seeded part of the range is then written.
    pub async fn write_at(&self, position: u64, parts: &[IoSlice<'_>]) -> io::Result<()> {
        let written = self.write_now(position, parts);
        pause(&self.0.machine).await;
        written.map_err(|e| self.failed("write", e))
    }

    fn write_now(&self, position: u64, parts: &[IoSlice<'_>]) -> io::Result<()> {
        if !self.0.writable {
            return Err(error(errno::EBADF));
        }
        let mut bytes = BytesMut::with_capacity(parts.iter().map(|part| part.len()).sum());
        for part in parts {
            bytes.extend_from_slice(part);
        }
        let mut bytes = bytes.freeze();
        let mut machine = machine::lock(&self.0.machine);
        let mut inode = tree::lock(&self.0.file);
        let grows = position + bytes.len() as u64 > inode.len();
        let failure = if entropy::chance(machine.knobs.write_fail_per_million) {
            Some(errno::EIO)
        } else if machine.knobs.full && grows {
            Some(errno::ENOSPC)
        } else {
            None
        };
        if failure.is_some() {
            machine.counts.failed_accesses += 1;
            bytes.truncate(
                usize::try_from(entropy::below(bytes.len() as u64 + 1))
                    .expect("at most the old length"),
            );
        }
        if !bytes.is_empty() {
            inode.change(Change::Write { position, bytes });
        }
        failure.map_or(Ok(()), |number| Err(error(number)))
    }

    /// Cuts the file, or extends it with zeros, to `len` bytes. Durable after [`File::sync`].
    ///
    /// # Errors
    /// If the file is not open for writing.
    pub async fn set_len(&self, len: u64) -> io::Result<()> {
        // What ftruncate(2) says of a descriptor that only reads.
        let done = if self.0.writable {
            Ok(())
        } else {
            Err(error(errno::EINVAL))
        };
        if done.is_ok() {
            tree::lock(&self.0.file).change(Change::SetLen(len));
        }
        pause(&self.0.machine).await;
        done.map_err(|e| self.failed("set length of", e))
    }

    /// Makes what was written before this call durable. Does not cover the file's name: see
    /// [`sync_dir`](super::sync_dir).
    ///
    /// # Errors
    /// A seeded EIO: what it covered can still be read, but is never durable, whatever a later sync says. Never try
    /// again over the same bytes.
    pub async fn sync(&self) -> io::Result<()> {
        let mark = tree::lock(&self.0.file).mark();
        if sync_wait(&self.0.machine).await {
            tree::lock(&self.0.file).synced(mark);
            Ok(())
        } else {
            tree::lock(&self.0.file).sync_failed(mark);
            Err(self.failed("sync", error(errno::EIO)))
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    fn failed(&self, doing: &str, error: io::Error) -> io::Error {
        named(doing, self.0.path.display(), error)
    }
}

fn find_or_create(machine: &mut Machine, path: &Path, how: Open) -> io::Result<tree::FileRef> {
    may_open(machine)?;
    match (machine.tree.find_file(path), how) {
        (Ok(_), Open::CreateNew) => Err(error(errno::EEXIST)),
        (Err(missing), Open::Create | Open::CreateNew)
            if missing.kind() == io::ErrorKind::NotFound =>
        {
            if machine.knobs.full {
                Err(error(errno::ENOSPC))
            } else {
                machine.tree.create_file(path)
            }
        }
        (found, _) => found,
    }
}
