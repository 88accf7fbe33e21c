//! Checkpoints are written one after the other, beside everything else. Of a log's checkpoints only the latest counts:
//! one that is overtaken while it waits is never written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Notify;

use super::{InUse, replace};
use crate::io::task;

/// The name of a log's checkpoint file.
pub(crate) const FILE: &str = "highwater.checkpoint";

/// The writer of checkpoints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    work: Arc<Mutex<Work>>,
    /// Told when there is something to write.
    wake: Arc<Notify>,
    /// Told when nothing is left.
    idle: Arc<Notify>,
}

/// A checkpoint, and the log's files, which must not be cut while it is written.
type Waiting = (Bytes, InUse);

#[derive(Debug, Default)]
struct Work {
    /// The latest checkpoint of each log's folder that is not on disk.
    waiting: BTreeMap<PathBuf, Waiting>,
    writing: bool,
}

impl Checkpoints {
    pub(crate) fn start() -> Self {
        let this = Self::default();
        task::spawn(this.clone().run());
        this
    }

    async fn run(self) {
        loop {
            let Some((folder, (bytes, _in_use))) = self.next() else {
                self.wake.notified().await;
                continue;
            };
            // Without it a restart only reads more. The folder may have been removed meanwhile.
            if let Err(error) = replace(&folder.join(FILE), &bytes).await {
                tracing::warn!(%error, "a checkpoint was not written");
            }
        }
    }

    fn next(&self) -> Option<(PathBuf, Waiting)> {
        let mut work = self.work();
        let next = work.waiting.pop_first();
        if work.writing && next.is_none() {
            self.idle.notify_one();
        }
        work.writing = next.is_some();
        next
    }

    pub(crate) fn write(&self, folder: &Path, bytes: Bytes, in_use: InUse) {
        let mut work = self.work();
        work.waiting.insert(folder.to_path_buf(), (bytes, in_use));
        self.wake.notify_one();
    }

    /// Does not write the log's checkpoint that is waiting. One that is being written is in use.
    pub(crate) fn forget(&self, folder: &Path) {
        self.work().waiting.remove(folder);
    }

    pub(crate) fn is_idle(&self) -> bool {
        let work = self.work();
        !work.writing && work.waiting.is_empty()
    }

    /// Told when the last checkpoint is written.
    pub(crate) fn idle(&self) -> Arc<Notify> {
        self.idle.clone()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
