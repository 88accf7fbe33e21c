//! What a seed's world is like. Each seed switches some faults on and others off (swarm testing): a world with every
//! fault at once shows fewer bugs than many worlds with some.

use std::ops::Range;
use std::time::Duration;

use highwater_core::FlushPolicy;
use highwater_io_sim::fault::DiskKnobs;

use crate::draw;

/// A fault that the nemesis brings about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    /// The power goes.
    PowerCut,
    /// The process is killed.
    Kill,
    /// The process is told to stop.
    Terminate,
    /// Syncs fail for a while.
    FailedSyncs,
    /// Syncs are slow for a while.
    SlowSyncs,
    /// Writes fail for a while.
    FailedWrites,
    /// Reads fail for a while.
    FailedReads,
    /// The disk is slow for a while, and the node starts meanwhile.
    SlowStart,
    /// The disk is full for a while.
    DiskFull,
    /// A client's link to the node, or back, is cut for a while.
    Clog,
    /// A node's links to the others, or back, are cut for a while, and with them perhaps those to clients.
    Partition,
    /// The power of all nodes goes.
    Blackout,
    /// The network is slow and loses packets for a while.
    BadNetwork,
    /// The process, or its machine, stands still for a while.
    Pause,
    /// The node's connections to another, or to a client, are reset.
    Reset,
    /// Syncs do not end for a while.
    HungSyncs,
    /// Nothing can be opened for a while, for want of descriptors.
    NoDescriptors,
    /// What a node has on its disk is damaged or gone, while all others are well.
    Damage,
}

pub(crate) const FAULTS: [Fault; 18] = [
    Fault::PowerCut,
    Fault::Kill,
    Fault::Terminate,
    Fault::FailedSyncs,
    Fault::SlowSyncs,
    Fault::FailedWrites,
    Fault::FailedReads,
    Fault::SlowStart,
    Fault::DiskFull,
    Fault::Clog,
    Fault::Partition,
    Fault::Blackout,
    Fault::BadNetwork,
    Fault::Pause,
    Fault::Reset,
    Fault::HungSyncs,
    Fault::NoDescriptors,
    Fault::Damage,
];

/// Where followers leave the in-sync set sooner than this, a leader may be alone in it at any moment.
const MAY_LAG_MS: u32 = 2_000;

impl Fault {
    /// True if it takes away what was not synced: nothing that a node which does not sync has promised to keep.
    fn takes_unsynced(self) -> bool {
        matches!(self, Self::PowerCut | Self::Blackout | Self::FailedSyncs)
    }
}

/// A consumer group.
#[derive(Clone, Debug)]
pub(crate) struct GroupPlan {
    /// Members that it has at a time, while none is being replaced.
    pub(crate) seats: u64,
    /// Whether it commits after it has processed (at least once), or before (at most once).
    pub(crate) commits_after: bool,
    pub(crate) session_ms: i32,
    pub(crate) rebalance_ms: i32,
    /// How long a member lives, roughly, in milliseconds.
    pub(crate) life_ms: u64,
    /// Members, in a hundred, that have a `group.instance.id`.
    pub(crate) static_percent: u64,
}

impl GroupPlan {
    fn draw() -> Self {
        Self {
            seats: draw::within(1..5),
            commits_after: draw::percent(50),
            session_ms: draw::pick(&[6_000, 8_000]),
            rebalance_ms: draw::pick(&[1_000, 3_000, 8_000]),
            life_ms: draw::pick(&[1_000, 4_000, 15_000]),
            static_percent: draw::pick(&[0, 30, 100]),
        }
    }
}

/// The draws of one seed.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) nodes: usize,
    pub(crate) partitions: i32,
    pub(crate) replication_factor: i16,
    pub(crate) offsets_replication_factor: i16,
    pub(crate) min_insync_replicas: i32,
    /// `broker.session.timeout.ms`.
    pub(crate) session_ms: u32,
    /// `replica.lag.time.max.ms`.
    pub(crate) lag_ms: u32,
    /// `replica.socket.timeout.ms`.
    pub(crate) call_limit_ms: u32,
    /// When a record counts as stored. Where it is before it is synced, nothing takes away what is not.
    pub(crate) flush: FlushPolicy,
    /// By how much nodes' wall clocks may be wrong.
    pub(crate) skews_ms: Vec<i64>,
    /// Times in a hundred that a fault strikes just after something has happened that leaves much undecided.
    pub(crate) timely_percent: u64,
    /// Faults begin once something was acknowledged.
    pub(crate) waits_for_acks: bool,
    /// Times in a hundred that a fault strikes whoever is in charge of something.
    pub(crate) aim_percent: u64,
    /// Times in a hundred that a node that is down stays so until another fault has struck.
    pub(crate) linger_percent: u64,
    pub(crate) producers: u64,
    pub(crate) consumers: u64,
    pub(crate) watchers: u64,
    /// For each producer without sequence numbers, its acks.
    pub(crate) plain: Vec<i16>,
    pub(crate) groups: Vec<GroupPlan>,
    /// Topics that are deleted and created again all the time.
    pub(crate) reborn: u64,
    /// Entries of the metadata log between snapshots.
    pub(crate) snapshot_entries: u64,
    pub(crate) offsets_partitions: i32,
    /// `group.initial.rebalance.delay.ms`.
    pub(crate) initial_delay_ms: u32,
    pub(crate) segment_bytes: u32,
    pub(crate) checkpoint_bytes: u64,
    /// Bytes that are read back at a time, of a log that a coordinator is loaded from or a time is looked for in.
    pub(crate) read_back_bytes: u32,
    /// Bytes that recovery reads at a time.
    pub(crate) recovery_piece_bytes: u32,
    /// Inputs that a shard takes before it writes.
    pub(crate) turn_inputs: usize,
    pub(crate) in_flight_bytes: u32,
    /// Bytes that records are padded with, at most.
    pub(crate) record_bytes: u64,
    /// Records of a batch, at most.
    pub(crate) batch_records: u64,
    /// Milliseconds between a producer's batches.
    pub(crate) pause_ms: Range<u64>,
    /// The faults that are on.
    pub(crate) faults: Vec<Fault>,
    /// Milliseconds between faults.
    pub(crate) fault_ms: Range<u64>,
    /// The disk between faults.
    pub(crate) disk: DiskKnobs,
    /// How long faults go on.
    pub(crate) safety: Duration,
}

