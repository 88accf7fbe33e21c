//! Running a model and saying what came of it, in one line.

use std::hash::Hash;
use std::time::Instant;

use stateright::{Checker, Expectation, HasDiscoveries, Model};

/// What an exploration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The model's name.
    pub model: &'static str,
    /// Distinct states.
    pub states: usize,
    /// Greatest number of steps from the start.
    pub depth: usize,
    /// Seconds that it took.
    pub seconds: u64,
    /// Properties that do not hold, with the steps that show it, and examples that were not found.
    pub broken: Vec<(String, Vec<String>)>,
}

/// Explores `model` in full, or until a property is broken.
pub fn explore<M>(name: &'static str, model: M, threads: usize) -> Report
where
    M: Model + Send + Sync + 'static,
    M::State: Hash + Send + Sync + PartialEq + std::fmt::Debug + Clone,
    M::Action: std::fmt::Debug + PartialEq + Clone,
{
    let began = Instant::now();
    let checker = model
        .checker()
        .threads(threads)
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_bfs()
        .join();
    let mut broken = Vec::new();
    for property in checker.model().properties() {
        let found = checker.discovery(property.name);
        match (property.expectation, found) {
            (Expectation::Sometimes, None) => broken.push(never(property.name)),
            (Expectation::Sometimes, Some(_)) | (_, None) => {}
            (_, Some(path)) => {
                broken.push((property.name.to_owned(), told(path.into_actions())));
            }
        }
    }
    Report {
        model: name,
        states: checker.unique_state_count(),
        depth: checker.max_depth(),
        seconds: began.elapsed().as_secs(),
        broken,
    }
}

/// An example that was not found.
pub(crate) fn never(property: &str) -> (String, Vec<String>) {
    (format!("'{property}' never happens"), Vec::new())
}

/// Steps as they are printed.
pub(crate) fn told<A: std::fmt::Debug>(steps: Vec<A>) -> Vec<String> {
    let told = steps.into_iter().map(|step| format!("{step:?}"));
    told.collect()
}
