//! Import of Kafka's message definitions: JSON with comments.
//!
//! Only facts are taken over: names, types, versions, tags, defaults, nullability.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::notation;
use crate::schema::{Field, Kind, Message, Struct, Type, Versions};

/// The folders of definitions that Highwater has a use for, and what they are called here.
pub const FOLDERS: [(&str, &str); 6] = [
    ("kafka-clients", "clients"),
    ("kafka-group-coordinator", "group-coordinator"),
    ("kafka-share-coordinator", "share-coordinator"),
    ("kafka-transaction-coordinator", "transaction-coordinator"),
    ("kafka-storage", "storage"),
    ("kafka-raft", "raft"),
];

/// Imports all folders under `from` into files under `to`. Lines that are Highwater's own are
/// carried over from the files that are replaced.
pub fn import(from: &Path, to: &Path) -> Result<(), String> {
    for (folder, name) in FOLDERS {
        let dir = from.join(folder);
        let mut files: BTreeMap<String, Vec<Message>> = BTreeMap::new();
        for entry in fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.extension().is_none_or(|ext| ext != "json") {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let read = message(&text).map_err(|e| format!("{}: {e}", path.display()))?;
            if let Some(message) = read {
                files.entry(stem(&message)).or_default().push(message);
            }
        }
        let out = to.join(name);
        fs::create_dir_all(&out).map_err(|e| e.to_string())?;
        for (stem, mut messages) in files {
            messages.sort_by_key(|message| message.kind.word());
            let path = out.join(format!("{stem}.wire"));
            if let Ok(old) = fs::read_to_string(&path) {
                for (new, old) in messages.iter_mut().zip(notation::parse(&old)?) {
                    carry_over(&mut new.fields, &old.fields);
                }
            }
            let text: Vec<String> = messages.iter().map(notation::print).collect();
            fs::write(&path, text.join("\n")).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

/// What a message shares with its other half: request with response, key with value.
fn stem(message: &Message) -> String {
    let suffix = match message.kind {
        Kind::Request => "Request",
        Kind::Response => "Response",
        Kind::CoordinatorKey => "Key",
        Kind::CoordinatorValue => "Value",
        _ => "",
    };
    message
        .name
        .strip_suffix(suffix)
        .unwrap_or(&message.name)
        .to_owned()
}

fn carry_over(new: &mut Vec<Field>, old: &[Field]) {
    for field in old {
        if field.own {
            new.push(field.clone());
        } else if let Some(same) = new.iter_mut().find(|same| same.name == field.name) {
            carry_over(&mut same.fields, &field.fields);
        }
    }
}

/// Reads one definition; `None` if the message is no longer in use.
fn message(text: &str) -> Result<Option<Message>, String> {
    let json: Value = serde_json::from_str(&uncomment(text)).map_err(|e| e.to_string())?;
    let Some(versions) = range(&json, "validVersions")? else {
        return Ok(None);
    };
    let kind = match string(&json, "type")? {
        "metadata" => Kind::Record,
        kind => Kind::parse(kind).ok_or_else(|| format!("no kind {kind}"))?,
    };
    let mut structs = Vec::new();
    for shared in array(&json, "commonStructs") {
        structs.push(Struct {
            name: string(shared, "name")?.to_owned(),
            versions: range(shared, "versions")?.ok_or("a struct has no versions")?,
            fields: fields(shared, versions)?,
        });
    }
    Ok(Some(Message {
        kind,
        name: string(&json, "name")?.to_owned(),
        key: json["apiKey"]
            .as_i64()
            .and_then(|key| i16::try_from(key).ok()),
        versions,
        flexible: range(&json, "flexibleVersions")?,
        unstable: json["latestVersionUnstable"].as_bool().unwrap_or(false),
        fields: fields(&json, versions)?,
        structs,
    }))
}

fn fields(json: &Value, valid: Versions) -> Result<Vec<Field>, String> {
    let mut out = Vec::new();
    for json in array(json, "fields") {
        let field = field(json, valid)?;
        // What only versions that are gone had is of no use.
        if field.versions.and(valid).is_some() {
            out.push(field);
        }
    }
    Ok(out)
}

fn field(json: &Value, valid: Versions) -> Result<Field, String> {
    let name = string(json, "name")?.to_owned();
    let bad = |what: &str| format!("field {name}: {what}");
    let tag = json["tag"].as_u64().map(|tag| tag as u32);
    let tagged = range(json, "taggedVersions")?;
    let versions = range(json, "versions")?
        .or(tagged)
        .ok_or_else(|| bad("no versions"))?;
    if tag.is_some() != tagged.is_some() || tagged.is_some_and(|tagged| tagged != versions) {
        return Err(bad("tagged in some of its versions only"));
    }
    let text = string(json, "type")?;
    let default = match &json["default"] {
        // A literal null, unlike the string, is no default at all to Kafka's generator.
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let ty = Type::parse(text).ok_or_else(|| bad(text))?;
    Ok(Field {
        default: default.filter(|text| !["", "0", "false"].contains(&text.to_lowercase().as_str())),
        ty,
        versions,
        nullable: range(json, "nullableVersions")?,
        tag,
        ignorable: json["ignorable"].as_bool().unwrap_or(false),
        key: json["mapKey"].as_bool().unwrap_or(false),
        inflexible: json["flexibleVersions"] == "none",
        own: false,
        fields: fields(json, valid)?,
        name,
    })
}

fn string<'a>(json: &'a Value, key: &str) -> Result<&'a str, String> {
    json[key].as_str().ok_or_else(|| format!("no {key}"))
}

fn array<'a>(json: &'a Value, key: &str) -> &'a [Value] {
    json[key].as_array().map_or(&[], Vec::as_slice)
}

fn range(json: &Value, key: &str) -> Result<Option<Versions>, String> {
    match json[key].as_str() {
        None | Some("none") => Ok(None),
        Some(text) => Versions::parse(text)
            .map(Some)
            .ok_or_else(|| format!("bad {key}")),
    }
}

/// Blanks out comments, which JSON has none of.
fn uncomment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if c == '"' {
            let end = string_end(rest);
            out.push_str(&rest[..end]);
            end
        } else {
            out.push(c);
            c.len_utf8()
        };
        rest = &rest[skip..];
    }
    out
}

/// Where the string literal that `text` starts with ends.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}
