//! How the descriptors of a node are shared out: connections must not take what files need.

/// Kept for what a node has but few of: listeners, connections of brokers, checkpoints and folders that are being written.
const OTHERS: u64 = 128;

/// More files than this are not worth being kept open: the kernel's memory goes into each.
const MOST_FILES: u64 = 16_384;

/// With fewer descriptors an operator should know.
const FEW: u64 = 10_000;

/// The descriptors of a process, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descriptors {
    /// All.
    pub(crate) all: u64,
    /// Files of segments that are kept open though nothing has to be synced in them.
    pub(crate) files: usize,
    /// Connections of clients.
    pub(crate) connections: usize,
}

impl Descriptors {
    pub(crate) fn share(all: u64) -> Self {
        let left = all - OTHERS.min(all / 2);
        let files = (left / 3).min(MOST_FILES);
        let connections = left - files;
        Self {
            all,
            files: files as usize,
            // No more than a semaphore can count.
            connections: connections.clamp(1, 1 << 24) as usize,
        }
    }

    /// Whether there are so few that it may hurt.
    pub(crate) fn are_few(self) -> bool {
        self.all < FEW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_a_share_that_connections_cannot_take() {
        for all in [16, 64, 1024, 20_000, 1 << 20, u64::MAX] {
            let share = Descriptors::share(all);
            let taken = share.connections as u64 + share.files as u64;
            assert!(taken + OTHERS.min(all / 2) <= all, "{share:?}");
            assert!(share.files > 0 && share.connections > 0, "{share:?}");
        }
    }
}
