//! A voter of the metadata quorum: consensus on the order of commands, as a plain object.
//!
//! Consensus is openraft's, which is async inside. [`RaftPeer`] is not: it is told of frames, stored bytes, proposals
//! and the time, runs openraft until that has nothing to do, and says what it wants stored, sent and told to the
//! core. It performs no I/O and reads no clock, so equal inputs make equal outputs, in the simulator and in models.

mod codec;
mod config;
mod frame;
mod journal;
mod machine;
mod network;
mod output;
mod peer;
mod runtime;
mod storage;
mod types;

pub use codec::Malformed;
pub use config::RaftConfig;
pub use journal::Saved;
pub use output::{Input, Output, StoreFailed, Ticket};
pub use peer::RaftPeer;
