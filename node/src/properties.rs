//! Kafka's `server.properties`: an operator's file starts a node as it is, unless it asks for protection that is not
//! there, or has a slip of the pen. What else is not heeded is named in a warning.

mod cluster;
mod keys;
mod listeners;
mod text;
mod values;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::settings::{Settings, SettingsError};
use values::{NATURAL, POSITIVE, boolean, number};

/// Kafka's least size of a segment, in bytes.
const LEAST_SEGMENT: i64 = 1 << 20;

type Pairs = BTreeMap<String, String>;

/// Settings from the text of a properties file, on the machine `host`, and warnings about what is not heeded.
///
/// # Errors
/// What is wrong in the file, and what to do about it.
pub(crate) fn settings(text: &str, host: &str) -> Result<(Settings, Vec<String>), SettingsError> {
    let mut warnings = Vec::new();
    let pairs = text::parse(text, &mut warnings);
    keys::judge(&pairs, &mut warnings)?;
    let clients = listeners::clients(&pairs)?;
    let mut settings = Settings::new(data(&pairs)?, "");
    settings.listeners = clients;
    settings.host_name = host.to_owned();
    settings.node_id = node_id(&pairs)?;
    settings.rack = pairs.get("broker.rack").cloned();
    settings.set_flush(pairs.get("flush").map_or("sync", String::as_str))?;
    limits(&pairs, &mut settings)?;
    cluster::settings(&pairs, &mut settings, &mut warnings)?;
    Ok((settings, warnings))
}

fn limits(pairs: &Pairs, to: &mut Settings) -> Result<(), SettingsError> {
    number(pairs, "num.partitions", POSITIVE, &mut to.partitions)?;
    boolean(
        pairs,
        "auto.create.topics.enable",
        &mut to.auto_create_topics,
    )?;
    number(
        pairs,
        "log.segment.bytes",
        LEAST_SEGMENT..=i64::from(i32::MAX),
        &mut to.segment_bytes,
    )?;
    // Kafka takes 0, and no record then.
    number(
        pairs,
        "message.max.bytes",
        POSITIVE,
        &mut to.max_message_bytes,
    )?;
    number(
        pairs,
        "offset.metadata.max.bytes",
        NATURAL,
        &mut to.offset_metadata_max_bytes,
    )?;
    number(
        pairs,
        "offsets.topic.num.partitions",
        POSITIVE,
        &mut to.offsets_partitions,
    )?;
    number(
        pairs,
        "connections.max.idle.ms",
        i64::MIN..=i64::MAX,
        &mut to.connections_max_idle_ms,
    )?;
    number(
        pairs,
        "socket.request.max.bytes",
        POSITIVE,
        &mut to.max_request_bytes,
    )?;
    groups(pairs, to)
}

fn groups(pairs: &Pairs, to: &mut Settings) -> Result<(), SettingsError> {
    number(
        pairs,
        "group.initial.rebalance.delay.ms",
        NATURAL,
        &mut to.group_initial_rebalance_delay_ms,
    )?;
    number(
        pairs,
        "group.min.session.timeout.ms",
        NATURAL,
        &mut to.group_min_session_timeout_ms,
    )?;
    number(
        pairs,
        "group.max.session.timeout.ms",
        NATURAL,
        &mut to.group_max_session_timeout_ms,
    )?;
    let (min, max) = (
        to.group_min_session_timeout_ms,
        to.group_max_session_timeout_ms,
    );
    if min > max {
        return error(format!(
            "group.min.session.timeout.ms={min} is more than group.max.session.timeout.ms={max}: nobody could join a group"
        ));
    }
    Ok(())
}

fn node_id(pairs: &Pairs) -> Result<i32, SettingsError> {
    let (mut id, mut broker) = (1, None);
    number(pairs, "node.id", NATURAL, &mut id)?;
    if pairs.contains_key("broker.id") {
        number(pairs, "broker.id", NATURAL, broker.insert(0))?;
    }
    match broker {
        Some(broker) if pairs.contains_key("node.id") && broker != id => error(format!(
            "node.id={id} and broker.id={broker} contradict each other: keep node.id"
        )),
        Some(broker) => Ok(broker),
        None => Ok(id),
    }
}

fn data(pairs: &Pairs) -> Result<PathBuf, SettingsError> {
    let dirs = pairs.get("log.dirs").or_else(|| pairs.get("log.dir"));
    let dirs = dirs.map_or("", String::as_str);
    let mut each = dirs.split(',').map(str::trim).filter(|dir| !dir.is_empty());
    match (each.next(), each.next()) {
        (None, _) => error("log.dirs is missing: say where the data goes".to_owned()),
        (Some(_), Some(_)) => error(format!("log.dirs={dirs}: one folder is supported")),
        (Some(dir), None) => Ok(PathBuf::from(dir)),
    }
}

fn error<T>(why: String) -> Result<T, SettingsError> {
    Err(SettingsError(why))
}

#[cfg(test)]
mod tests;
