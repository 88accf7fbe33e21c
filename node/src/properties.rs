//! Kafka's `server.properties`: an operator's file starts a node as it is. A key that has no meaning here is
//! named in a warning; one that looks like a slip of the pen is an error.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::settings::{Settings, SettingsError};

/// Keys that are understood.
const KNOWN: &[&str] = &[
    "advertised.listeners",
    "auto.create.topics.enable",
    "broker.id",
    "broker.rack",
    "controller.listener.names",
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
    "node.id",
    "num.partitions",
    "offset.metadata.max.bytes",
    "offsets.topic.num.partitions",
    "offsets.topic.replication.factor",
    "process.roles",
    "socket.request.max.bytes",
];

/// Keys of Kafka that differ from a known one by a letter or two, and are not slips of it.
const NEIGHBOURS: &[&str] = &["log.segment.ms"];

type Pairs = BTreeMap<String, String>;

/// Settings from the text of a properties file, and warnings about what has no meaning here.
///
/// # Errors
/// What is wrong in the file, and what to do about it.
pub(crate) fn settings(text: &str) -> Result<(Settings, Vec<String>), SettingsError> {
    let pairs = parse(text)?;
    let mut warnings = Vec::new();
    for key in pairs.keys().filter(|key| !KNOWN.contains(&key.as_str())) {
        let near = KNOWN
            .iter()
            .find(|known| !NEIGHBOURS.contains(&key.as_str()) && distance(key, known) <= 2);
        match near {
            Some(known) => return error(format!("unknown key '{key}': did you mean '{known}'?")),
            None => warnings.push(format!("'{key}' has no meaning here and is ignored")),
        }
    }
    let node_id = node_id(&pairs)?;
    alone(&pairs, node_id)?;
    let listen =
        client_listener(&pairs, "listeners")?.unwrap_or_else(|| "127.0.0.1:9092".to_owned());
    let mut settings = Settings::new(data(&pairs)?, &listen);
    settings.node_id = node_id;
    settings.advertise = client_listener(&pairs, "advertised.listeners")?;
    settings.rack = pairs.get("broker.rack").cloned();
    read(&pairs, "num.partitions", &mut settings.partitions)?;
    read(
        &pairs,
        "auto.create.topics.enable",
        &mut settings.auto_create_topics,
    )?;
    read(&pairs, "log.segment.bytes", &mut settings.segment_bytes)?;
    read(&pairs, "message.max.bytes", &mut settings.max_message_bytes)?;
    read(
        &pairs,
        "group.initial.rebalance.delay.ms",
        &mut settings.group_initial_rebalance_delay_ms,
    )?;
    read(
        &pairs,
        "group.min.session.timeout.ms",
        &mut settings.group_min_session_timeout_ms,
    )?;
    read(
        &pairs,
        "group.max.session.timeout.ms",
        &mut settings.group_max_session_timeout_ms,
    )?;
    read(
        &pairs,
        "offset.metadata.max.bytes",
        &mut settings.offset_metadata_max_bytes,
    )?;
    read(
        &pairs,
        "offsets.topic.num.partitions",
        &mut settings.offsets_partitions,
    )?;
    read(
        &pairs,
        "socket.request.max.bytes",
        &mut settings.max_request_bytes,
    )?;
    settings.set_flush(pairs.get("flush").map_or("sync", String::as_str))?;
    for key in [
        "default.replication.factor",
        "offsets.topic.replication.factor",
    ] {
        let mut replication_factor: i32 = 1;
        read(&pairs, key, &mut replication_factor)?;
        if replication_factor != 1 {
            return error(format!(
                "{key} must be 1: this version runs clusters of one node"
            ));
        }
    }
    Ok((settings, warnings))
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

/// This version runs a node alone: refuses a file that says otherwise.
fn alone(pairs: &Pairs, node_id: i32) -> Result<(), SettingsError> {
    if let Some(roles) = pairs.get("process.roles")
        && !roles.split(',').map(str::trim).any(|role| role == "broker")
    {
        return error(format!(
            "process.roles={roles}: a node is a broker and a controller in one"
        ));
    }
    let Some(voters) = pairs.get("controller.quorum.voters") else {
        return Ok(());
    };
    let ids: Vec<&str> = voters
        .split(',')
        .filter_map(|voter| Some(voter.trim().split_once('@')?.0))
        .collect();
    if ids.len() > 1 {
        return error(format!(
            "controller.quorum.voters names {} nodes: this version runs clusters of one node",
            ids.len()
        ));
    }
    if ids.first().is_none_or(|id| *id != node_id.to_string()) {
        return error(format!(
            "controller.quorum.voters={voters} does not name this node, {node_id}@HOST:PORT"
        ));
    }
    Ok(())
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

/// The address of the first listener for clients: not one that only controllers use.
fn client_listener(pairs: &Pairs, key: &str) -> Result<Option<String>, SettingsError> {
    let Some(listeners) = pairs.get(key) else {
        return Ok(None);
    };
    let controllers: Vec<&str> = pairs
        .get("controller.listener.names")
        .map(|names| names.split(',').map(str::trim).collect())
        .unwrap_or_default();
    for listener in listeners.split(',').map(str::trim) {
        let Some((name, address)) = listener.split_once("://") else {
            return error(format!("{key}: '{listener}' is not NAME://HOST:PORT"));
        };
        if controllers.contains(&name) {
            continue;
        }
        let protocol = protocol(pairs, name);
        if protocol != "PLAINTEXT" {
            return error(format!(
                "{key}: {name} is a {protocol} listener; PLAINTEXT is supported"
            ));
        }
        let everywhere = if address.starts_with(':') {
            format!("0.0.0.0{address}")
        } else {
            address.to_owned()
        };
        return Ok(Some(everywhere));
    }
    error(format!("{key} has no listener for clients"))
}

fn protocol<'a>(pairs: &'a Pairs, name: &'a str) -> &'a str {
    let map = pairs
        .get("listener.security.protocol.map")
        .map_or("", String::as_str);
    let entries = map
        .split(',')
        .filter_map(|entry| entry.trim().split_once(':'));
    entries
        .into_iter()
        .find(|(listener, _)| *listener == name)
        .map_or(name, |(_, protocol)| protocol)
}

fn read<T: std::str::FromStr>(pairs: &Pairs, key: &str, into: &mut T) -> Result<(), SettingsError> {
    if let Some(value) = pairs.get(key) {
        match value.parse() {
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
mod tests {
    use super::*;

    const ONE: &str = "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:10093\n\
        controller.listener.names=CONTROLLER\nlog.dirs=/data\nbroker.rack=rack-0\nnum.partitions=4\n\
        offsets.topic.num.partitions=5\nlisteners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:10093\n\
        advertised.listeners=PLAINTEXT://127.0.0.1:9092\n\
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT\n";

    #[test]
    fn an_operators_file_starts_a_node() {
        let (settings, warnings) = settings(ONE).expect("a good file");
        assert_eq!(settings.listen, "127.0.0.1:9092");
        assert_eq!(settings.data, PathBuf::from("/data"));
        assert_eq!(settings.partitions, 4);
        assert_eq!(settings.rack.as_deref(), Some("rack-0"));
        assert_eq!(settings.offsets_partitions, 5);
        assert_eq!(warnings, Vec::<String>::new());
    }

    fn refused(extra: &str) -> String {
        settings(&format!("{ONE}{extra}\n"))
            .expect_err("a bad file is refused")
            .0
    }

    #[test]
    fn a_key_without_meaning_is_named() {
        let (_, warnings) = settings(&format!("{ONE}num.io.threads=8\n")).expect("a good file");
        assert_eq!(
            warnings,
            ["'num.io.threads' has no meaning here and is ignored"]
        );
    }

    #[test]
    fn a_slip_of_the_pen_is_an_error() {
        assert_eq!(
            refused("num.partition=3"),
            "unknown key 'num.partition': did you mean 'num.partitions'?"
        );
    }

    #[test]
    fn contradictions_are_errors() {
        assert!(refused("broker.id=7").contains("contradict"));
        assert!(refused("num.partitions=5").contains("set twice"));
    }

    #[test]
    fn what_is_not_built_is_said() {
        let three = ONE.replace(
            "1@127.0.0.1:10093\n",
            "1@127.0.0.1:10093,2@127.0.0.1:10094\n",
        );
        assert!(
            settings(&three)
                .expect_err("a cluster")
                .0
                .contains("clusters of one node")
        );
    }
}
