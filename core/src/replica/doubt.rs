//! A leader that may have been deposed without having heard of it: who still follows it.

use alloc::collections::BTreeSet;

use crate::ids::BrokerId;

/// What speaks for a leader whose broker the controller has not answered for a while. Only who is in sync can have been
/// elected in its place: as long as all of them go on fetching from it in its epoch, nobody was.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Doubt {
    /// Followers that have fetched in the leader's epoch since they were last counted, if they are counted.
    heard: Option<BTreeSet<BrokerId>>,
    /// Somebody who may lead by now was not heard of in time: nobody is answered as by a leader.
    silent: bool,
}

impl Doubt {
    /// Counts anew who fetches.
    pub(super) fn begin(&mut self) {
        self.heard = Some(BTreeSet::new());
    }

    /// A follower has fetched.
    pub(super) fn hear(&mut self, follower: BrokerId) {
        if let Some(heard) = &mut self.heard {
            heard.insert(follower);
        }
    }

    /// Those who have to fetch are `others`: the leader is silent unless all have. True if that is news.
    pub(super) fn judge(&mut self, mut others: impl Iterator<Item = BrokerId>) -> bool {
        let heard = |id: BrokerId| self.heard.as_ref().is_some_and(|ids| ids.contains(&id));
        let silent = !others.all(heard);
        core::mem::replace(&mut self.silent, silent) != silent
    }

    /// The controller has answered: there is none. True if the leader was silent.
    pub(super) fn end(&mut self) -> bool {
        core::mem::take(self).silent
    }

    pub(super) fn is_silent(&self) -> bool {
        self.silent
    }
}
