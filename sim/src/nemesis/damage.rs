//! Disks that lose or change what was on stable storage: one at a time, and only while every log is whole elsewhere, for
//! nothing that was acknowledged is safe on one disk alone.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use highwater_core::recovery::{Recovery, SegmentFile};
use highwater_io_sim::{clock, fault};
use madsim::runtime::{Handle, NodeHandle};
use madsim::task::NodeId;

use super::{Nemesis, STOP};
use crate::cluster::{DATA, SimNode};
use crate::world::TOPIC;
use crate::{draw, rest};

/// The longest that a node which was killed may have been heard of for the last time before it.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// What becomes of a disk.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Damage {
    /// A bit of what recovery reads is another.
    Bit(PathBuf, u64),
    /// A file ends early.
    Short(PathBuf, u64),
    /// A file is gone.
    File(PathBuf),
    /// A log's folder is gone.
    Folder(PathBuf),
    /// The disk is another, and empty.
    Replaced,
}

impl Nemesis<'_> {
    /// Damages what a node has on its disk while it is down, and lets it come back, fast or once others have noticed.
    /// Then all must become whole by itself.
    pub(super) async fn damage(&self, node: &SimNode) {
        let all = self.all();
        self.rest();
        self.heal(&all).await;
        if let Err(why) = self.settled(&all).await {
            // Whether that is as it should be is asked when all faults are over.
            self.world.note(format_args!("no damage now: {why}"));
            return;
        }
        let orderly = draw::percent(30);
        if orderly {
            if !node.terminate(STOP).await {
                return;
            }
        } else if draw::percent(50) {
            self.crash(node);
        } else {
            self.kill(node);
        }
        clock::sleep(LAST_WORDS).await;
        if self.is_needed(node).await {
            self.world.note(format_args!(
                "no damage now: only node {} has it",
                node.id()
            ));
        } else if let Some(damage) = draw_damage(node.id(), orderly, self.plan.reborn == 0) {
            self.world
                .note(format_args!("node {}: {damage:?}", node.id()));
            self.deeds.borrow_mut().damages += 1;
            move_away_damaged(node.id());
            damage.befalls(node.id());
        }
        clock::sleep(draw::ms(1..draw::pick(&[100, 5_000]))).await;
        node.restart();
        if let Err(what) = self.settled(&all).await {
            self.world.violate("settles", what);
        }
        for node in all {
            node.set_disk(&self.plan.disk);
        }
    }

    /// Waits until all is whole.
    async fn settled(&self, nodes: &[&SimNode]) -> Result<(), String> {
        let settled = rest::settle(&self.world, &self.asker(), &self.plan, nodes).await;
        settled.map(|_| ())
    }

    /// True unless all others say that somebody else is in sync wherever `node` is: then what was acknowledged is there,
    /// too.
    async fn is_needed(&self, node: &SimNode) -> bool {
        let others = self.cluster.nodes.iter();
        let others: Vec<&SimNode> = others.filter(|other| other.id() != node.id()).collect();
        let told = rest::placements(&self.world, &self.asker(), &others).await;
        told.iter().any(|told| {
            let mut placed = told.iter().flat_map(|told| told.partitions.values());
            told.is_none() || placed.any(|placed| placed.isr.iter().all(|&id| id == node.broker))
        })
    }

    /// A machine on which nobody runs.
    fn asker(&self) -> NodeHandle {
        let id = *self.clients.last().expect("there are clients");
        Handle::current()
            .get_node(id)
            .expect("nobody kills clients")
    }
}

/// What was set aside of a damaged log before goes elsewhere: an operator has to do that, for none is ever deleted.
fn move_away_damaged(node: NodeId) {
    let folder = |path: &Path| path.parent().map(Path::to_owned);
    let files = fault::files(node);
    let folders: BTreeSet<PathBuf> = files.iter().filter_map(|(path, _)| folder(path)).collect();
    let aside = |path: &&PathBuf| path.to_string_lossy().ends_with("-damaged");
    for folder in folders.iter().filter(aside) {
        fault::lose(node, folder).expect("it was there just now");
    }
}

