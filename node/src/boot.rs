//! The data folder: is it ours, and is it free.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::io::disk;
use crate::logs::replace;

const MARKER: &str = "highwater.data";
/// The marker while it is being written: what a crash in the first start leaves.
const NEW_MARKER: &str = "highwater.new";
const LOCK: &str = ".lock";
/// Version of the layout of a data folder.
const LAYOUT: u32 = 1;

/// Takes the data folder for this process.
///
/// # Errors
/// If another process has it, if somebody else's files are in it, or if it belongs to another node.
pub(crate) async fn claim(data: &Path, node_id: i32) -> io::Result<disk::Lock> {
    let shown = data.display();
    let refused = |why: String| Err(io::Error::new(ErrorKind::InvalidData, why));
    disk::create_dir_all(data).await?;
    let Some(lock) = disk::lock(&data.join(LOCK)).await? else {
        return refused(format!(
            "{shown} is in use by another node: stop it, or choose another data folder"
        ));
    };
    let mine = format!("layout={LAYOUT}\nnode.id={node_id}\n");
    match disk::read_file(&data.join(MARKER)).await {
        Ok(bytes) if bytes == mine.as_bytes() => {}
        Ok(bytes) => {
            let theirs = String::from_utf8_lossy(&bytes).trim().replace('\n', ", ");
            let ours = mine.trim().replace('\n', ", ");
            return refused(format!(
                "{shown} says '{theirs}', this node is '{ours}': choose the right data folder"
            ));
        }
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
            replace(&data.join(MARKER), mine.as_bytes()).await?;
        }
        Err(error) => return Err(error),
    }
    sweep(data).await?;
    Ok(lock)
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
