//! The log writer: it keeps the order of appends, writes what is queued in one piece, and syncs in groups.
//! It knows files and positions; what is in them is the core's affair.

mod beside;
mod checkpoint;
mod cut;
mod files;
mod flush;
mod folders;
mod lack;
mod open;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IoSlice};
use std::path::{Path, PathBuf};

use highwater_core::mutant::{self, Mutant};
use highwater_core::records::{PREFIX_LEN, Walk};
use highwater_core::{Append, Fault, FlushPolicy, Gen, LogEvent, LogId, Offset, SegmentOp};
use tokio::sync::mpsc;

use crate::io::disk::{self, File, Open};
use crate::io::{clock, task};
use crate::shell::Event;

pub(crate) use checkpoint::Checkpoints;
pub(crate) use cut::InUse;
use cut::{Cut, Uses};
use files::OpenFiles;
pub(crate) use flush::FlushDone;
use lack::PATIENCE;
pub(crate) use lack::lack;
pub(crate) use open::OpenedFolder;
use open::Opener;

/// Under `flush = os`: bytes that may be written to a log before it is synced all the same.
const OS_FLUSH_BYTES: u64 = 64 << 20;

/// The name of a segment's file, as Kafka names it.
pub(crate) fn segment_name(base: Offset) -> String {
    format!("{base:020}.log")
}

/// All logs of the node.
#[derive(Debug)]
pub(crate) struct Logs {
    policy: FlushPolicy,
    data: PathBuf,
    opener: Opener,
    checkpoints: Checkpoints,
    shell: mpsc::UnboundedSender<Event>,
    open: BTreeMap<LogId, OpenLog>,
    files: OpenFiles,
    /// Logs that were not written for want of something that may come back.
    lacking: BTreeSet<LogId>,
    cuts: BTreeMap<LogId, Cut>,
    /// Logs with queued appends.
    queued: BTreeSet<LogId>,
    /// Logs with bytes that are not synced.
    dirty: BTreeSet<LogId>,
    flushes_in_flight: usize,
}

/// A log whose folder is recovered.
#[derive(Debug)]
struct OpenLog {
    folder: PathBuf,
    uses: Uses,
    queue: Vec<Append>,
    /// It takes in nothing until it is cut.
    closed: bool,
    /// Segments with bytes that are not synced: by the very descriptor that they were written by, which is told if the
    /// device fails.
    unsynced: BTreeMap<Offset, File>,
    unsynced_bytes: u64,
    /// A segment was created since the folder was last synced.
    new_entries: bool,
    written: Option<(Offset, Gen)>,
}

impl Logs {
    pub(crate) fn new(
        data: &Path,
        policy: FlushPolicy,
        open_files: usize,
        recovery_piece: u32,
        shell: mpsc::UnboundedSender<Event>,
    ) -> Self {
        Self {
            policy,
            data: data.to_path_buf(),
            files: OpenFiles::new(open_files),
            lacking: BTreeSet::new(),
            opener: Opener::new(data, recovery_piece, shell.clone()),
            checkpoints: Checkpoints::start(),
            shell,
            open: BTreeMap::new(),
            cuts: BTreeMap::new(),
            queued: BTreeSet::new(),
            dirty: BTreeSet::new(),
            flushes_in_flight: 0,
        }
    }

    /// Queues an append.
    pub(crate) fn append(&mut self, append: Append) {
        // A log that failed or was removed has nothing to append to; the core has been told.
        if let Some(log) = self.open.get_mut(&append.log)
            && !log.closed
        {
            self.queued.insert(append.log);
            log.queue.push(append);
        }
    }

