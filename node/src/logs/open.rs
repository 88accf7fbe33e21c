//! Opening a log's folder: what is in it, and is all of it on stable storage. A log that is cut is opened anew.

use std::collections::BTreeMap;
use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use highwater_core::recovery::{Recovered, Recovery, SegmentFile, Step};
use highwater_core::wire::Uuid;
use highwater_core::{Fault, LogId, Offset};
use tokio::sync::{Semaphore, mpsc};

use super::beside::beside;
use super::checkpoint::{Checkpoints, FILE as CHECKPOINT, read_mark, remove_mark};
use super::folders::{Turns, claim, set_aside, take_away};
use super::lack::{PATIENCE, lack};
use super::{Uses, replace, segment_name};
use crate::io::disk::{self, File, Open};
use crate::io::{clock, task};
use crate::shell::Event;

/// Folders that are opened beside each other, and folders that are removed.
const PARALLEL: usize = 16;

/// A folder that is ready.
#[derive(Debug)]
pub(crate) struct OpenedFolder {
    pub(crate) folder: PathBuf,
    pub(crate) recovered: Recovered,
}

/// Opens and removes folders, beside everything else.
#[derive(Debug)]
pub(crate) struct Opener {
    data: PathBuf,
    turns: Turns,
    openings: Arc<Semaphore>,
    removals: Arc<Semaphore>,
    shell: mpsc::UnboundedSender<Event>,
    /// Bytes that recovery reads or writes at a time.
    piece: u32,
    /// Logs that are being opened, or are open: each until its guard is dropped.
    wanted: BTreeMap<LogId, Arc<()>>,
}

impl Opener {
    pub(crate) fn new(data: &Path, piece: u32, shell: mpsc::UnboundedSender<Event>) -> Self {
        Self {
            data: data.to_path_buf(),
            turns: Turns::default(),
            openings: Arc::new(Semaphore::new(PARALLEL)),
            removals: Arc::new(Semaphore::new(PARALLEL)),
            shell,
            piece: piece.max(1),
            wanted: BTreeMap::new(),
        }
    }

    /// Where the folder of this name is.
    pub(super) fn path(&self, folder: &str) -> PathBuf {
        self.data.join(folder)
    }

    pub(crate) fn is_wanted(&self, id: LogId) -> bool {
        self.wanted.contains_key(&id)
    }

    pub(crate) fn open(&mut self, id: LogId, folder: String, topic_id: Uuid) {
        let wanted = Arc::default();
        let still_wanted = Arc::downgrade(&wanted);
        self.wanted.insert(id, wanted);
        let (data, openings) = (self.data.clone(), self.openings.clone());
        let (shell, mut turn) = (self.shell.clone(), self.turns.next(&folder));
        let piece = self.piece;
        task::spawn(async move {
            turn.come().await;
            let work = || open(&data, &folder, topic_id, piece);
            let opened = patiently(&openings, &still_wanted, work).await;
            let _ = shell.send(Event::Opened(id, or_fault(opened, &folder)));
        });
    }

    /// Sets a damaged folder aside, and opens an empty one in its place.
    pub(super) fn refill(
        &mut self,
        id: LogId,
        folder: String,
        topic_id: Uuid,
        checkpoints: Checkpoints,
    ) {
        let wanted = Arc::default();
        let still_wanted = Arc::downgrade(&wanted);
        self.wanted.insert(id, wanted);
        let (data, openings) = (self.data.clone(), self.openings.clone());
        let (shell, mut turn) = (self.shell.clone(), self.turns.next(&folder));
        let piece = self.piece;
        task::spawn(async move {
            turn.come().await;
            checkpoints.written(&data.join(&folder)).await;
            let opened = match set_aside(&data, &folder).await {
                Ok(true) => {
                    let work = || open(&data, &folder, topic_id, piece);
                    patiently(&openings, &still_wanted, work).await
                }
                Ok(false) => Ok(Err(DAMAGED)),
                Err(error) => Err(error),
            };
            let _ = shell.send(Event::Opened(id, or_fault(opened, &folder)));
        });
    }

    /// Cuts a log, and opens it again.
    pub(super) fn cut(&self, id: LogId, folder: PathBuf, uses: Uses, to: Offset) {
        let (openings, shell) = (self.openings.clone(), self.shell.clone());
        let wanted = self.wanted.get(&id).map_or_else(Weak::new, Arc::downgrade);
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut turn = self.turns.next(&name);
        let piece = self.piece;
        task::spawn(async move {
            turn.come().await;
            uses.ended().await;
            let shown = folder.display().to_string();
            let work = || recover(folder.clone(), Some(to), piece);
            let opened = patiently(&openings, &wanted, work).await;
            let _ = shell.send(Event::Opened(id, or_fault(opened, &shown)));
        });
    }

