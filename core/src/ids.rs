//! Names of things. Every identifier is a newtype, so that none can stand for another.

use core::fmt;

/// A position in a partition's log: the number of a record. `end` names are exclusive, `last` inclusive.
pub type Offset = i64;

/// A leader epoch (KIP-101): it grows with every leader of a partition.
pub type Epoch = i32;

/// The id of a broker (`node.id`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BrokerId(pub i32);

/// A partition's log on this shard: a dense index, given once and never reused while the node runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LogId(pub u32);

impl LogId {
    /// The place of this log in an index-keyed vector.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A client connection. Numbers grow and are never reused while the node runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnId(pub u64);

impl ConnId {
    /// What a broker asks of its own controller comes on this one, which no driver ever sees.
    pub(crate) const OWN: Self = Self(u64::MAX);
}

/// A request: its connection and its place in the order of that connection's requests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReqId {
    /// The connection that it came on.
    pub conn: ConnId,
    /// 0 for the first request of the connection, and so on without gaps.
    pub seq: u64,
}

/// A shard of a broker: sibling shards and other brokers are addressed alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Peer {
    /// The broker.
    pub broker: BrokerId,
    /// The shard of that broker.
    pub shard: u16,
}

/// The generation of a log: it grows with every truncation, so that a completion which belongs to
/// a suffix that was cut is void by construction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Gen(pub u32);

/// A read that the core asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReadId(pub u64);

/// A call of another broker's API: counts within this run of the broker that calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallId(pub u64);

/// A position in the metadata log: 0 before the first command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MetaIndex(pub u64);

/// A command's name, unique over the life of the cluster: a lost answer is not a lost proposal, so a
/// command that is proposed twice must be recognised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProposalId {
    /// The broker that proposes.
    pub broker: BrokerId,
    /// Which run of that broker: drawn once at boot.
    pub boot: u64,
    /// Counts within the run.
    pub seq: u64,
}

impl fmt::Display for BrokerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
