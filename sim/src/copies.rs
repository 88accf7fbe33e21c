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
use madsim::task::NodeId;

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
    let mut copies: BTreeMap<(String, String), Vec<Copy>> = BTreeMap::new();
    for (node, broker) in cluster.nodes.iter().zip(1..) {
        for (log, bytes) in logs(node).await {
            let broker = BrokerId(broker);
            copies.entry(log).or_default().push(Copy { broker, bytes });
        }
    }
    let mut bytes = 0;
    let of_topic = |((folder, _), _): &(&(String, String), &Vec<Copy>)| folder.starts_with(TOPIC);
    let found = copies.iter().filter(of_topic).count();
    if found != plan.partitions as usize {
        return Err(Violation {
            property: "replicas-converge",
            what: format!(
                "{found} logs of {TOPIC} were found, not {}",
                plan.partitions
            ),
        });
    }
    for ((folder, _), copies) in &copies {
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

/// By folder and owner: the segments of a log, one after the other.
async fn logs(node: &SimNode) -> BTreeMap<(String, String), Bytes> {
    // Not the handle of the node's first life, whose tasks are dead.
    let Some(machine) = Handle::current().get_node(node.id()) else {
        return BTreeMap::new();
    };
    let reading = machine.spawn(async {
        let mut logs = BTreeMap::new();
        for folder in disk::list(Path::new(DATA)).await.unwrap_or_default() {
            if is_log(&folder) {
                let path = Path::new(DATA).join(&folder.name);
                // Whose it is: what a deletion has left behind is not compared with a successor of the name.
                let file = disk::read_file(&path.join("partition.metadata")).await;
                let owner = String::from_utf8_lossy(&file.unwrap_or_default()).into_owned();
                let owner = owner.lines().last().unwrap_or_default().to_owned();
                logs.insert((folder.name, owner), segments(&path).await);
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

/// Bytes of the segments of a log on a node's disk.
pub(crate) async fn size(node: NodeId, folder: String) -> u64 {
    // Not the handle of the node's first life, whose tasks are dead.
    let Some(machine) = Handle::current().get_node(node) else {
        return 0;
    };
    let reading = machine.spawn(async move {
        let files = disk::list(&Path::new(DATA).join(folder)).await;
        let files = files.unwrap_or_default().into_iter();
        let segments = files.filter(|file| file.name.ends_with(".log"));
        segments.map(|file| file.len).sum()
    });
    reading.await.unwrap_or(0)
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