    /// Takes a log out of use for good, and removes its folder. A checkpoint that is being written ends first: it is
    /// written by path, and would land in a successor's folder.
    pub(super) fn remove(
        &mut self,
        id: LogId,
        folder: String,
        topic_id: Uuid,
        checkpoints: Checkpoints,
    ) {
        self.wanted.remove(&id);
        let (data, removals) = (self.data.clone(), self.removals.clone());
        let mut turn = self.turns.next(&folder);
        task::spawn(async move {
            turn.come().await;
            let _removal = removals.acquire().await;
            checkpoints.written(&data.join(&folder)).await;
            let gone = take_away(&data, &folder, topic_id).await;
            drop(turn);
            let removed = match gone {
                Ok(Some(gone)) => disk::remove_dir_all(&gone).await,
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            if let Err(error) = removed {
                tracing::warn!(folder, %error, "a deleted topic's folder was not removed");
            }
        });
    }
}

/// Damage of which nobody can say where it is.
const DAMAGED: Fault = Fault::Damaged {
    segment: 0,
    position: 0,
};

type Opened = Result<OpenedFolder, Fault>;

/// Opens a folder, again and again while that lacks something that may come back, and the log is wanted. Others may open
/// theirs meanwhile.
async fn patiently<W>(
    openings: &Semaphore,
    wanted: &Weak<()>,
    mut work: impl FnMut() -> W,
) -> io::Result<Opened>
where
    W: Future<Output = io::Result<Opened>>,
{
    let mut told = false;
    loop {
        let opening = openings.acquire().await;
        let opened = work().await;
        drop(opening);
        let Err(error) = &opened else {
            return opened;
        };
        if lack(error).is_none() || wanted.strong_count() == 0 {
            return opened;
        }
        if !std::mem::replace(&mut told, true) {
            tracing::warn!(%error, "a log cannot be opened for now");
        }
        clock::sleep(PATIENCE).await;
    }
}

fn or_fault(opened: io::Result<Opened>, folder: &str) -> Opened {
    opened.unwrap_or_else(|error| {
        tracing::error!(folder, %error, "a log cannot be opened");
        Err(Fault::Io)
    })
}

async fn open(data: &Path, name: &str, topic_id: Uuid, piece: u32) -> io::Result<Opened> {
    if !claim(data, name, topic_id).await? {
        return Ok(Err(DAMAGED));
    }
    recover(data.join(name), None, piece).await
}

/// Brings a log's files to the state that can be relied on, or to the last batch boundary at or below `cut`.
async fn recover(folder: PathBuf, cut: Option<Offset>, piece: u32) -> io::Result<Opened> {
    let files = segment_files(&folder).await?;
    let checkpoint = match disk::read_file(&folder.join(CHECKPOINT)).await {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mark = read_mark(&folder).await?;
    let recovery = match cut {
        Some(cut) => Recovery::cut(files.clone(), checkpoint, cut),
        None => Recovery::new(files.clone(), checkpoint),
    };
    let mut recovery = recovery.noted(mark).in_pieces(piece);
    let from = recovery.resumes_at();
    let recovered = loop {
        match recovery.step() {
            Step::Read {
                segment,
                position,
                len,
            } => {
                let file = File::open(&folder.join(segment_name(segment)), Open::Read).await?;
                recovery.feed(&file.read_at(position, len).await?);
            }
            Step::Refused(fault) => return Ok(Err(fault)),
            Step::Done(recovered) => break recovered,
        }
    };
    // Before the files: a crash in between must leave a checkpoint that is true of them.
    if let Some(checkpoint) = recovery.replaced_checkpoint() {
        replace(&folder.join(CHECKPOINT), &checkpoint).await?;
    }
    if cut.is_some_and(|cut| mark.is_some_and(|mark| mark > cut)) {
        remove_mark(&folder).await?;
    }
    settle(&folder, &files, &recovered, from, piece).await?;
    Ok(Ok(OpenedFolder { folder, recovered }))
}

pub(super) async fn segment_files(folder: &Path) -> io::Result<Vec<SegmentFile>> {
    let entries = disk::list(folder).await?;
    let segment = |entry: &disk::Entry| {
        let base = entry
            .name
            .strip_suffix(".log")
            .filter(|base| base.len() == 20)?;
        Some(SegmentFile {
            base: base.parse().ok()?,
            len: entry.len,
        })
    };
    Ok(entries.iter().filter_map(segment).collect())
}

/// Brings the files to the state that was recovered: what lies above is cut off, what follows removed, and the rest
/// on stable storage. What no checkpoint vouches for is written once more, because a sync does nothing for
/// pages that an earlier sync failed on.
async fn settle(
    folder: &Path,
    files: &[SegmentFile],
    recovered: &Recovered,
    from: (Offset, u64),
    piece: u32,
) -> io::Result<()> {
    let active = recovered.segments.active();
    // The last one first, so that a crash in between leaves no gap.
    let gone = files.iter().filter(|file| file.base > active.base);
    for file in gone.rev() {
        disk::remove_file(&folder.join(segment_name(file.base))).await?;
    }
    let mut works = Vec::new();
    for segment in recovered.segments.iter() {
        let file = files.iter().find(|file| file.base == segment.base);
        if let Some(file) = file.filter(|file| file.base >= from.0) {
            let start = if segment.base == from.0 { from.1 } else { 0 };
            let path = folder.join(segment_name(segment.base));
            works.push(settle_file(path, file.len, start, segment.size, piece));
        }
    }
    beside(works).await?;
    disk::sync_dir(folder).await
}

async fn settle_file(path: PathBuf, len: u64, start: u64, end: u64, piece: u32) -> io::Result<()> {
    let file = File::open(&path, Open::Write).await?;
    if len > end {
        file.set_len(end).await?;
    }
    rewrite(&file, start, end, piece).await?;
    file.sync().await
}

async fn rewrite(file: &File, from: u64, end: u64, piece: u32) -> io::Result<()> {
    let mut position = from;
    while position < end {
        let len = (end - position).min(u64::from(piece)) as usize;
        let bytes = file.read_at(position, len).await?;
        if bytes.is_empty() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        file.write_at(position, &[IoSlice::new(&bytes)]).await?;
        position += bytes.len() as u64;
    }
    Ok(())
}
