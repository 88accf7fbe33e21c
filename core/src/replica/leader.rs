//! Leading a partition: what followers hold, who is in sync, and the high watermark.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::doubt::Doubt;
use super::strangers::Strangers;
use crate::ids::{BrokerId, Epoch, Offset};
use crate::mutant::{self, Mutant};

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
    /// The in-sync replicas, itself among them, as committed.
    pub isr: Vec<BrokerId>,
    /// The partition's epoch, which names this in-sync set.
    pub partition_epoch: i32,
    /// The in-sync set that the controller is being asked for.
    pub wanted: Option<Vec<BrokerId>>,
    /// Replicas outside the in-sync set that some request since this partition epoch would have let in. It may have
    /// been granted unbeknownst to this leader, so they count as in sync until the partition's epoch moves (KIP-497).
    maybe: Vec<BrokerId>,
    /// Followers that have fetched in this epoch. What they said in an earlier one counts for nothing: they
    /// may have to truncate (hachikuji's Kip320FirstTry).
    followers: BTreeMap<BrokerId, Progress>,
    /// A follower has fetched in this epoch. It goes on waiting here, though it be fenced and what it said count for nothing.
    followed: bool,
    /// Where a follower must be when its lag timer fires next.
    due: BTreeMap<BrokerId, Offset>,
    /// Producers that it has yet to take up.
    pub strangers: Strangers,
    /// Whether it may have been deposed unbeknownst.
    doubt: Doubt,
}

impl Leader {
    /// Begins to lead at `start`.
    pub fn new(epoch: Epoch, start: Offset, isr: Vec<BrokerId>, partition_epoch: i32) -> Self {
        Self {
            epoch,
            start,
            isr,
            partition_epoch,
            wanted: None,
            maybe: Vec::new(),
            followers: BTreeMap::new(),
            followed: false,
            due: BTreeMap::new(),
            strangers: Strangers::default(),
            doubt: Doubt::default(),
        }
    }

    /// The partition changed, and this broker leads on: whatever was asked for under an older partition epoch is
    /// settled, or void.
    pub fn on_change(&mut self, isr: Vec<BrokerId>, partition_epoch: i32) {
        if partition_epoch != self.partition_epoch {
            self.isr = isr;
            self.partition_epoch = partition_epoch;
            self.wanted = None;
            self.maybe.clear();
        }
    }

    /// Notes what a follower's fetch said. Its flushed end cannot be beyond its log end.
    pub fn on_follower(&mut self, follower: BrokerId, progress: Progress) {
        let flushed = progress.flushed.min(progress.written);
        self.followed = true;
        self.doubt.hear(follower);
        self.followers.insert(
            follower,
            Progress {
                flushed,
                ..progress
            },
        );
    }

    /// True if any follower has fetched in this epoch.
    pub fn is_followed(&self) -> bool {
        self.followed
    }

    /// The least durable end over the largest set that may be the in-sync set: everything below is committed. `own`
    /// is the leader's.
    pub fn committed(&self, me: BrokerId, own: Offset) -> Offset {
        let durable = |broker: &BrokerId| {
            let Some(progress) = self.followers.get(broker) else {
                return if *broker == me { own } else { 0 };
            };
            if mutant::is(Mutant::HighWatermarkByWritten) {
                progress.written
            } else {
                progress.flushed
            }
        };
        let maybe = self
            .maybe
            .iter()
            .filter(|_| !mutant::is(Mutant::HighWatermarkByCommittedIsr));
        self.isr.iter().chain(maybe).map(durable).min().unwrap_or(0)
    }

    /// True if `broker` is in the in-sync set, or may be.
    pub fn may_be_in_sync(&self, broker: BrokerId) -> bool {
        self.isr.contains(&broker) || self.maybe.contains(&broker)
    }

