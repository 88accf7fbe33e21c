//! The `highwater` command.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use highwater::{Settings, SettingsError};

/// A distributed log that speaks the Kafka protocol.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    start: Start,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Start a node (the default). Once clients can connect, it prints `ready HOST:PORT`.
    Start(Start),
}

#[derive(Args, Debug)]
struct Start {
    /// Folder for the data; created if it is missing.
    #[arg(long, value_name = "DIR", default_value = "highwater-data")]
    data: PathBuf,
    /// Address to listen on. Port 0 lets the system choose.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:9092")]
    listen: String,
    /// Address that clients are told, if they must use another one.
    #[arg(long, value_name = "HOST:PORT")]
    advertise: Option<String>,
    /// When a record counts as stored: once synced, or once the operating system has it.
    #[arg(long, value_name = "POLICY", default_value = "sync", value_parser = ["sync", "os"])]
    flush: String,
    /// Kafka's server.properties, in place of the other options.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["data", "listen", "advertise", "flush"])]
    config: Option<PathBuf>,
    /// What is logged to stderr: error, warn, info, debug or trace, or a filter such as highwater=debug.
    #[arg(long, value_name = "FILTER", default_value = "info")]
    log: String,
    /// The known-wrong behaviour to bring to life, so that a check of real nodes can be shown to fail.
    #[cfg(mutant)]
    #[arg(long, value_name = "NAME", hide = true)]
    mutant: Option<String>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let start = match cli.command {
        Some(Command::Start(start)) => start,
        None => cli.start,
    };
    // What the Raft library says of each of its messages is of use to those who ask for it.
    let filter = tracing_subscriber::EnvFilter::try_new(format!("openraft=error,{}", start.log));
    match filter {
        Ok(filter) => {
            tracing_subscriber::fmt()
                .with_env_filter(filter)
                .with_writer(std::io::stderr)
                .with_ansi(false)
                .init();
        }
        Err(error) => return fail(&format!("--log {}: {error}", start.log)),
    }
    #[cfg(mutant)]
    if let Err(why) = mutate(start.mutant.as_deref()) {
        return fail(&why);
    }
    let settings = match settings(start) {
        Ok(settings) => settings,
        Err(error) => return fail(&error.to_string()),
    };
    let ended = run(settings);
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

#[cfg(not(madsim))]
fn run(settings: Settings) -> std::io::Result<()> {
    highwater_io_real::process::run(highwater::run(settings, ready))
}

/// A simulated node is started by the simulation.
#[cfg(madsim)]
fn run(_: Settings) -> std::io::Result<()> {
    Err(std::io::Error::other(
        "this build runs in the simulator only",
    ))
}

fn settings(start: Start) -> Result<Settings, SettingsError> {
    let Some(file) = start.config else {
        let mut settings = Settings::new(start.data, &start.listen);
        settings.host_name = host_name();
        settings.listeners[0].advertise = start.advertise;
        settings.set_flush(&start.flush)?;
        return Ok(settings);
    };
    let text = std::fs::read_to_string(&file)
        .map_err(|error| SettingsError(format!("{}: {error}", file.display())))?;
    let (settings, warnings) = Settings::from_properties(&text, &host_name())
        .map_err(|error| SettingsError(format!("{}: {error}", file.display())))?;
    for warning in warnings {
        tracing::warn!("{}: {warning}", file.display());
    }
    Ok(settings)
}

/// The name of this machine.
fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match name.trim() {
        "" => "localhost".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg_attr(
    madsim,
    expect(dead_code, reason = "a simulated node is started by the simulation")
)]
fn ready(address: &str) {
    let mut out = std::io::stdout();
    // Nobody may be listening; that is no reason to stop.
    let _ = writeln!(out, "ready {address}").and_then(|()| out.flush());
}

#[cfg(mutant)]
fn mutate(name: Option<&str>) -> Result<(), String> {
    use highwater_core::mutant::{Mutant, select};
    let Some(name) = name else {
        return Ok(());
    };
    let chosen = Mutant::ALL
        .iter()
        .copied()
        .find(|mutant| format!("{mutant:?}") == name)
        .ok_or_else(|| format!("--mutant {name}: there is no such mutant"))?;
    select(Some(chosen));
    Ok(())
}

fn fail(why: &str) -> ExitCode {
    eprintln!("highwater: {why}");
    ExitCode::FAILURE
}
