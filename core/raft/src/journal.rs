//! The journal: everything that a voter must not forget, as one sequence of records that is only ever appended to,
//! or replaced as a whole. What the records of any prefix say is a state that the voter was in.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use highwater_core::BrokerId;
use highwater_core::wire::generated::{RaftPurgeRecord, RaftTruncateRecord, RaftVoteRecord};
use highwater_core::wire::{Reader, WireError, Writer};
use openraft::EntryPayload;

use crate::codec::{self, Malformed, Snapshot};
use crate::types::{Entry, LogId, Membership, Vote};

const VOTE: i16 = 0;
const ENTRY: i16 = 1;
const TRUNCATE: i16 = 2;
const PURGE: i16 = 3;
const SNAPSHOT: i16 = 4;

/// One record of the journal.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Record {
    /// The vote replaces earlier ones.
    Vote(Vote),
    /// The log's next entry, or its first.
    Entry(Entry),
    /// Entries from this index on are void: another leader's take their place.
    Truncate(u64),
    /// Entries up to this one are gone, for the snapshot holds what they did.
    Purge(LogId),
    /// Replaces an earlier snapshot.
    Snapshot(Snapshot),
}

impl Record {
    fn put(&self, w: &mut Writer) -> Result<(), WireError> {
        match self {
            Self::Vote(vote) => {
                w.i16(VOTE);
                let (term, candidate, committed) = codec::vote_parts(vote);
                codec::put(
                    w,
                    &RaftVoteRecord {
                        term,
                        candidate,
                        committed,
                        ..RaftVoteRecord::default()
                    },
                )
            }
            Self::Entry(entry) => {
                w.i16(ENTRY);
                codec::put_entry(w, entry)
            }
            Self::Truncate(from) => {
                w.i16(TRUNCATE);
                codec::put(
                    w,
                    &RaftTruncateRecord {
                        from_index: *from as i64,
                        ..RaftTruncateRecord::default()
                    },
                )
            }
            Self::Purge(upto) => {
                w.i16(PURGE);
                let (term, index) = codec::log_id_parts(Some(upto));
                codec::put(
                    w,
                    &RaftPurgeRecord {
                        term,
                        index,
                        ..RaftPurgeRecord::default()
                    },
                )
            }
            Self::Snapshot(snapshot) => {
                w.i16(SNAPSHOT);
                codec::put_snapshot(w, snapshot)
            }
        }
    }

    fn take(r: &mut Reader) -> Result<Self, Malformed> {
        Ok(match r.i16()? {
            VOTE => {
                let record: RaftVoteRecord = codec::take(r)?;
                Self::Vote(codec::vote(
                    record.term,
                    record.candidate,
                    record.committed,
                )?)
            }
            ENTRY => Self::Entry(codec::take_entry(r)?),
            TRUNCATE => {
                let record: RaftTruncateRecord = codec::take(r)?;
                Self::Truncate(codec::count(record.from_index)?)
            }
            PURGE => {
                let record: RaftPurgeRecord = codec::take(r)?;
                Self::Purge(codec::log_id(record.term, record.index)?)
            }
            SNAPSHOT => Self::Snapshot(codec::take_snapshot(r)?),
            kind => return Err(WireError::UnknownKind(kind).into()),
        })
    }
}

/// Records as bytes.
pub(crate) fn encode(records: &[Record]) -> Result<Bytes, WireError> {
    let mut w = Writer::new();
    for record in records {
        record.put(&mut w)?;
    }
    Ok(w.into_parts().0)
}

/// What a journal holds. The same while it is written and when it is read back.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Saved {
    pub(crate) vote: Option<Vote>,
    /// Entries by index, without gaps.
    pub(crate) log: BTreeMap<u64, Entry>,
    /// The last entry that is gone.
    pub(crate) purged: Option<LogId>,
    pub(crate) snapshot: Option<Snapshot>,
}

impl Saved {
    /// Whether the voter has never done anything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Replays the bytes of a store: one or more records.
    ///
    /// # Errors
    /// If they are malformed, or do not continue what was replayed before.
    pub fn replay(&mut self, bytes: Bytes) -> Result<(), Malformed> {
        let mut r = codec::reader(bytes);
        while !r.is_empty() {
            let record = Record::take(&mut r)?;
            if let Record::Entry(entry) = &record
                && self.last().map_or(0, |last| last.index + 1) != entry.log_id.index
            {
                return Err(Malformed::Nonsense("the log has a gap"));
            }
            self.apply(record);
        }
        Ok(())
    }

    /// The last entry that there is or was.
    pub(crate) fn last(&self) -> Option<LogId> {
        let last = self.log.last_key_value().map(|(_, entry)| entry.log_id);
        last.or(self.purged)
    }

    /// Who votes, as far as is known here: none before the cluster was founded.
    pub(crate) fn voters(&self) -> Option<BTreeSet<BrokerId>> {
        let in_log = self
            .log
            .values()
            .rev()
            .find_map(|entry| match &entry.payload {
                EntryPayload::Membership(membership) => Some(membership),
                _ => None,
            });
        let snapshot = self.snapshot.as_ref();
        let membership: &Membership =
            in_log.or_else(|| Some(snapshot?.meta.last_membership.membership()))?;
        Some(membership.voter_ids().map(BrokerId).collect())
    }

    pub(crate) fn apply(&mut self, record: Record) {
        match record {
            Record::Vote(vote) => self.vote = Some(vote),
            Record::Entry(entry) => {
                self.log.insert(entry.log_id.index, entry);
            }
            Record::Truncate(from) => {
                self.log.split_off(&from);
            }
            Record::Purge(upto) => self.purge(upto),
            Record::Snapshot(snapshot) => {
                // The log goes on from a snapshot that it contains; any other replaces the log (section 7 of the
                // Raft paper).
                if let Some(last) = snapshot.meta.last_log_id
                    && self.id_at(last.index) != Some(last)
                {
                    self.log.clear();
                    self.purge(last);
                }
                self.snapshot = Some(snapshot);
            }
        }
    }

    fn purge(&mut self, upto: LogId) {
        self.log = self.log.split_off(&(upto.index + 1));
        self.purged = self.purged.max(Some(upto));
    }

    fn id_at(&self, index: u64) -> Option<LogId> {
        let purged = self.purged.filter(|purged| purged.index == index);
        purged.or_else(|| self.log.get(&index).map(|entry| entry.log_id))
    }

    /// A new journal that says the same.
    pub(crate) fn rewritten(&self) -> Vec<Record> {
        let purge = self.purged.iter().copied().map(Record::Purge);
        let log = self.log.values().cloned().map(Record::Entry);
        let snapshot = self.snapshot.iter().cloned().map(Record::Snapshot);
        let vote = self.vote.iter().copied().map(Record::Vote);
        // The snapshot comes after what it keeps of the log, or it would replace that.
        purge.chain(log).chain(snapshot).chain(vote).collect()
    }
}
