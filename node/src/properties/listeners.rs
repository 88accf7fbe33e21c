//! Kafka's listeners: one for clients and, in a cluster, one that only brokers use.

use super::{Pairs, error};
use crate::settings::SettingsError;

/// The address of the listener for clients: not one that only controllers use. Another one is an error: its port would
/// stay closed.
pub(super) fn clients(pairs: &Pairs, key: &str) -> Result<Option<String>, SettingsError> {
    if !pairs.contains_key(key) {
        return Ok(None);
    }
    let mut all = listed(pairs, key)?;
    all.retain(|(name, _)| !is_controllers(pairs, name));
    let Some((&(name, address), others)) = all.split_first() else {
        return error(format!("{key} has no listener for clients"));
    };
    for (name, _) in &all {
        plaintext(key, name, protocol(pairs, name).unwrap_or(name))?;
    }
    if let Some((other, _)) = others.first() {
        return error(format!(
            "{key} has two listeners for clients, {name} and {other}: one is supported yet; keep the one that clients \
             use, or, if brokers meet at {other}, name it in controller.listener.names"
        ));
    }
    Ok(Some(everywhere(address)))
}

/// The address of the first listener that only brokers use: Kafka's controller listener.
pub(super) fn brokers(pairs: &Pairs) -> Result<Option<String>, SettingsError> {
    let key = "listeners";
    for (name, address) in listed(pairs, key)? {
        if is_controllers(pairs, name) {
            // Kafka takes one that it has no protocol for as plain text.
            plaintext(key, name, protocol(pairs, name).unwrap_or("PLAINTEXT"))?;
            return Ok(Some(everywhere(address)));
        }
    }
    Ok(None)
}

/// Name and address of each listener.
fn listed<'a>(pairs: &'a Pairs, key: &str) -> Result<Vec<(&'a str, &'a str)>, SettingsError> {
    let listeners = pairs.get(key).map_or("", String::as_str);
    let named = |listener: &'a str| match listener.split_once("://") {
        Some(named) => Ok(named),
        None => error(format!("{key}: '{listener}' is not NAME://HOST:PORT")),
    };
    let listeners = listeners.split(',').map(str::trim);
    listeners.filter(|l| !l.is_empty()).map(named).collect()
}

fn is_controllers(pairs: &Pairs, name: &str) -> bool {
    pairs
        .get("controller.listener.names")
        .is_some_and(|names| names.split(',').any(|controller| controller.trim() == name))
}

fn plaintext(key: &str, name: &str, protocol: &str) -> Result<(), SettingsError> {
    if protocol == "PLAINTEXT" {
        return Ok(());
    }
    error(format!(
        "{key}: {name} is a {protocol} listener; PLAINTEXT is supported"
    ))
}

fn everywhere(address: &str) -> String {
    if address.starts_with(':') {
        format!("0.0.0.0{address}")
    } else {
        address.to_owned()
    }
}

fn protocol<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    let map = pairs.get("listener.security.protocol.map")?;
    let mut entries = map
        .split(',')
        .filter_map(|entry| entry.trim().split_once(':'));
    let (_, protocol) = entries.find(|(listener, _)| *listener == name)?;
    Some(protocol)
}
