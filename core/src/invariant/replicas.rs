//! What holds between the nodes of a cluster: judges over who was seen to lead, and over the copies of a log that nodes
//! have on their disks.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bytes::Bytes;

use super::history::Violation;
use crate::ids::{BrokerId, Epoch, Offset};
use crate::records::check_stored;

/// A broker was said to lead a partition in an epoch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reign {
    /// The topic.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
    /// The leader's epoch.
    pub epoch: Epoch,
    /// Who leads.
    pub leader: BrokerId,
}

/// ELECT: an epoch of a partition has one leader.
///
/// # Errors
/// The first epoch with two.
pub fn one_leader(reigns: &BTreeSet<Reign>) -> Result<(), Violation> {
    let mut leaders: BTreeMap<(&str, i32, Epoch), BrokerId> = BTreeMap::new();
    for reign in reigns {
        let Reign {
            topic,
            partition,
            epoch,
            leader,
        } = reign;
        let first = *leaders
            .entry((topic, *partition, *epoch))
            .or_insert(*leader);
        if first != *leader {
            return Err(Violation {
                property: "one-leader",
                what: format!(
                    "{first} and {leader} both lead partition {partition} of {topic} in epoch {epoch}"
                ),
            });
        }
    }
    Ok(())
}

/// A broker's copy of a log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Copy {
    /// Whose it is.
    pub broker: BrokerId,
    /// All segments, one after the other.
    pub bytes: Bytes,
}

/// REPL: the copies of a log hold the same batches, byte for byte, up to where the shortest ends. Only for a cluster at
/// rest: before that, the end of a copy may have yet to be cut.
///
/// # Errors
/// The first batch that differs, or is not intact.
pub fn copies_agree(copies: &[Copy]) -> Result<(), Violation> {
    let mut first: Option<(BrokerId, Vec<(Offset, Bytes)>)> = None;
    for copy in copies {
        let batches = batches(copy)?;
        let Some((broker, expected)) = &first else {
            first = Some((copy.broker, batches));
            continue;
        };
        let mut pairs = expected.iter().zip(&batches);
        if let Some((one, other)) = pairs.find(|(one, other)| one != other) {
            return Err(Violation {
                property: "replicas-agree",
                what: format!(
                    "{broker} has a batch at {}, where {} has another at {}",
                    one.0, copy.broker, other.0
                ),
            });
        }
    }
    Ok(())
}

/// REPL: the copies of a log end at the same offset. Only for a cluster at rest in which everybody is in sync.
///
/// # Errors
/// A copy that ends elsewhere than the first.
pub fn copies_are_whole(copies: &[Copy]) -> Result<(), Violation> {
    let Some((first, others)) = copies.split_first() else {
        return Ok(());
    };
    match others
        .iter()
        .find(|copy| copy.bytes.len() != first.bytes.len())
    {
        Some(other) => Err(Violation {
            property: "replicas-converge",
            what: format!(
                "{} has {} bytes, {} has {}",
                first.broker,
                first.bytes.len(),
                other.broker,
                other.bytes.len()
            ),
        }),
        None => Ok(()),
    }
}

/// The batches of a copy, each with its base offset.
fn batches(copy: &Copy) -> Result<Vec<(Offset, Bytes)>, Violation> {
    let mut rest = copy.bytes.clone();
    let mut batches = Vec::new();
    while !rest.is_empty() {
        let Some(batch) = check_stored(&rest) else {
            let at = copy.bytes.len() - rest.len();
            return Err(Violation {
                property: "replicas-agree",
                what: format!("{} has no intact batch at byte {at}", copy.broker),
            });
        };
        let header = batch.header();
        batches.push((header.base_offset, rest.split_to(header.len as usize)));
    }
    Ok(batches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::build::{NewRecord, Producer, batch};

    fn reign(epoch: Epoch, leader: i32) -> Reign {
        Reign {
            topic: "events".into(),
            partition: 0,
            epoch,
            leader: BrokerId(leader),
        }
    }

    #[test]
    fn epochs_with_one_leader_pass() {
        let reigns = BTreeSet::from([reign(0, 1), reign(1, 2), reign(2, 1)]);
        assert_eq!(one_leader(&reigns), Ok(()));
    }

    #[test]
    fn an_epoch_with_two_leaders_is_flagged() {
        let reigns = BTreeSet::from([reign(0, 1), reign(1, 2), reign(1, 3)]);
        let flagged = one_leader(&reigns).expect_err("a planted fault is flagged");
        assert_eq!(flagged.property, "one-leader");
    }

    /// A copy with a batch for each of `values`.
    fn copy(broker: i32, values: &[&'static str]) -> Copy {
        let mut bytes = Vec::new();
        for value in values {
            let record = NewRecord {
                key: None,
                value: Some(Bytes::from_static(value.as_bytes())),
                timestamp: 0,
            };
            bytes.extend_from_slice(batch(&[record], Producer::NONE).bytes());
        }
        Copy {
            broker: BrokerId(broker),
            bytes: bytes.into(),
        }
    }

    #[test]
    fn equal_copies_pass() {
        let copies = [copy(1, &["a", "b"]), copy(2, &["a", "b"])];
        assert_eq!(copies_agree(&copies), Ok(()));
        assert_eq!(copies_are_whole(&copies), Ok(()));
        let behind = [copy(1, &["a", "b"]), copy(2, &["a"]), copy(3, &[])];
        assert_eq!(copies_agree(&behind), Ok(()));
    }

    #[test]
    fn copies_that_part_are_flagged() {
        let flagged = |copies: &[Copy]| {
            let judged = copies_agree(copies).and_then(|()| copies_are_whole(copies));
            judged.expect_err("a planted fault is flagged").property
        };
        assert_eq!(
            flagged(&[copy(1, &["a", "b"]), copy(2, &["a", "c"])]),
            "replicas-agree"
        );
        assert_eq!(
            flagged(&[copy(1, &["a", "b"]), copy(2, &["a"])]),
            "replicas-converge"
        );
        let mut torn = copy(2, &["a", "b"]);
        torn.bytes.truncate(torn.bytes.len() - 1);
        assert_eq!(flagged(&[copy(1, &["a", "b"]), torn]), "replicas-agree");
    }
}
