//! What openraft is told of our types.

use std::fmt;
use std::sync::Arc;

use highwater_core::BrokerId;
use highwater_core::metadata::Command;
use openraft::impls::{BoxedErrorSource, EmptyNode, InlineBatch, OneshotResponder, leader_id_std};
use openraft::vote::RaftLeaderId;
use openraft::{EntryPayload, RaftTypeConfig, alias};

use crate::runtime::Runtime;

/// Our choice of types. Leader ids are those of the Raft paper: at most one leader in a term, because a command
/// carries nothing but its term to prove who decided it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Types;

impl RaftTypeConfig for Types {
    type D = Proposal;
    type R = ();
    type NodeId = i32;
    type Node = EmptyNode;
    type Term = u64;
    type LeaderId = leader_id_std::LeaderId<u64, i32>;
    type Vote = openraft::Vote<Self::LeaderId>;
    type Payload = EntryPayload<Self::D, Self::NodeId, Self::Node>;
    type Entry = openraft::Entry<<Self::LeaderId as RaftLeaderId>::Committed, Self::Payload>;
    type AsyncRuntime = Runtime;
    type Responder<T: 'static> = OneshotResponder<Self, T>;
    type Batch<T: 'static> = InlineBatch<T>;
    type ErrorSource = BoxedErrorSource;
}

pub(crate) type LogId = alias::LogIdOf<Types>;
pub(crate) type Vote = alias::VoteOf<Types>;
pub(crate) type Entry = alias::EntryOf<Types>;
pub(crate) type Membership = openraft::Membership<i32, EmptyNode>;
pub(crate) type StoredMembership = alias::StoredMembershipOf<Types>;
pub(crate) type SnapshotMeta = alias::SnapshotMetaOf<Types>;
pub(crate) type AppendRequest = openraft::raft::AppendEntriesRequest<Types>;
pub(crate) type AppendResponse = openraft::raft::AppendEntriesResponse<Types>;
pub(crate) type VoteRequest = openraft::raft::VoteRequest<Types>;
pub(crate) type VoteResponse = openraft::raft::VoteResponse<Types>;
pub(crate) type SnapshotResponse = openraft::raft::SnapshotResponse<Types>;

/// A command in the log.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Proposal(pub(crate) Arc<Command>);

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Command {
            id, term, records, ..
        } = &*self.0;
        write!(
            f,
            "{}-{}-{} of term {term}: {} records",
            id.broker,
            id.boot,
            id.seq,
            records.len()
        )
    }
}

/// Raft's name of a broker.
pub(crate) fn node(broker: BrokerId) -> i32 {
    broker.0
}
