//! The metadata log of a cluster of one: a command is committed once it is on stable storage here.
//!
//! One file of frames: length, CRC-32C, and the commands that were written together, each with its length. One write
//! is one frame, and the next is not begun before it is synced: so at most the last frame can be torn, however the
//! disk orders its sectors, and a bad frame with a good one after it is damage. A torn frame is cut, for nothing in it
//! was ever applied.

use std::io::{self, ErrorKind, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::{Buf, Bytes};
use highwater_core::metadata::{Command, Image};
use highwater_core::{MetaEvent, MetaIndex, Outcome, ProposalId};
use tokio::sync::mpsc;

use crate::io::disk::{self, File, Open};
use crate::shell::Event;

const FOLDER: &str = "__cluster_metadata-0";
const FILE: &str = "commands.log";
const FRAME_HEAD: usize = 8;

/// Bytes that are written again at the start, so that a sync covers what an earlier, failed one did not.
const REWRITE: usize = 1 << 20;

/// The open log.
#[derive(Debug)]
pub(crate) struct MetadataLog {
    file: File,
    path: PathBuf,
    end: u64,
    index: MetaIndex,
}

impl MetadataLog {
    /// Opens the log below `data`, creating it if need be, and builds the image that it holds.
    pub(crate) async fn open(data: &Path) -> io::Result<(Self, Image)> {
        let folder = data.join(FOLDER);
        disk::create_dir_all(&folder).await?;
        let path = folder.join(FILE);
        let file = File::open(&path, Open::Create).await?;
        let bytes = file
            .read_at(0, usize::try_from(file.len()?).unwrap_or(usize::MAX))
            .await?;
        let mut image = Image::default();
        let mut rest = bytes.clone();
        while let Some(mut commands) = frame(&mut rest) {
            while !commands.is_empty() {
                let command = split_command(&mut commands)
                    .ok_or_else(|| damaged(&path, "a command is longer than its frame"))?;
                let command =
                    Command::decode(command).map_err(|error| damaged(&path, &error.to_string()))?;
                image.apply(MetaIndex(image.index.0 + 1), &command);
            }
        }
        let end = bytes.len() - rest.len();
        if !rest.is_empty() {
            if (1..rest.len()).any(|at| frame(&mut rest.slice(at..)).is_some()) {
                return Err(damaged(
                    &path,
                    &format!("the command at byte {end} is damaged, and others follow it"),
                ));
            }
            tracing::warn!(
                cut_bytes = rest.len(),
                "the metadata log had a torn tail, which was never applied"
            );
            file.set_len(end as u64).await?;
        }
        let from = end.saturating_sub(REWRITE);
        file.write_at(from as u64, &[IoSlice::new(&bytes[from..end])])
            .await?;
        file.sync().await?;
        disk::sync_dir(&folder).await?;
        disk::sync_dir(data).await?;
        let index = image.index;
        Ok((
            Self {
                file,
                path,
                end: end as u64,
                index,
            },
            image,
        ))
    }

    /// Commits what is proposed, until nobody proposes any more. What is waiting is written together, and
    /// synced once.
    pub(crate) async fn run(
        mut self,
        mut proposals: mpsc::UnboundedReceiver<(ProposalId, Command)>,
        shell: mpsc::UnboundedSender<Event>,
    ) {
        let mut batch = Vec::new();
        while proposals.recv_many(&mut batch, 1024).await > 0 {
            let commands: Vec<_> = batch
                .drain(..)
                .map(|(id, command)| (id, Arc::new(command)))
                .collect();
            if let Err(error) = self.write(&commands).await {
                // What a failed sync left on disk is unknown: only a restart can tell.
                let _ = shell.send(Event::Fatal(error.to_string()));
                return;
            }
            for (id, command) in commands {
                self.index.0 += 1;
                let _ = shell.send(Event::Meta(MetaEvent::Proposed(
                    id,
                    Outcome::Accepted(self.index),
                )));
                let _ = shell.send(Event::Meta(MetaEvent::Committed(self.index, command)));
            }
        }
    }

    async fn write(&mut self, commands: &[(ProposalId, Arc<Command>)]) -> io::Result<()> {
        let mut payload = Vec::new();
        for (_, command) in commands {
            let command = command
                .encode()
                .map_err(|error| io::Error::other(error.to_string()))?;
            let len = u32::try_from(command.len()).map_err(io::Error::other)?;
            payload.extend_from_slice(&len.to_be_bytes());
            payload.extend_from_slice(&command);
        }
        let len = u32::try_from(payload.len()).map_err(io::Error::other)?;
        let mut head = [0; FRAME_HEAD];
        head[..4].copy_from_slice(&len.to_be_bytes());
        head[4..].copy_from_slice(&highwater_core::records::crc(&payload).to_be_bytes());
        let parts = [IoSlice::new(&head), IoSlice::new(&payload)];
        self.file.write_at(self.end, &parts).await?;
        self.file.sync().await?;
        self.end += (head.len() + payload.len()) as u64;
        tracing::trace!(path = %self.path.display(), end = self.end, "metadata is durable");
        Ok(())
    }
}

/// Takes the next command off a frame.
fn split_command(commands: &mut Bytes) -> Option<Bytes> {
    let len = commands.get(..4)?.try_into().ok().map(u32::from_be_bytes)? as usize;
    if commands.len() - 4 < len {
        return None;
    }
    commands.advance(4);
    Some(commands.split_to(len))
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
