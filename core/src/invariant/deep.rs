//! The second ring: walks a whole node. For models and simulations.

use alloc::format;
use alloc::string::String;

use crate::Node;
use crate::ids::BrokerId;
use crate::log::Log;
use crate::replica::Partition;

/// Everything about one node that can be checked without others.
///
/// # Errors
/// What does not hold.
pub fn node(node: &Node) -> Result<(), String> {
    for partition in node.partitions() {
        if let Some(log) = partition.log() {
            segments_join(partition, log)?;
            epochs_cover(partition, log)?;
            producers_end(partition, log)?;
        }
    }
    leaders_are_in_sync(node)?;
    sessions_run(node)
}

/// ELECT: whoever leads is in sync, and whoever is in sync is a replica.
fn leaders_are_in_sync(node: &Node) -> Result<(), String> {
    for (name, topic) in &node.image().topics {
        for (number, partition) in topic.partitions.iter().enumerate() {
            let replicas = &partition.replicas;
            let is_replica = |id: &BrokerId| replicas.contains(id);
            let is_led = |id: BrokerId| partition.isr.contains(&id);
            if !partition.isr.iter().all(is_replica) || !partition.leader.is_none_or(is_led) {
                return Err(format!("partition {number} of {name}: {partition:?}"));
            }
        }
    }
    Ok(())
}

/// FENCE: while this broker is the active controller, every other that lives must be heard of within a session.
fn sessions_run(node: &Node) -> Result<(), String> {
    match node.unwatched() {
        Some(id) => Err(format!("nobody would notice if broker {id} died")),
        None => Ok(()),
    }
}

/// STRUCT: segments follow one another without gaps, up to the log's end.
fn segments_join(partition: &Partition, log: &Log) -> Result<(), String> {
    let folder = partition.folder();
    let mut next = log.segments.iter().next().map_or(0, |segment| segment.base);
    for segment in log.segments.iter() {
        if segment.base != next || segment.end < segment.base {
            return Err(format!("{folder}: segment {} follows {next}", segment.base));
        }
        next = segment.end;
    }
    if next != log.end() {
        return Err(format!(
            "{folder}: the last segment ends at {next}, the log at {}",
            log.end()
        ));
    }
    Ok(())
}

/// Epochs and their starts grow, and every record's epoch is known, epoch 0 included (KAFKA-10432).
fn epochs_cover(partition: &Partition, log: &Log) -> Result<(), String> {
    let folder = partition.folder();
    let mut last = None;
    for (epoch, start) in log.epochs.iter() {
        if last.is_some_and(|(before, from)| before >= epoch || from >= start) || start > log.end()
        {
            return Err(format!("{folder}: epoch {epoch} at {start} after {last:?}"));
        }
        last = Some((epoch, start));
    }
    if log.end() > log.start() && log.epochs.at(log.start()).is_none() {
        return Err(format!(
            "{folder}: no epoch is known for the record at {}",
            log.start()
        ));
    }
    Ok(())
}

/// No producer wrote beyond the log's end.
fn producers_end(partition: &Partition, log: &Log) -> Result<(), String> {
    for (id, _, batches) in log.producers.iter() {
        if batches.iter().any(|batch| batch.last_offset >= log.end()) {
            let folder = partition.folder();
            return Err(format!(
                "{folder}: producer {id} has a batch beyond the end {}",
                log.end()
            ));
        }
    }
    Ok(())
}
