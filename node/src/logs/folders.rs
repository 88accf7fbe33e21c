//! The folders of logs: whose they are, and how they go. A folder's name is for one topic after the other; whose it is, a
//! file in it says, and nothing is done to a folder that is another's.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use highwater_core::mutant::{self, Mutant};
use highwater_core::wire::Uuid;
use tokio::sync::oneshot;

use super::open::segment_files;
use super::replace;
use crate::io::{disk, entropy};

/// Kafka's name for the file that says which topic a folder belongs to.
const TOPIC_FILE: &str = "partition.metadata";

/// Ends of the names of folders that are being removed, and that are set aside.
const DELETED: &str = "-delete";
const STRAY: &str = "-stray";
const DAMAGED: &str = "-damaged";

/// Bytes that a file's name may have.
const NAME_LEN: usize = 255;

/// Work on folders: on those of one name one after the other, in the order in which it was asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns(Arc<Mutex<Last>>);

#[derive(Debug, Default)]
struct Last {
    count: u64,
    /// By folder with work: the turn that was given out last, and its end.
    of: BTreeMap<String, (u64, oneshot::Receiver<Infallible>)>,
}

/// A turn at a folder. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Turns,
    folder: String,
    number: u64,
    before: Option<oneshot::Receiver<Infallible>>,
    _end: oneshot::Sender<Infallible>,
}

impl Turns {
    /// The next turn at a folder, after all that were given out before.
    pub(super) fn next(&self, folder: &str) -> Turn {
        let (end, ended) = oneshot::channel();
        let mut last = self.last();
        last.count += 1;
        let number = last.count;
        let before = last.of.insert(folder.to_owned(), (number, ended));
        Turn {
            turns: self.clone(),
            folder: folder.to_owned(),
            number,
            before: before.map(|(_, ended)| ended),
            _end: end,
        }
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Waits until all turns before this one have ended.
    pub(super) async fn come(&mut self) {
        if let Some(before) = self.before.take() {
            let Err(_) = before.await;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut last = self.turns.last();
        if last.of.get(&self.folder).map(|(number, _)| *number) == Some(self.number) {
            last.of.remove(&self.folder);
        }
    }
}

/// Whose a folder is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// It is not there, or says nothing.
    Nobody,
    Topic(Uuid),
    /// What it says makes no sense.
    Unknown,
}

async fn owner(folder: &Path) -> io::Result<Owner> {
    let bytes = match disk::read_file(&folder.join(TOPIC_FILE)).await {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Owner::Nobody),
        read => read?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let id = text
        .lines()
        .find_map(|line| line.strip_prefix("topic_id: "))
        .and_then(Uuid::parse);
    Ok(id.map_or(Owner::Unknown, Owner::Topic))
}

/// Makes sure that the folder exists and belongs to the topic; false if that cannot be told. One that belongs to
/// another topic is what a deletion left behind: it is set aside.
pub(super) async fn claim(data: &Path, name: &str, topic_id: Uuid) -> io::Result<bool> {
    let folder = data.join(name);
    match owner(&folder).await? {
        Owner::Topic(id) if id == topic_id => return Ok(true),
        Owner::Topic(_) => {
            let aside = aside(data, name, STRAY);
            tracing::warn!(folder = %folder.display(), aside = %aside.display(), "the folder of another topic is set aside");
            disk::rename(&folder, &aside).await?;
        }
        Owner::Unknown => {
            tracing::error!(folder = %folder.display(), file = TOPIC_FILE, "the file does not say whose log this is");
            return Ok(false);
        }
        Owner::Nobody => {
            if disk::exists(&folder).await? && !segment_files(&folder).await?.is_empty() {
                tracing::error!(folder = %folder.display(), missing = TOPIC_FILE, "nothing says whose log this is");
                return Ok(false);
            }
        }
    }
    disk::create_dir_all(&folder).await?;
    let mine = format!("version: 0\ntopic_id: {topic_id}\n");
    replace(&folder.join(TOPIC_FILE), mine.as_bytes()).await?;
    disk::sync_dir(data).await?;
    Ok(true)
}

/// Renames the folder if it is the topic's, so that its name is free, and so that a crash leaves no folder that looks like
/// a log. Returns what is to be removed then.
pub(super) async fn take_away(
    data: &Path,
    name: &str,
    topic_id: Uuid,
) -> io::Result<Option<PathBuf>> {
    let folder = data.join(name);
    let owner = owner(&folder).await?;
    let by_name = mutant::is(Mutant::RemoveByName) && owner != Owner::Nobody;
    if owner != Owner::Topic(topic_id) && !by_name {
        return Ok(None);
    }
    let gone = aside(data, name, DELETED);
    disk::rename(&folder, &gone).await?;
    disk::sync_dir(data).await?;
    Ok(Some(gone))
}

/// Renames a damaged folder, durably, so that its name is free: false if one of this name is kept already, which somebody
/// may want to look at.
pub(super) async fn set_aside(data: &Path, name: &str) -> io::Result<bool> {
    let kept = name.floor_char_boundary(NAME_LEN - DAMAGED.len());
    let aside = data.join(format!("{}{DAMAGED}", &name[..kept]));
    if disk::exists(&aside).await? {
        tracing::error!(kept = %aside.display(), "an earlier damaged log of the partition is kept: move it away, and start again");
        return Ok(false);
    }
    disk::rename(&data.join(name), &aside).await?;
    disk::sync_dir(data).await?;
    tracing::warn!(aside = %aside.display(), "the damaged log is set aside");
    Ok(true)
}

/// Where a folder goes that is no log any more, as Kafka names it: no two names are alike, and none is too long, for which
/// the folder's own is shortened (KAFKA-4893).
fn aside(data: &Path, name: &str, end: &str) -> PathBuf {
    let end = format!(".{}{end}", Uuid(entropy::bytes16()));
    let kept = name.floor_char_boundary(NAME_LEN - end.len());
    data.join(format!("{}{end}", &name[..kept]))
}
