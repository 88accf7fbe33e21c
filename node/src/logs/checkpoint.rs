//! Checkpoints and marks are written one after the other, beside everything else; once the node is about to stop, those of
//! several logs beside each other. Of each only a log's latest counts: one that is overtaken while it waits is never written.
//!
//! A mark is a number: everything below was committed. It is written over the one before, once in a while, and not
//! synced: after the process has died it is there, after a power cut an older one is, or none.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::{Buf, Bytes};
use highwater_core::mutant::{self, Mutant};
use highwater_core::{Offset, Time};
use tokio::sync::Notify;

use super::{InUse, replace};
use crate::instant::{mono, until};
use crate::io::disk::{self, File, Open};
use crate::io::task;

/// The name of a log's checkpoint file.
pub(crate) const FILE: &str = "highwater.checkpoint";

/// The name of a log's mark.
const MARK: &str = "highwater.committed";

/// A mark: the CRC-32C of its number, and the number.
const MARK_LEN: usize = 12;

/// How often the marks of logs are written (Kafka's `replica.high.watermark.checkpoint.interval.ms`, which is 5 s there).
const MARK_EVERY: Duration = Duration::from_secs(1);

/// Folders that are written to beside each other while somebody waits for the node to stop.
const PARALLEL: usize = 16;

/// The writer of checkpoints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    work: Arc<Mutex<Work>>,
    /// Told when there is something to write.
    wake: Arc<Notify>,
    /// Told when nothing is left.
    idle: Arc<Notify>,
    /// Told when one is written.
    written: Arc<Notify>,
}

/// A checkpoint, and the log's files, which must not be cut while it is written.
type Waiting = (Bytes, InUse);

#[derive(Debug, Default)]
struct Work {
    /// The latest checkpoint of each log's folder that is not on disk.
    waiting: BTreeMap<PathBuf, Waiting>,
    /// The latest mark of each log's folder that is not written.
    marks: BTreeMap<PathBuf, (Offset, InUse)>,
    /// When marks may be written again.
    marks_due: Option<Time>,
    /// Marks wait for nothing any more.
    hurried: bool,
    /// The folders that are being written to.
    writing: BTreeSet<PathBuf>,
}

/// What is to be written next.
enum Next {
    Checkpoint(PathBuf, Waiting),
    Mark(PathBuf, (Offset, InUse)),
    /// Nothing before this instant.
    Nothing(Option<Time>),
}

impl Next {
    /// The folder that is written to.
    fn folder(&self) -> Option<&PathBuf> {
        match self {
            Self::Checkpoint(folder, _) | Self::Mark(folder, _) => Some(folder),
            Self::Nothing(_) => None,
        }
    }
}

impl Checkpoints {
    pub(crate) fn start() -> Self {
        let this = Self::default();
        task::spawn(this.clone().run());
        this
    }

    async fn run(self) {
        let mut done = None;
        loop {
            let next = self.next(done.take());
            done = next.folder().cloned();
            match next {
                // Without it a restart only reads more.
                Next::Checkpoint(folder, (bytes, _in_use)) => {
                    if let Err(error) = replace(&folder.join(FILE), &bytes).await {
                        tracing::warn!(%error, "a checkpoint was not written");
                    }
                }
                // Without it a restart knows less of what may not be missing.
                Next::Mark(folder, (committed, _in_use)) => {
                    if let Err(error) = write_mark(&folder.join(MARK), committed).await {
                        tracing::warn!(%error, "what is committed was not noted");
                    }
                }
                Next::Nothing(due) => tokio::select! {
                    biased;
                    () = self.wake.notified() => {}
                    () = until(due) => {}
                },
            }
        }
    }

