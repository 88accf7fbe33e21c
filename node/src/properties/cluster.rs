//! What a file says of the cluster: who its brokers are, where they meet, and how data is replicated among them.

use std::collections::BTreeMap;

use super::values::{NATURAL, POSITIVE, number};
use super::{Pairs, error, listeners};
use crate::settings::{Settings, SettingsError, split};

pub(super) fn settings(
    pairs: &Pairs,
    settings: &mut Settings,
    warnings: &mut Vec<String>,
) -> Result<(), SettingsError> {
    if let Some(roles) = pairs.get("process.roles")
        && !roles.split(',').map(str::trim).any(|role| role == "broker")
    {
        return error(format!(
            "process.roles={roles}: a node is a broker and a controller in one"
        ));
    }
    settings.voters = voters(pairs)?;
    if settings.voters.is_empty() {
        alone(pairs, &settings.host_name)?;
    }
    let brokers = settings.voters.len().max(1);
    if !settings.voters.is_empty() {
        let mine = settings.voters.get(&settings.node_id);
        let Some(mine) = mine.cloned() else {
            return error(format!(
                "controller.quorum.voters does not name this node: add {}@HOST:PORT, or set node.id to one of {:?}",
                settings.node_id,
                settings.voters.keys().collect::<Vec<_>>()
            ));
        };
        if brokers > 1 {
            settings.brokers_listen = Some(meeting_place(pairs, settings.node_id, &mine)?);
        }
    }
    timeouts(pairs, settings)?;
    replication(pairs, settings, brokers, warnings)
}

/// Where no voters are named this node is a cluster of its own: a file that means more than that must say who the others
/// are, or each of them would be one.
fn alone(pairs: &Pairs, host_name: &str) -> Result<(), SettingsError> {
    let key = "controller.quorum.bootstrap.servers";
    let servers = pairs.get(key).map_or("", String::as_str);
    let mut each = servers.split(',').map(str::trim).filter(|s| !s.is_empty());
    let own = listeners::brokers(pairs)?;
    let is_own = |server: &str| {
        let (Ok((host, port)), Some(own)) = (split(server), &own) else {
            return false;
        };
        let here = ["localhost", "127.0.0.1", "[::1]", host_name];
        split(own).is_ok_and(|(own_host, own_port)| {
            port == own_port && (host == own_host || here.contains(&host.as_str()))
        })
    };
    if each.all(is_own) {
        return Ok(());
    }
    let voters: Vec<String> = servers
        .split(',')
        .map(|server| format!("ID@{}", server.trim()))
        .collect();
    error(format!(
        "{key}={servers} names other nodes, but not their ids: say who the voters are, in the files of all of them, with \
         controller.quorum.voters={}",
        voters.join(",")
    ))
}

/// `ID@HOST:PORT` of every broker.
fn voters(pairs: &Pairs) -> Result<BTreeMap<i32, String>, SettingsError> {
    let mut voters = BTreeMap::new();
    let listed = pairs
        .get("controller.quorum.voters")
        .map_or("", String::as_str);
    for voter in listed
        .split(',')
        .map(str::trim)
        .filter(|voter| !voter.is_empty())
    {
        let parts = voter.split_once('@').and_then(|(id, address)| {
            split(address).ok()?;
            Some((id.parse::<i32>().ok().filter(|&id| id >= 0)?, address))
        });
        let Some((id, address)) = parts else {
            return error(format!(
                "controller.quorum.voters: '{voter}' is not ID@HOST:PORT"
            ));
        };
        if voters.insert(id, address.to_owned()).is_some() {
            return error(format!(
                "controller.quorum.voters names broker {id} twice: give each broker an id of its own"
            ));
        }
    }
    Ok(voters)
}

