//! What the journal and the frames have in common: entries, memberships and snapshots as bytes. Decoding trusts
//! nothing, and what it keeps does not pin the frame or the file that it came from.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use highwater_core::metadata::{Command, Image};
use highwater_core::wire::generated::raft_membership::RaftVoterSet;
use highwater_core::wire::generated::{RaftEntry, RaftMembership, RaftSnapshot};
use highwater_core::wire::{Message, Reader, WireError, Writer};
use openraft::EntryPayload;

use crate::types::{Entry, LogId, Membership, Proposal, SnapshotMeta, StoredMembership, Vote};

/// Version in which everything is written.
pub(crate) const VERSION: i16 = 0;

const BLANK: i8 = 0;
const COMMAND: i8 = 1;
const MEMBERSHIP: i8 = 2;

/// Why bytes were refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// They are not in the format, or in a later version of it.
    Wire(WireError),
    /// The checksum does not match.
    Checksum,
    /// They are in the format, but no voter writes this.
    Nonsense(&'static str),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(error) => error.fmt(f),
            Self::Checksum => f.write_str("the checksum does not match"),
            Self::Nonsense(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Malformed {}

impl From<WireError> for Malformed {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

/// A reader whose allocations are bounded by the size of what it reads.
pub(crate) fn reader(bytes: Bytes) -> Reader {
    let budget = bytes.len().saturating_mul(64).saturating_add(4096);
    Reader::new(bytes, budget)
}

/// A message after its version.
pub(crate) fn put<M: Message>(w: &mut Writer, message: &M) -> Result<(), WireError> {
    w.i16(VERSION);
    message.encode(w, VERSION)
}

/// Reads a message after its version.
pub(crate) fn take<M: Message>(r: &mut Reader) -> Result<M, WireError> {
    let version = r.i16()?;
    M::decode(r, version)
}

fn alone<M: Message>(message: &M) -> Result<Bytes, WireError> {
    let mut w = Writer::new();
    put(&mut w, message)?;
    Ok(w.into_parts().0)
}

fn only<M: Message>(bytes: &Bytes) -> Result<M, WireError> {
    let mut r = reader(bytes.clone());
    let message = take(&mut r)?;
    r.finish()?;
    Ok(message)
}

/// A count that the format writes as a signed number.
pub(crate) fn count(value: i64) -> Result<u64, Malformed> {
    // One below the end of the range, because everybody adds one to an index.
    match u64::try_from(value) {
        Ok(value) if value < i64::MAX as u64 => Ok(value),
        _ => Err(Malformed::Nonsense("a term or an index is out of range")),
    }
}

pub(crate) fn log_id(term: i64, index: i64) -> Result<LogId, Malformed> {
    Ok(LogId::new_term_index(count(term)?, count(index)?))
}

/// A log id, or none if the index is -1.
pub(crate) fn opt_log_id(term: i64, index: i64) -> Result<Option<LogId>, Malformed> {
    if index == -1 {
        return Ok(None);
    }
    log_id(term, index).map(Some)
}

/// Term and index as the format has them.
pub(crate) fn log_id_parts(id: Option<&LogId>) -> (i64, i64) {
    id.map_or((0, -1), |id| (id.leader_id.term as i64, id.index as i64))
}

pub(crate) fn vote(term: i64, candidate: i32, committed: bool) -> Result<Vote, Malformed> {
    let term = count(term)?;
    Ok(if committed {
        Vote::new_committed(term, candidate)
    } else {
        Vote::new(term, candidate)
    })
}

/// Term, candidate, and whether a quorum granted the vote, as the format has them.
pub(crate) fn vote_parts(vote: &Vote) -> (i64, i32, bool) {
    let leader = vote.leader_id();
    (leader.term as i64, leader.voted_for, vote.is_committed())
}

pub(crate) fn put_entry(w: &mut Writer, entry: &Entry) -> Result<(), WireError> {
    let (term, index) = log_id_parts(Some(&entry.log_id));
    let (kind, payload) = match &entry.payload {
        EntryPayload::Blank => (BLANK, Bytes::new()),
        EntryPayload::Normal(Proposal(command)) => (COMMAND, command.encode()?),
        EntryPayload::Membership(membership) => (MEMBERSHIP, encode_membership(membership)?),
    };
    let entry = RaftEntry {
        term,
        index,
        kind,
        payload,
        ..RaftEntry::default()
    };
    put(w, &entry)
}

pub(crate) fn take_entry(r: &mut Reader) -> Result<Entry, Malformed> {
    let entry: RaftEntry = take(r)?;
    let payload = match entry.kind {
        BLANK => EntryPayload::Blank,
        COMMAND => {
            let bytes = Bytes::copy_from_slice(&entry.payload);
            EntryPayload::Normal(Proposal(Arc::new(Command::decode(bytes)?)))
        }
        MEMBERSHIP => EntryPayload::Membership(decode_membership(&entry.payload)?),
        kind => return Err(WireError::UnknownKind(kind.into()).into()),
    };
    Ok(Entry {
        log_id: log_id(entry.term, entry.index)?,
        payload,
    })
}

fn encode_membership(membership: &Membership) -> Result<Bytes, WireError> {
    let voter_sets = membership.get_joint_config().iter();
    alone(&RaftMembership {
        voter_sets: voter_sets
            .map(|voters| RaftVoterSet {
                voters: voters.iter().copied().collect(),
                ..RaftVoterSet::default()
            })
            .collect(),
        learners: membership.learner_ids().collect(),
        ..RaftMembership::default()
    })
}

fn decode_membership(bytes: &Bytes) -> Result<Membership, Malformed> {
    let membership: RaftMembership = only(bytes)?;
    let sets: Vec<BTreeSet<i32>> = membership
        .voter_sets
        .iter()
        .map(|set| set.voters.iter().copied().collect())
        .collect();
    if sets.iter().any(BTreeSet::is_empty) {
        return Err(Malformed::Nonsense("a set of voters is empty"));
    }
    Ok(Membership::new_with_defaults(sets, membership.learners))
}

/// The state after an entry.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Snapshot {
    pub(crate) meta: SnapshotMeta,
    pub(crate) image: Arc<Image>,
}

pub(crate) fn put_snapshot(w: &mut Writer, snapshot: &Snapshot) -> Result<(), WireError> {
    let (last_term, last_index) = log_id_parts(snapshot.meta.last_log_id.as_ref());
    let membership = &snapshot.meta.last_membership;
    let (membership_term, membership_index) = log_id_parts(membership.log_id().as_ref());
    put(
        w,
        &RaftSnapshot {
            last_term,
            last_index,
            membership_term,
            membership_index,
            membership: encode_membership(membership.membership())?,
            image: snapshot.image.encode()?,
            ..RaftSnapshot::default()
        },
    )
}

pub(crate) fn take_snapshot(r: &mut Reader) -> Result<Snapshot, Malformed> {
    let snapshot: RaftSnapshot = take(r)?;
    let last = opt_log_id(snapshot.last_term, snapshot.last_index)?;
    let since = opt_log_id(snapshot.membership_term, snapshot.membership_index)?;
    if since > last {
        return Err(Malformed::Nonsense(
            "a membership is later than its snapshot",
        ));
    }
    let membership = decode_membership(&snapshot.membership)?;
    let meta = SnapshotMeta {
        last_log_id: last,
        last_membership: StoredMembership::new(since, membership),
    };
    Ok(Snapshot {
        meta,
        image: Arc::new(Image::decode(Bytes::copy_from_slice(&snapshot.image))?),
    })
}
