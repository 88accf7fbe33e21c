//! Keys, by what becomes of them: understood, refused, not there yet, harmless, or unknown to Kafka itself.

use std::collections::BTreeMap;

use super::{Pairs, error};
use crate::settings::SettingsError;

const TABLE: &str = include_str!("kafka-4.4.keys");

/// Keys of which Kafka knows any number: of one listener, and of the plugins that keep data elsewhere.
const OF_LISTENER: &str = "listener.name.";
const OF_PLUGINS: [&str; 2] = ["rsm.config.", "rlmm.config."];
const SECURITY: [&str; 2] = ["ssl.", "sasl."];

/// A key with fewer letters is the beginning of too much to say what was meant.
const TELLING: usize = 8;

/// What becomes of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// It is heeded.
    Understood,
    /// It protects, and would not be heeded: the node does not start.
    Refused,
    /// It changes what a node does, and is not heeded yet.
    Missing,
    /// It tunes what is not here, and nothing is lost without it.
    Tuning,
}

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) class: Class,
    /// What is so although the key asks for something else.
    consequence: &'static str,
    /// Values that ask for what is so anyway.
    values: Option<&'static str>,
}

impl Key {
    /// Whether this value asks for nothing but what is done anyway.
    fn asks_for_nothing(&self, value: &str) -> bool {
        let value = value.replace(' ', "");
        let same = |harmless: &str| harmless.eq_ignore_ascii_case(&value);
        self.values
            .is_some_and(|values| values.split('|').any(same))
    }
}

/// All keys of the table.
pub(super) fn table() -> Vec<Key> {
    let mut keys = Vec::new();
    let (mut class, mut consequence) = (Class::Tuning, "");
    for line in TABLE.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((heading, text)) = line.strip_prefix('[').and_then(|l| l.split_once(']')) {
            class = match heading {
                "understood" => Class::Understood,
                "refused" => Class::Refused,
                "missing" => Class::Missing,
                _ => Class::Tuning,
            };
            consequence = text.trim();
            continue;
        }
        let (name, values) = match line.split_once('=') {
            Some((name, values)) => (name.trim(), Some(values.trim())),
            None => (line, None),
        };
        keys.push(Key {
            name,
            class,
            consequence,
            values,
        });
    }
    keys
}

/// Says what becomes of the keys that are not understood.
///
/// # Errors
/// If one of them protects something, or looks like a slip of the pen.
pub(super) fn judge(pairs: &Pairs, warnings: &mut Vec<String>) -> Result<(), SettingsError> {
    let table = table();
    let mut missing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut tuning = Vec::new();
    for (name, value) in pairs {
        let Some(key) = find(&table, name) else {
            if let Some(near) = table.iter().find(|key| is_slip_of(name, key.name)) {
                return error(format!(
                    "unknown key '{name}': did you mean '{}'?",
                    near.name
                ));
            }
            warnings.push(format!(
                "'{name}' is no setting of Kafka 4.4, and is ignored"
            ));
            continue;
        };
        match key.class {
            Class::Understood => {}
            _ if key.asks_for_nothing(value) => {}
            // The value may be a secret.
            Class::Refused => {
                return error(format!(
                    "{name} asks for what is not here: {}. Take the line out if that will do",
                    key.consequence
                ));
            }
            Class::Missing => {
                let named = missing.entry(key.consequence).or_default();
                named.push(format!("{name}={value}"));
            }
            Class::Tuning => tuning.push(name.as_str()),
        }
    }
    for (consequence, named) in missing {
        warnings.push(format!("{} is not heeded: {consequence}", named.join(", ")));
    }
    if !tuning.is_empty() {
        warnings.push(format!(
            "without effect here, and without harm: {}",
            tuning.join(", ")
        ));
    }
    Ok(())
}

fn find(table: &[Key], name: &str) -> Option<Key> {
    let listed = |name: &str| table.iter().find(|key| key.name == name).copied();
    if let Some(key) = listed(name) {
        return Some(key);
    }
    let of_plugin = OF_PLUGINS.iter().any(|prefix| name.starts_with(prefix));
    if of_plugin {
        return listed("remote.log.storage.manager.class.name");
    }
    let (_, rest) = name.strip_prefix(OF_LISTENER)?.split_once('.')?;
    let security = SECURITY.iter().find(|prefix| rest.contains(*prefix));
    match security {
        // Whatever it says of the security of a listener: there is none.
        Some(&prefix) => {
            let like = table.iter().find(|key| key.name.starts_with(prefix))?;
            let values = None;
            Some(Key { values, ..*like })
        }
        None => listed(rest),
    }
}

fn is_slip_of(name: &str, known: &str) -> bool {
    distance(name, known) <= 2 || (name.len() >= TELLING && known.starts_with(name))
}

/// Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let next = (diagonal + usize::from(ca != *cb))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}
