//! Cutting a log's end. The log is taken out of use, cut and recovered, and comes back as one that was just opened.

use std::sync::Arc;

use highwater_core::{LogEvent, LogId, Offset};
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

use super::Logs;

/// Files in use that must not be cut meanwhile: those of a read that may reach above the high watermark, of a sync,
/// of a checkpoint. Consumers need none, for what they read is never cut.
#[derive(Debug)]
pub(crate) struct InUse {
    _held: OwnedRwLockReadGuard<()>,
}

/// Counts who uses a log's files.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses(Arc<RwLock<()>>);

impl Uses {
    /// Only a log that is out of use is ever being cut.
    pub(super) fn begin(&self) -> InUse {
        let held = self.0.clone().try_read_owned();
        InUse {
            _held: held.expect("a log in use is not being cut"),
        }
    }

    /// Waits until nobody uses the files any more.
    pub(super) async fn ended(&self) {
        let _ = self.0.write().await;
    }
}

/// A log that is being cut.
#[derive(Debug, Default)]
pub(super) struct Cut {
    /// It failed meanwhile, and the core has been told.
    pub(super) failed: bool,
}

impl Logs {
    /// Cuts the log to the last batch boundary at or below `to`. Reports the log as opened, later, or as failed.
    pub(crate) async fn truncate(&mut self, id: LogId, to: Offset) -> Option<LogEvent> {
        // Of what is queued a part may lie below the cut. What is not written for want of something is cut off, or asked for
        // again.
        if let Some(failed @ LogEvent::Failed(_)) = self.write_log(id).await {
            return Some(failed);
        }
        // A log that failed or was removed has nothing to cut; the core has been told.
        let log = self.open.remove(&id)?;
        self.files.close(id);
        self.dirty.remove(&id);
        self.checkpoints.forget(&log.folder);
        self.cuts.insert(id, Cut::default());
        self.opener.cut(id, log.folder, log.uses, to);
        None
    }

    /// Keeps the log from being cut for as long as what it returns lives; `None` if the log is out of use.
    pub(crate) fn hold(&self, id: LogId) -> Option<InUse> {
        self.open.get(&id).map(|log| log.uses.begin())
    }

    /// Takes a log out of use whose failure the core is told of.
    pub(crate) fn failed(&mut self, id: LogId) {
        self.open.remove(&id);
        self.files.close(id);
        self.queued.remove(&id);
        self.dirty.remove(&id);
        if let Some(cut) = self.cuts.get_mut(&id) {
            cut.failed = true;
        }
    }
}
