//! What becomes of the settings of Kafka that are not understood here. Those that ask for safety which is not there are
//! refused: a node that serves everybody must not start from a file that says otherwise. What is not built says what that
//! means, unless what is asked for is done anyway. The rest is tuning of Kafka's own insides.

use crate::settings::SettingsError;

/// The settings of a broker of Kafka 4.4, by what becomes of them: see the file's head.
const KEYS: &str = include_str!("kafka-4.4.keys");

/// What becomes of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate<'a> {
    /// It asks for what is done anyway.
    Done,
    /// It asks for safety that is not there; this follows.
    Refused(&'a str),
    /// It asks for what is not built; this follows.
    Missing(&'a str),
    /// It changes nothing that anybody could see.
    Tuning,
    /// Kafka knows no such setting.
    Unknown,
}

/// What becomes of `key=value`.
pub(super) fn fate(key: &str, value: &str) -> Fate<'static> {
    let mut section = ("", "");
    for line in KEYS.lines().map(str::trim) {
        if let Some((kind, follows)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        {
            section = (kind, follows.trim());
            continue;
        }
        let (name, done) = match line.split_once('=') {
            Some((name, done)) => (name.trim(), Some(done.trim())),
            None => (line, None),
        };
        if name != key || line.starts_with('#') || name.is_empty() {
            continue;
        }
        let same = |one: &str| one.trim() == "*" || one.trim().eq_ignore_ascii_case(value);
        return match section {
            _ if done.is_some_and(|values| values.split('|').any(same)) => Fate::Done,
            ("refused", follows) => Fate::Refused(follows),
            ("missing", follows) => Fate::Missing(follows),
            _ => Fate::Tuning,
        };
    }
    // Settings of one listener stand behind its name: what they ask for is what the plain ones do.
    let own = key.strip_prefix("listener.name.");
    match own.and_then(|rest| rest.split_once('.')) {
        Some((_, rest)) if rest != key => {
            fate(rest.find("sasl.").map_or(rest, |at| &rest[at..]), value)
        }
        _ => Fate::Unknown,
    }
}

/// Warnings about settings that are not understood.
///
/// # Errors
/// If one of them asks for safety that is not there.
pub(super) fn judge<'a>(
    settings: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<Vec<String>, SettingsError> {
    let (mut warnings, mut tuning) = (Vec::new(), Vec::new());
    for (key, value) in settings {
        match fate(key, value) {
            Fate::Done => {}
            Fate::Refused(follows) => {
                return Err(SettingsError(format!(
                    "{key}={value} asks for what is not there: {follows}. Take it out of the file if that is as it should \
                     be, or keep this node where only those whom you trust reach it"
                )));
            }
            Fate::Missing(follows) => {
                warnings.push(format!("{key}={value} is not built yet: {follows}"));
            }
            Fate::Tuning => tuning.push(key),
            Fate::Unknown => warnings.push(format!(
                "'{key}' is ignored: Kafka knows no such setting, nor does this node"
            )),
        }
    }
    if !tuning.is_empty() {
        let tuning = tuning.join(", ");
        warnings.push(format!(
            "these tune what is not here, and are ignored: {tuning}"
        ));
    }
    Ok(warnings)
}
