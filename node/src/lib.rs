//! A node: the plumbing around the core. It reads frames, writes logs, syncs them and sends replies; every
//! decision is the core's.

mod boot;
mod budget;
mod conn;
mod descriptors;
mod framing;
mod idle;
mod instant;
mod io;
mod listen;
mod logs;
mod notes;
mod outlet;
mod peers;
mod properties;
mod quorum;
mod reply;
mod run;
mod settings;
mod shell;
mod within;

pub use run::run;
pub use settings::{Listener, Settings, SettingsError};
