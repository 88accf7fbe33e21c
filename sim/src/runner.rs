//! Many seeds, each on a thread of its own, and what is said about them.

use std::cell::RefCell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::seed::{self, Failure};
use crate::totals::Totals;
use crate::trace::{self, Trace};

/// Real time that one seed may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Records that must be acknowledged in a seed, on average.
const ACKED_PER_SEED: u64 = 100;

/// Seeds from which on the totals must show that every kind of fault has come about.
const ENOUGH_SEEDS: u64 = 20;

/// What to run.
#[derive(Parser, Clone, Debug)]
#[command(
    about = "Simulates whole nodes, clients and faults, from seeds",
    version
)]
pub struct Run {
    /// How many seeds.
    #[arg(long, default_value_t = 100)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Only this seed.
    #[arg(long, conflicts_with_all = ["seeds", "first"])]
    seed: Option<u64>,
    /// With `--seed`: writes a line for every event.
    #[arg(long, value_name = "FILE", requires = "seed")]
    trace: Option<PathBuf>,
    /// Seeds at a time; the number of cores if it is not given.
    #[arg(long)]
    jobs: Option<usize>,
    /// Brings this mutant to life, and runs until a seed fails; `list` names them all. Needs a build with
    /// `--cfg mutant`.
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// How the result is printed.
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    output: String,
}

/// What became of one seed.
type Ended = (u64, Totals, Option<Failure>);

/// A seed, and where its thread reports and traces.
type Reporting = (u64, mpsc::Sender<Ended>, Option<Trace>);

thread_local! {
    /// Where this thread's seed reports, for a panic that may never come to its end.
    static REPORT: RefCell<Option<Reporting>> = const { RefCell::new(None) };
}

