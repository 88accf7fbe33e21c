//! Checkpoints are written one after the other, beside everything else.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::replace;
use crate::io::task;

/// The name of a log's checkpoint file.
pub(crate) const FILE: &str = "highwater.checkpoint";

/// The writer of checkpoints.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    jobs: mpsc::UnboundedSender<(PathBuf, Bytes)>,
    left: Arc<AtomicUsize>,
    /// Told when nothing is left.
    idle: Arc<tokio::sync::Notify>,
}

impl Checkpoints {
    pub(crate) fn start() -> Self {
        let (jobs, mut queue) = mpsc::unbounded_channel::<(PathBuf, Bytes)>();
        let left = Arc::new(AtomicUsize::new(0));
        let idle = Arc::new(tokio::sync::Notify::new());
        let this = Self {
            jobs,
            left: left.clone(),
            idle: idle.clone(),
        };
        task::spawn(async move {
            while let Some((folder, bytes)) = queue.recv().await {
                // Without it a restart only reads more. The folder may have been removed meanwhile.
                if let Err(error) = replace(&folder.join(FILE), &bytes).await {
                    tracing::warn!(%error, "a checkpoint was not written");
                }
                if left.fetch_sub(1, Ordering::Relaxed) == 1 {
                    idle.notify_one();
                }
            }
        });
        this
    }

    pub(crate) fn write(&self, folder: &Path, bytes: Bytes) {
        self.left.fetch_add(1, Ordering::Relaxed);
        let _ = self.jobs.send((folder.to_path_buf(), bytes));
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    /// Resolves when the last checkpoint is written.
    pub(crate) fn idle(&self) -> Arc<tokio::sync::Notify> {
        self.idle.clone()
    }
}