    /// Asks for `follower` to join the in-sync set, if its fetches show that it holds everything that is committed,
    /// this epoch's beginning included. True if that is news.
    pub fn welcome(&mut self, follower: BrokerId, hw: Offset) -> bool {
        let start = if mutant::is(Mutant::InSyncBelowEpochStart) {
            0
        } else {
            self.start
        };
        let reached = self
            .followers
            .get(&follower)
            .is_some_and(|progress| progress.flushed >= hw.max(start));
        let unasked = self.wanted.is_none() && !self.isr.contains(&follower);
        if !(reached && unasked) {
            return false;
        }
        let mut wanted = self.isr.clone();
        wanted.push(follower);
        self.wanted = Some(wanted);
        if !self.maybe.contains(&follower) {
            self.maybe.push(follower);
        }
        true
    }

    /// The lag timer of `follower` fires: it must have reached by now where the log ended at the last time. If it has
    /// not, it is to leave the in-sync set; true if that is news.
    pub fn check_lag(&mut self, follower: BrokerId, end: Offset) -> bool {
        if !self.may_be_in_sync(follower) {
            self.due.remove(&follower);
            return false;
        }
        let flushed = self.followers.get(&follower).map_or(0, |progress| {
            if mutant::is(Mutant::LagByWritten) {
                progress.written
            } else {
                progress.flushed
            }
        });
        let due = self.due.insert(follower, end);
        let lags = due.is_some_and(|due| flushed < due);
        if lags {
            // The in-sync set without it. If it was never in, that is the set as it is: committing it moves the
            // partition's epoch, and thereby voids the request that would have let it in.
            let kept = self.isr.iter().copied().filter(|id| *id != follower);
            self.wanted = Some(kept.collect());
        }
        lags
    }

    /// Another run of `follower` registered, or it was fenced: what the one before said counts for nothing. True if the
    /// controller is to be asked, see [`Self::on_refused`].
    pub fn forget(&mut self, follower: BrokerId) -> bool {
        if mutant::is(Mutant::StaleProgressCounts) {
            return false;
        }
        self.followers.remove(&follower);
        self.maybe.contains(&follower) && self.insist()
    }

    /// `asked` was refused. If another set is wanted by now, that says nothing about it. Whoever it would have let in may be in sync, for all
    /// that is known, as long as another request may still be granted. So the in-sync set is asked for as it is: granting
    /// that voids all others. If that is refused as well, the partition has changed, and the metadata will tell. True if
    /// there is reason to ask.
    pub fn on_refused(&mut self, asked: &[BrokerId]) -> bool {
        let stands = self.wanted.as_deref() == Some(asked);
        if !stands && !mutant::is(Mutant::RefusalOfAnotherWish) {
            return false;
        }
        if mutant::is(Mutant::MaybeInSyncForgotten) {
            self.maybe.clear();
        }
        let insisted = self.wanted.as_ref() == Some(&self.isr);
        self.wanted = None;
        !insisted && self.insist()
    }

    /// Asks for the in-sync set as it is, unless that is asked for already. True if there is reason to ask.
    fn insist(&mut self) -> bool {
        let asks = !self.maybe.is_empty() && self.wanted.as_ref() != Some(&self.isr);
        if asks {
            self.wanted = Some(self.isr.clone());
        }
        asks
    }

    /// This broker's session may be over: who fetches from now on speaks for this leader.
    pub fn begin_doubt(&mut self) {
        self.doubt.begin();
    }

    /// This broker's session is over: whether it may answer as the leader is what those have to say who may be in sync.
    /// True if that changes whether it answers.
    pub fn judge_doubt(&mut self, me: BrokerId) -> bool {
        let members = self.isr.iter().chain(&self.maybe).copied();
        self.doubt.judge(members.filter(|id| *id != me))
    }

    /// This broker's session goes on. True if the leader did not answer, and does from now on.
    pub fn end_doubt(&mut self) -> bool {
        self.doubt.end()
    }

    /// False if another may lead by now: nobody but followers is answered.
    pub fn answers(&self) -> bool {
        !self.doubt.is_silent()
    }
}
