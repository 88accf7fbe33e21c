//! Kafka's listeners: one for clients and, in a cluster, one that only brokers use.

use super::{Pairs, error};
use crate::settings::{SettingsError, everywhere, split};

/// Where clients come in, and where they are told to.
pub(super) struct Clients {
    pub(super) listen: String,
    pub(super) advertise: Option<String>,
}

/// The listener for clients: one that not only controllers use.
pub(super) fn clients(pairs: &Pairs) -> Result<Clients, SettingsError> {
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
    let mut found: Option<(String, String)> = None;
    for (name, address) in listeners {
        if is_controllers(pairs, &name) {
            continue;
        }
        plaintext(pairs, key, &name, None)?;
        split(&address)?;
        if let Some((first, _)) = &found {
            return error(format!(
                "{key}: {first} and {name} are both for clients, and one such listener is supported: keep one of \
                 them. One that brokers alone use is named in controller.listener.names"
            ));
        }
        found = Some((name, address));
    }
    let Some((name, listen)) = found else {
        if pairs.contains_key(key) {
            return error(format!("{key} has no listener for clients"));
        }
        return Ok(Clients {
            listen: "127.0.0.1:9092".to_owned(),
            advertise: advertised(pairs, "PLAINTEXT")?,
        });
    };
    let advertise = advertised(pairs, &name)?;
    Ok(Clients { listen, advertise })
}

/// The address that clients of the listener `name` are told: the one of that name, wherever it stands (KIP-103).
fn advertised(pairs: &Pairs, name: &str) -> Result<Option<String>, SettingsError> {
    let key = "advertised.listeners";
    let listed = listed(pairs, key)?;
    let mut others = Vec::new();
    for (other, address) in listed {
        if other == name {
            split(&address)?;
            return Ok(Some(address));
        }
        if !is_controllers(pairs, &other) {
            others.push(other);
        }
    }
    if others.is_empty() {
        return Ok(None);
    }
    error(format!(
        "{key} says where clients find {}, and not {name}, which is the listener that is open to them: use one name in both",
        others.join(", ")
    ))
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
