//! Where each leader epoch begins (KIP-101): what a follower needs to find the point at which its log and
//! the leader's part.

use alloc::vec::Vec;

use crate::ids::{Epoch, Offset};

/// Leader epochs and their first offsets, both strictly growing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Epochs(Vec<(Epoch, Offset)>);

impl Epochs {
    /// Notes that `epoch` begins at `start`; a no-op if it is known. Entries at or above `start` belong to
    /// leaders that wrote nothing there, and give way.
    pub fn assign(&mut self, epoch: Epoch, start: Offset) {
        if self.latest().is_some_and(|latest| latest >= epoch) {
            return;
        }
        self.0.retain(|&(_, begins)| begins < start);
        self.0.push((epoch, start));
    }

    /// The latest epoch.
    pub fn latest(&self) -> Option<Epoch> {
        self.0.last().map(|&(epoch, _)| epoch)
    }

    /// The largest epoch not above `epoch`, and where it ends (KIP-279); `end` is the log's end.
    pub fn end_of(&self, epoch: Epoch, end: Offset) -> Option<(Epoch, Offset)> {
        let at = self.0.partition_point(|&(known, _)| known <= epoch);
        let &(found, _) = self.0[..at].last()?;
        Some((found, self.0.get(at).map_or(end, |&(_, begins)| begins)))
    }

    /// The epoch of the record at `offset`.
    pub fn at(&self, offset: Offset) -> Option<Epoch> {
        let at = self.0.partition_point(|&(_, begins)| begins <= offset);
        self.0[..at].last().map(|&(epoch, _)| epoch)
    }

    /// Forgets everything from `end` on.
    pub fn truncate(&mut self, end: Offset) {
        self.0.retain(|&(_, begins)| begins < end);
    }

    /// Epochs and first offsets, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Epoch, Offset)> + '_ {
        self.0.iter().copied()
    }
}
