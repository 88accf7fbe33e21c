//! Kafka's listeners: those for clients and, in a cluster, one that only brokers use.

use super::{Pairs, error};
use crate::settings::{Listener, SettingsError, everywhere, split};

/// The listeners for clients: those that not only controllers use.
pub(super) fn clients(pairs: &Pairs) -> Result<Vec<Listener>, SettingsError> {
    let key = "listeners";
    let listeners = listed(pairs, key)?;
    let mut names: Vec<&str> = listeners.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return error(format!(
            "{key}: {} is there twice: give each listener a name of its own",
            twice[0]
        ));
    }
    let mut found = Vec::new();
    for (name, address) in listeners {
        if is_controllers(pairs, &name) {
            continue;
        }
        plaintext(pairs, key, &name, None)?;
        split(&address)?;
        found.push(Listener::new(&name, &address, None));
    }
    if found.is_empty() {
        if pairs.contains_key(key) {
            return error(format!("{key} has no listener for clients"));
        }
        found.push(Listener::new("PLAINTEXT", "127.0.0.1:9092", None));
    }
    advertise(pairs, &mut found)?;
    Ok(found)
}

/// Says where clients of each listener are told to connect to: the address of its name, wherever that stands (KIP-103).
fn advertise(pairs: &Pairs, listeners: &mut [Listener]) -> Result<(), SettingsError> {
    let key = "advertised.listeners";
    let told = listed(pairs, key)?;
    let told = told
        .into_iter()
        .filter(|(name, _)| !is_controllers(pairs, name));
    let told: Vec<(String, String)> = told.collect();
    if told.is_empty() {
        return Ok(());
    }
    let open = |name: &str| listeners.iter().any(|listener| listener.name == name);
    if let Some((name, _)) = told.iter().find(|(name, _)| !open(name)) {
        let names: Vec<&str> = listeners.iter().map(|l| l.name.as_str()).collect();
        return error(format!(
            "{key} says where clients find {name}, which listeners does not open: it opens {}; use one name in both",
            names.join(", ")
        ));
    }
    for listener in listeners {
        let Some((_, address)) = told.iter().find(|(name, _)| *name == listener.name) else {
            return error(format!(
                "{key} does not say where clients find {}, which is open to them: add it, or, if brokers alone use it, name it \
             in controller.listener.names",
                listener.name
            ));
        };
        split(address)?;
        listener.advertise = Some(address.clone());
    }
    Ok(())
}

/// The address of the first listener that only brokers use: Kafka's controller listener.
pub(super) fn brokers(pairs: &Pairs) -> Result<Option<String>, SettingsError> {
    let key = "listeners";
    for (name, address) in listed(pairs, key)? {
        if is_controllers(pairs, &name) {
            // Kafka takes one that it has no protocol for as plain text.
            plaintext(pairs, key, &name, Some("PLAINTEXT"))?;
            split(&address)?;
            return Ok(Some(everywhere(&address)));
        }
    }
    Ok(None)
}

/// Name and address of each listener. Names are the same in small letters and in large ones.
fn listed(pairs: &Pairs, key: &str) -> Result<Vec<(String, String)>, SettingsError> {
    let listeners = pairs.get(key).map_or("", String::as_str);
    let named = |listener: &str| match listener.split_once("://") {
        Some((name, address)) => Ok((name.to_ascii_uppercase(), address.to_owned())),
        None => error(format!("{key}: '{listener}' is not NAME://HOST:PORT")),
    };
    let listeners = listeners.split(',').map(str::trim);
    listeners.filter(|l| !l.is_empty()).map(named).collect()
}

fn is_controllers(pairs: &Pairs, name: &str) -> bool {
    pairs.get("controller.listener.names").is_some_and(|names| {
        names
            .split(',')
            .any(|c| c.trim().eq_ignore_ascii_case(name))
    })
}

fn plaintext(
    pairs: &Pairs,
    key: &str,
    name: &str,
    otherwise: Option<&str>,
) -> Result<(), SettingsError> {
    let protocol = protocol(pairs, name).or(otherwise).unwrap_or(name);
    if protocol.eq_ignore_ascii_case("PLAINTEXT") {
        return Ok(());
    }
    error(format!(
        "{key}: {name} is a {protocol} listener; PLAINTEXT is supported"
    ))
}

fn protocol<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    let map = pairs.get("listener.security.protocol.map")?;
    let mut entries = map
        .split(',')
        .filter_map(|entry| entry.trim().split_once(':'));
    let (_, protocol) = entries.find(|(listener, _)| listener.trim().eq_ignore_ascii_case(name))?;
    Some(protocol.trim())
}
