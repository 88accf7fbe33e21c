//! The protocol of Highwater, as plain synchronous state machines over plain data.
//!
//! [`Node::handle`] takes an [`Input`] and pushes [`Output`]s: it performs no I/O, reads no clock, draws no
//! randomness. Real nodes, the simulator and the models drive the same `Node`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod api;
mod checkpoint;
mod config;
pub mod coordinator;
mod error;
mod ids;
mod input;
pub mod invariant;
pub mod log;
pub mod metadata;
pub mod mutant;
mod node;
mod output;
mod park;
pub mod records;
pub mod recovery;
pub mod replica;
mod time;
pub mod wire;

pub use config::{Advertised, Config, FlushPolicy};
pub use error::ErrorCode;
pub use ids::{
    BrokerId, CallId, ConnId, Epoch, Gen, LogId, MetaIndex, Offset, Peer, ProposalId, ReadId, ReqId,
};
pub use input::{Boot, Fault, Input, Lack, LogEvent, Lost, MetaEvent, Outcome, Role};
pub use node::Node;
pub use output::{Append, Note, Outbox, Output, PeerMsg, SegmentOp};
pub use time::{Now, Time, TimerId, Timers, Wall};
