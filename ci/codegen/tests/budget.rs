//! Decoding allocates no more than its budget, whatever the frame says.
//!
//! One test only, since the allocator counts for the whole process.

#[path = "../../../core/tests/listing/mod.rs"]
mod listing;

use std::alloc::System;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;

use bytes::Bytes;
use highwater_codegen::sample::{Rng, frame};
use highwater_codegen::{rust, schema};
use highwater_core::wire::{Message, Reader, WireError};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What sharing a frame takes, once.
const SHARING: usize = 64;

struct Frugal {
    definitions: BTreeMap<String, schema::Message>,
    /// How often the budget was what stopped a frame.
    stopped: usize,
}

impl Frugal {
    fn measure<M: Message>(&mut self, bytes: &[u8], version: i16, budget: usize) {
        let frame = Bytes::copy_from_slice(bytes);
        let mut r = Reader::new(frame, budget);
        let region = Region::new(ALLOCATOR);
        let result = M::decode(&mut r, version);
        let allocated = region.change().bytes_allocated;
        let drawn = budget - r.budget();
        assert!(
            allocated <= drawn + SHARING,
            "{} {version}: {allocated}, not {drawn}",
            M::NAME
        );
        self.stopped += usize::from(matches!(result, Err(WireError::Budget)));
    }
}

impl listing::Visit for Frugal {
    fn visit<M: Message + Clone + Default + Eq + Hash + Debug>(&mut self) {
        for version in M::MIN_VERSION..=M::MAX_VERSION {
            let mut rng = Rng(u64::from(version.unsigned_abs()) + 5);
            for seed in 0..8 {
                let mut bytes = frame(&self.definitions[M::NAME], version, seed);
                self.measure::<M>(&bytes, version, 1 << 20);
                self.measure::<M>(&bytes, version, rng.below(1000) as usize);
                // Room behind the lengths that are about to grow.
                let len = bytes.len();
                bytes.resize(len + 4000, 0);
                for _ in 0..16.min(len) {
                    let at = rng.below(len as u64) as usize;
                    bytes[at] = [0x7f, 0xff, 0x0f][rng.below(3) as usize];
                    self.measure::<M>(&bytes, version, 10_000);
                }
            }
        }
    }
}

#[test]
fn decoding_stays_within_its_budget() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let all = rust::load(root).unwrap();
    let definitions = all
        .into_iter()
        .map(|message| (message.name.clone(), message))
        .collect();
    let mut visit = Frugal {
        definitions,
        stopped: 0,
    };
    listing::for_each_message(&mut visit);
    assert!(visit.stopped > 1000, "{}", visit.stopped);
}