    /// Does the core's work on files, in order with appends.
    pub(crate) async fn segment(&mut self, id: LogId, op: SegmentOp) -> Option<LogEvent> {
        match op {
            SegmentOp::Open { folder, topic_id } => self.opener.open(id, folder, topic_id),
            SegmentOp::Refill { folder, topic_id } => {
                let checkpoints = self.checkpoints.clone();
                self.opener.refill(id, folder, topic_id, checkpoints);
            }
            SegmentOp::Roll(base) => {
                let written = self.write_log(id).await;
                let files = &mut self.files;
                if let Some(log) = self.open.get_mut(&id).filter(|log| !log.closed)
                    && let Err(error) = log.create(id, base, files).await
                {
                    return Some(self.not_written(id, &error));
                }
                return written;
            }
            SegmentOp::Checkpoint(bytes) => {
                if let Some(log) = self.open.get(&id) {
                    self.checkpoints.write(&log.folder, bytes, log.uses.begin());
                }
            }
            SegmentOp::Mark(committed) => {
                if let Some(log) = self.open.get(&id) {
                    self.checkpoints
                        .mark(&log.folder, committed, log.uses.begin());
                }
            }
            SegmentOp::Remove { folder, topic_id } => {
                self.failed(id);
                if !mutant::is(Mutant::LateCheckpoint) {
                    self.checkpoints.forget(&self.opener.path(&folder));
                }
                let checkpoints = self.checkpoints.clone();
                self.opener.remove(id, folder, topic_id, checkpoints);
            }
        }
        None
    }

    /// A folder is recovered, or refused.
    pub(crate) fn opened(
        &mut self,
        id: LogId,
        opened: Result<OpenedFolder, Fault>,
    ) -> Option<LogEvent> {
        let failed = self.cuts.remove(&id).is_some_and(|cut| cut.failed);
        match opened {
            // Removed meanwhile, or failed while it was being cut.
            _ if failed || !self.opener.is_wanted(id) => None,
            Ok(opened) => {
                let log = OpenLog {
                    folder: opened.folder,
                    uses: Uses::default(),
                    queue: Vec::new(),
                    closed: false,
                    unsynced: BTreeMap::new(),
                    unsynced_bytes: 0,
                    new_entries: false,
                    written: None,
                };
                self.open.insert(id, log);
                Some(LogEvent::Opened(opened.recovered))
            }
            Err(fault) => Some(LogEvent::Failed(fault)),
        }
    }

    /// Writes everything that is queued, one piece per log and segment.
    pub(crate) async fn write(&mut self) -> Vec<(LogId, LogEvent)> {
        let mut events = Vec::new();
        while let Some(id) = self.queued.first().copied() {
            if let Some(event) = self.write_log(id).await {
                events.push((id, event));
            }
        }
        events
    }

    async fn write_log(&mut self, id: LogId) -> Option<LogEvent> {
        self.queued.remove(&id);
        let log = self.open.get_mut(&id)?;
        let queue = std::mem::take(&mut log.queue);
        let last = queue.last()?;
        let (upto, generation) = (last.end(), last.generation);
        if let Err(error) = log.write(id, &queue, &mut self.files).await {
            return Some(self.not_written(id, &error));
        }
        self.dirty.insert(id);
        Some(LogEvent::Written { upto, generation })
    }

    /// What was appended is not in the log's file: it may be later, or the log is out of use.
    fn not_written(&mut self, id: LogId, error: &io::Error) -> LogEvent {
        match lack(error) {
            Some(lack) => self.unwritten(id, lack, error),
            None => self.fail(id, error),
        }
    }

    /// Takes the log out of use.
    fn fail(&mut self, id: LogId, error: &io::Error) -> LogEvent {
        tracing::error!(%error, log = id.0, "log failed");
        self.failed(id);
        LogEvent::Failed(Fault::Io)
    }

