//! A replica of a partition: a log and the part that this broker plays in it.

mod doubt;
mod follower;
mod leader;
mod partition;
mod strangers;

pub use follower::{Follower, diverging, parting};
pub use leader::{Leader, Progress};
pub use partition::{Partition, Role, Settings, State, folder};
pub use strangers::Strangers;