/// Where this node listens for the other brokers, given where it tells them that it does.
fn meeting_place(pairs: &Pairs, node_id: i32, told: &str) -> Result<String, SettingsError> {
    let Some(listen) = listeners::brokers(pairs)? else {
        return error(
            "controller.quorum.voters names several brokers, but there is no listener for them: add one to \
             listeners, such as CONTROLLER://HOST:PORT, and its name to controller.listener.names"
                .to_owned(),
        );
    };
    let (_, port) = split(&listen)?;
    let (_, told_port) = split(told)?;
    if port != told_port {
        return error(format!(
            "the controller listener is {listen}, but controller.quorum.voters tells the others {node_id}@{told}: \
             use the same port in both"
        ));
    }
    Ok(listen)
}

fn timeouts(pairs: &Pairs, to: &mut Settings) -> Result<(), SettingsError> {
    number(
        pairs,
        "controller.quorum.election.timeout.ms",
        NATURAL,
        &mut to.election_timeout_ms,
    )?;
    number(
        pairs,
        "broker.session.timeout.ms",
        POSITIVE,
        &mut to.broker_session_timeout_ms,
    )?;
    number(
        pairs,
        "broker.heartbeat.interval.ms",
        POSITIVE,
        &mut to.broker_heartbeat_interval_ms,
    )?;
    let (session, heartbeat) = (
        to.broker_session_timeout_ms,
        to.broker_heartbeat_interval_ms,
    );
    if heartbeat == 0 || heartbeat >= session {
        return error(format!(
            "broker.heartbeat.interval.ms={heartbeat} must be more than 0 and less than \
             broker.session.timeout.ms={session}: a broker would lose its session between two heartbeats"
        ));
    }
    Ok(())
}

fn replication(
    pairs: &Pairs,
    to: &mut Settings,
    brokers: usize,
    warnings: &mut Vec<String>,
) -> Result<(), SettingsError> {
    number(
        pairs,
        "replica.lag.time.max.ms",
        POSITIVE,
        &mut to.replica_lag_time_max_ms,
    )?;
    number(
        pairs,
        "replica.socket.timeout.ms",
        POSITIVE,
        &mut to.replica_socket_timeout_ms,
    )?;
    number(
        pairs,
        "log.flush.timeout.ms",
        POSITIVE,
        &mut to.log_flush_timeout_ms,
    )?;
    number(
        pairs,
        "replica.fetch.wait.max.ms",
        NATURAL,
        &mut to.replica_fetch_wait_max_ms,
    )?;
    number(
        pairs,
        "replica.fetch.max.bytes",
        NATURAL,
        &mut to.replica_fetch_max_bytes,
    )?;
    number(
        pairs,
        "replica.fetch.response.max.bytes",
        NATURAL,
        &mut to.replica_fetch_response_max_bytes,
    )?;
    number(
        pairs,
        "min.insync.replicas",
        POSITIVE,
        &mut to.min_insync_replicas,
    )?;
    let (wait, lag) = (to.replica_fetch_wait_max_ms, to.replica_lag_time_max_ms);
    if wait >= lag {
        return error(format!(
            "replica.fetch.wait.max.ms={wait} must be less than replica.lag.time.max.ms={lag}: followers would lag while they wait"
        ));
    }
    let brokers = i16::try_from(brokers).unwrap_or(i16::MAX);
    // Kafka's default of three, as far as there are brokers.
    to.offsets_replication_factor = brokers.min(3);
    for (key, factor) in [
        ("default.replication.factor", &mut to.replication_factor),
        (
            "offsets.topic.replication.factor",
            &mut to.offsets_replication_factor,
        ),
    ] {
        number(pairs, key, 1..=i64::from(i16::MAX), factor)?;
        if *factor > brokers {
            warnings.push(format!(
                "{key}={factor} is more than the {brokers} brokers that controller.quorum.voters names"
            ));
        }
    }
    // Offsets are kept on what brokers there are. Other topics are refused when they are created, as in Kafka.
    to.offsets_replication_factor = to.offsets_replication_factor.min(brokers);
    Ok(())
}
