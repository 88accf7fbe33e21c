//! Kafka's `server.properties`: an operator's file starts a node as it is. What is not understood is judged by what follows
//! from it ([`kafka`]); what looks like a slip of the pen is an error.

mod cluster;
mod kafka;
mod listeners;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::settings::{Settings, SettingsError};

/// Keys that are understood.
const KNOWN: &[&str] = &[
    "advertised.listeners",
    "auto.create.topics.enable",
    "broker.heartbeat.interval.ms",
    "broker.id",
    "broker.rack",
    "broker.session.timeout.ms",
    "connections.max.idle.ms",
    "controller.listener.names",
    "controller.quorum.bootstrap.servers",
    "controller.quorum.election.timeout.ms",
    "controller.quorum.voters",
    "default.replication.factor",
    "flush",
    "group.initial.rebalance.delay.ms",
    "group.max.session.timeout.ms",
    "group.min.session.timeout.ms",
    "inter.broker.listener.name",
    "listener.security.protocol.map",
    "listeners",
    "log.dir",
    "log.dirs",
    "log.segment.bytes",
    "message.max.bytes",
    "min.insync.replicas",
    "node.id",
    "num.partitions",
    "offset.metadata.max.bytes",
    "offsets.topic.num.partitions",
    "offsets.topic.replication.factor",
    "process.roles",
    "replica.fetch.max.bytes",
    "replica.fetch.response.max.bytes",
    "replica.fetch.wait.max.ms",
    "replica.lag.time.max.ms",
    "socket.request.max.bytes",
];

type Pairs = BTreeMap<String, String>;

/// Settings from the text of a properties file, and warnings about what has no meaning here.
///
/// # Errors
/// What is wrong in the file, and what to do about it.
pub(crate) fn settings(text: &str) -> Result<(Settings, Vec<String>), SettingsError> {
    let pairs = parse(text)?;
    let others = || {
        let known = |(key, _): &(&str, &str)| KNOWN.contains(key);
        let all = pairs
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()));
        all.filter(move |pair| !known(pair))
    };
    for (key, value) in others() {
        let near = KNOWN.iter().find(|known| distance(key, known) <= 2);
        if let (Some(known), kafka::Fate::Unknown) = (near, kafka::fate(key, value)) {
            return error(format!("unknown key '{key}': did you mean '{known}'?"));
        }
    }
    let mut warnings = kafka::judge(others())?;
    let node_id = node_id(&pairs)?;
    let listen =
        listeners::clients(&pairs, "listeners")?.unwrap_or_else(|| "127.0.0.1:9092".to_owned());
    let mut settings = Settings::new(data(&pairs)?, &listen);
    settings.node_id = node_id;
    settings.advertise = listeners::clients(&pairs, "advertised.listeners")?;
    settings.rack = pairs.get("broker.rack").cloned();
    settings.set_flush(pairs.get("flush").map_or("sync", String::as_str))?;
    limits(&pairs, &mut settings)?;
    cluster::settings(&pairs, &mut settings, &mut warnings)?;
    Ok((settings, warnings))
}

fn limits(pairs: &Pairs, settings: &mut Settings) -> Result<(), SettingsError> {
    let to = settings;
    read(pairs, "num.partitions", &mut to.partitions)?;
    read(
        pairs,
        "auto.create.topics.enable",
        &mut to.auto_create_topics,
    )?;
    read(pairs, "log.segment.bytes", &mut to.segment_bytes)?;
    read(pairs, "message.max.bytes", &mut to.max_message_bytes)?;
    read(
        pairs,
        "group.initial.rebalance.delay.ms",
        &mut to.group_initial_rebalance_delay_ms,
    )?;
    read(
        pairs,
        "group.min.session.timeout.ms",
        &mut to.group_min_session_timeout_ms,
    )?;
    read(
        pairs,
        "group.max.session.timeout.ms",
        &mut to.group_max_session_timeout_ms,
    )?;
    read(
        pairs,
        "offset.metadata.max.bytes",
        &mut to.offset_metadata_max_bytes,
    )?;
    read(
        pairs,
        "offsets.topic.num.partitions",
        &mut to.offsets_partitions,
    )?;
    read(
        pairs,
        "connections.max.idle.ms",
        &mut to.connections_max_idle_ms,
    )?;
    read(pairs, "socket.request.max.bytes", &mut to.max_request_bytes)
}

/// The lines of a properties file: `key=value`, comments, and continuations after a backslash.
fn parse(text: &str) -> Result<Pairs, SettingsError> {
    let joined = text.replace("\\\r\n", "").replace("\\\n", "");
    let mut pairs = Pairs::new();
    for (number, line) in joined.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let Some((key, value)) = line.split_once(['=', ':']) else {
            return error(format!("line {}: '{line}' is not key=value", number + 1));
        };
        let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
        if let Some(before) = pairs.insert(key.clone(), value.clone())
            && before != value
        {
            return error(format!(
                "'{key}' is set twice, to '{before}' and to '{value}': keep one"
            ));
        }
    }
    Ok(pairs)
}

fn node_id(pairs: &Pairs) -> Result<i32, SettingsError> {
    let (mut id, mut old) = (1, None);
    read(pairs, "node.id", &mut id)?;
    if pairs.contains_key("broker.id") {
        let mut broker = 0;
        read(pairs, "broker.id", &mut broker)?;
        old = Some(broker);
    }
    match old {
        Some(broker) if pairs.contains_key("node.id") && broker != id => error(format!(
            "node.id={id} and broker.id={broker} contradict each other: keep node.id"
        )),
        Some(broker) => Ok(broker),
        None if id < 0 => error(format!("node.id={id}: must not be negative")),
        None => Ok(id),
    }
}

fn data(pairs: &Pairs) -> Result<PathBuf, SettingsError> {
    let Some(dirs) = pairs.get("log.dirs").or_else(|| pairs.get("log.dir")) else {
        return error("log.dirs is missing: say where the data goes".to_owned());
    };
    if dirs.contains(',') {
        return error(format!("log.dirs={dirs}: one folder is supported"));
    }
    Ok(PathBuf::from(dirs))
}

fn read<T: std::str::FromStr>(pairs: &Pairs, key: &str, into: &mut T) -> Result<(), SettingsError> {
    if let Some(value) = pairs.get(key) {
        // Kafka takes booleans in any case.
        let lower = value.to_ascii_lowercase();
        match value.parse().or_else(|_| lower.parse()) {
            Ok(parsed) => *into = parsed,
            Err(_) => return error(format!("{key}={value}: not a value that it can have")),
        }
    }
    Ok(())
}

fn error<T>(why: String) -> Result<T, SettingsError> {
    Err(SettingsError(why))
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

#[cfg(test)]
mod tests;