/// Draws what becomes of the disk of a node that is down; `None` if there is nothing to damage.
fn draw_damage(node: NodeId, orderly: bool, may_lose_all: bool) -> Option<Damage> {
    let files = fault::files(node);
    let folders: Vec<PathBuf> = files
        .iter()
        .filter_map(|(path, _)| log_folder(path))
        .collect();
    if may_lose_all && draw::percent(15) {
        return Some(Damage::Replaced);
    }
    if folders.is_empty() {
        return None;
    }
    let folder = draw::pick(&folders);
    let there: Vec<(PathBuf, u64)> = files
        .into_iter()
        .filter(|(path, len)| path.parent() == Some(&folder) && *len > 0)
        .filter(|(path, _)| !path.ends_with("partition.metadata"))
        .collect();
    if there.is_empty() {
        return None;
    }
    let (file, len) = draw::pick(&there);
    match draw::below(10) {
        0..4 => Some(match unread_from(node, &folder, &there) {
            Some((segment, from, len)) if draw::percent(70) => {
                Damage::Bit(segment, draw::within(from..len))
            }
            // What lies below the recovery point nobody reads before a consumer does, who checks it.
            _ if is_segment(&file) => Damage::Short(file, draw::below(len)),
            _ => Damage::Bit(file, draw::below(len)),
        }),
        4..8 => Some(Damage::Short(file, draw::below(len))),
        8 => Some(Damage::File(file)),
        // Who has stopped in an orderly way stays in sync, and does not look whether its folders are all there.
        _ => (!orderly).then_some(Damage::Folder(folder)),
    }
}

/// The folder of a log that is judged, if the file is of one.
fn log_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let name = folder.strip_prefix(DATA).ok()?.to_str()?;
    let (topic, number) = name.rsplit_once('-')?;
    let judged = topic == TOPIC || topic == "__consumer_offsets";
    (judged && number.parse::<u32>().is_ok()).then(|| folder.to_owned())
}

fn is_segment(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "log")
}

/// A segment of which recovery reads something: from where, and to where.
fn unread_from(
    node: NodeId,
    folder: &Path,
    files: &[(PathBuf, u64)],
) -> Option<(PathBuf, u64, u64)> {
    let checkpoint: Option<Bytes> = fault::content(node, &folder.join("highwater.checkpoint")).ok();
    let base = |path: &Path| path.file_stem()?.to_str()?.parse().ok();
    let segments: Vec<(PathBuf, SegmentFile)> = files
        .iter()
        .filter(|(path, _)| is_segment(path))
        .filter_map(|(path, len)| {
            Some((
                path.clone(),
                SegmentFile {
                    base: base(path)?,
                    len: *len,
                },
            ))
        })
        .collect();
    let files = segments.iter().map(|(_, file)| *file).collect();
    let (segment, position) = Recovery::new(files, checkpoint).resumes_at();
    let read = segments.into_iter().filter_map(|(path, file)| {
        let from = if file.base == segment { position } else { 0 };
        (file.base >= segment && from < file.len).then_some((path, from, file.len))
    });
    let read: Vec<(PathBuf, u64, u64)> = read.collect();
    (!read.is_empty()).then(|| draw::pick(&read))
}

impl Damage {
    fn befalls(&self, node: NodeId) {
        let done = match self {
            Self::Bit(path, at) => fault::flip_bits(node, path, *at, 1 << draw::below(8)),
            Self::Short(path, len) => fault::shorten(node, path, *len),
            Self::File(path) | Self::Folder(path) => fault::lose(node, path),
            Self::Replaced => {
                fault::wipe(node);
                Ok(())
            }
        };
        done.expect("it was there just now");
    }
}
