//! Values decoded in one version and encoded in another, against what Kafka's own classes do.
//!
//! `ci/golden/Golden.java` writes the file that this reads; it is too large to be checked in.

#[path = "../../../core/tests/listing/mod.rs"]
mod listing;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

use bytes::Bytes;
use highwater_core::wire::{Message, Reader, Writer};

/// A value, by its bytes in one version, and what becomes of it in another.
struct Crossing {
    from: i16,
    bytes: Bytes,
    to: i16,
    /// Its bytes there; `None` if it is refused.
    expected: Option<Bytes>,
}

struct Crossings {
    left: BTreeMap<String, Vec<Crossing>>,
    wrong: Vec<String>,
    right: usize,
}

impl listing::Visit for Crossings {
    fn visit<M: Message + Clone + Default + Eq + Hash + Debug>(&mut self) {
        for Crossing {
            from,
            bytes,
            to,
            expected,
        } in self.left.remove(M::NAME).unwrap_or_default()
        {
            let message = M::decode(&mut Reader::new(bytes, 1 << 22), from).unwrap();
            let mut w = Writer::new();
            let result = message.encode(&mut w, to);
            if result.map(|()| w.into_parts().0).ok() == expected {
                self.right += 1;
            } else {
                let refused = expected.is_none();
                self.wrong.push(format!(
                    "{} {from} -> {to}: {result:?}, refused by Kafka: {refused}",
                    M::NAME
                ));
            }
        }
    }
}

fn unhex(hex: &str) -> Bytes {
    let hex = hex.trim_start_matches('-');
    let pairs = (0..hex.len()).step_by(2).map(|at| &hex[at..at + 2]);
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).unwrap())
        .collect()
}

#[test]
#[ignore = "needs a file that only Kafka's jars can write"]
fn values_cross_versions_as_in_kafka() {
    let path = std::env::var("CROSSINGS").expect("CROSSINGS names the file");
    let mut left: BTreeMap<String, Vec<Crossing>> = BTreeMap::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, from, bytes, to, expected] = words.try_into().unwrap();
        left.entry(name.to_owned()).or_default().push(Crossing {
            from: from.parse().unwrap(),
            bytes: unhex(bytes),
            to: to.parse().unwrap(),
            expected: (expected != "!").then(|| unhex(expected)),
        });
    }
    let mut crossings = Crossings {
        left,
        wrong: Vec::new(),
        right: 0,
    };
    listing::for_each_message(&mut crossings);
    assert!(crossings.left.is_empty());
    assert!(crossings.wrong.is_empty(), "{}", crossings.wrong.join("\n"));
    assert!(crossings.right > 0);
}
