//! Model (d): the metadata quorum. Three voters talk in changing company, one of them may lose what it had not stored,
//! and commands are proposed. Is there one controller in a term, does everything committed stay, in one order, and does
//! whoever becomes active know all of it?
//!
//! openraft can be neither cloned nor compared, so a state is the sequence of steps that led there, lived through anew for
//! each of them: this model counts prefixes. A step is coarse: for a while some voters talk to each other, and to nobody
//! else, and time passes for all.

mod life;

use highwater_core::BrokerId;
use stateright::{Model, Property};

use life::Life;

const VOTERS: [BrokerId; 3] = [BrokerId(1), BrokerId(2), BrokerId(3)];

/// What must hold, whatever happens.
const ONE_LEADER: &str = "one leader in a term";
const ONE_ORDER: &str = "one order of commands";
const CAUGHT_UP: &str = "an active controller knows all that is committed";
const SOUND: &str = "voters read what they stored, and understand each other";

/// The companies in which voters talk.
const COMPANIES: [&[BrokerId]; 4] = [
    &VOTERS,
    &[BrokerId(1), BrokerId(2)],
    &[BrokerId(2), BrokerId(3)],
    &[BrokerId(1), BrokerId(3)],
];

/// How far the model looks.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Steps.
    pub steps: usize,
    /// Steps in which a voter forgets.
    pub forgets: usize,
}

/// The model.
#[derive(Clone, Debug)]
pub struct Quorum {
    /// How far it looks.
    pub bounds: Bounds,
}

/// A step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Who talks, by its place in [`COMPANIES`].
    company: usize,
    /// Whether whoever is active among them proposes a command.
    proposes: bool,
    /// A voter whose disk answers no store during this step, and that loses power at its end; of what it had asked to
    /// have stored meanwhile, this many pieces survive.
    forgets: Option<(BrokerId, usize)>,
}

/// The steps so far, and what they showed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Prefix {
    steps: Vec<Step>,
    /// The property that does not hold.
    broken: Option<&'static str>,
    /// Terms that had an active controller.
    terms: usize,
    committed: usize,
}

impl Prefix {
    fn of(steps: Vec<Step>) -> Self {
        let mut life = Life::new();
        for step in &steps {
            life.step(*step);
        }
        Self {
            steps,
            broken: life.broken,
            terms: life.active.len(),
            committed: life.history.len(),
        }
    }
}

impl Model for Quorum {
    type State = Prefix;
    type Action = Step;

    fn init_states(&self) -> Vec<Prefix> {
        vec![Prefix::of(Vec::new())]
    }

    fn actions(&self, prefix: &Prefix, actions: &mut Vec<Step>) {
        if prefix.steps.len() == self.bounds.steps || prefix.broken.is_some() {
            return;
        }
        let forgotten = prefix.steps.iter().filter(|step| step.forgets.is_some());
        let may_forget = forgotten.count() < self.bounds.forgets;
        for (company, voters) in COMPANIES.iter().enumerate() {
            let forgets = voters.iter().flat_map(|id| [(*id, 0), (*id, 1)].map(Some));
            for forgets in std::iter::once(None).chain(forgets.filter(|_| may_forget)) {
                // Who forgets is of interest when there is something to forget.
                for proposes in [true, false] {
                    if !proposes && forgets.is_some() {
                        continue;
                    }
                    actions.push(Step {
                        company,
                        proposes,
                        forgets,
                    });
                }
            }
        }
    }

    fn next_state(&self, prefix: &Prefix, step: Step) -> Option<Prefix> {
        let mut steps = prefix.steps.clone();
        steps.push(step);
        Some(Prefix::of(steps))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(ONE_LEADER, |_, prefix: &Prefix| {
                prefix.broken != Some(ONE_LEADER)
            }),
            Property::always(ONE_ORDER, |_, prefix: &Prefix| {
                prefix.broken != Some(ONE_ORDER)
            }),
            Property::always(CAUGHT_UP, |_, prefix: &Prefix| {
                prefix.broken != Some(CAUGHT_UP)
            }),
            Property::always(SOUND, |_, prefix: &Prefix| prefix.broken != Some(SOUND)),
            Property::sometimes(
                "three controllers, one after the other",
                |_, prefix: &Prefix| prefix.terms > 2,
            ),
            Property::sometimes(
                "commands of several terms are committed",
                |_, prefix: &Prefix| prefix.terms > 1 && prefix.committed > 2,
            ),
        ]
    }
}
