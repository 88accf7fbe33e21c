//! The machines of the current simulation: what outlives the death of a node's tasks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use madsim::net::NetSim;
use madsim::task::NodeId;
use tokio::sync::Notify;

use crate::disk::tree::Tree;
use crate::fault::{DiskCounts, DiskKnobs};
use crate::net::{Fuse, Life};

/// One node's machine.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    pub(crate) tree: Tree,
    pub(crate) knobs: DiskKnobs,
    pub(crate) counts: DiskCounts,
    /// Milliseconds by which the node's wall clock is ahead.
    pub(crate) wall_skew_ms: i64,
    /// Locked files by inode, with a number that no other lock has.
    pub(crate) locks: BTreeMap<u64, u64>,
    pub(crate) next_lock: u64,
    /// Whether the current process of the node was told to stop, and who waits for that.
    pub(crate) stopping: bool,
    pub(crate) stop: Arc<Notify>,
    pub(crate) life: Arc<Life>,
    /// What breaks each connection, with the peer's address.
    pub(crate) fuses: Vec<(IpAddr, Weak<Fuse>)>,
}

pub(crate) type Shared = Arc<Mutex<Machine>>;

/// The machines of one runtime. Madsim has no public identity of a runtime, but each has one network.
struct World {
    runtime: Weak<NetSim>,
    machines: BTreeMap<NodeId, Shared>,
}

thread_local! {
    /// A runtime runs on one thread; the next one on that thread replaces the world.
    static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
}

/// The machine of `node`, new if it was never asked for.
///
/// # Panics
/// Outside of a madsim runtime.
pub(crate) fn of(node: NodeId) -> Shared {
    let runtime = Arc::downgrade(&NetSim::current());
    let (machine, _past) = WORLD.with_borrow_mut(|world| {
        let ours = world
            .as_ref()
            .is_some_and(|world| world.runtime.ptr_eq(&runtime));
        let fresh = || World {
            runtime,
            machines: BTreeMap::new(),
        };
        // What the last runtime left is dropped outside: that may wake, and so drop, tasks of it.
        let past = if ours { None } else { world.replace(fresh()) };
        let world = world.as_mut().expect("just made");
        (Arc::clone(world.machines.entry(node).or_default()), past)
    });
    machine
}

/// The nodes that have used their machine.
pub(crate) fn all() -> Vec<NodeId> {
    let _new_world_if_none = current();
    WORLD.with_borrow(|world| {
        world
            .iter()
            .flat_map(|world| world.machines.keys().copied())
            .collect()
    })
}

/// The machine that the current task runs on.
pub(crate) fn current() -> Shared {
    of(madsim::plugin::node())
}

/// Looks at, or changes, the machine that the current task runs on.
pub(crate) fn here<T>(with: impl FnOnce(&mut Machine) -> T) -> T {
    with(&mut lock(&current()))
}

/// Never held across an await: all tasks share one thread.
pub(crate) fn lock(machine: &Shared) -> MutexGuard<'_, Machine> {
    // A panic ends the simulation; what is dropped on the way out may still look.
    machine.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Machine {
    /// What the kernel does when a process dies.
    pub(crate) fn process_died(&mut self) {
        self.locks.clear();
        self.stopping = false;
        self.stop = Arc::default();
    }

    /// What a power cut does to the disk.
    pub(crate) fn lose_unsynced(&mut self) {
        self.tree.crash(&self.knobs, &mut self.counts);
    }
}
