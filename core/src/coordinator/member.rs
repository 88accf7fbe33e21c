//! A member of a group.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::time::Duration;

use bytes::Bytes;

use super::Awaiting;
use crate::wire::Str;
use crate::wire::generated::join_group_request::JoinGroupRequestProtocol;

/// A member, as its latest join described it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Given by the coordinator.
    pub id: Str,
    /// `group.instance.id` of a static member (KIP-345).
    pub instance: Option<Str>,
    /// `client.id`.
    pub client_id: Str,
    /// Where it connects from.
    pub client_host: Str,
    /// It is removed when it has not been heard of for so long.
    pub session_timeout: Duration,
    /// The longest that a rebalance waits for it.
    pub rebalance_timeout: Duration,
    /// What it proposes, in the order of its preference, each with its metadata.
    pub protocols: Vec<(Str, Bytes)>,
    /// What the leader gave it.
    pub assignment: Bytes,
    /// Its join, while that waits for the others.
    pub join: Option<Awaiting>,
    /// Its sync, while that waits for the leader's.
    pub sync: Option<Awaiting>,
}

impl Member {
    /// Its metadata for `protocol`.
    pub fn metadata(&self, protocol: &str) -> Bytes {
        let found = self
            .protocols
            .iter()
            .find(|(name, _)| name.as_str() == protocol);
        found
            .map(|(_, metadata)| metadata.clone())
            .unwrap_or_default()
    }

    /// The names of its protocols.
    pub fn protocol_names(&self) -> BTreeSet<&str> {
        self.protocols
            .iter()
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// The first of `candidates` in the order of its preference.
    pub fn vote(&self, candidates: &BTreeSet<Str>) -> Option<&Str> {
        self.protocols
            .iter()
            .map(|(name, _)| name)
            .find(|name| candidates.contains(*name))
    }
}

/// What a join proposes, copied out of its frame.
pub(super) fn protocols(asked: &[JoinGroupRequestProtocol]) -> Vec<(Str, Bytes)> {
    asked
        .iter()
        .map(|one| (one.name.detach(), Bytes::copy_from_slice(&one.metadata)))
        .collect()
}
