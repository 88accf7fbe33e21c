//! What `sim/` can do to a node. All functions must be called inside the runtime, and nodes must be killed and restarted
//! through this module, not through madsim's `Handle`, which knows nothing of locks, power and signals.
//!
//! The network's faults are madsim's: `NetSim::current()` clogs nodes and directed links
//! (`clog_node_in`, `clog_link`, ...) and sets loss and latency (`update_config`). A connection attempt over a clogged
//! link fails at once as refused; bytes on an open connection wait until the link is clear.

use std::io;
use std::net::IpAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::time::Duration;

use bytes::Bytes;
use madsim::runtime::Handle;
use madsim::task::NodeId;

use crate::disk::tree;
use crate::net::Fuse;
use crate::{machine, named};

/// How a node's disk behaves. Rates are per million operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskKnobs {
    /// Milliseconds a sync of a file or directory takes. Below 1 counts as 1, madsim's shortest sleep.
    pub sync_ms: Range<u64>,
    /// Syncs that fail with EIO; that of a file dooms what it covered.
    pub sync_fail_per_million: u32,
    /// Reads that fail with EIO.
    pub read_fail_per_million: u32,
    /// Writes that fail with EIO, after a seeded part of their bytes.
    pub write_fail_per_million: u32,
    /// Whether the disk is full: what would make a file longer or a directory larger fails with ENOSPC.
    pub full: bool,
    /// Whether nothing can be opened for want of descriptors (EMFILE). What is open goes on working.
    pub no_descriptors: bool,
    /// Whether syncs that begin now wait until this is false again.
    pub hung_syncs: bool,
    /// Operations other than sync that let other tasks run before they return.
    pub yield_per_million: u32,
    /// Operations other than sync that take `delay_ms`.
    pub delay_per_million: u32,
    /// Milliseconds a delayed operation takes.
    pub delay_ms: Range<u64>,
    /// At a crash: files whose last surviving write is torn.
    pub torn_per_million: u32,
    /// Of the torn writes, those torn between two sectors of 512 bytes and not at any byte.
    pub torn_at_sector_per_million: u32,
    /// Of the torn writes, those whose lost part reads as zeros because the new length reached the disk first.
    pub torn_zeros_per_million: u32,
}

impl Default for DiskKnobs {
    /// A healthy disk: syncs of 1 to 5 ms, no failures, some reordering of tasks, torn writes at crashes.
    fn default() -> Self {
        Self {
            sync_ms: 1..5,
            sync_fail_per_million: 0,
            read_fail_per_million: 0,
            write_fail_per_million: 0,
            full: false,
            no_descriptors: false,
            hung_syncs: false,
            yield_per_million: 100_000,
            delay_per_million: 10_000,
            delay_ms: 1..4,
            torn_per_million: 500_000,
            torn_at_sector_per_million: 500_000,
            torn_zeros_per_million: 200_000,
        }
    }
}

/// What has happened on a node's disk since the simulation began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiskCounts {
    /// Syncs of files and directories that succeeded.
    pub syncs: u64,
    /// Syncs of files and directories that failed.
    pub failed_syncs: u64,
    /// Reads and writes of files that failed.
    pub failed_accesses: u64,
    /// Written bytes that crashes have taken from files that kept a name.
    pub unsynced_bytes_lost: u64,
    /// Writes of which a crash left a part.
    pub torn_writes: u64,
    /// Changes of directories that crashes have undone.
    pub dir_entries_lost: u64,
}

/// Sets how the node's disk behaves from now on. Survives crashes and restarts.
pub fn set_disk(node: NodeId, knobs: DiskKnobs) {
    machine::lock(&machine::of(node)).knobs = knobs;
}

/// How the node's disk behaves.
pub fn disk(node: NodeId) -> DiskKnobs {
    machine::lock(&machine::of(node)).knobs.clone()
}

/// What has happened on the node's disk so far.
pub fn disk_counts(node: NodeId) -> DiskCounts {
    machine::lock(&machine::of(node)).counts
}

/// Kills the node's process (SIGKILL): its tasks end where they are. The disk keeps everything, as a page cache does,
/// and the peers of its connections learn at once that they are closed.
pub fn kill(node: NodeId) {
    Handle::current().kill(node);
    machine::lock(&machine::of(node)).process_died();
}

/// Cuts the node's power: its tasks end where they are, and its disk loses what was not synced. The peers of its
/// connections hear nothing until it is restarted: reads wait, and so do writes once the window is full.
pub fn crash(node: NodeId) {
    kill(node);
    machine::lock(&machine::of(node)).life.cut();
    lose_unsynced(node);
}

