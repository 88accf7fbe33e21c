//! Leading a partition: what followers hold, and the high watermark.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::ids::{BrokerId, Epoch, Offset};

/// How far a follower is, as its latest fetch said: two numbers, so that its next fetch need not wait for
/// its sync.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Progress {
    /// Its log end: what it asks for next.
    pub written: Offset,
    /// What it has on stable storage.
    pub flushed: Offset,
}

/// The state of a leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// Its epoch.
    pub epoch: Epoch,
    /// Where its epoch begins.
    pub start: Offset,
    /// The in-sync replicas, itself among them.
    pub isr: Vec<BrokerId>,
    /// Followers that have fetched in this epoch. What they said in an earlier one counts for nothing: they
    /// may have to truncate (hachikuji's Kip320FirstTry).
    followers: BTreeMap<BrokerId, Progress>,
}

impl Leader {
    /// Begins to lead at `start`.
    pub fn new(epoch: Epoch, start: Offset, isr: Vec<BrokerId>) -> Self {
        Self {
            epoch,
            start,
            isr,
            followers: BTreeMap::new(),
        }
    }

    /// Notes what a follower's fetch said. Its flushed end cannot be beyond its log end.
    pub fn on_follower(&mut self, follower: BrokerId, progress: Progress) {
        let flushed = progress.flushed.min(progress.written);
        self.followers.insert(
            follower,
            Progress {
                flushed,
                ..progress
            },
        );
    }

    /// The least durable end over the in-sync set: everything below is committed. `own` is the leader's.
    pub fn committed(&self, me: BrokerId, own: Offset) -> Offset {
        let durable = |broker: &BrokerId| {
            if *broker == me {
                own
            } else {
                self.followers
                    .get(broker)
                    .map_or(0, |progress| progress.flushed)
            }
        };
        self.isr.iter().map(durable).min().unwrap_or(0)
    }
}
