//! Following a leader: where its log and this one part.

use crate::ids::{BrokerId, Epoch, Offset};
use crate::log::Log;
use crate::mutant::{self, Mutant};

/// The state of a follower.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Follower {
    /// Whom it follows.
    pub leader: BrokerId,
    /// The leader's epoch.
    pub epoch: Epoch,
}

/// The end to which a log is cut when the leader says that it parts from the leader's: `epoch` is the leader's largest
/// that is not above this log's last, and ends at `end` there (KIP-101, KIP-279).
pub fn parting(log: &Log, epoch: Epoch, end: Offset) -> Offset {
    match log.epochs.end_of(epoch, log.end()) {
        Some((_, own_end)) => own_end.min(end).max(log.start()),
        None => log.start(),
    }
}

/// Where a follower's log parts from the leader's, if it does: the follower's last record has epoch `last`, and its
/// log ends at `end`.
pub fn diverging(leaders: &Log, last: Epoch, end: Offset) -> Option<(Epoch, Offset)> {
    match leaders.epochs.end_of(last, leaders.end()) {
        Some((epoch, epoch_end)) => {
            let known = epoch == last || !mutant::is(Mutant::R03AgreeOnUnknownEpoch);
            (known && (epoch != last || epoch_end < end)).then_some((epoch, epoch_end))
        }
        None => Some((-1, leaders.start())),
    }
}
