//! The data folder: is it ours, and is it free.

use std::io::{self, ErrorKind};
use std::path::Path;

use highwater_core::wire::Uuid;

use crate::io::{disk, entropy};
use crate::logs::replace;

const MARKER: &str = "highwater.data";
/// The marker while it is being written: what a crash in the first start leaves.
const NEW_MARKER: &str = "highwater.new";
const LOCK: &str = ".lock";
/// Says that the run before stopped in an orderly way, and in which epoch of the broker.
const STOPPED: &str = "highwater.stopped";
/// Version of the layout of a data folder.
const LAYOUT: u32 = 1;
/// Key of the folder's own name.
const DIRECTORY: &str = "directory=";

/// A data folder that is ours.
#[derive(Debug)]
pub(crate) struct Claimed {
    /// Keeps other processes out.
    pub(crate) _lock: disk::Lock,
    /// The folder's own name, drawn when it was new.
    pub(crate) directory: [u8; 16],
    /// The broker epoch of the run before, if that stopped in an orderly way.
    pub(crate) stopped_epoch: Option<i64>,
}

/// Takes the data folder for this process.
///
/// # Errors
/// If another process has it, if somebody else's files are in it, or if it belongs to another node.
pub(crate) async fn claim(data: &Path, node_id: i32) -> io::Result<Claimed> {
    let shown = data.display();
    let refused = |why: String| Err(io::Error::new(ErrorKind::InvalidData, why));
    disk::create_dir_all(data).await?;
    let Some(lock) = disk::lock(&data.join(LOCK)).await? else {
        return refused(format!(
            "{shown} is in use by another node: stop it, or choose another data folder"
        ));
    };
    let mine = format!("layout={LAYOUT}\nnode.id={node_id}\n");
    let directory = match disk::read_file(&data.join(MARKER)).await {
        Ok(bytes) => match named(&mine, &bytes) {
            Some(Some(directory)) => directory,
            // Written before folders had names.
            Some(None) => name(data, &mine).await?,
            None => {
                let theirs = String::from_utf8_lossy(&bytes).trim().replace('\n', ", ");
                let ours = mine.trim().replace('\n', ", ");
                return refused(format!(
                    "{shown} says '{theirs}', this node is '{ours}': choose the right data folder"
                ));
            }
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let foreign = disk::list(data)
                .await?
                .into_iter()
                .find(|entry| entry.name != LOCK && entry.name != NEW_MARKER);
            if let Some(foreign) = foreign {
                return refused(format!(
                    "{shown} holds '{}', which Highwater did not write: choose an empty data folder",
                    foreign.name
                ));
            }
            // Before the marker, which says that this was done.
            keep_name(data).await?;
            name(data, &mine).await?
        }
        Err(error) => return Err(error),
    };
    sweep(data).await?;
    let stopped_epoch = take_stopped(data).await?;
    Ok(Claimed {
        _lock: lock,
        directory,
        stopped_epoch,
    })
}

/// Writes down that this run has stopped in an orderly way: all that it had is on stable storage.
pub(crate) async fn stopped(data: &Path, epoch: i64) -> io::Result<()> {
    replace(&data.join(STOPPED), epoch.to_string().as_bytes()).await
}

/// What the run before wrote down at its end. It is true of that run only, so it goes before this one begins.
async fn take_stopped(data: &Path) -> io::Result<Option<i64>> {
    let path = data.join(STOPPED);
    let said = match disk::read_file(&path).await {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    disk::remove_file(&path).await?;
    disk::sync_dir(data).await?;
    Ok(std::str::from_utf8(&said)
        .ok()
        .and_then(|epoch| epoch.parse().ok()))
}

/// The folder's name in a marker that begins with `mine`, if it has one; `None` if the marker is not ours.
#[allow(clippy::option_option, reason = "not ours, ours without a name, ours")]
fn named(mine: &str, marker: &[u8]) -> Option<Option<[u8; 16]>> {
    let rest = std::str::from_utf8(marker).ok()?.strip_prefix(mine)?;
    if rest.is_empty() {
        return Some(None);
    }
    let directory = rest.strip_prefix(DIRECTORY)?.strip_suffix('\n')?;
    Some(Some(Uuid::parse(directory)?.0))
}

/// Draws a name for the folder and writes it down.
async fn name(data: &Path, mine: &str) -> io::Result<[u8; 16]> {
    let directory = entropy::bytes16();
    let marker = format!("{mine}{DIRECTORY}{}\n", Uuid(directory));
    replace(&data.join(MARKER), marker.as_bytes()).await?;
    Ok(directory)
}

/// Makes the folder's own name durable, and the names of the folders above it, which may be as new: a power cut would
/// take them, and all data with them.
async fn keep_name(data: &Path) -> io::Result<()> {
    for parent in data.ancestors().skip(1) {
        let here = parent.as_os_str().is_empty();
        match disk::sync_dir(if here { Path::new(".") } else { parent }).await {
            // A folder that cannot be looked into is not one that was made just now.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
            synced => synced?,
        }
    }
    Ok(())
}

/// Removes what deletions of topics left behind when they were cut short.
async fn sweep(data: &Path) -> io::Result<()> {
    for entry in disk::list(data).await? {
        if entry.dir && entry.name.ends_with("-delete") {
            disk::remove_dir_all(&data.join(&entry.name)).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::io::process;

    const MINE: &str = "layout=1\nnode.id=1\n";

    #[test]
    fn a_folder_keeps_its_name_also_one_of_before_names() {
        process::run(async {
            let name = Uuid(entropy::bytes16());
            let data = std::env::temp_dir().join(format!("highwater-test{name}"));
            let first = claim(&data, 1).await.expect("a new folder").directory;
            assert_ne!(first, [0; 16]);
            let again = claim(&data, 1).await.expect("our folder").directory;
            assert_eq!(again, first);
            let marker = data.join(MARKER);
            replace(&marker, MINE.as_bytes()).await.expect("written");
            let named = claim(&data, 1).await.expect("our folder").directory;
            assert_ne!(named, first);
            let again = claim(&data, 1).await.expect("our folder").directory;
            assert_eq!(again, named);
            let refused = claim(&data, 2).await.expect_err("another's folder");
            assert!(
                refused
                    .to_string()
                    .contains("this node is 'layout=1, node.id=2'")
            );
            let _ = disk::remove_dir_all(&data).await;
        });
    }

    #[test]
    fn an_orderly_stop_is_told_once() {
        process::run(async {
            let name = Uuid(entropy::bytes16());
            let data = std::env::temp_dir().join(format!("highwater-test{name}"));
            let epoch = async || claim(&data, 1).await.expect("our folder").stopped_epoch;
            assert_eq!(epoch().await, None);
            stopped(&data, 17).await.expect("written");
            assert_eq!(epoch().await, Some(17));
            assert_eq!(epoch().await, None, "a kill after it is none");
            let _ = disk::remove_dir_all(&data).await;
        });
    }

    #[test]
    fn a_marker_says_whose_folder_it_is_and_its_name() {
        let uuid = Uuid([7; 16]);
        let marker = format!("{MINE}directory={uuid}\n");
        assert_eq!(named(MINE, marker.as_bytes()), Some(Some([7; 16])));
        assert_eq!(named(MINE, MINE.as_bytes()), Some(None));
        assert_eq!(named("layout=1\nnode.id=2\n", marker.as_bytes()), None);
        assert_eq!(named(MINE, b"layout=1\nnode.id=1\ndirectory=x\n"), None);
        assert_eq!(named(MINE, b"layout=1\nnode.id=12\n"), None);
    }
}
