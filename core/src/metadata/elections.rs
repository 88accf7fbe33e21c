//! Who leads a partition, and who is in its in-sync set, when brokers come and go. Pure: from an image to the records
//! that change it. A leader is always one of the in-sync set; whoever is not in it may lack acknowledged records.

use alloc::vec::Vec;

use super::command::Record;
use super::image::{Image, PartitionImage};
use crate::ids::BrokerId;
use crate::mutant::{self, Mutant};
use crate::wire::Uuid;
use crate::wire::generated::PartitionChangeRecord;

/// Changes that take `gone` out of all in-sync sets and leaderships. The last of an in-sync set stays in it, without
/// leading: nobody else is known to have every acknowledged record.
pub(crate) fn without(image: &Image, gone: BrokerId) -> Vec<Record> {
    changes(image, |partition| {
        let isr = if mutant::is(Mutant::FencedStaysInSync) {
            partition.isr.clone()
        } else {
            remaining(partition, gone)
        };
        let leads = partition.leader == Some(gone);
        let leader = if leads {
            elect(image, partition, &isr, gone)
        } else {
            partition.leader
        };
        (isr, leader, leads)
    })
}

/// How the run before of a broker ended that registers anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// In an orderly way: nothing that it had is missing.
    Stopped,
    /// It was killed, or lost power. What it had synced is there, if its disk kept it.
    Killed,
    /// Its data folder is another one: nothing is left of what it had.
    Replaced,
}

/// Changes for `returned`, which registers anew, and whether some partition is left without anybody who is known to have
/// all of it. Others who are in sync lead what it led; if there are none, it leads on, under a new epoch, for it may have
/// lost what nobody acknowledged. If it was killed, it leaves the in-sync sets that others are in (KIP-966): it may have
/// acknowledged what it had not synced, and a damaged tail may look like one that was torn. With another data folder it
/// leaves them all, and leads only what nobody else ever held.
pub(crate) fn restarted(image: &Image, returned: BrokerId, ended: Ended) -> (Vec<Record>, bool) {
    let mut orphaned = false;
    let stays = mutant::is(Mutant::RestartedLeadsOn);
    let records = changes(image, |partition| {
        let held_elsewhere = partition.replicas.iter().any(|id| *id != returned);
        let isr = match ended {
            Ended::Replaced if held_elsewhere && !mutant::is(Mutant::EmptyDiskLeads) => {
                let rest = partition.isr.iter().copied();
                rest.filter(|id| *id != returned).collect()
            }
            Ended::Killed | Ended::Replaced if !stays => remaining(partition, returned),
            _ => partition.isr.clone(),
        };
        orphaned |= isr.is_empty() && !partition.isr.is_empty();
        let leads = partition.leader == Some(returned);
        let itself = isr.contains(&returned).then_some(returned);
        let leader = match partition.leader {
            Some(other) if !leads => Some(other),
            _ if stays => itself,
            _ => elect(image, partition, &isr, returned).or(itself),
        };
        (isr, leader, leads || leader != partition.leader)
    });
    (records, orphaned)
}

/// Changes for `back`, which was fenced and did not restart: it leads what nobody else could.
pub(crate) fn unfenced(image: &Image, back: BrokerId) -> Vec<Record> {
    changes(image, |partition| {
        let may_lead = partition.leader.is_none()
            && partition.isr.contains(&back)
            && !mutant::is(Mutant::UnfencedNeverLeads);
        let leader = if may_lead {
            Some(back)
        } else {
            partition.leader
        };
        (partition.isr.clone(), leader, may_lead)
    })
}

/// Changes that hand over what `leaving` leads to others of the in-sync sets: it stops in an orderly way.
pub(crate) fn handed_over(image: &Image, leaving: BrokerId) -> Vec<Record> {
    changes(image, |partition| {
        let isr = remaining(partition, leaving);
        let next = elect(image, partition, &isr, leaving);
        match (partition.leader == Some(leaving), next) {
            (true, Some(next)) => (isr, Some(next), true),
            (false, _) if partition.leader.is_some() => (isr, partition.leader, false),
            _ => (partition.isr.clone(), partition.leader, false),
        }
    })
}

/// Changes for `holder`, whose disk failed under these partitions: it leaves their in-sync sets, and others lead. Where
/// it is the only one in sync nothing changes: nobody else is known to have every acknowledged record.
pub(crate) fn offline(
    image: &Image,
    holder: BrokerId,
    partitions: impl Iterator<Item = (Uuid, i32)>,
) -> Vec<Record> {
    let mut records = Vec::new();
    for (topic, number) in partitions {
        let Some(partition) = image.partition(topic, number) else {
            continue;
        };
        let isr = if mutant::is(Mutant::HandOverOutOfSync) {
            let others = partition.replicas.iter().copied();
            others
                .filter(|id| *id != holder && image.is_alive(*id))
                .collect()
        } else {
            remaining(partition, holder)
        };
        if !partition.isr.contains(&holder) || isr == partition.isr || isr.is_empty() {
            continue;
        }
        let leads = partition.leader == Some(holder);
        let leader = leads.then(|| elect(image, partition, &isr, holder));
        records.push(change(topic, number, Some(isr), leader));
    }
    records
}

/// The in-sync set without `gone`, unless that would leave nobody.
fn remaining(partition: &PartitionImage, gone: BrokerId) -> Vec<BrokerId> {
    let rest = partition.isr.iter().copied().filter(|id| *id != gone);
    let rest: Vec<BrokerId> = rest.collect();
    if rest.is_empty() {
        partition.isr.clone()
    } else {
        rest
    }
}

/// The first replica, in the order of preference, that is in sync, alive and not `gone`.
fn elect(
    image: &Image,
    partition: &PartitionImage,
    isr: &[BrokerId],
    gone: BrokerId,
) -> Option<BrokerId> {
    let eligible = |id: &BrokerId| {
        let in_sync = isr.contains(id) || mutant::is(Mutant::ElectOutOfSync);
        *id != gone && in_sync && (image.is_alive(*id) || mutant::is(Mutant::ElectFenced))
    };
    partition.replicas.iter().copied().find(eligible)
}

/// A record for each partition whose in-sync set or leader `decide` changes: it says the set, the leader, and whether
/// the leader is new.
fn changes(
    image: &Image,
    mut decide: impl FnMut(&PartitionImage) -> (Vec<BrokerId>, Option<BrokerId>, bool),
) -> Vec<Record> {
    let mut records = Vec::new();
    for topic in image.topics.values() {
        for (number, partition) in topic.partitions.iter().enumerate() {
            let (isr, leader, new_leader) = decide(partition);
            let isr = (isr != partition.isr).then_some(isr);
            if isr.is_some() || new_leader {
                records.push(change(
                    topic.id,
                    number as i32,
                    isr,
                    new_leader.then_some(leader),
                ));
            }
        }
    }
    records
}

/// The record that changes a partition's in-sync set, its leader, or both.
pub(crate) fn change(
    topic_id: Uuid,
    partition: i32,
    isr: Option<Vec<BrokerId>>,
    leader: Option<Option<BrokerId>>,
) -> Record {
    Record::PartitionChange(PartitionChangeRecord {
        topic_id,
        partition,
        isr: isr.map(|isr| isr.iter().map(|id| id.0).collect()),
        new_leader: leader.is_some(),
        leader: leader.flatten().map_or(-1, |id| id.0),
        ..PartitionChangeRecord::default()
    })
}
