//! What the core is told. `Input`s are facts: the core never asks whether they are true.

use alloc::sync::Arc;

use bytes::Bytes;

use crate::api::Request;
use crate::ids::{
    BrokerId, CallId, Gen, LogId, MetaIndex, Offset, Peer, ProposalId, ReadId, ReqId,
};
use crate::metadata::{Command, Image};
use crate::output::PeerMsg;
use crate::recovery::Recovered;

/// One input of [`crate::Node::handle`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// A client's request, decoded and with its batches checked.
    Request(ReqId, Request),
    /// A message of a sibling shard or of another broker.
    Peer(Peer, PeerMsg),
    /// Something went away without a last word.
    Lost(Lost),
    /// News of a log.
    Log(LogId, LogEvent),
    /// News of the metadata log.
    Meta(MetaEvent),
    /// Stop in an orderly way: take checkpoints, then report [`crate::Node::is_stopped`].
    Stop,
}

/// What went away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lost {
    /// A client's connection: no reply to it can be delivered any more.
    Connection(crate::ids::ConnId),
    /// A call of another broker: it may or may not have been carried out, and no answer will come.
    Call(Peer, CallId),
    /// Nobody listens where this broker's listener for other brokers should be: its process has ended, or something on
    /// the way refuses connections for it. May be told again and again.
    Listener(BrokerId),
}

/// News of a log. Completions are cumulative and carry the generation of the log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LogEvent {
    /// The log is open, recovered, and all of it is on stable storage.
    Opened(Recovered),
    /// All appends below `upto` reached the operating system and can be read.
    Written {
        /// Exclusive.
        upto: Offset,
        /// Generation of the appends.
        generation: Gen,
    },
    /// All appends below `upto` are on stable storage.
    Flushed {
        /// Exclusive.
        upto: Offset,
        /// Generation of the appends.
        generation: Gen,
    },
    /// The answer to a read: whole batches, or nothing if the plan's range was empty.
    Read(ReadId, Bytes),
    /// Some of what was appended was not written, or not synced, for want of something that may come back. What was
    /// written before is sound, and can be read. The driver takes in no appends of the log until it was cut
    /// (`Output::Truncate`), and says `Writable` once there is reason to try again.
    Unwritten(Lack),
    /// What was lacking may be there again. Told once after `Unwritten`.
    Writable,
    /// The log cannot be used any more.
    Failed(Fault),
}

/// What keeps a log from taking in more for a while. Nothing in it is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lack {
    /// Room on the disk (ENOSPC).
    Room,
    /// File descriptors of the process, or of the machine (EMFILE, ENFILE).
    Descriptors,
    /// A sync does not end: the disk may hang.
    Sync,
}

/// Why a log cannot be used. A fault is the machine's, not a client's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The operating system refused a read, a write or a sync.
    Io,
    /// The leader's log lacks what this one knows to be committed: one of the two has lost data.
    Diverged {
        /// Where the leader's log parts from this one.
        leader_end: Offset,
        /// This log's high watermark.
        hw: Offset,
    },
    /// Data that had been synced is damaged.
    Damaged {
        /// Segment.
        segment: Offset,
        /// Position of the first bad batch.
        position: u64,
    },
}

/// News of the metadata log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MetaEvent {
    /// A committed command, in order, without gaps.
    Committed(MetaIndex, Arc<Command>),
    /// The whole image: at boot, or when the commands in between are gone.
    Restored(Arc<Image>),
    /// What became of a proposal. It may be lost, and the command committed all the same.
    Proposed(ProposalId, Outcome),
    /// This broker's part in the metadata quorum.
    Role(Role),
}

/// What became of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It is in the log at this index; `Committed` tells the rest.
    Accepted(MetaIndex),
    /// It will never be committed: another controller is active.
    Refused,
}

/// This broker's part in the metadata quorum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The active controller of this term: the only one that proposes.
    Active {
        /// The term.
        term: u64,
    },
    /// Knows who leads the quorum. That one may still be catching up with what earlier terms committed.
    Follows {
        /// The broker whose controller is active.
        controller: BrokerId,
    },
    /// Knows of no active controller.
    Leaderless,
}

/// What a node is born with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Boot {
    /// Drawn at random at each start: tells this run of the broker from all others.
    pub incarnation: [u8; 16],
    /// The id that a new cluster gets, should this node be the one that founds it.
    pub new_cluster_id: [u8; 16],
    /// Names the data folder: who registers with it again is the same broker, restarted.
    pub directory: [u8; 16],
    /// The broker epoch of the run before, if that stopped in an orderly way: then nothing that it had is missing.
    pub stopped_epoch: Option<i64>,
}
