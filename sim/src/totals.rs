//! What happened, counted.

use crate::coverage::Coverage;

/// Declares the counts once: as fields, by name, and to be added up.
macro_rules! totals {
    ($($name:ident),+ $(,)?) => {
        /// What happened, over one seed or many.
        #[derive(Clone, Default, Debug)]
        #[allow(missing_docs, reason = "each is named after what it counts")]
        pub struct Totals {
            $(pub $name: u64,)+
            /// Which faults struck when, and what nodes said of themselves.
            pub(crate) coverage: Coverage,
        }

        impl Totals {
            /// Every count, by name.
            pub fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name)),+]
            }

            /// Adds what happened in another seed.
            pub fn add(&mut self, other: &Self) {
                $(self.$name += other.$name;)+
                self.coverage.add(&other.coverage);
            }
        }
    };
}

totals! {
    acked,
    read,
    crashes,
    kills,
    stops,
    partitions,
    pauses,
    resets,
    damages,
    leader_changes,
    cuts,
    cut_records,
    compared_bytes,
    unsynced_bytes_lost,
    dir_entries_lost,
    torn_writes,
    syncs,
    failed_syncs,
    failed_accesses,
    rolls,
    rebalances,
    commits,
    rebirths,
    simulated_ms,
}
