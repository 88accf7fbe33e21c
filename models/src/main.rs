//! Explores the models.

use std::process::ExitCode;

use clap::Parser;
use highwater_models::offsets::{self, Offsets};
use highwater_models::one_log::{self, OneLog};
use highwater_models::quorum::{self, Quorum};
use highwater_models::replicas::{Bounds, Replicas};
use highwater_models::report::{Report, explore};

/// Explore the models of Highwater's core.
#[derive(Parser, Debug)]
struct Cli {
    /// Models to explore; all of them if none is named.
    models: Vec<String>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Bring a known-wrong behaviour to life (builds with `--cfg mutant` only), and succeed if a model catches it.
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
}

/// A model's name, and what explores it with so many threads.
type Model = (&'static str, fn(usize) -> Report);

/// Every model.
const MODELS: [Model; 12] = [
    ("one-log", one_log),
    ("replicas-crash", replicas_crash),
    ("replicas-elections", replicas_elections),
    ("replicas-in-sync", replicas_in_sync),
    ("replicas-fences", replicas_fences),
    ("replicas-late", replicas_late),
    ("replicas-failures", replicas_failures),
    ("replicas-rot", replicas_rot),
    ("replicas-replaced", replicas_replaced),
    ("offsets", offsets),
    ("offsets-steps", offsets_steps),
    ("quorum", quorum),
];

fn quorum(threads: usize) -> Report {
    let bounds = quorum::Bounds {
        steps: 3,
        forgets: 2,
    };
    explore("quorum", Quorum { bounds }, threads)
}

fn one_log(threads: usize) -> Report {
    let bounds = one_log::Bounds {
        batches: 4,
        in_flight: 3,
        crashes: 2,
        breaks: 2,
        amnesias: 1,
    };
    explore("one-log", OneLog { bounds }, threads)
}

/// Whatever survives a power cut, it is enough to go on with.
fn replicas_crash(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        crashes: 1,
        elections: 1,
        ..Bounds::default()
    };
    explore("replicas-crash", Replicas { bounds }, threads)
}

/// Leaders that are merely slow go on for a while, and come back.
fn replicas_elections(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 2,
        returns: 1,
        ..Bounds::default()
    };
    explore("replicas-elections", Replicas { bounds }, threads)
}

/// The in-sync set shrinks and grows while its leader writes, and is replaced.
fn replicas_in_sync(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 1,
        lags: 1,
        ..Bounds::default()
    };
    explore("replicas-in-sync", Replicas { bounds }, threads)
}

/// The leader and the controller change the in-sync set at the same time.
fn replicas_fences(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        elections: 1,
        fences: 1,
        returns: 1,
        lags: 1,
        ..Bounds::default()
    };
    explore("replicas-fences", Replicas { bounds }, threads)
}

/// What a follower said arrives when it is no longer so.
fn replicas_late(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 1,
        delays: 1,
        breaks: 1,
        ..Bounds::default()
    };
    explore("replicas-late", Replicas { bounds }, threads)
}

/// Leaders whose disks fail hand over to who is in sync.
fn replicas_failures(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        lags: 1,
        failures: 1,
        ..Bounds::default()
    };
    explore("replicas-failures", Replicas { bounds }, threads)
}

/// Nothing that was acknowledged is lost with what one disk loses: a byte of what it had synced.
fn replicas_rot(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        fences: 2,
        rots: 1,
        ..Bounds::default()
    };
    explore("replicas-rot", Replicas { bounds }, threads)
}

/// A replaced disk takes nothing with it that another holds.
fn replicas_replaced(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        elections: 1,
        fences: 2,
        replacements: 1,
        ..Bounds::default()
    };
    explore("replicas-replaced", Replicas { bounds }, threads)
}

fn offsets(threads: usize) -> Report {
    let bounds = offsets::Bounds {
        records: 2,
        crashes: 1,
        bounces: 1,
        deaths: 1,
        breaks: 1,
        neighbour: false,
    };
    explore("offsets", Offsets { bounds }, threads)
}

/// A coordinator that reads its log in several steps, and loses its partition meanwhile.
fn offsets_steps(threads: usize) -> Report {
    let bounds = offsets::Bounds {
        records: 1,
        crashes: 1,
        bounces: 2,
        deaths: 1,
        breaks: 0,
        neighbour: true,
    };
    explore("offsets-steps", Offsets { bounds }, threads)
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let unknown = cli
        .models
        .iter()
        .find(|name| !MODELS.iter().any(|(model, _)| model == name));
    if let Some(unknown) = unknown {
        eprintln!("models: there is no model '{unknown}'");
        return ExitCode::from(2);
    }
    if let Some(name) = &cli.mutant
        && let Err(why) = select(name)
    {
        eprintln!("models: {why}");
        return ExitCode::from(2);
    }
    let chosen = MODELS
        .iter()
        .filter(|(name, _)| cli.models.is_empty() || cli.models.iter().any(|one| one == name));
    let mut reports: Vec<Report> = Vec::new();
    for (_, run) in chosen {
        let report = run(cli.threads);
        let caught = cli.mutant.is_some() && !report.broken.is_empty();
        reports.push(report);
        if caught {
            break;
        }
    }
    let failed = reports
        .iter()
        .filter(|report| !report.broken.is_empty())
        .count();
    for report in &reports {
        print(report);
    }
    match &cli.mutant {
        None => {
            let states: usize = reports.iter().map(|report| report.states).sum();
            println!(
                "models: explored={} failed={failed} states={states}",
                reports.len()
            );
            ExitCode::from(u8::from(failed > 0))
        }
        Some(name) => match reports
            .iter()
            .find_map(|report| Some((report, report.broken.first()?)))
        {
            Some((report, (property, steps))) => {
                let (model, states, steps) = (report.model, report.states, steps.len());
                println!(
                    "mutant {name}: caught by model {model} ({property}) in {states} states, {steps} steps"
                );
                ExitCode::SUCCESS
            }
            None => {
                println!("mutant {name}: survived the models");
                ExitCode::FAILURE
            }
        },
    }
}

fn print(report: &Report) {
    let Report {
        model,
        states,
        depth,
        seconds,
        broken,
    } = report;
    println!(
        "model {model}: states={states} depth={depth} seconds={seconds} broken={}",
        broken.len()
    );
    for (property, steps) in broken {
        println!("  {property}");
        for step in steps {
            println!("    {step}");
        }
    }
}

#[cfg(mutant)]
fn select(name: &str) -> Result<(), String> {
    use highwater_core::mutant::{Mutant, select};
    let mutant = Mutant::ALL
        .iter()
        .copied()
        .find(|mutant| format!("{mutant:?}") == name);
    select(Some(
        mutant.ok_or_else(|| format!("there is no mutant '{name}'"))?,
    ));
    Ok(())
}

#[cfg(not(mutant))]
fn select(_: &str) -> Result<(), String> {
    Err("this build has no mutants: use `ci/lane mutants`".to_owned())
}
