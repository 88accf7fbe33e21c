//! Command line of the codec generator.

use std::error::Error;
use std::io::{BufWriter, Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use highwater_codegen::{import, rust, sample};

/// Keeps the wire codec of the core in step with the message notation.
#[derive(Parser)]
struct Cli {
    /// The root of the workspace.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Turns Kafka's JSON definitions, one folder per Kafka module, into notation.
    Import {
        /// The folder that holds the folders.
        dir: PathBuf,
    },
    /// Turns the notation into Rust.
    Generate,
    /// Fails if the Rust that is checked in is not what the notation says.
    Check,
    /// Prints random frames of every message in every version, as lines of `name version hex`.
    Sample {
        /// How many of each.
        #[arg(long, default_value_t = 16)]
        seeds: u64,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli.root, &cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, command: &Command) -> Result<(), String> {
    match command {
        Command::Import { dir } => import::import(dir, &root.join("core/schemas/kafka")),
        Command::Generate => rust::generate(root),
        Command::Check => rust::check(root),
        Command::Sample { seeds } => print_samples(root, *seeds).map_err(|e| e.to_string()),
    }
}

fn print_samples(root: &Path, seeds: u64) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout().lock());
    for message in rust::load(root)? {
        for version in message.versions.first..=message.versions.last {
            for seed in 0..seeds {
                let frame = sample::frame(&message, version, seed);
                let hex: String = frame.iter().map(|byte| format!("{byte:02x}")).collect();
                // An empty frame is still a word.
                let hex = if hex.is_empty() { "-" } else { &hex };
                writeln!(out, "{} {version} {hex}", message.name)?;
            }
        }
    }
    Ok(out.flush()?)
}
