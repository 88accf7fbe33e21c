//! What is known of a group from its members: who owned what, what was committed, processed and begun at.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use highwater_core::Offset;
use highwater_core::invariant::delivery::{self, Delivery, Tenure};
use highwater_core::invariant::history::Violation;
use highwater_core::wire::Str;

use crate::world::{Ends, World};

/// A handle to the shared book of one group.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub(crate) world: World,
    pub(crate) name: Str,
    commits_after: bool,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// By partition.
    deliveries: BTreeMap<i32, Delivery>,
    /// By partition: the greatest commit that was acknowledged.
    committed: BTreeMap<i32, Ends>,
    tenures: Vec<Tenure>,
    /// By seat: the generation of the member that sits there, while it is one of the group.
    seats: BTreeMap<u64, i32>,
    rebalances: u64,
    commits: u64,
}

impl Book {
    pub(crate) fn new(world: &World, name: &str, commits_after: bool) -> Self {
        Self {
            world: world.clone(),
            name: name.into(),
            commits_after,
            state: Arc::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn commits_after(&self) -> bool {
        self.commits_after
    }

    /// The greatest commit of each partition that was acknowledged so long ago that nobody may be unaware of it any more.
    pub(crate) fn floors(&self) -> BTreeMap<i32, Offset> {
        let before = self.world.before_leases();
        let state = self.state();
        let committed = state.committed.iter();
        committed
            .map(|(&partition, ends)| (partition, ends.before(before)))
            .collect()
    }

    /// The greatest generation that a member was given an assignment of.
    pub(crate) fn generation(&self) -> i32 {
        let state = self.state();
        let generations = state.tenures.iter().map(|tenure| tenure.generation);
        generations.max().unwrap_or(0)
    }

    /// Commits were acknowledged.
    pub(crate) fn acked(&self, offsets: &BTreeMap<i32, Offset>) {
        let mut state = self.state();
        state.commits += 1;
        let mut further = false;
        for (&partition, &offset) in offsets {
            let known = state.committed.entry(partition).or_default();
            further |= offset > known.greatest();
            known.rise(offset);
        }
        drop(state);
        if further {
            self.world.got_on();
        }
    }

    /// The group was said to be at `offsets`, when it had been known to be at `floors`.
    pub(crate) fn told(&self, floors: &BTreeMap<i32, Offset>, offsets: &BTreeMap<i32, Offset>) {
        for (&partition, &offset) in offsets {
            let end = self.world.floor(partition);
            if offset > end {
                let what = format!(
                    "group {} is said to be at {offset} of partition {partition}, which ends at {end}",
                    self.name
                );
                self.world.violate("commit-beyond-end", what);
            }
            let floor = floors.get(&partition).copied().unwrap_or(0);
            let mut state = self.state();
            let delivery = state.deliveries.entry(partition).or_default();
            delivery.starts.push((floor, offset.max(0)));
        }
    }

    /// Records were handed to the application.
    pub(crate) fn processed(&self, partition: i32, offsets: impl IntoIterator<Item = Offset>) {
        let mut state = self.state();
        let delivery = state.deliveries.entry(partition).or_default();
        for offset in offsets {
            *delivery.processed.entry(offset).or_default() += 1;
        }
    }

    /// A member was given its assignment.
    pub(crate) fn assigned(&self, seat: u64, tenure: Tenure) {
        let mut state = self.state();
        state.rebalances += 1;
        state.seats.insert(seat, tenure.generation);
        state.tenures.push(tenure);
    }

    /// The member of a seat is not one of the group now, or does not know.
    pub(crate) fn unseated(&self, seat: u64) {
        self.state().seats.remove(&seat);
    }

    /// True if `seats` members are in one generation.
    pub(crate) fn is_stable(&self, seats: u64) -> bool {
        let state = self.state();
        let mut generations: Vec<i32> = state.seats.values().copied().collect();
        let seated = generations.len() as u64;
        generations.dedup();
        seated == seats && generations.len() == 1
    }

    /// Assignments given, and commits acknowledged.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let state = self.state();
        (state.rebalances, state.commits)
    }

    /// What does not hold.
    pub(crate) fn verdict(&self) -> Option<Violation> {
        let state = self.state();
        let properties: &[delivery::Property] = if self.commits_after {
            &delivery::AT_LEAST_ONCE
        } else {
            &delivery::AT_MOST_ONCE
        };
        let deliveries = state.deliveries.iter().map(|(partition, one)| {
            let at = format!("partition {partition}: ");
            (at, delivery::judge(one, properties))
        });
        let tenures = [
            delivery::one_owner(&state.tenures),
            delivery::generations_grow(&state.tenures),
        ];
        let tenures = tenures.into_iter().map(|judged| (String::new(), judged));
        deliveries.chain(tenures).find_map(|(at, judged)| {
            let Violation { property, what } = judged.err()?;
            Some(Violation {
                property,
                what: format!("group {}: {at}{what}", self.name),
            })
        })
    }
}