    /// The open file of a segment.
    pub(crate) async fn file(&mut self, id: LogId, segment: Offset) -> io::Result<File> {
        match self.open.get_mut(&id) {
            Some(log) => log.file(id, segment, &mut self.files).await,
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Carries out a read of the core, and reports its result to the shard.
    pub(crate) async fn read(
        &mut self,
        read: highwater_core::ReadId,
        plan: highwater_core::log::ReadPlan,
    ) {
        let id = plan.log;
        let shell = self.shell.clone();
        let file = self.file(id, plan.segment).await;
        if let Err(error) = &file
            && lack(error).is_some()
        {
            task::spawn(async move {
                clock::sleep(PATIENCE).await;
                let _ = shell.send(Event::Read(read, plan));
            });
            return;
        }
        let in_use = self.hold(id);
        let max_bytes = plan.max_bytes;
        task::spawn(async move {
            let bytes = async {
                let file = file?;
                let range = crate::reply::walk(Walk::new(plan, max_bytes), &file).await?;
                // Whole batches: what the plan allows, or the first, however large.
                file.read_at(range.start, range.len() as usize).await
            };
            let event = match bytes.await {
                Ok(bytes) => LogEvent::Read(read, bytes),
                Err(error) => {
                    tracing::error!(%error, log = id.0, "reading back a log failed");
                    LogEvent::Failed(Fault::Io)
                }
            };
            let _ = shell.send(Event::Log(id, event));
            drop(in_use);
        });
    }

    /// Told when the last checkpoint is written.
    pub(crate) fn checkpoints_idle(&self) -> std::sync::Arc<tokio::sync::Notify> {
        self.checkpoints.idle()
    }

    /// True if nothing is under way: no flush, no checkpoint, no mark.
    pub(crate) fn is_idle(&self) -> bool {
        self.flushes_in_flight == 0 && self.checkpoints.is_idle()
    }
}

impl OpenLog {
    /// Writes a queue whose appends follow one another.
    async fn write(
        &mut self,
        id: LogId,
        queue: &[Append],
        files: &mut OpenFiles,
    ) -> io::Result<()> {
        for run in queue.chunk_by(|a, b| a.segment == b.segment) {
            let (segment, position) = (run[0].segment, run[0].position);
            let prefixes: Vec<[u8; PREFIX_LEN]> = run
                .iter()
                .map(|append| append.batch.prefix(append.base_offset, append.leader_epoch))
                .collect();
            let mut parts = Vec::with_capacity(run.len() * 2);
            for (append, prefix) in run.iter().zip(&prefixes) {
                parts.push(IoSlice::new(prefix));
                parts.push(IoSlice::new(append.batch.body()));
            }
            let file = match self.unsynced.get(&segment) {
                Some(file) => file.clone(),
                None => self.file(id, segment, files).await?,
            };
            file.write_at(position, &parts).await?;
            self.unsynced.insert(segment, file);
            self.unsynced_bytes += run
                .iter()
                .map(|append| u64::from(append.batch.len()))
                .sum::<u64>();
            self.written = run.last().map(|append| (append.end(), append.generation));
        }
        Ok(())
    }

    async fn file(
        &mut self,
        id: LogId,
        segment: Offset,
        files: &mut OpenFiles,
    ) -> io::Result<File> {
        let key = (id, segment);
        if let Some(file) = files.get(key) {
            return Ok(file);
        }
        // The first segment of a new log is created with its first batch.
        match files.open(key, &self.folder, Open::Write).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.new_entries = true;
                files.open(key, &self.folder, Open::CreateNew).await
            }
            opened => opened,
        }
    }

    async fn create(&mut self, id: LogId, base: Offset, files: &mut OpenFiles) -> io::Result<()> {
        let file = files
            .open((id, base), &self.folder, Open::CreateNew)
            .await?;
        self.new_entries = true;
        self.unsynced.insert(base, file);
        Ok(())
    }
}

/// Replaces the file at `path` in one step: a crash leaves the old content or the new.
pub(crate) async fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let file = File::open(&new, Open::Create).await?;
    file.set_len(0).await?;
    file.write_at(0, &[IoSlice::new(bytes)]).await?;
    file.sync().await?;
    disk::rename(&new, path).await?;
    let folder = path
        .parent()
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    if mutant::is(Mutant::L06NoDirectorySync) {
        return Ok(());
    }
    disk::sync_dir(folder).await
}

#[cfg(all(test, madsim))]
mod crash_tests;
#[cfg(test)]
mod tests;
