//! Waiting for what a log lacks: room on the disk, or file descriptors. What failed for want of it is tried again; nothing
//! is taken for damaged.

use std::io::{self, IoSlice};
use std::path::{Path, PathBuf};
use std::time::Duration;

use highwater_core::mutant::{self, Mutant};
use highwater_core::{Lack, LogEvent, LogId};

use super::Logs;
use crate::io::disk::{self, File, Open};
use crate::io::{clock, task};
use crate::shell::Event;

/// How long whoever lacks something waits before it tries again.
pub(super) const PATIENCE: Duration = Duration::from_millis(500);

/// Room for one more batch of the default size is what a disk must have to be tried again: with less, the next append fails
/// as well.
const PROBE: usize = 1 << 20;

/// The name of the file that is written to see whether there is room.
const PROBE_FILE: &str = "highwater.probe";

/// What the core calls what was lacking, if that is why an operation failed.
pub(crate) fn lack(error: &io::Error) -> Option<Lack> {
    disk::lack(error).map(|lack| match lack {
        disk::Lack::Room => Lack::Room,
        disk::Lack::Descriptors => Lack::Descriptors,
    })
}

impl Logs {
    /// A log has not taken in all that was appended. It takes in nothing more until it is cut.
    pub(super) fn unwritten(&mut self, id: LogId, lack: Lack, error: &io::Error) -> LogEvent {
        if let Some(log) = self.open.get_mut(&id)
            && !mutant::is(Mutant::GoOnAfterLack)
        {
            log.queue.clear();
            log.closed = true;
        }
        if self.lacking.is_empty() {
            // The first of many: what it lacks, all do.
            tracing::warn!(%error, "logs take in nothing for now");
            task::spawn(wait(self.data.clone(), self.shell.clone()));
        }
        self.lacking.insert(id);
        LogEvent::Unwritten(lack)
    }

    /// What was lacking may be there again: the logs that lacked it.
    pub(crate) fn writable(&mut self) -> impl Iterator<Item = LogId> + use<> {
        std::mem::take(&mut self.lacking).into_iter()
    }
}

async fn wait(data: PathBuf, shell: tokio::sync::mpsc::UnboundedSender<Event>) {
    loop {
        clock::sleep(PATIENCE).await;
        if probe(&data).await.is_ok() {
            let _ = shell.send(Event::Writable);
            return;
        }
    }
}

/// Whether a file can be opened, and written.
async fn probe(data: &Path) -> io::Result<()> {
    let path = data.join(PROBE_FILE);
    let file = File::open(&path, Open::Create).await?;
    let written = file.write_at(0, &[IoSlice::new(&vec![0; PROBE])]).await;
    drop(file);
    disk::remove_file(&path).await?;
    written
}
