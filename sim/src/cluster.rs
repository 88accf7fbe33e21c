//! The simulated cluster: real nodes, each on a machine of its own, and what can be done to them.

use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use highwater::Settings;
use highwater_io_sim::fault::{self, DiskCounts, DiskKnobs};
use highwater_io_sim::{clock, disk};
use madsim::runtime::{Handle, NodeHandle};
use madsim::task::NodeId;

use crate::draw;
use crate::notes;
use crate::plan::Plan;
use crate::world::World;

/// The port that nodes listen on for clients.
const PORT: u16 = 9092;

/// The port that they listen on for one another.
const BROKERS_PORT: u16 = 9093;

/// Where a node keeps its data.
pub(crate) const DATA: &str = "/data";

/// How far a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Recovering.
    Starting,
    /// Lets clients in.
    Ready,
    /// Stopped in an orderly way, or could not go on.
    Ended,
    /// Killed.
    Dead,
}

/// One node.
pub(crate) struct SimNode {
    machine: NodeHandle,
    /// The broker's id.
    pub(crate) broker: i32,
    ip: IpAddr,
    state: Arc<Mutex<State>>,
    world: World,
}

/// All nodes.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<SimNode>,
}

impl Cluster {
    /// Starts `plan.nodes` nodes.
    pub(crate) fn start(world: &World, plan: &Plan) -> Self {
        let nodes = (0..plan.nodes).map(|index| SimNode::start(world, plan, index));
        Self {
            nodes: nodes.collect(),
        }
    }

    /// `HOST:PORT` of each node, for clients to begin with.
    pub(crate) fn bootstrap(&self) -> Vec<String> {
        (0..self.nodes.len()).map(address).collect()
    }

    /// The node that clients reach at `address`.
    pub(crate) fn at(&self, at: &str) -> Option<&SimNode> {
        let index = (0..self.nodes.len()).find(|&index| address(index) == at)?;
        self.nodes.get(index)
    }

    /// The node that is the broker of that id.
    pub(crate) fn broker(&self, id: i32) -> Option<&SimNode> {
        self.nodes.get(usize::try_from(id - 1).ok()?)
    }
}

fn host(index: usize) -> String {
    format!("10.0.0.{}", index + 1)
}

fn address(index: usize) -> String {
    format!("{}:{PORT}", host(index))
}

