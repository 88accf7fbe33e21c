//! What a group promised its application: judges over what one consumer after the other processed and committed
//! in one partition.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::history::Violation;
use crate::ids::Offset;

/// What happened to one partition of a group.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Delivery {
    /// How often each record was processed.
    pub processed: BTreeMap<Offset, u32>,
    /// The offsets that consumers were told to begin at, each with a floor: the greatest commit that had been
    /// acknowledged when it asked.
    pub starts: Vec<(Offset, Offset)>,
}

/// A judge.
pub type Property = fn(&Delivery) -> Result<(), Violation>;

/// Judges of consumers that commit after they have processed.
pub const AT_LEAST_ONCE: [Property; 2] = [commits_never_regress, loses_nothing];

/// Judges of consumers that commit before they process.
pub const AT_MOST_ONCE: [Property; 2] = [commits_never_regress, repeats_nothing];

/// Applies all of `properties`.
///
/// # Errors
/// The first that does not hold.
pub fn judge(delivery: &Delivery, properties: &[Property]) -> Result<(), Violation> {
    properties
        .iter()
        .try_for_each(|property| property(delivery))
}

/// OFFS: a consumer begins where the latest acknowledged commit said, or later if one was under way.
///
/// # Errors
/// The first start below its floor.
pub fn commits_never_regress(delivery: &Delivery) -> Result<(), Violation> {
    match delivery.starts.iter().find(|(floor, start)| start < floor) {
        Some((floor, start)) => Err(Violation {
            property: "commit-regression",
            what: format!("a consumer was told to begin at {start} after {floor} was committed"),
        }),
        None => Ok(()),
    }
}

/// At least once: nobody begins after a record that was never processed.
///
/// # Errors
/// The first record that was passed over.
pub fn loses_nothing(delivery: &Delivery) -> Result<(), Violation> {
    let furthest = delivery
        .starts
        .iter()
        .map(|&(_, start)| start)
        .max()
        .unwrap_or(0);
    match (0..furthest).find(|offset| !delivery.processed.contains_key(offset)) {
        Some(lost) => Err(Violation {
            property: "at-least-once",
            what: format!("a consumer began at {furthest}, and {lost} was never processed"),
        }),
        None => Ok(()),
    }
}

/// At most once: nothing is processed again.
///
/// # Errors
/// The first record that was.
pub fn repeats_nothing(delivery: &Delivery) -> Result<(), Violation> {
    match delivery.processed.iter().find(|&(_, &times)| times > 1) {
        Some((offset, times)) => Err(Violation {
            property: "at-most-once",
            what: format!("record {offset} was processed {times} times"),
        }),
        None => Ok(()),
    }
}

/// A member was told what is its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tenure {
    /// The generation that it was told.
    pub generation: i32,
    /// The greatest generation that anybody had been told an assignment of when it asked to join.
    pub floor: i32,
    /// The member, or the `group.instance.id` that it shares with its successors.
    pub owner: String,
    /// The partitions that are its own.
    pub partitions: Vec<i32>,
}

/// No two members own the same partition in the same generation.
///
/// # Errors
/// The first partition that two own.
pub fn one_owner(tenures: &[Tenure]) -> Result<(), Violation> {
    let mut owners: BTreeMap<(i32, i32), &str> = BTreeMap::new();
    for tenure in tenures {
        for &partition in &tenure.partitions {
            let first = *owners
                .entry((tenure.generation, partition))
                .or_insert(&tenure.owner);
            if first != tenure.owner {
                return Err(Violation {
                    property: "one-owner",
                    what: format!(
                        "partition {partition} belongs to {first} and to {} in generation {}",
                        tenure.owner, tenure.generation
                    ),
                });
            }
        }
    }
    Ok(())
}

/// Whoever joins after an assignment was made known is told its generation, or a later one.
///
/// # Errors
/// The first tenure of an earlier generation.
pub fn generations_grow(tenures: &[Tenure]) -> Result<(), Violation> {
    match tenures
        .iter()
        .find(|tenure| tenure.generation < tenure.floor)
    {
        Some(tenure) => Err(Violation {
            property: "generation-regression",
            what: format!(
                "{} joined generation {} after {} was known",
                tenure.owner, tenure.generation, tenure.floor
            ),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenure(floor: i32, generation: i32, owner: &str, partitions: &[i32]) -> Tenure {
        Tenure {
            generation,
            floor,
            owner: owner.into(),
            partitions: partitions.to_vec(),
        }
    }

    #[test]
    fn good_tenures_pass() {
        let tenures = [
            tenure(0, 1, "a", &[0, 1]),
            tenure(1, 2, "a", &[0]),
            tenure(1, 2, "b", &[1]),
            tenure(2, 2, "b", &[1]),
        ];
        assert_eq!(one_owner(&tenures), Ok(()));
        assert_eq!(generations_grow(&tenures), Ok(()));
    }

    #[test]
    fn planted_tenures_are_flagged() {
        let two = [tenure(0, 1, "a", &[0, 1]), tenure(0, 1, "b", &[1])];
        let flagged = one_owner(&two).expect_err("a planted fault is flagged");
        assert_eq!(flagged.property, "one-owner");
        let back = [tenure(0, 2, "a", &[]), tenure(2, 1, "b", &[])];
        let flagged = generations_grow(&back).expect_err("a planted fault is flagged");
        assert_eq!(flagged.property, "generation-regression");
    }

    fn delivery(processed: &[(Offset, u32)], starts: &[(Offset, Offset)]) -> Delivery {
        Delivery {
            processed: processed.iter().copied().collect(),
            starts: starts.to_vec(),
        }
    }

    #[test]
    fn good_deliveries_pass() {
        let once = delivery(&[(0, 1), (1, 1)], &[(0, 0), (1, 2)]);
        assert_eq!(judge(&once, &AT_LEAST_ONCE), Ok(()));
        assert_eq!(judge(&once, &AT_MOST_ONCE), Ok(()));
        assert_eq!(
            judge(&delivery(&[(0, 3)], &[(1, 1)]), &AT_LEAST_ONCE),
            Ok(())
        );
        assert_eq!(judge(&delivery(&[], &[(5, 5)]), &AT_MOST_ONCE), Ok(()));
    }

    #[test]
    fn planted_faults_are_flagged() {
        let flagged = |delivery: &Delivery, properties: &[Property]| {
            judge(delivery, properties)
                .expect_err("a planted fault is flagged")
                .property
        };
        assert_eq!(
            flagged(&delivery(&[], &[(2, 1)]), &AT_MOST_ONCE),
            "commit-regression"
        );
        assert_eq!(
            flagged(&delivery(&[(0, 1)], &[(0, 2)]), &AT_LEAST_ONCE),
            "at-least-once"
        );
        assert_eq!(
            flagged(&delivery(&[(0, 2)], &[]), &AT_MOST_ONCE),
            "at-most-once"
        );
    }
}