/// Runs what was asked for.
pub fn run(run: &Run) -> ExitCode {
    if run.trace.is_none() {
        trace::only_count();
    }
    if let Some(name) = &run.mutant {
        return mutant(run, name);
    }
    let trace = match run.trace.as_deref().map(Trace::start).transpose() {
        Ok(trace) => trace,
        Err(error) => {
            eprintln!("sim: the trace cannot be written: {error}");
            return ExitCode::from(2);
        }
    };
    let (first, seeds) = run.seed.map_or((run.first, run.seeds), |seed| (seed, 1));
    let mut failed = 0;
    let mut totals = Totals::default();
    let started = Instant::now();
    let mut said = started;
    let mut done = 0;
    all(
        run.jobs,
        first,
        seeds,
        trace.as_ref(),
        |(seed, happened, failure)| {
            totals.add(&happened);
            done += 1;
            if let Some(Failure { property, what }) = failure {
                failed += 1;
                eprintln!("sim: seed {seed} failed: {property}: {what}");
                eprintln!("sim: replay it with: ci/lane sim --seed {seed}");
            }
            if said.elapsed() > Duration::from_secs(10) {
                said = Instant::now();
                eprintln!(
                    "sim: {done} of {seeds} seeds, {failed} failed, {:?}",
                    started.elapsed()
                );
            }
            true
        },
    );
    if run.seed.is_none() {
        eprintln!("{}", totals.coverage);
    }
    println!("{}", line(run, seeds, failed, &totals));
    if failed == 0 && (run.seed.is_some() || has_happened(seeds, &totals)) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Whether enough has happened for the seeds to mean anything.
fn has_happened(seeds: u64, totals: &Totals) -> bool {
    let mut enough = true;
    if totals.acked < ACKED_PER_SEED * seeds {
        eprintln!("sim: fewer than {ACKED_PER_SEED} records a seed were acknowledged");
        enough = false;
    }
    for gap in totals.coverage.gaps(seeds) {
        eprintln!("sim: never seen: {gap}");
        enough = false;
    }
    for (name, _) in totals.named().iter().filter(|&&(_, count)| count == 0) {
        if seeds >= ENOUGH_SEEDS {
            eprintln!("sim: {name} is 0: what it counts was not tested");
            enough = false;
        }
    }
    enough
}

fn line(run: &Run, seeds: u64, failed: u64, totals: &Totals) -> String {
    let mut counts = vec![("seeds", seeds), ("failed", failed)];
    counts.extend(totals.named());
    if run.output == "json" {
        let fields: Vec<String> = counts.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
        return format!("{{{}}}", fields.join(","));
    }
    let fields: Vec<String> = counts.iter().map(|(k, v)| format!("{k}={v}")).collect();
    format!("sim: {}", fields.join(" "))
}

/// Runs `seeds` seeds from `first` on, some at a time, and hands each to `take` until that says false. Those that run
/// then are still handed over.
fn all(
    jobs: Option<usize>,
    first: u64,
    seeds: u64,
    trace: Option<&Trace>,
    mut take: impl FnMut(Ended) -> bool,
) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (report, ended) = mpsc::channel();
    report_panics();
    std::thread::scope(|scope| {
        for _ in 0..jobs.unwrap_or(cores).max(1) {
            let report = report.clone();
            let (next, enough) = (&next, &enough);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= seeds || report.send(one(first + at, trace.cloned())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(report);
        for one in ended {
            if !take(one) {
                enough.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// Runs one seed on a fresh thread, whose thread-local state no other seed has touched.
fn one(seed: u64, trace: Option<Trace>) -> Ended {
    let (report, ended) = mpsc::channel();
    let thread = std::thread::Builder::new().name(format!("seed {seed}"));
    let started = thread.spawn(move || {
        REPORT.set(Some((seed, report.clone(), trace.clone())));
        let (totals, failure) = seed::live(seed, trace);
        let _ = report.send((seed, totals, failure));
    });
    let failed = |property: &str, what: String| {
        let property = property.to_owned();
        (seed, Totals::default(), Some(Failure { property, what }))
    };
    if let Err(error) = started {
        return failed("runner", error.to_string());
    }
    // A thread that panicked has reported, and may hang while it unwinds: it is left alone.
    ended
        .recv_timeout(PATIENCE)
        .unwrap_or_else(|error| failed("stuck", format!("no result after {PATIENCE:?}: {error}")))
}

/// Makes a panic of a seed's thread that seed's failure.
fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        let told = REPORT.with_borrow_mut(|report| {
            let Some((seed, report, trace)) = report.take() else {
                return false;
            };
            let what = info.to_string().replace('\n', " ");
            if let Some(trace) = trace {
                trace.line(format_args!("PANIC {what}"));
            }
            let failure = Failure {
                property: "panic".to_owned(),
                what,
            };
            report
                .send((seed, Totals::default(), Some(failure)))
                .is_ok()
        });
        if !told {
            eprintln!("{info}");
        }
    }));
}

#[cfg(not(mutant))]
fn mutant(_: &Run, _: &str) -> ExitCode {
    eprintln!("sim: mutants need a build with RUSTFLAGS=\"--cfg madsim --cfg mutant\"");
    ExitCode::from(2)
}

/// Brings a mutant to life and looks for the first seed that shows it.
#[cfg(mutant)]
fn mutant(run: &Run, name: &str) -> ExitCode {
    use highwater_core::mutant::{Mutant, select};
    if name == "list" {
        for mutant in Mutant::ALL {
            println!("{mutant:?}");
        }
        return ExitCode::SUCCESS;
    }
    let Some(chosen) = Mutant::ALL
        .iter()
        .copied()
        .find(|mutant| format!("{mutant:?}") == name)
    else {
        eprintln!("sim: there is no mutant {name}; --mutant list names them");
        return ExitCode::from(2);
    };
    select(Some(chosen));
    let (first, seeds) = run.seed.map_or((run.first, run.seeds), |seed| (seed, 1));
    let mut caught: Option<(u64, Failure)> = None;
    all(run.jobs, first, seeds, None, |(seed, _, failure)| {
        if let Some(failure) = failure
            && caught.as_ref().is_none_or(|(before, _)| seed < *before)
        {
            caught = Some((seed, failure));
        }
        caught.is_none()
    });
    match caught {
        Some((seed, Failure { property, what })) => {
            eprintln!("sim: seed {seed}: {what}");
            let tried = seed - first + 1;
            println!("mutant {name}: caught by {property} in {tried} seeds");
            ExitCode::SUCCESS
        }
        None => {
            println!("mutant {name}: survived {seeds} seeds");
            ExitCode::FAILURE
        }
    }
}
