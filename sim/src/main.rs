//! The `highwater-sim` command.

#[cfg(not(madsim))]
fn main() -> std::process::ExitCode {
    eprintln!("highwater-sim: build it with RUSTFLAGS=\"--cfg madsim\"");
    std::process::ExitCode::from(2)
}

#[cfg(madsim)]
fn main() -> std::process::ExitCode {
    use clap::Parser;
    highwater_sim::run(&highwater_sim::Run::parse())
}