    /// What is to be written next, after what was done.
    fn next(&self, done: Option<PathBuf>) -> Next {
        let mut work = self.work();
        if let Some(done) = &done {
            work.writing.remove(done);
            self.written.notify_waiters();
        }
        let now = mono();
        let may_mark = work.hurried
            || work
                .marks_due
                .is_none_or(|due| due.as_micros() <= now.as_micros());
        let next = if let Some((folder, waiting)) = first(&mut work, |work| &mut work.waiting) {
            Next::Checkpoint(folder, waiting)
        } else if may_mark && let Some((folder, mark)) = first(&mut work, |work| &mut work.marks) {
            if work.marks.is_empty() {
                work.marks_due = Some(now.after(MARK_EVERY));
            }
            Next::Mark(folder, mark)
        } else {
            // A mark that is due waits for who writes to its folder, and is taken by them: no instant brings it.
            Next::Nothing(
                work.marks_due
                    .filter(|_| !may_mark && !work.marks.is_empty()),
            )
        };
        match next.folder() {
            Some(folder) => drop(work.writing.insert(folder.clone())),
            None if done.is_some() && work.writing.is_empty() => self.idle.notify_one(),
            None => {}
        }
        next
    }

    pub(crate) fn write(&self, folder: &Path, bytes: Bytes, in_use: InUse) {
        let mut work = self.work();
        work.waiting.insert(folder.to_path_buf(), (bytes, in_use));
        self.wake.notify_one();
    }

    /// Writes the mark once in a while.
    pub(crate) fn mark(&self, folder: &Path, committed: Offset, in_use: InUse) {
        let mut work = self.work();
        let wakes = work.marks.is_empty();
        work.marks.insert(folder.to_path_buf(), (committed, in_use));
        if wakes {
            self.wake.notify_one();
        }
    }

    /// From now on marks are written at once: the node is about to stop.
    pub(crate) fn hurry(&self) {
        let mut work = self.work();
        if !work.hurried {
            work.hurried = true;
            self.wake.notify_one();
            for _ in 1..PARALLEL {
                task::spawn(self.clone().run());
            }
        }
    }

    /// Writes neither the checkpoint nor the mark of the log that is waiting. One that is being written is in use.
    pub(crate) fn forget(&self, folder: &Path) {
        let mut work = self.work();
        work.waiting.remove(folder);
        work.marks.remove(folder);
    }

    /// Waits until none is being written to the folder.
    pub(super) async fn written(&self, folder: &Path) {
        loop {
            // Before the look, so that nothing is missed in between.
            let written = self.written.notified();
            let busy = self.work().writing.contains(folder);
            if !busy || mutant::is(Mutant::LateCheckpoint) {
                return;
            }
            written.await;
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        let work = self.work();
        work.writing.is_empty() && work.waiting.is_empty() && work.marks.is_empty()
    }

    /// Told when the last checkpoint is written.
    pub(crate) fn idle(&self) -> Arc<Notify> {
        self.idle.clone()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the first of those that wait whose folder nobody is writing to.
fn first<T>(
    work: &mut Work,
    of: impl Fn(&mut Work) -> &mut BTreeMap<PathBuf, T>,
) -> Option<(PathBuf, T)> {
    let writing = std::mem::take(&mut work.writing);
    let waiting = of(work);
    let free = waiting.keys().find(|folder| !writing.contains(*folder));
    let taken = free.cloned().and_then(|free| waiting.remove_entry(&free));
    work.writing = writing;
    taken
}

async fn write_mark(path: &Path, committed: Offset) -> io::Result<()> {
    let number = committed.to_be_bytes();
    let crc = highwater_core::records::crc(&number).to_be_bytes();
    let file = File::open(path, Open::Create).await?;
    let parts = [IoSlice::new(&crc), IoSlice::new(&number)];
    file.write_at(0, &parts).await
}

/// The mark in a log's folder, if there is one. One that was torn is none.
pub(super) async fn read_mark(folder: &Path) -> io::Result<Option<Offset>> {
    let mut bytes = match disk::read_file(&folder.join(MARK)).await {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if bytes.len() != MARK_LEN {
        return Ok(None);
    }
    let crc = bytes.get_u32();
    let whole = highwater_core::records::crc(&bytes) == crc;
    Ok(whole.then(|| bytes.get_i64()))
}

/// Takes the mark back, durably: what it vouches for is about to be cut.
pub(super) async fn remove_mark(folder: &Path) -> io::Result<()> {
    disk::remove_file(&folder.join(MARK)).await?;
    disk::sync_dir(folder).await
}
