//! Which topic configs there are, and which values they take.

use alloc::format;
use alloc::string::String;

/// How a value is written.
enum Kind {
    /// A number of at least this.
    Number(i64),
    Bool,
    /// A number from 0 to 1.
    Fraction,
    /// One of these, or a list of them.
    OneOf(&'static [&'static str]),
    Text,
}

/// Every topic config of Kafka 4.4.
const KEYS: &[(&str, Kind)] = &[
    ("cleanup.policy", Kind::OneOf(&["delete", "compact"])),
    ("compression.gzip.level", Kind::Number(-1)),
    ("compression.lz4.level", Kind::Number(1)),
    (
        "compression.type",
        Kind::OneOf(&["producer", "uncompressed", "gzip", "snappy", "lz4", "zstd"]),
    ),
    ("compression.zstd.level", Kind::Number(-131_072)),
    ("delete.retention.ms", Kind::Number(0)),
    ("file.delete.delay.ms", Kind::Number(0)),
    ("flush.messages", Kind::Number(1)),
    ("flush.ms", Kind::Number(0)),
    ("follower.replication.throttled.replicas", Kind::Text),
    ("index.interval.bytes", Kind::Number(0)),
    ("leader.replication.throttled.replicas", Kind::Text),
    ("local.retention.bytes", Kind::Number(-2)),
    ("local.retention.ms", Kind::Number(-2)),
    ("max.compaction.lag.ms", Kind::Number(1)),
    ("max.message.bytes", Kind::Number(0)),
    ("message.timestamp.after.max.ms", Kind::Number(0)),
    ("message.timestamp.before.max.ms", Kind::Number(0)),
    // LogAppendTime changes bytes under the checksum of each batch; it is not built yet, and refused rather than
    // ignored.
    ("message.timestamp.type", Kind::OneOf(&["CreateTime"])),
    ("min.cleanable.dirty.ratio", Kind::Fraction),
    ("min.compaction.lag.ms", Kind::Number(0)),
    ("min.insync.replicas", Kind::Number(1)),
    ("preallocate", Kind::Bool),
    ("remote.copy.disable", Kind::Bool),
    ("remote.log.delete.on.disable", Kind::Bool),
    ("remote.storage.enable", Kind::Bool),
    ("retention.bytes", Kind::Number(-1)),
    ("retention.ms", Kind::Number(-1)),
    ("segment.bytes", Kind::Number(1_048_576)),
    ("segment.index.bytes", Kind::Number(4)),
    ("segment.jitter.ms", Kind::Number(0)),
    ("segment.ms", Kind::Number(1)),
    ("unclean.leader.election.enable", Kind::Bool),
];

/// Checks one config.
///
/// # Errors
/// What is wrong with it, for the person who set it.
pub(crate) fn check(name: &str, value: Option<&str>) -> Result<(), String> {
    let Some((_, kind)) = KEYS.iter().find(|(key, _)| *key == name) else {
        return Err(format!("unknown topic config '{name}'"));
    };
    let Some(value) = value else {
        return Ok(());
    };
    let wrong = |wanted: &str| Err(format!("{name}={value}: {wanted}"));
    match kind {
        Kind::Number(least) => match value.parse::<i64>() {
            Ok(number) if number >= *least => Ok(()),
            Ok(_) => wrong(&format!("must be at least {least}")),
            Err(_) => wrong("must be a number"),
        },
        Kind::Bool => matches!(value, "true" | "false")
            .then_some(())
            .ok_or_else(|| format!("{name}={value}: must be true or false")),
        Kind::Fraction => match value.parse::<f64>() {
            Ok(number) if (0.0..=1.0).contains(&number) => Ok(()),
            _ => wrong("must be a number from 0 to 1"),
        },
        Kind::OneOf(values) => {
            let known = value.split(',').all(|part| values.contains(&part.trim()));
            known
                .then_some(())
                .ok_or_else(|| format!("{name}={value}: must be one of {}", values.join(", ")))
        }
        Kind::Text => Ok(()),
    }
}
