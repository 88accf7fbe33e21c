//! A replica of a partition: a log and the part that this broker plays in it.

mod leader;
mod partition;

pub use leader::{Leader, Progress};
pub use partition::{Partition, Role, Settings, State};
