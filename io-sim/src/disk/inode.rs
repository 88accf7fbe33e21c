//! The content of one file: what is durable, what is pending, what readers see.

use bytes::Bytes;

use crate::entropy;
use crate::fault::{DiskCounts, DiskKnobs};

/// A change of a file's content.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Write { position: u64, bytes: Bytes },
    SetLen(u64),
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { bytes, .. } if bytes.is_empty() => {}
            Self::Write { position, bytes } => {
                let start = index(*position);
                let end = start + bytes.len();
                if content.len() < end {
                    content.resize(end, 0);
                }
                content[start..end].copy_from_slice(bytes);
            }
            Self::SetLen(len) => content.resize(index(*len), 0),
        }
    }

    fn len(&self) -> u64 {
        match self {
            Self::Write { bytes, .. } => bytes.len() as u64,
            Self::SetLen(_) => 0,
        }
    }
}

fn index(position: u64) -> usize {
    usize::try_from(position).expect("simulated files fit in memory")
}

/// A change that no completed sync has covered.
#[derive(Clone, Debug)]
struct Pending {
    number: u64,
    change: Change,
    /// A sync that covered it has failed: no later one saves it, though readers see it until the crash.
    doomed: bool,
}

/// A file without its names.
#[derive(Debug, Default)]
pub(crate) struct Inode {
    pub(crate) id: u64,
    seen: Vec<u8>,
    durable: Vec<u8>,
    pending: Vec<Pending>,
    next: u64,
}

impl Inode {
    pub(crate) fn new(id: u64) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Up to `len` bytes at `position`, fewer where the file ends.
    pub(crate) fn read(&self, position: u64, len: usize) -> Bytes {
        let start = usize::try_from(position)
            .unwrap_or(usize::MAX)
            .min(self.seen.len());
        let end = start.saturating_add(len).min(self.seen.len());
        Bytes::copy_from_slice(&self.seen[start..end])
    }

    pub(crate) fn change(&mut self, change: Change) {
        change.apply(&mut self.seen);
        self.pending.push(Pending {
            number: self.next,
            change,
            doomed: false,
        });
        self.next += 1;
    }

    /// Flips bits of a byte, wherever it is kept; whether there is such a byte.
    pub(crate) fn flip(&mut self, position: u64, mask: u8) -> bool {
        let Ok(index) = usize::try_from(position) else {
            return false;
        };
        for content in [&mut self.durable, &mut self.seen] {
            if let Some(byte) = content.get_mut(index) {
                *byte ^= mask;
            }
        }
        index < self.seen.len()
    }

    /// Leaves the first `len` bytes, wherever they are kept: what was pending is there, or gone with the rest.
    pub(crate) fn shorten(&mut self, len: u64) {
        self.pending.clear();
        self.seen.truncate(index(len));
        self.durable = self.seen.clone();
    }

    /// Where a sync that starts now ends: it covers the changes with smaller numbers.
    pub(crate) fn mark(&self) -> u64 {
        self.next
    }

    /// A sync succeeded: what it covered is durable, in the order it was issued; what is doomed stays behind.
    pub(crate) fn synced(&mut self, mark: u64) {
        let durable = &mut self.durable;
        self.pending.retain(|pending| {
            let saved = pending.number < mark && !pending.doomed;
            if saved {
                pending.change.apply(durable);
            }
            !saved
        });
    }

    /// A sync failed: the kernel has marked the pages it covered as clean.
    pub(crate) fn sync_failed(&mut self, mark: u64) {
        for pending in self
            .pending
            .iter_mut()
            .filter(|pending| pending.number < mark)
        {
            pending.doomed = true;
        }
    }

    /// Power is cut: a seeded prefix of the pending changes survives, the last of them perhaps in part.
    pub(crate) fn crash(&mut self, knobs: &DiskKnobs, counts: &mut DiskCounts) {
        let pending = std::mem::take(&mut self.pending);
        let (doomed, alive): (Vec<_>, Vec<_>) =
            pending.into_iter().partition(|pending| pending.doomed);
        counts.unsynced_bytes_lost += doomed
            .iter()
            .map(|pending| pending.change.len())
            .sum::<u64>();
        if !alive.is_empty() {
            let kept = index(entropy::below(alive.len() as u64 + 1));
            counts.unsynced_bytes_lost += alive[kept..]
                .iter()
                .map(|pending| pending.change.len())
                .sum::<u64>();
            if let Some((last, whole)) = alive[..kept].split_last() {
                for pending in whole {
                    pending.change.apply(&mut self.durable);
                }
                self.survive_last(&last.change, knobs, counts);
            }
        }
        self.seen = self.durable.clone();
    }

    fn survive_last(&mut self, change: &Change, knobs: &DiskKnobs, counts: &mut DiskCounts) {
        let Change::Write { position, bytes } = change else {
            return change.apply(&mut self.durable);
        };
        if bytes.is_empty() || !entropy::chance(knobs.torn_per_million) {
            return change.apply(&mut self.durable);
        }
        let kept = torn_at(*position, bytes.len() as u64, knobs);
        counts.torn_writes += 1;
        counts.unsynced_bytes_lost += bytes.len() as u64 - kept;
        Change::Write {
            position: *position,
            bytes: bytes.slice(..index(kept)),
        }
        .apply(&mut self.durable);
        let end = position + bytes.len() as u64;
        if self.durable.len() < index(end) && entropy::chance(knobs.torn_zeros_per_million) {
            Change::SetLen(end).apply(&mut self.durable);
        }
    }
}

/// How many bytes of a torn write survive: fewer than all.
fn torn_at(position: u64, len: u64, knobs: &DiskKnobs) -> u64 {
    const SECTOR: u64 = 512;
    let kept = entropy::below(len);
    if !entropy::chance(knobs.torn_at_sector_per_million) {
        return kept;
    }
    // The boundary at or before the byte; a write within one sector then leaves nothing.
    ((position + kept) / SECTOR * SECTOR).saturating_sub(position)
}
