//! Group commit: one flush is in flight; what arrives meanwhile rides the next. No timer.

use std::io;

use highwater_core::mutant::{self, Mutant};
use highwater_core::{FlushPolicy, Gen, Lack, LogEvent, LogId, Offset};

use super::beside::beside;
use super::lack::lack;
use super::{InUse, Logs, OS_FLUSH_BYTES};
use crate::io::disk::{self, File};
use crate::io::task;
use crate::shell::Event;

/// Flushes of one round that run beside each other.
const PARALLEL: usize = 8;

/// What one log has to sync.
#[derive(Debug)]
struct Job {
    log: LogId,
    /// Until the shell has been told: what it hears of the log after a cut must not be of before.
    _in_use: InUse,
    files: Vec<File>,
    folder: Option<std::path::PathBuf>,
    upto: Offset,
    generation: Gen,
}

/// The outcome of a part of a round.
#[derive(Debug)]
pub(crate) struct FlushDone {
    results: Vec<(LogId, io::Result<(Offset, Gen)>)>,
}

impl Logs {
    /// Begins a round of syncs, unless one is in flight. `all` overrules a policy that leaves it to the
    /// operating system.
    pub(crate) fn flush(&mut self, all: bool) {
        if all {
            self.checkpoints.hurry();
        }
        if self.flushes_in_flight > 0 || self.dirty.is_empty() {
            return;
        }
        let mut jobs = Vec::new();
        for id in self.dirty.clone() {
            if let Some(job) = self.job(id, all) {
                self.dirty.remove(&id);
                jobs.push(job);
            }
        }
        let share = jobs.len().div_ceil(PARALLEL).max(1);
        while !jobs.is_empty() {
            let part: Vec<Job> = jobs.drain(..share.min(jobs.len())).collect();
            self.flushes_in_flight += 1;
            let shell = self.shell.clone();
            task::spawn(async move {
                let mut results = Vec::with_capacity(part.len());
                for job in &part {
                    let result = sync(job).await.map(|()| (job.upto, job.generation));
                    results.push((job.log, result));
                }
                let _ = shell.send(Event::FlushDone(FlushDone { results }));
                drop(part);
            });
        }
    }

    fn job(&mut self, id: LogId, all: bool) -> Option<Job> {
        let log = self.open.get_mut(&id)?;
        if self.policy == FlushPolicy::Os && !all && log.unsynced_bytes < OS_FLUSH_BYTES {
            return None;
        }
        let (upto, generation) = log.written?;
        let unsynced = std::mem::take(&mut log.unsynced);
        let files = unsynced.into_values().collect();
        let folder = std::mem::take(&mut log.new_entries).then(|| log.folder.clone());
        log.unsynced_bytes = 0;
        Some(Job {
            log: id,
            _in_use: log.uses.begin(),
            files,
            folder,
            upto,
            generation,
        })
    }

    /// Takes in the outcome of a part of a round.
    pub(crate) fn flush_done(&mut self, done: FlushDone) -> Vec<(LogId, LogEvent)> {
        self.flushes_in_flight -= 1;
        let event = |(id, result)| match result {
            Ok((upto, generation)) => (id, LogEvent::Flushed { upto, generation }),
            // Its folder could not be opened to be synced: the bytes are where they belong, and opening the log syncs both.
            Err(error) if lack(&error) == Some(Lack::Descriptors) => {
                (id, self.unwritten(id, Lack::Descriptors, &error))
            }
            // What the failed sync left on disk is unknown, and another over the same pages would prove
            // nothing (fsyncgate): the log is out of use until it is recovered.
            Err(error) => (id, self.fail(id, &error)),
        };
        done.results.into_iter().map(event).collect()
    }
}

/// Files first, beside each other, then the folder that names them.
async fn sync(job: &Job) -> io::Result<()> {
    beside(job.files.iter().cloned().map(sync_file).collect()).await?;
    match &job.folder {
        Some(folder) if !mutant::is(Mutant::L06NoDirectorySync) => disk::sync_dir(folder).await,
        _ => Ok(()),
    }
}

async fn sync_file(file: File) -> io::Result<()> {
    let mut synced = file.sync().await;
    while synced.is_err() && mutant::is(Mutant::L09RetryFailedSync) {
        synced = file.sync().await;
    }
    synced
}
