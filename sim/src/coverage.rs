//! What seeds have seen: which fault struck in which phase, and how often nodes said what they say when something rare
//! happens. What was never seen was not tested.

use std::fmt;

use crate::notes::MARKS;
use crate::plan::{FAULTS, Fault};

/// What a cluster is about when a fault strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Nothing was acknowledged yet.
    Early,
    /// A node is down.
    Down,
    /// A node starts.
    Starting,
    /// Another fault goes on.
    Amid,
    /// All is well.
    Well,
}

const PHASES: [Phase; 5] = [
    Phase::Early,
    Phase::Down,
    Phase::Starting,
    Phase::Amid,
    Phase::Well,
];

/// Seeds from which on there must be no gap.
const ENOUGH_SEEDS: u64 = 150;

/// By fault and phase.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Strikes([[u64; PHASES.len()]; FAULTS.len()]);

impl Strikes {
    pub(crate) fn count(&mut self, fault: Fault, phase: Phase) {
        let row = FAULTS.iter().position(|&one| one == fault);
        if let Some(row) = row {
            self.0[row][phase as usize] += 1;
        }
    }
}

/// What was seen, over one seed or many.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Coverage {
    pub(crate) strikes: Strikes,
    /// Of [`MARKS`].
    pub(crate) marks: [u64; MARKS.len()],
}

impl Coverage {
    pub(crate) fn add(&mut self, other: &Self) {
        let cells = self.strikes.0.iter_mut().flatten();
        for (cell, more) in cells.zip(other.strikes.0.iter().flatten()) {
            *cell += more;
        }
        for (mark, more) in self.marks.iter_mut().zip(other.marks) {
            *mark += more;
        }
    }

    /// What was not seen in so many seeds, and must have been: each fault while all was well and while something was not,
    /// and each of the marks.
    pub(crate) fn gaps(&self, seeds: u64) -> Vec<String> {
        if seeds < ENOUGH_SEEDS {
            return Vec::new();
        }
        let mut gaps = Vec::new();
        for (fault, row) in FAULTS.iter().zip(&self.strikes.0) {
            let well = row[Phase::Well as usize];
            let amid = row[Phase::Down as usize..=Phase::Amid as usize]
                .iter()
                .sum::<u64>();
            if well == 0 {
                gaps.push(format!("{fault:?} while all was well"));
            }
            if amid == 0 {
                gaps.push(format!("{fault:?} while something was not well"));
            }
        }
        let unheard = MARKS
            .iter()
            .zip(self.marks)
            .filter(|(_, heard)| *heard == 0);
        gaps.extend(unheard.map(|((said, _), _)| format!("a node that says {said:?}")));
        gaps
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:14}", "fault")?;
        for phase in PHASES {
            write!(f, " {:>8}", format!("{phase:?}"))?;
        }
        for (fault, row) in FAULTS.iter().zip(&self.strikes.0) {
            write!(f, "\n{:14}", format!("{fault:?}"))?;
            for count in row {
                write!(f, " {count:>8}")?;
            }
        }
        for ((said, _), heard) in MARKS.iter().zip(self.marks) {
            write!(f, "\n{heard:>8}  {said}")?;
        }
        Ok(())
    }
}
