//! Walks at random through a model whose bounds are too wide to be explored: every fault may meet every other. What is
//! drawn depends on the number of the walk alone, so a walk that breaks a property is found again.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::Instant;

use stateright::{Expectation, Model};

use crate::report::{Report, never, told};

/// A model that can be walked through.
pub trait Walked: Model {
    /// True for what goes wrong. The other steps get on, or nothing changes that an exploration would count.
    fn is_fault(action: &Self::Action) -> bool;
}

/// How far walks go.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    /// How many there are.
    pub walks: u64,
    /// Steps of each.
    pub depth: usize,
    /// One step in so many is a fault, if there is one to choose.
    pub calm: u64,
}

/// Draws numbers: splitmix64.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// What a walk found.
struct Walk {
    steps: usize,
    /// Examples that were found.
    examples: BTreeSet<&'static str>,
    /// A property that is broken, and the steps that lead there.
    broken: Option<(String, Vec<String>)>,
}

/// Walks through `model`, until a property is broken.
pub fn walk<M>(name: &'static str, model: &M, how: Walks, threads: usize) -> Report
where
    M: Walked + Sync,
    M::State: Clone,
    M::Action: Clone + Debug,
{
    let began = Instant::now();
    let share = |thread: usize| {
        let mut walks = Vec::new();
        for number in (thread as u64..how.walks).step_by(threads) {
            let walk = walk_once(model, how, number);
            let ends = walk.broken.is_some();
            walks.push(walk);
            if ends {
                break;
            }
        }
        walks
    };
    let walks: Vec<Walk> = std::thread::scope(|scope| {
        let threads = (0..threads).map(|thread| scope.spawn(move || share(thread)));
        let threads: Vec<_> = threads.collect();
        let walks = threads.into_iter().flat_map(|thread| thread.join());
        walks.flatten().collect()
    });
    let mut broken: Vec<_> = walks
        .iter()
        .filter_map(|walk| walk.broken.clone())
        .collect();
    if broken.is_empty() {
        let found: BTreeSet<&str> = walks
            .iter()
            .flat_map(|walk| walk.examples.clone())
            .collect();
        let examples = model.properties().into_iter();
        let examples = examples.filter(|one| one.expectation == Expectation::Sometimes);
        let missing = examples.filter(|one| !found.contains(one.name));
        broken.extend(missing.map(|one| never(one.name)));
    }
    Report {
        model: name,
        states: walks.iter().map(|walk| walk.steps).sum(),
        depth: how.depth,
        seconds: began.elapsed().as_secs(),
        broken,
    }
}

fn walk_once<M>(model: &M, how: Walks, number: u64) -> Walk
where
    M: Walked,
    M::State: Clone,
    M::Action: Clone + Debug,
{
    let mut draw = Draw(number);
    let starts = model.init_states();
    let mut state = starts[draw.below(starts.len())].clone();
    let properties = model.properties();
    let mut steps: Vec<M::Action> = Vec::new();
    let mut examples = BTreeSet::new();
    for _ in 0..how.depth {
        let Some((action, next)) = step(model, &state, how.calm, &mut draw) else {
            break;
        };
        steps.push(action);
        state = next;
        for property in &properties {
            let holds = (property.condition)(model, &state);
            match property.expectation {
                Expectation::Sometimes if holds => {
                    examples.insert(property.name);
                }
                Expectation::Always if !holds => {
                    let broken = (
                        format!("{} in walk {number}", property.name),
                        told(steps.clone()),
                    );
                    return Walk {
                        steps: steps.len(),
                        examples,
                        broken: Some(broken),
                    };
                }
                _ => {}
            }
        }
    }
    Walk {
        steps: steps.len(),
        examples,
        broken: None,
    }
}

/// One step that is drawn; none if there is none to take.
fn step<M>(model: &M, state: &M::State, calm: u64, draw: &mut Draw) -> Option<(M::Action, M::State)>
where
    M: Walked,
    M::Action: Clone,
{
    let mut actions = Vec::new();
    model.actions(state, &mut actions);
    let (mut faults, mut others): (Vec<_>, Vec<_>) =
        actions.into_iter().partition(|action| M::is_fault(action));
    loop {
        let wants_fault = draw.next().is_multiple_of(calm);
        let from = match (faults.is_empty(), others.is_empty()) {
            (true, true) => return None,
            (false, _) if wants_fault => &mut faults,
            (false, true) => &mut faults,
            _ => &mut others,
        };
        let action = from.swap_remove(draw.below(from.len()));
        if let Some(next) = model.next_state(state, action.clone()) {
            return Some((action, next));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stateright::Property;

    /// Counts, and may lose count.
    struct Counter;

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Step {
        Count,
        Forget,
    }

    impl Model for Counter {
        type State = u32;
        type Action = Step;

        fn init_states(&self) -> Vec<u32> {
            vec![0]
        }

        fn actions(&self, _: &u32, actions: &mut Vec<Step>) {
            actions.extend([Step::Count, Step::Forget]);
        }

        fn next_state(&self, last: &u32, action: Step) -> Option<u32> {
            Some(if action == Step::Count { last + 1 } else { 0 })
        }

        fn properties(&self) -> Vec<Property<Self>> {
            vec![
                Property::always("few", |_, count: &u32| *count < 9),
                Property::sometimes("many", |_, count: &u32| *count > 1_000),
            ]
        }
    }

    impl Walked for Counter {
        fn is_fault(action: &Step) -> bool {
            *action == Step::Forget
        }
    }

    fn report(depth: usize) -> Report {
        let how = Walks {
            walks: 100,
            depth,
            calm: 4,
        };
        let mut report = walk("counter", &Counter, how, 2);
        report.seconds = 0;
        report
    }

    #[test]
    fn a_walk_that_breaks_a_property_is_found_again() {
        let (once, again) = (report(100), report(100));
        assert_eq!(once, again);
        let (property, steps) = &once.broken[0];
        assert!(property.starts_with("few in walk "), "{property}");
        let last: Vec<&str> = steps.iter().rev().take(9).map(String::as_str).collect();
        assert_eq!(last, ["Count"; 9]);
    }

    #[test]
    fn what_no_walk_meets_is_missing() {
        assert_eq!(
            report(8).broken,
            [("'many' never happens".to_owned(), Vec::new())]
        );
    }
}
