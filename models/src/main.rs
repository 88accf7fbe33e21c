//! Explores the models.

mod explorations;

use std::process::ExitCode;

use clap::Parser;
use explorations::MODELS;
use highwater_models::report::Report;

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
