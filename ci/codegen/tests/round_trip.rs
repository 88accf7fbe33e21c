//! Every message in every version, against frames made straight from the notation.

#[path = "../../../core/tests/listing/mod.rs"]
mod listing;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;

use bytes::Bytes;
use highwater_codegen::rust;
use highwater_codegen::sample::{Rng, frame, strange_frame};
use highwater_codegen::schema;
use highwater_core::wire::{Message, Reader, WireError, Writer};

/// Frames per message and version.
const SEEDS: u64 = 24;

/// More than any sampled frame needs.
const BUDGET: usize = 1 << 20;

fn definitions() -> BTreeMap<String, schema::Message> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let all = rust::load(root).unwrap();
    all.into_iter()
        .map(|message| (message.name.clone(), message))
        .collect()
}

fn decode<M: Message>(bytes: &[u8], version: i16) -> Result<M, WireError> {
    let mut r = Reader::new(Bytes::copy_from_slice(bytes), BUDGET);
    let message = M::decode(&mut r, version)?;
    r.finish()?;
    Ok(message)
}

fn encode<M: Message>(message: &M, version: i16) -> Result<Vec<u8>, WireError> {
    let mut w = Writer::new();
    message.encode(&mut w, version)?;
    let len = w.len();
    let (bytes, gaps) = w.into_parts();
    assert!(gaps.is_empty());
    assert_eq!(bytes.len(), len);
    Ok(bytes.to_vec())
}

struct RoundTrip {
    left: BTreeMap<String, schema::Message>,
}

impl listing::Visit for RoundTrip {
    fn visit<M: Message + Clone + Default + Eq + Hash + Debug>(&mut self) {
        let definition = self.left.remove(M::NAME).unwrap();
        assert_eq!(M::MIN_VERSION, definition.versions.first);
        assert_eq!(M::MAX_VERSION, definition.versions.last);
        assert_eq!(
            M::FLEXIBLE_FROM,
            definition.flexible.map(|range| range.first)
        );
        for version in [M::MIN_VERSION - 1, M::MAX_VERSION + 1] {
            let wrong = WireError::Version {
                message: M::NAME,
                version,
            };
            assert_eq!(decode::<M>(&[], version), Err(wrong));
            assert_eq!(encode(&M::default(), version), Err(wrong));
        }
        for version in M::MIN_VERSION..=M::MAX_VERSION {
            for seed in 0..SEEDS {
                let what = || format!("{} {version} seed {seed}", M::NAME);
                let plain = frame(&definition, version, seed);
                let message = decode::<M>(&plain, version)
                    .unwrap_or_else(|e| panic!("{}: {e}: {plain:x?}", what()));
                assert_eq!(encode(&message, version).unwrap(), plain, "{}", what());
                let strange = strange_frame(&definition, version, seed);
                assert_eq!(
                    decode::<M>(&strange, version).unwrap(),
                    message,
                    "{}",
                    what()
                );
            }
            match encode(&M::default(), version) {
                Ok(written) => assert_eq!(decode::<M>(&written, version).unwrap(), M::default()),
                // A default may be null and yet have to be filled in, as that of records.
                Err(error) => assert!(matches!(error, WireError::Null { .. }), "{error}"),
            }
        }
    }
}

#[test]
fn every_message_survives_every_version() {
    let mut visit = RoundTrip {
        left: definitions(),
    };
    listing::for_each_message(&mut visit);
    assert!(visit.left.is_empty());
}

/// What bytes make of themselves if they are decoded at all.
fn settle<M: Message + Eq + Debug>(bytes: &[u8], version: i16) {
    if let Ok(message) = decode::<M>(bytes, version) {
        let written = encode(&message, version).unwrap();
        assert_eq!(decode::<M>(&written, version).unwrap(), message);
    }
}

struct Hostile {
    definitions: BTreeMap<String, schema::Message>,
}

impl listing::Visit for Hostile {
    fn visit<M: Message + Clone + Default + Eq + Hash + Debug>(&mut self) {
        let definition = &self.definitions[M::NAME];
        for version in M::MIN_VERSION..=M::MAX_VERSION {
            let mut rng = Rng(u64::from(version.unsigned_abs()) + 77);
            for seed in 100..108 {
                let valid = frame(definition, version, seed);
                for _ in 0..16.min(valid.len()) {
                    let cut = rng.below(valid.len() as u64) as usize;
                    assert!(decode::<M>(&valid[..cut], version).is_err());
                    let mut mutant = valid.clone();
                    for _ in 0..=rng.below(3) {
                        let at = rng.below(valid.len() as u64) as usize;
                        mutant[at] = match rng.below(4) {
                            0 => 0xff,
                            1 => 0x7f,
                            2 => mutant[at] ^ 1 << rng.below(8),
                            _ => rng.bits() as u8,
                        };
                    }
                    settle::<M>(&mutant, version);
                }
                let len = rng.below(200);
                let noise: Vec<u8> = (0..len).map(|_| rng.bits() as u8).collect();
                settle::<M>(&noise, version);
            }
        }
    }
}

#[test]
fn hostile_frames_are_refused_or_settle() {
    listing::for_each_message(&mut Hostile {
        definitions: definitions(),
    });
}
