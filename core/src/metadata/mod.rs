//! The cluster's metadata: commands, the image they build, and the controller's decisions. Consensus on the
//! order of commands is somebody else's work: to the core it is two words, `Propose` and `Meta`.

mod brokers;
mod command;
pub(crate) mod controller;
mod elections;
mod image;
mod in_sync;
pub(crate) mod placement;
mod snapshot;
mod topic_config;

pub use command::{Command, Record};
pub use image::{Broker, Delta, Endpoint, Image, PartitionImage, Topic};
pub(crate) use topic_config::trimmed;
