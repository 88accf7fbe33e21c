//! One open file.

use std::fs;
use std::io::{self, ErrorKind, IoSlice};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use nix::errno::Errno;
use nix::sys::uio::pwritev;

use crate::named;

/// Linux takes this many parts in one pwritev(2) (IOV_MAX).
const MAX_PARTS: usize = 1024;

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

/// An open file. Clones share it; it is closed with the last one. It has no cursor: every access says where.
#[derive(Clone, Debug)]
pub struct File(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: fs::File,
    path: PathBuf,
}

impl File {
    /// Opens the file at `path`. A created file is durable once its directory is synced.
    ///
    /// # Errors
    /// `NotFound`, `AlreadyExists` for [`Open::CreateNew`], or the kernel refuses.
    pub async fn open(path: &Path, how: Open) -> io::Result<Self> {
        let mut options = fs::OpenOptions::new();
        options.read(true);
        match how {
            Open::Read => &mut options,
            Open::Write => options.write(true),
            Open::Create => options.write(true).create(true).truncate(false),
            Open::CreateNew => options.write(true).create_new(true),
        };
        let file = options
            .open(path)
            .map_err(|e| named("open", path.display(), e))?;
        Ok(Self(Arc::new(Inner {
            file,
            path: path.to_path_buf(),
        })))
    }

    /// Length in bytes.
    ///
    /// # Errors
    /// If the kernel cannot tell.
    pub fn len(&self) -> io::Result<u64> {
        Ok(self
            .0
            .file
            .metadata()
            .map_err(|e| self.failed("stat", e))?
            .len())
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
    /// If the device failed.
    pub async fn read_at(&self, position: u64, len: usize) -> io::Result<Bytes> {
        // Readers may ask for far more than there is: do not allocate for it.
        let there = usize::try_from(self.len()?.saturating_sub(position)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; len.min(there)];
        let mut filled = 0;
        while filled < bytes.len() {
            match self
                .0
                .file
                .read_at(&mut bytes[filled..], position + filled as u64)
            {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed("read", error)),
            }
        }
        bytes.truncate(filled);
        Ok(bytes.into())
    }

    /// Writes `parts` one after another from `position` on; a gap before it reads as zeros. Durable after
    /// [`File::sync`].
    ///
    /// # Errors
    /// If the device failed or is full: any part of the range may then have been written.
    pub async fn write_at(&self, position: u64, parts: &[IoSlice<'_>]) -> io::Result<()> {
        self.write_parts(position, parts)
            .map_err(|e| self.failed("write", e))
    }

    fn write_parts(&self, mut position: u64, mut parts: &[IoSlice<'_>]) -> io::Result<()> {
        loop {
            let empty = parts.iter().take_while(|part| part.is_empty()).count();
            parts = &parts[empty..];
            if parts.is_empty() {
                return Ok(());
            }
            let at =
                i64::try_from(position).map_err(|e| io::Error::new(ErrorKind::InvalidInput, e))?;
            let mut written = match pwritev(&self.0.file, &parts[..parts.len().min(MAX_PARTS)], at)
            {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => written,
                Err(Errno::EINTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            position += written as u64;
            while let Some(part) = parts.first()
                && written >= part.len()
            {
                written -= part.len();
                parts = &parts[1..];
            }
            // The kernel stopped inside a part, which is rare: finish that one by itself.
            if written > 0 {
                let rest = &parts[0][written..];
                self.0.file.write_all_at(rest, position)?;
                position += rest.len() as u64;
                parts = &parts[1..];
            }
        }
    }

    /// Cuts the file, or extends it with zeros, to `len` bytes. Durable after [`File::sync`].
    ///
    /// # Errors
    /// If the kernel refuses.
    pub async fn set_len(&self, len: u64) -> io::Result<()> {
        self.0
            .file
            .set_len(len)
            .map_err(|e| self.failed("set length of", e))
    }

    /// Makes what was written before this call durable (fdatasync(2), on another thread). Does not cover the file's
    /// name: see [`sync_dir`](super::sync_dir).
    ///
    /// # Errors
    /// If the device failed. What was written since the last successful sync may then be lost though it can still be
    /// read, and a later sync may succeed without having saved it: never try again over the same bytes.
    pub async fn sync(&self) -> io::Result<()> {
        let inner = Arc::clone(&self.0);
        let done = tokio::task::spawn_blocking(move || inner.file.sync_data()).await;
        done.unwrap_or_else(|stopped| Err(stopped.into()))
            .map_err(|e| self.failed("sync", e))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    fn failed(&self, doing: &str, error: impl Into<io::Error>) -> io::Error {
        named(doing, self.0.path.display(), error)
    }
}

impl AsFd for File {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.file.as_fd()
    }
}
