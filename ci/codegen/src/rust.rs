//! Rust from notation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::message;
use crate::names::snake;
use crate::notation;
use crate::schema::{Kind, Message};

/// Where the notation lives, and where what is generated from it goes.
const SCHEMAS: &str = "core/schemas";
const GENERATED: &str = "core/src/wire/generated";
const LISTING: &str = "core/tests/listing/mod.rs";

/// Reads all notation under the root of a workspace, in order of names.
pub fn load(root: &Path) -> Result<Vec<Message>, String> {
    let mut files = Vec::new();
    find(&root.join(SCHEMAS), &mut files)?;
    let mut messages = BTreeMap::new();
    for path in files {
        let fail = |what: String| format!("{}: {what}", path.display());
        let text = fs::read_to_string(&path).map_err(|e| fail(e.to_string()))?;
        for message in notation::parse(&text).map_err(fail)? {
            let name = message.name.clone();
            if messages.insert(snake(&name), message).is_some() {
                return Err(fail(format!("a second {name}")));
            }
        }
    }
    Ok(messages.into_values().collect())
}

fn find(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|ext| ext == "wire") {
            files.push(path);
        }
    }
    Ok(())
}

/// Writes all generated files.
pub fn generate(root: &Path) -> Result<(), String> {
    let files = files(root)?;
    for (path, text) in &files {
        let path = root.join(path);
        if fs::read_to_string(&path).is_ok_and(|old| old == *text) {
            continue;
        }
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).map_err(|e| e.to_string())?;
        }
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    for stale in strangers(root, &files)? {
        fs::remove_file(root.join(stale)).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Compares all generated files with what they should be.
pub fn check(root: &Path) -> Result<(), String> {
    let files = files(root)?;
    let right = |path: &str, text: &str| {
        fs::read_to_string(root.join(path)).is_ok_and(|found| found == text)
    };
    let mut wrong: Vec<String> = files
        .iter()
        .filter(|(path, text)| !right(path, text))
        .map(|(path, _)| path.clone())
        .collect();
    wrong.extend(strangers(root, &files)?);
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "not what the notation says; run `generate`:\n{}",
            wrong.join("\n")
        ))
    }
}

/// Files among the generated ones that nothing generates any more.
fn strangers(root: &Path, files: &BTreeMap<String, String>) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let dir = root.join(GENERATED);
    for entry in fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))? {
        let name = entry.map_err(|e| e.to_string())?.file_name();
        let path = format!("{GENERATED}/{}", name.to_string_lossy());
        if !files.contains_key(&path) {
            out.push(path);
        }
    }
    Ok(out)
}

/// All generated files: path and formatted text.
fn files(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let messages = load(root)?;
    let mut files = BTreeMap::new();
    for message in &messages {
        let path = format!("{GENERATED}/{}.rs", snake(&message.name));
        files.insert(path, message::module(message, &messages)?);
    }
    files.insert(format!("{GENERATED}/mod.rs"), index(&messages));
    files.insert(format!("{GENERATED}/apis.rs"), apis(&messages));
    files.insert(LISTING.to_owned(), listing(&messages));
    format(files)
}

/// Runs all files through rustfmt, in one go.
fn format(mut files: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    let dir = std::env::temp_dir().join(format!("highwater-codegen-{}", std::process::id()));
    let result = format_in(&dir, &mut files);
    let _ = fs::remove_dir_all(&dir);
    result.map(|()| files)
}

fn format_in(dir: &Path, files: &mut BTreeMap<String, String>) -> Result<(), String> {
    fs::create_dir_all(dir).map_err(|e| e.to_string())?;
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--config", "skip_children=true"]);
    command.args(["--config", "use_small_heuristics=Default"]);
    let mut paths = Vec::new();
    for (index, text) in files.values().enumerate() {
        // Under other names, so that rustfmt does not look for the modules that they declare.
        let path = dir.join(format!("file{index}.rs"));
        fs::write(&path, text).map_err(|e| e.to_string())?;
        paths.push(path);
    }
    let status = command
        .args(&paths)
        .status()
        .map_err(|e| format!("rustfmt: {e}"))?;
    if !status.success() {
        return Err("rustfmt failed".to_owned());
    }
    for (text, path) in files.values_mut().zip(&paths) {
        *text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The module that holds all messages.
fn index(messages: &[Message]) -> String {
    let mut out = "//! All messages, one module each.\n//!\n//! Generated from `core/schemas` by \
                   `ci/codegen`; do not edit.\n\npub mod apis;\n"
        .to_owned();
    for message in messages {
        out += &format!("pub mod {};\n", snake(&message.name));
    }
    out.push('\n');
    for message in messages {
        out += &format!("pub use {}::{};\n", snake(&message.name), message.name);
    }
    out
}

/// The table of apis.
fn apis(messages: &[Message]) -> String {
    let mut requests: Vec<&Message> = messages
        .iter()
        .filter(|message| message.kind == Kind::Request)
        .collect();
    requests.sort_by_key(|message| message.key);
    let mut out =
        "//! The table of apis.\n//!\n//! Generated from `core/schemas` by `ci/codegen`; do not \
                   edit.\n\nuse crate::wire::frame::ApiSpec;\n\n\
                   /// All apis, ascending by key.\npub const APIS: &[ApiSpec] = &[\n"
            .to_owned();
    for message in requests {
        let flexible = message.flexible.map_or_else(
            || "None".to_owned(),
            |range| format!("Some({})", range.first),
        );
        out += &format!(
            "ApiSpec {{ key: {}, name: {:?}, min: {}, max: {}, flexible_from: {flexible}, \
             unstable_latest: {} }},\n",
            message.key.unwrap_or_default(),
            message.name.trim_end_matches("Request"),
            message.versions.first,
            message.versions.last,
            message.unstable,
        );
    }
    out + "];\n"
}

/// What tests need to go through all messages.
fn listing(messages: &[Message]) -> String {
    let mut out = "//! All messages, for tests that go through them.\n//!\n//! Generated from \
                   `core/schemas` by `ci/codegen`; do not edit.\n\n\
                   use highwater_core::wire::{Message, generated};\n\n\
                   /// Something to be done with every type of message.\n\
                   pub(crate) trait Visit {\n\
                   /// Does it with one type.\n\
                   fn visit<M: Message + Clone + Default + Eq + std::hash::Hash + std::fmt::Debug>(&mut self);\n\
                   }\n\n\
                   /// Goes through all types of messages.\n\
                   pub(crate) fn for_each_message(visit: &mut impl Visit) {\n"
        .to_owned();
    for message in messages {
        out += &format!("visit.visit::<generated::{}>();\n", message.name);
    }
    out + "}\n"
}
