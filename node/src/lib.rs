//! A node: the plumbing around the core. It reads frames, writes logs, syncs them and sends replies; every
//! decision is the core's.

mod boot;
mod conn;
mod io;
mod logs;
mod metadata_log;
mod notes;
mod properties;
mod reply;
mod run;
mod settings;
mod shell;

pub use run::run;
pub use settings::{Settings, SettingsError};
