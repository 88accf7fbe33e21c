//! The journal of a voter on disk.
//!
//! One file of frames: length, CRC-32C, and the records that were stored together. One write is one frame, and the
//! next is not begun before it is synced: so at most the last frame can be torn, however the disk orders its sectors,
//! and a bad frame with a good one after it is damage. A torn frame is cut, for nothing in it was ever acknowledged.

use std::io::{self, ErrorKind, IoSlice};
use std::path::{Path, PathBuf};

use bytes::{Buf, Bytes};
use highwater_raft::{Saved, StoreFailed, Ticket};
use tokio::sync::mpsc;

use crate::io::disk::{self, File, Open};

const FOLDER: &str = "__cluster_metadata-0";
const FILE: &str = "journal.log";
/// What will replace the journal, while it is written.
const NEXT: &str = "journal.next";
const FRAME_HEAD: usize = 8;

/// Bytes that are written again at the start, so that a sync covers what an earlier, failed one did not.
const REWRITE: usize = 1 << 20;

/// Stores that are written together at most.
const BATCH: usize = 1024;

/// What a voter wants stored.
#[derive(Debug)]
pub(super) enum Store {
    /// Goes to the journal's end.
    Append(Ticket, Bytes),
    /// Takes the journal's place.
    Replace(Ticket, Bytes),
}

/// What became of a store.
pub(super) type Stored = (Ticket, Result<(), StoreFailed>);

/// The open journal.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    folder: PathBuf,
    end: u64,
}

impl Journal {
    /// Opens the journal below `data`, creating it if need be, and reads what it holds.
    pub(super) async fn open(data: &Path) -> io::Result<(Self, Saved)> {
        let folder = data.join(FOLDER);
        disk::create_dir_all(&folder).await?;
        let path = folder.join(FILE);
        let file = File::open(&path, Open::Create).await?;
        let bytes = file
            .read_at(0, usize::try_from(file.len()?).unwrap_or(usize::MAX))
            .await?;
        let mut saved = Saved::default();
        let mut rest = bytes.clone();
        while let Some(records) = frame(&mut rest) {
            saved
                .replay(records)
                .map_err(|error| damaged(&path, &error.to_string()))?;
        }
        let end = bytes.len() - rest.len();
        if !rest.is_empty() {
            if (1..rest.len()).any(|at| frame(&mut rest.slice(at..)).is_some()) {
                return Err(damaged(
                    &path,
                    &format!("the frame at byte {end} is damaged, and others follow it"),
                ));
            }
            tracing::warn!(
                cut_bytes = rest.len(),
                "the metadata log had a torn tail, which was never acknowledged"
            );
            file.set_len(end as u64).await?;
        }
        let from = end.saturating_sub(REWRITE);
        file.write_at(from as u64, &[IoSlice::new(&bytes[from..end])])
            .await?;
        file.sync().await?;
        disk::sync_dir(&folder).await?;
        disk::sync_dir(data).await?;
        let end = end as u64;
        Ok((Self { file, folder, end }, saved))
    }

    /// Stores what it is told, in order, until nobody tells it any more or a store fails. What is waiting is written
    /// together, and synced once.
    pub(super) async fn run(
        mut self,
        mut stores: mpsc::UnboundedReceiver<Store>,
        answers: mpsc::UnboundedSender<Stored>,
    ) {
        let mut batch = Vec::new();
        while stores.recv_many(&mut batch, BATCH).await > 0 {
            let mut records = Vec::new();
            let mut tickets = Vec::new();
            let mut stored = Ok(());
            for store in batch.drain(..) {
                match store {
                    Store::Append(ticket, bytes) => {
                        records.extend_from_slice(&bytes);
                        tickets.push(ticket);
                    }
                    Store::Replace(ticket, bytes) => {
                        // It says all that the stores before it do.
                        records.clear();
                        tickets.push(ticket);
                        stored = self.replace(&bytes).await;
                        if stored.is_err() {
                            break;
                        }
                    }
                }
            }
            if stored.is_ok() && !records.is_empty() {
                stored = self.append(&records).await;
            }
            // What a failed sync left on disk is unknown: only a restart can tell.
            let failed = stored.is_err();
            let result = stored.map_err(|error| StoreFailed(error.to_string()));
            for ticket in tickets {
                let _ = answers.send((ticket, result.clone()));
            }
            if failed {
                return;
            }
        }
    }

    async fn append(&mut self, records: &[u8]) -> io::Result<()> {
        self.end += write_frame(&self.file, self.end, records).await?;
        tracing::trace!(end = self.end, "metadata is durable");
        Ok(())
    }

    async fn replace(&mut self, records: &[u8]) -> io::Result<()> {
        let path = self.folder.join(NEXT);
        let file = File::open(&path, Open::Create).await?;
        // A crash may have left part of an earlier one.
        file.set_len(0).await?;
        let end = write_frame(&file, 0, records).await?;
        disk::rename(&path, &self.folder.join(FILE)).await?;
        disk::sync_dir(&self.folder).await?;
        self.file = file;
        self.end = end;
        tracing::debug!(end, "the metadata log begins with a new snapshot");
        Ok(())
    }
}

/// Writes and syncs a frame; returns its length.
async fn write_frame(file: &File, at: u64, records: &[u8]) -> io::Result<u64> {
    let len = u32::try_from(records.len()).map_err(io::Error::other)?;
    let mut head = [0; FRAME_HEAD];
    head[..4].copy_from_slice(&len.to_be_bytes());
    head[4..].copy_from_slice(&highwater_core::records::crc(records).to_be_bytes());
    let parts = [IoSlice::new(&head), IoSlice::new(records)];
    file.write_at(at, &parts).await?;
    file.sync().await?;
    Ok((head.len() + records.len()) as u64)
}

/// Takes a whole, intact frame off `rest`; leaves `rest` alone if there is none.
fn frame(rest: &mut Bytes) -> Option<Bytes> {
    if rest.len() < FRAME_HEAD {
        return None;
    }
    let mut head = rest.slice(..FRAME_HEAD);
    let (len, crc) = (head.get_u32() as usize, head.get_u32());
    // A crash may leave zeros where bytes were to come, and zero is the checksum of nothing.
    if len == 0 {
        return None;
    }
    let payload = rest.get(FRAME_HEAD..FRAME_HEAD.checked_add(len)?)?;
    if highwater_core::records::crc(payload) != crc {
        return None;
    }
    let payload = rest.slice(FRAME_HEAD..FRAME_HEAD + len);
    rest.advance(FRAME_HEAD + len);
    Some(payload)
}

fn damaged(path: &Path, why: &str) -> io::Error {
    let text = format!(
        "{}: {why}; restore the file from a copy, or start with an empty data folder",
        path.display()
    );
    io::Error::new(ErrorKind::InvalidData, text)
}
