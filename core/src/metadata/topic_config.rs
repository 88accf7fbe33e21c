//! Which topic configs there are, and which values they take.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use crate::config::FlushPolicy;
use crate::wire::Str;

/// How a value is written.
enum Kind {
    /// A number of at least this.
    Number(i64),
    /// The same, which must fit 31 bits, too.
    Int(i64),
    /// A number of at least this, by which records are on stable storage sooner than otherwise.
    Flush(i64),
    Bool,
    /// A number from 0 to 1.
    Fraction,
    /// A list of these, which may be empty.
    ListOf(&'static [&'static str]),
    /// One of the first, and only those of the second are built yet: another would change what is stored, or who may lose
    /// it, so it is refused rather than ignored.
    Only(&'static [&'static str], &'static [&'static str]),
}

/// A switch that cannot be turned on yet.
const NEVER: Kind = Kind::Only(&["true", "false"], &["false"]);

/// Every topic config of Kafka 4.4.
const KEYS: &[(&str, Kind)] = &[
    // What is to be compacted is kept whole: whoever needs the latest of each key has it.
    ("cleanup.policy", Kind::ListOf(&["delete", "compact"])),
    ("compression.gzip.level", Kind::Int(-1)),
    ("compression.lz4.level", Kind::Int(1)),
    (
        "compression.type",
        Kind::Only(
            &["producer", "uncompressed", "gzip", "snappy", "lz4", "zstd"],
            &["producer"],
        ),
    ),
    ("compression.zstd.level", Kind::Int(-131_072)),
    ("delete.retention.ms", Kind::Number(0)),
    ("file.delete.delay.ms", Kind::Number(0)),
    ("flush.messages", Kind::Flush(1)),
    ("flush.ms", Kind::Flush(0)),
    (
        "follower.replication.throttled.replicas",
        Kind::Only(&["*", ""], &[""]),
    ),
    ("index.interval.bytes", Kind::Int(0)),
    (
        "leader.replication.throttled.replicas",
        Kind::Only(&["*", ""], &[""]),
    ),
    ("local.retention.bytes", Kind::Number(-2)),
    ("local.retention.ms", Kind::Number(-2)),
    ("max.compaction.lag.ms", Kind::Number(1)),
    ("max.message.bytes", Kind::Int(0)),
    ("message.timestamp.after.max.ms", Kind::Number(0)),
    ("message.timestamp.before.max.ms", Kind::Number(0)),
    // LogAppendTime changes bytes under the checksum of each batch.
    (
        "message.timestamp.type",
        Kind::Only(&["CreateTime", "LogAppendTime"], &["CreateTime"]),
    ),
    ("min.cleanable.dirty.ratio", Kind::Fraction),
    ("min.compaction.lag.ms", Kind::Number(0)),
    ("min.insync.replicas", Kind::Int(1)),
    ("preallocate", NEVER),
    ("remote.copy.disable", Kind::Bool),
    ("remote.log.delete.on.disable", Kind::Bool),
    ("remote.storage.enable", NEVER),
    ("retention.bytes", Kind::Number(-1)),
    ("retention.ms", Kind::Number(-1)),
    ("segment.bytes", Kind::Int(1_048_576)),
    ("segment.index.bytes", Kind::Int(4)),
    ("segment.jitter.ms", Kind::Number(0)),
    ("segment.ms", Kind::Number(1)),
    ("unclean.leader.election.enable", NEVER),
];

/// A value as Kafka reads it: without the white space around it.
pub(crate) fn trimmed<'a>(configs: &'a BTreeMap<Str, Str>, name: &str) -> Option<&'a str> {
    configs.get(name).map(|value| value.as_str().trim())
}

/// Checks one config of a node that flushes by `flush`.
///
/// # Errors
/// What is wrong with it, for the person who set it.
pub(crate) fn check(name: &str, value: Option<&str>, flush: FlushPolicy) -> Result<(), String> {
    let Some((_, kind)) = KEYS.iter().find(|(key, _)| *key == name) else {
        return Err(format!("unknown topic config '{name}'"));
    };
    let Some(value) = value.map(str::trim) else {
        return Ok(());
    };
    fault(kind, value, flush).map_or(Ok(()), |why| Err(format!("{name}={value}: {why}")))
}

/// What is wrong with a value.
fn fault(kind: &Kind, value: &str, flush: FlushPolicy) -> Option<String> {
    match kind {
        Kind::Number(least) => no_number(value, *least, i64::MAX),
        Kind::Int(least) => no_number(value, *least, i64::from(i32::MAX)),
        Kind::Flush(least) => no_number(value, *least, i64::MAX).or_else(|| {
            let idle = flush == FlushPolicy::Sync || value.parse() == Ok(i64::MAX);
            (!idle).then(|| "is not built yet for nodes with flush=os".into())
        }),
        Kind::Bool => {
            let known = ["true", "false"].iter().any(|one| is(value, one));
            (!known).then(|| "must be true or false".into())
        }
        Kind::Fraction => match value.parse::<f64>() {
            Ok(number) if (0.0..=1.0).contains(&number) => None,
            _ => Some("must be a number from 0 to 1".into()),
        },
        Kind::ListOf(values) => {
            let known = |part: &str| part.is_empty() || values.contains(&part);
            let all = value.split(',').map(str::trim).all(known);
            (!all).then(|| format!("must be one of {}", values.join(", ")))
        }
        Kind::Only(values, built) => {
            if built.iter().any(|one| is(value, one)) {
                None
            } else if values.iter().any(|one| is(value, one)) {
                Some("is not built yet".into())
            } else {
                Some(format!("must be one of {}", values.join(", ")))
            }
        }
    }
}

fn no_number(value: &str, least: i64, most: i64) -> Option<String> {
    match value.parse::<i64>() {
        Ok(number) if number < least => Some(format!("must be at least {least}")),
        Ok(number) if number > most => Some(format!("must be at most {most}")),
        Ok(_) => None,
        Err(_) => Some("must be a number".into()),
    }
}

/// Kafka reads switches in any case.
fn is(value: &str, word: &str) -> bool {
    let is_switch = matches!(word, "true" | "false");
    value == word || is_switch && value.eq_ignore_ascii_case(word)
}
