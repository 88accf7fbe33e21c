//! The copies of each log that nodes have on their disks, compared once a cluster is at rest. The nodes are not asked: who
//! is asked may be wrong.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use highwater_core::BrokerId;
use highwater_core::invariant::history::Violation;
use highwater_core::invariant::replicas::{Copy, copies_agree, copies_are_whole};
use highwater_io_sim::{clock, disk};
use madsim::runtime::Handle;

use crate::cluster::{Cluster, DATA, SimNode};
use crate::plan::Plan;
use crate::world::{TOPIC, World};

/// Simulated time in which a cluster without faults and without work must have made all copies alike.
const CONVERGED: Duration = Duration::from_secs(30);

/// Waits until all copies of each log are the same, and reports what differs if they never are. Returns how many bytes
/// were the same in a cluster of several nodes.
pub(crate) async fn compare(world: &World, cluster: &Cluster, plan: &Plan) -> u64 {
    if cluster.nodes.len() < 2 {
        return 0;
    }
    let deadline = clock::mono() + CONVERGED;
    loop {
        match judge(cluster, plan).await {
            Ok(bytes) => {
                world.note(format_args!("all copies are the same: {bytes} bytes"));
                return bytes;
            }
            Err(Violation { property, what }) if clock::mono() > deadline => {
                world.violate(property, what);
                return 0;
            }
            Err(_) => clock::sleep(Duration::from_millis(500)).await,
        }
    }
}

/// How many bytes all copies have together.
async fn judge(cluster: &Cluster, plan: &Plan) -> Result<u64, Violation> {
    let mut copies: BTreeMap<String, Vec<Copy>> = BTreeMap::new();
    for partition in 0..plan.partitions {
        copies.entry(format!("{TOPIC}-{partition}")).or_default();
    }
    for (node, broker) in cluster.nodes.iter().zip(1..) {
        for (folder, bytes) in logs(node).await {
            let broker = BrokerId(broker);
            copies
                .entry(folder)
                .or_default()
                .push(Copy { broker, bytes });
        }
    }
    let mut bytes = 0;
    for (folder, copies) in &copies {
        let named = |Violation { property, what }| Violation {
            property,
            what: format!("{folder}: {what}"),
        };
        copies_agree(copies)
            .and_then(|()| copies_are_whole(copies))
            .map_err(named)?;
        let expected = plan.replication_factor as usize;
        if folder.starts_with(TOPIC) && copies.len() != expected {
            return Err(named(Violation {
                property: "replicas-converge",
                what: format!("{} nodes have a copy, not {expected}", copies.len()),
            }));
        }
        bytes += copies
            .iter()
            .map(|copy| copy.bytes.len() as u64)
            .sum::<u64>();
    }
    Ok(bytes)
}

/// By folder: the segments of a log, one after the other.
async fn logs(node: &SimNode) -> BTreeMap<String, Bytes> {
    // Not the handle of the node's first life, whose tasks are dead.
    let Some(machine) = Handle::current().get_node(node.id()) else {
        return BTreeMap::new();
    };
    let reading = machine.spawn(async {
        let mut logs = BTreeMap::new();
        for folder in disk::list(Path::new(DATA)).await.unwrap_or_default() {
            if is_log(&folder) {
                let bytes = segments(&Path::new(DATA).join(&folder.name)).await;
                logs.insert(folder.name, bytes);
            }
        }
        logs
    });
    reading.await.unwrap_or_default()
}

/// True for `<topic>-<partition>`.
fn is_log(entry: &disk::Entry) -> bool {
    let number = entry.name.rsplit_once('-').map(|(_, number)| number);
    entry.dir && number.is_some_and(|number| number.parse::<u32>().is_ok())
}

async fn segments(folder: &Path) -> Bytes {
    let mut names: Vec<String> = disk::list(folder)
        .await
        .unwrap_or_default()
        .into_iter()
        .map(|file| file.name)
        .filter(|name| {
            name.strip_suffix(".log")
                .is_some_and(|base| base.len() == 20)
        })
        .collect();
    names.sort();
    let mut bytes = BytesMut::new();
    for name in names {
        bytes.extend_from_slice(
            &disk::read_file(&folder.join(name))
                .await
                .unwrap_or_default(),
        );
    }
    bytes.freeze()
}