impl Plan {
    /// Draws a world.
    pub(crate) fn draw() -> Self {
        let nodes = match draw::below(100) {
            0..30 => 1,
            30..90 => 3,
            _ => 5,
        };
        let mut faults: Vec<Fault> = FAULTS.into_iter().filter(|_| draw::percent(50)).collect();
        // Durability is the point of it all.
        if draw::percent(80) || faults.is_empty() {
            faults.push(Fault::PowerCut);
        }
        let mut disk = disk();
        let flush = if draw::percent(12) {
            faults.retain(|fault| !fault.takes_unsynced());
            faults.push(Fault::Kill);
            disk.sync_fail_per_million = 0;
            FlushPolicy::Os
        } else {
            FlushPolicy::Sync
        };
        let replication_factor = factor(nodes);
        let offsets_replication_factor = factor(nodes);
        let lag_ms = draw::pick(&[500, 2_000, 30_000]);
        let least = replication_factor.min(offsets_replication_factor);
        if least < 2 || lag_ms < MAY_LAG_MS {
            // What is on one disk alone is lost with it.
            faults.retain(|&fault| fault != Fault::Damage);
        } else if faults.contains(&Fault::Damage) {
            faults.extend([Fault::Damage; 2]);
        }
        let fault_ms = draw::pick(&[50, 300, 1_000, 3_000]);
        let pause_ms = draw::pick(&[10, 40, 150]);
        Self {
            nodes,
            partitions: draw::within(1..5) as i32,
            replication_factor,
            offsets_replication_factor,
            min_insync_replicas: draw::pick(&[1, 2, 2, 3]).min(i32::from(least)),
            session_ms: draw::pick(&[600, 1_200, 3_000]),
            lag_ms,
            call_limit_ms: draw::pick(&[1_000, 5_000, 30_000]),
            flush,
            skews_ms: draw::pick(&[&[0][..], &[0, 40, -40], &[0, 3_600_000, -1_800_000]]).to_vec(),
            timely_percent: draw::pick(&[0, 50, 90]),
            waits_for_acks: draw::percent(75),
            aim_percent: draw::pick(&[0, 50, 90]),
            linger_percent: draw::pick(&[0, 30]),
            producers: draw::within(1..5),
            consumers: draw::within(1..4),
            watchers: draw::within(1..3),
            plain: (0..draw::below(3)).map(|_| draw::pick(&[0, 1])).collect(),
            groups: (0..draw::within(1..4)).map(|_| GroupPlan::draw()).collect(),
            reborn: draw::below(4),
            snapshot_entries: draw::pick(&[10, 100, 1_000]),
            offsets_partitions: draw::pick(&[1, 2, 5]),
            initial_delay_ms: draw::pick(&[0, 500, 3_000]),
            segment_bytes: draw::pick(&[512, 2 << 10, 16 << 10, 128 << 10, 4 << 20]),
            checkpoint_bytes: draw::pick(&[1, 1 << 10, 16 << 10, 256 << 10]),
            read_back_bytes: draw::pick(&[1, 500, 64 << 10]),
            recovery_piece_bytes: draw::pick(&[100, 5_000, 1 << 20]),
            turn_inputs: draw::pick(&[1, 8, 512]),
            in_flight_bytes: draw::pick(&[64 << 10, 64 << 20]),
            record_bytes: draw::pick(&[0, 100, 1_000, 10_000]),
            batch_records: draw::pick(&[1, 5, 30]),
            pause_ms: 0..pause_ms,
            faults,
            fault_ms: fault_ms / 4..fault_ms * 2,
            disk,
            safety: draw::ms(3_000..draw::pick(&[20_000, 20_000, 20_000, 60_000])),
        }
    }
}

/// How many replicas a topic has: most often three, if there are so many nodes.
fn factor(nodes: usize) -> i16 {
    if nodes == 1 {
        return 1;
    }
    match draw::below(100) {
        0..70 => 3,
        70..92 => 2,
        _ => 1,
    }
}

fn disk() -> DiskKnobs {
    let slowest = draw::pick(&[2, 5, 20, 60]);
    let mut disk = DiskKnobs {
        sync_ms: 1..slowest,
        yield_per_million: draw::pick(&[0, 100_000, 500_000]),
        delay_per_million: draw::pick(&[0, 10_000, 50_000]),
        delay_ms: 1..draw::pick(&[2, 4, 20]),
        torn_per_million: draw::pick(&[0, 500_000, 1_000_000]),
        torn_at_sector_per_million: draw::pick(&[0, 500_000, 1_000_000]),
        torn_zeros_per_million: draw::pick(&[0, 200_000, 1_000_000]),
        ..DiskKnobs::default()
    };
    if draw::percent(20) {
        disk.sync_fail_per_million = draw::pick(&[100, 1_000, 5_000]);
    }
    if draw::percent(20) {
        disk.read_fail_per_million = draw::pick(&[100, 1_000]);
    }
    if draw::percent(20) {
        disk.write_fail_per_million = draw::pick(&[100, 1_000]);
    }
    disk
}
