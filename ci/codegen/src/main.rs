//! Command line of the codec generator.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use highwater_codegen::{import, rust};

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
    }
}