fn brokers_address(index: usize) -> String {
    format!("{}:{BROKERS_PORT}", host(index))
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SimNode {
    fn start(world: &World, plan: &Plan, index: usize) -> Self {
        let mut settings = Settings::new(DATA.into(), &address(index));
        settings.node_id = index as i32 + 1;
        settings.auto_create_topics = false;
        settings.segment_bytes = plan.segment_bytes;
        settings.checkpoint_bytes = plan.checkpoint_bytes;
        settings.read_back_bytes = plan.read_back_bytes;
        settings.recovery_piece_bytes = plan.recovery_piece_bytes;
        settings.turn_inputs = plan.turn_inputs;
        settings.in_flight_bytes = plan.in_flight_bytes;
        settings.offsets_partitions = plan.offsets_partitions;
        settings.group_initial_rebalance_delay_ms = plan.initial_delay_ms;
        settings.metadata_snapshot_entries = plan.snapshot_entries;
        settings.replica_socket_timeout_ms = plan.call_limit_ms;
        settings.flush = plan.flush;
        settings.deep_checks = true;
        settings.replication_factor = plan.replication_factor;
        settings.offsets_replication_factor = plan.offsets_replication_factor;
        settings.min_insync_replicas = plan.min_insync_replicas;
        settings.broker_session_timeout_ms = plan.session_ms;
        settings.broker_heartbeat_interval_ms = plan.session_ms / 6;
        settings.replica_lag_time_max_ms = plan.lag_ms;
        if plan.nodes > 1 {
            let voter = |index: usize| (index as i32 + 1, brokers_address(index));
            settings.voters = (0..plan.nodes).map(voter).collect();
            settings.brokers_listen = Some(brokers_address(index));
        }
        let state = Arc::new(Mutex::new(State::Starting));
        let life = {
            let (world, state) = (world.clone(), Arc::clone(&state));
            move || live(settings.clone(), world.clone(), Arc::clone(&state))
        };
        let ip: IpAddr = host(index).parse().expect("an address");
        let machine = Handle::current()
            .create_node()
            .name(format!("node {}", index + 1))
            .ip(ip)
            .init(life)
            .build();
        world.runs_on(address(index), machine.id());
        fault::set_disk(machine.id(), plan.disk.clone());
        fault::skew_wall(machine.id(), draw::pick(&plan.skews_ms));
        Self {
            machine,
            broker: index as i32 + 1,
            ip,
            state,
            world: world.clone(),
        }
    }

    pub(crate) fn id(&self) -> NodeId {
        self.machine.id()
    }

    pub(crate) fn ip(&self) -> IpAddr {
        self.ip
    }

    /// `HOST:PORT` for clients.
    pub(crate) fn address(&self) -> String {
        format!("{}:{PORT}", self.ip)
    }

    /// True if the node's process is not there.
    pub(crate) fn is_down(&self) -> bool {
        matches!(*lock(&self.state), State::Ended | State::Dead)
    }

    /// True if the node lets clients in.
    pub(crate) fn is_ready(&self) -> bool {
        *lock(&self.state) == State::Ready
    }

    /// Cuts the power.
    pub(crate) fn crash(&self) {
        self.world
            .note(format_args!("node {}: power cut", self.id()));
        *lock(&self.state) = State::Dead;
        fault::crash(self.id());
    }

    /// Kills the process.
    pub(crate) fn kill(&self) {
        self.world.note(format_args!("node {}: killed", self.id()));
        *lock(&self.state) = State::Dead;
        fault::kill(self.id());
    }

    /// Stops the process for a while, or the machine: nobody is told.
    pub(crate) fn pause(&self) {
        self.world
            .note(format_args!("node {}: stands still", self.id()));
        fault::pause(self.id());
    }

    /// Lets it run on, if it stands still.
    pub(crate) fn resume(&self) {
        fault::resume(self.id());
    }

    /// Asks the process to stop, and waits until it has; false if that takes longer than `limit`.
    pub(crate) async fn terminate(&self, limit: Duration) -> bool {
        self.world
            .note(format_args!("node {}: told to stop", self.id()));
        self.resume();
        fault::terminate(self.id());
        let deadline = clock::mono() + limit;
        while !self.is_down() {
            if clock::mono() > deadline {
                return false;
            }
            clock::sleep(Duration::from_millis(5)).await;
        }
        true
    }

    /// True if the node says on its disk that it has stopped in an orderly way, with all that it had on stable storage.
    pub(crate) async fn has_stopped(&self) -> bool {
        // Not the handle of the node's first life, whose tasks are dead.
        let Some(machine) = Handle::current().get_node(self.id()) else {
            return false;
        };
        let looking = machine.spawn(async {
            let names = disk::list(Path::new(DATA)).await.unwrap_or_default();
            names.iter().any(|entry| entry.name == "highwater.stopped")
        });
        looking.await.unwrap_or(false)
    }

    /// Starts the process again.
    pub(crate) fn restart(&self) {
        self.world.note(format_args!("node {}: starts", self.id()));
        *lock(&self.state) = State::Starting;
        notes::forget(self.id());
        fault::restart(self.id());
    }

    /// Sets how the disk behaves.
    pub(crate) fn set_disk(&self, knobs: &DiskKnobs) {
        fault::set_disk(self.id(), knobs.clone());
    }

    /// What has happened on the disk.
    pub(crate) fn disk_counts(&self) -> DiskCounts {
        fault::disk_counts(self.id())
    }

    /// Segments on the disk beyond the first of each log: how often logs have rolled.
    pub(crate) async fn rolls(&self) -> u64 {
        // Not the handle of the node's first life, whose tasks are dead.
        let Some(machine) = Handle::current().get_node(self.id()) else {
            return 0;
        };
        let counting = machine.spawn(async {
            let mut rolls = 0;
            for folder in disk::list(Path::new(DATA)).await.unwrap_or_default() {
                let path = Path::new(DATA).join(&folder.name);
                if !folder.dir {
                    continue;
                }
                let files = disk::list(&path).await.unwrap_or_default();
                let segments = files.iter().filter(|file| {
                    file.name
                        .strip_suffix(".log")
                        .is_some_and(|base| base.len() == 20)
                });
                rolls += (segments.count() as u64).saturating_sub(1);
            }
            rolls
        });
        counting.await.unwrap_or(0)
    }
}

/// One life of a node's process. Its end takes along whatever else the process was doing.
async fn live(settings: Settings, world: World, state: Arc<Mutex<State>>) {
    let me = madsim::plugin::node();
    let ready = {
        let (world, state) = (world.clone(), Arc::clone(&state));
        move |address: &str| {
            world.note(format_args!("node {me}: ready at {address}"));
            *lock(&state) = State::Ready;
        }
    };
    let ended = highwater::run(settings, ready).await;
    world.note(format_args!("node {me}: ended: {ended:?}"));
    *lock(&state) = State::Ended;
    fault::kill(me);
}