/// Starts the node again with its initial task, on the disk it has. Kills it first if it runs.
pub fn restart(node: NodeId) {
    // Also frees the addresses of a node whose initial task has ended by itself.
    kill(node);
    let last_life = std::mem::take(&mut machine::lock(&machine::of(node)).life);
    // Not under the lock: it wakes the peers of the last life's connections.
    drop(last_life);
    Handle::current().restart(node);
}

/// Ends the world: kills all nodes but the caller's, the supervisor's, and lets their tasks be dropped.
///
/// Tasks that wait for one another over connections keep each other alive, so a runner of many seeds that does not end
/// each of its worlds like this runs out of memory.
pub async fn finish() {
    for node in machine::all() {
        if node != madsim::plugin::node() {
            kill(node);
        }
    }
    // Killed tasks are dropped in the round after.
    madsim::time::sleep(Duration::from_millis(1)).await;
}

/// Lets the node's disk lose what was not synced, as a power cut does, without touching its tasks.
pub fn lose_unsynced(node: NodeId) {
    machine::lock(&machine::of(node)).lose_unsynced();
}

/// Empties the node's disk, as replacing it does. Only for a node that is down.
pub fn wipe(node: NodeId) {
    machine::lock(&machine::of(node)).tree = Default::default();
}

/// The files on the node's disk, with their lengths.
pub fn files(node: NodeId) -> Vec<(PathBuf, u64)> {
    machine::lock(&machine::of(node)).tree.files()
}

/// What a file on the node's disk holds, for who damages it.
///
/// # Errors
/// `NotFound`.
pub fn content(node: NodeId, path: &Path) -> io::Result<Bytes> {
    let file = file(node, path)?;
    let file = tree::lock(&file);
    Ok(file.read(0, usize::MAX))
}

/// Leaves only the first `len` bytes of a file on the node's disk. Only for a node that is down.
///
/// # Errors
/// `NotFound`.
pub fn shorten(node: NodeId, path: &Path, len: u64) -> io::Result<()> {
    tree::lock(&file(node, path)?).shorten(len);
    Ok(())
}

/// Loses a file or a folder on the node's disk, with all below it. Only for a node that is down.
///
/// # Errors
/// `NotFound`.
pub fn lose(node: NodeId, path: &Path) -> io::Result<()> {
    let lost = machine::lock(&machine::of(node)).tree.lose(path);
    lost.map_err(|e| named("lose", path.display(), e))
}

fn file(node: NodeId, path: &Path) -> io::Result<tree::FileRef> {
    let found = machine::lock(&machine::of(node)).tree.find_file(path);
    found.map_err(|e| named("damage", path.display(), e))
}

/// Flips the bits of `mask` in one byte of a file on the node's disk, as a rotting disk does; later syncs do not mend it.
///
/// # Errors
/// `NotFound`, or the file has no such byte (`InvalidInput`).
pub fn flip_bits(node: NodeId, path: &Path, position: u64, mask: u8) -> io::Result<()> {
    if tree::lock(&file(node, path)?).flip(position, mask) {
        return Ok(());
    }
    let error = io::ErrorKind::InvalidInput;
    Err(named("flip bits of", path.display(), error))
}

/// Stops the node's process for a while (SIGSTOP), or its machine: nothing of it runs until [`resume`], while clocks and
/// what others send it go on.
pub fn pause(node: NodeId) {
    Handle::current().pause(node);
}

/// Lets the node's process run on (SIGCONT).
pub fn resume(node: NodeId) {
    Handle::current().resume(node);
}

/// Breaks each connection between the node and `peer`, as a firewall does that has forgotten it: both ends hear that it
/// was reset, what was on its way is lost, and a new one may be made at once. Returns how many there were.
pub fn reset(node: NodeId, peer: IpAddr) -> usize {
    let fuses = std::mem::take(&mut machine::lock(&machine::of(node)).fuses);
    let (broken, others) = fuses.into_iter().partition(|&(of, _)| of == peer);
    machine::lock(&machine::of(node)).fuses = others;
    let broken: Vec<(IpAddr, Weak<Fuse>)> = broken;
    let live = broken.iter().filter_map(|(_, fuse)| fuse.upgrade());
    live.map(|fuse| fuse.blow()).count()
}

/// Tells the node's process to stop (SIGTERM): [`process::terminated`](crate::process::terminated) returns.
pub fn terminate(node: NodeId) {
    let stop = {
        let machine = machine::of(node);
        let mut machine = machine::lock(&machine);
        machine.stopping = true;
        std::sync::Arc::clone(&machine.stop)
    };
    stop.notify_waiters();
}

/// Sets the node's wall clock `skew_ms` milliseconds ahead of the simulation's, or behind if negative.
pub fn skew_wall(node: NodeId, skew_ms: i64) {
    machine::lock(&machine::of(node)).wall_skew_ms = skew_ms;
}
