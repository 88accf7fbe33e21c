//! What the core wants done. Each variant says which order drivers keep, which input answers it, and what
//! a crash may do to it: this is the contract that all drivers implement.

use alloc::string::String;
use alloc::vec::Vec;

use bytes::Bytes;

use crate::api::{Answer, Reply, Request};
use crate::ids::{
    BrokerId, CallId, ConnId, Epoch, Gen, LogId, Offset, Peer, ProposalId, ReadId, ReqId,
};
use crate::log::ReadPlan;
use crate::metadata::Command;
use crate::records::Batch;
use crate::wire::Uuid;

/// Outputs in the order in which they were decided. The driver owns it, and may handle many inputs before
/// it drains it once: group commit falls out of that.
pub type Outbox = Vec<Output>;

/// One output of [`crate::Node::handle`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Output {
    /// Answers a request. The connection sends replies in the order of their requests, so a reply may have
    /// to wait for an earlier one. Answered by nothing; a crash may lose it.
    Reply(ReqId, Reply),
    /// Sends to a shard. Order is kept for each peer and API. A call is answered by `Peer`, or by `Lost`: by one of
    /// them, once. A crash may lose it, and nothing reorders it.
    Send(Peer, PeerMsg),
    /// Appends a batch. Order is kept for each log, together with `Truncate` and `Segment`. Answered by
    /// `Written` and later `Flushed`, both cumulative, by `Unwritten`, or by `Failed`. A crash may keep any prefix of
    /// what was not flushed, the last batch of it torn.
    Append(Append),
    /// Cuts the log's end and opens the log again: what is left is recovered, as at a start. Kept in order with
    /// appends; waits for reads that are open above `to`. Answered by `Opened` or `Failed`; completions of the
    /// old generation may still come before it. A crash may leave it undone, never half done.
    Truncate {
        /// The log.
        log: LogId,
        /// The generation that begins.
        generation: Gen,
        /// The new end.
        to: Offset,
    },
    /// Creates, rolls, checkpoints or removes files. Kept in order with appends. `Open` and `Refill` are answered by
    /// `Opened` or `Failed`, and for want of room or descriptors takes until they are there; `Roll` by nothing, or as an
    /// append is that fails; the others by nothing. A crash may leave it undone, never half done.
    Segment(LogId, SegmentOp),
    /// Reads back log bytes. No order is kept. Answered by `Read` with whole batches, or by `Failed`.
    Read(ReadId, ReadPlan),
    /// Proposes a command to the metadata log. Answered by `Proposed`, perhaps, and by `Committed`, perhaps:
    /// a crash or a new controller may lose either answer.
    Propose(ProposalId, Command),
    /// Closes a client's connection, once what was answered on it before is sent: nothing else tells whoever wants no
    /// answers that a produce was refused. Answered by `Lost`.
    Close(ConnId),
    /// Something to log or to count. Never changes behaviour.
    Note(Note),
}

/// A batch on its way into a log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Append {
    /// The log.
    pub log: LogId,
    /// Its generation.
    pub generation: Gen,
    /// Base offset of the segment.
    pub segment: Offset,
    /// Position in the segment file.
    pub position: u64,
    /// Offset of the first record: patched into the batch on its way.
    pub base_offset: Offset,
    /// Epoch of the leader: patched in as well.
    pub leader_epoch: Epoch,
    /// The batch, its record bytes untouched.
    pub batch: Batch,
}

impl Append {
    /// Offset after the last record.
    pub fn end(&self) -> Offset {
        self.base_offset + i64::from(self.batch.header().last_offset_delta) + 1
    }
}

/// Work on a log's files.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SegmentOp {
    /// Opens the log in the folder of this name, creating it if need be, and recovers it. A folder that
    /// belongs to another topic id is set aside, never reused. Kept in order with all that concerns a folder of this name.
    Open {
        /// `topic-partition`.
        folder: String,
        /// Recorded in the folder.
        topic_id: Uuid,
    },
    /// Sets the folder of this name aside, which is damaged, and opens an empty log in its place. One damaged folder of each
    /// name is kept: if there is one already, this is answered by `Failed`, and nothing is done. Otherwise as `Open`.
    Refill {
        /// `topic-partition`.
        folder: String,
        /// Recorded in the new folder.
        topic_id: Uuid,
    },
    /// Creates the segment that the next appends go to.
    Roll(Offset),
    /// Replaces the log's checkpoint, atomically and durably.
    Checkpoint(Bytes),
    /// Notes that everything below is committed, and on stable storage here, so that a restart knows what may neither
    /// be missing nor be cut. The latest counts; it may be written late, and a crash may leave an earlier one.
    Mark(Offset),
    /// Takes the log out of use, whatever its state, and removes the folder of this name if it belongs to this topic id.
    /// Kept in order with all that concerns a folder of this name. Of a log that was never opened, too: an earlier run may
    /// have left it.
    Remove {
        /// `topic-partition`.
        folder: String,
        /// What the folder must have recorded.
        topic_id: Uuid,
    },
}

/// A message between shards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PeerMsg {
    /// Calls an API of the other broker. The name is the caller's, and comes back with the answer. Who is called sees
    /// `Input::Request`, as from any connection.
    Call(CallId, Request),
    /// The answer to a call.
    Answer(CallId, Answer),
}

/// Something that happened, for logs and metrics.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(
    missing_docs,
    reason = "each variant says what happened, in the words of its fields"
)]
pub enum Note {
    Registered {
        broker_epoch: i64,
    },
    /// This broker acts as the leader of a partition from now on.
    LeaderStarted {
        topic_id: crate::wire::Uuid,
        folder: String,
        epoch: Epoch,
        end: Offset,
    },
    LogOpened {
        log: LogId,
        folder: String,
        start: Offset,
        end: Offset,
        cut_bytes: u64,
    },
    LogFailed {
        log: LogId,
        folder: String,
        fault: crate::input::Fault,
    },
    LogRefilled {
        log: LogId,
        folder: String,
    },
    LogSuspended {
        log: LogId,
        folder: String,
        lack: crate::input::Lack,
    },
    LogResumed {
        log: LogId,
        folder: String,
    },
    LogTruncated {
        log: LogId,
        folder: String,
        from: Offset,
        to: Offset,
    },
    BrokerFenced {
        broker: BrokerId,
    },
    /// A broker came back with another data folder, and nobody is known to have all that it held.
    DataLost {
        broker: BrokerId,
    },
    RegistrationRefused {
        code: i16,
    },
    TopicCreated {
        name: crate::wire::Str,
        partitions: u32,
    },
    TopicRemoved {
        name: crate::wire::Str,
    },
    CommandRefused {
        proposal: ProposalId,
    },
}
