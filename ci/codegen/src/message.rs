//! The Rust module of one message.

use std::fmt::Write as _;

use crate::field::Coder;
use crate::layout::{Layout, layouts, least};
use crate::names::{field as field_name, snake};
use crate::schema::{Field, Kind, Message, Versions};

/// Types that generated modules import, which therefore no struct may be called.
const IMPORTS: [&str; 11] = [
    "Float64",
    "Message",
    "Part",
    "Reader",
    "Records",
    "Request",
    "Str",
    "Uuid",
    "WireError",
    "Writer",
    "Bytes",
];

/// The module of `message`, one of `all`, not yet formatted.
pub(crate) fn module(message: &Message, all: &[Message]) -> Result<String, String> {
    let structs = layouts(message)?;
    if let Some(name) = structs.iter().find(|s| IMPORTS.contains(&s.name)) {
        return Err(format!("{}: {} is taken", message.name, name.name));
    }
    let mut body = String::new();
    for layout in &structs {
        structure(&mut body, message, &structs, layout)?;
    }
    constants(&mut body, message, all)?;
    let mut out = format!(
        "//! {}\n//!\n//! Generated from `core/schemas` by `ci/codegen`; do not edit.\n\n",
        facts(message)
    );
    imports(&mut out, &body);
    Ok(out + &body)
}

/// What there is to say about a message.
fn facts(message: &Message) -> String {
    let mut out = format!("`{}`", message.name);
    if let Some(key) = message.key {
        let kind = match message.kind {
            Kind::Request | Kind::Response => "api",
            Kind::CoordinatorKey | Kind::CoordinatorValue => "coordinator record",
            _ => "record",
        };
        let _ = write!(out, ", {kind} key {key}");
    }
    let _ = write!(out, ", {}", versions(message.versions));
    if let Some(flexible) = message.flexible {
        let _ = write!(out, ", flexible {flexible}");
    }
    if message.unstable {
        out.push_str(", the last unstable");
    }
    out + "."
}

fn versions(range: Versions) -> String {
    let plural = if range.first == range.last { "" } else { "s" };
    format!("version{plural} {range}")
}

fn imports(out: &mut String, body: &str) {
    let std = [("vec::Vec", "Vec"), ("boxed::Box", "Box")];
    for (path, _) in std.iter().filter(|(_, name)| uses(body, name)) {
        let _ = writeln!(out, "use alloc::{path};");
    }
    if uses(body, "Bytes") {
        out.push_str("\nuse bytes::Bytes;\n");
    }
    let ours = IMPORTS
        .iter()
        .filter(|name| **name != "Bytes" && uses(body, name));
    let ours: Vec<&str> = ours.copied().collect();
    let _ = writeln!(out, "\nuse crate::wire::{{{}}};", ours.join(", "));
    let checks = ["lacking", "required"]
        .into_iter()
        .filter(|name| uses(body, name));
    let checks: Vec<&str> = checks.collect();
    if !checks.is_empty() {
        let _ = writeln!(out, "use crate::wire::message::{{{}}};", checks.join(", "));
    }
    out.push('\n');
}

/// Whether code has this identifier in it.
fn uses(code: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    code.lines()
        .filter(|line| !line.trim_start().starts_with("///"))
        .any(|line| {
            line.match_indices(name).any(|(at, _)| {
                !line[..at].ends_with(inside) && !line[at + name.len()..].starts_with(inside)
            })
        })
}

fn structure(
    out: &mut String,
    message: &Message,
    all: &[Layout<'_>],
    layout: &Layout<'_>,
) -> Result<(), String> {
    let top = layout.name == message.name;
    let mut coders = Vec::new();
    for field in &layout.fields {
        coders.push(Coder::new(message, layout, field)?);
    }
    let doc = if top {
        facts(message)
    } else {
        format!(
            "`{}` of `{}`, {}.",
            layout.name,
            message.name,
            versions(layout.range)
        )
    };
    let plain = coders.iter().all(Coder::plain_default);
    let _ = writeln!(out, "/// {doc}");
    let default = if plain { ", Default" } else { "" };
    let _ = writeln!(out, "#[derive(Clone, PartialEq, Eq, Hash, Debug{default})]");
    let _ = writeln!(out, "pub struct {} {{", layout.name);
    for coder in &coders {
        let _ = writeln!(out, "/// {}", field_facts(coder.field));
        let _ = writeln!(out, "pub {}: {},", coder.name, coder.rust_type());
    }
    out.push_str("}\n\n");
    if !plain {
        let _ = writeln!(
            out,
            "impl Default for {} {{\nfn default() -> Self {{ Self {{",
            layout.name
        );
        for coder in &coders {
            let _ = writeln!(out, "{}: {},", coder.name, coder.default_value());
        }
        out.push_str("} } }\n\n");
    }
    let flexible = flexible(message, layout.range);
    let read = read(&coders, &flexible);
    let write = write(&coders, &flexible);
    let arg = |code: &str, name: &str| {
        if uses(code, name) {
            name.to_owned()
        } else {
            "_".to_owned()
        }
    };
    let _ = writeln!(
        out,
        "impl Part for {name} {{\nconst LEAST: usize = {least};\n\n\
         fn read({r}: &mut Reader, {rv}: i16) -> Result<Self, WireError> {{\n{read}}}\n\n\
         fn write(&self, {w}: &mut Writer, {wv}: i16) -> Result<(), WireError> {{\n{write}}}\n}}\n",
        name = layout.name,
        least = least(message, all, layout.name),
        r = arg(&read, "r"),
        rv = arg(&read, "v"),
        w = arg(&write, "w"),
        wv = arg(&write, "v"),
    );
    Ok(())
}

fn field_facts(field: &Field) -> String {
    let mut out = if field.versions.first == field.versions.last {
        format!("Version {}", field.versions)
    } else {
        format!("Versions {}", field.versions)
    };
    match field.nullable {
        Some(range) if range.covers(field.versions) => out.push_str(", nullable"),
        Some(range) => {
            let _ = write!(out, ", nullable in {range}");
        }
        None => {}
    }
    if let Some(tag) = field.tag {
        let _ = write!(out, ", tag {tag}");
    }
    if let Some(default) = &field.default {
        let _ = write!(out, ", default {default}");
    }
    if field.ignorable {
        out.push_str(", ignorable");
    }
    if field.key {
        out.push_str(", key of its array");
    }
    out.push('.');
    if field.own {
        out.push_str(" Highwater's own.");
    }
    out
}

/// Whether versions in `range` are flexible, as an expression.
fn flexible(message: &Message, range: Versions) -> String {
    match message.flexible {
        None => "false".to_owned(),
        Some(flexible) if flexible.covers(range) => "true".to_owned(),
        Some(flexible) if flexible.and(range).is_none() => "false".to_owned(),
        Some(flexible) => format!("v >= {}", flexible.first),
    }
}

fn with_flexible(body: String, flexible: &str) -> String {
    let varies = flexible.starts_with('v');
    if varies && uses(&body, "flexible") {
        format!("let flexible = {flexible};\n{body}")
    } else {
        body
    }
}

fn read(coders: &[Coder<'_>], flexible: &str) -> String {
    let mut body = String::new();
    let tagged: Vec<&Coder<'_>> = coders.iter().filter(|c| c.field.tag.is_some()).collect();
    let literal = |body: &mut String| {
        for coder in coders {
            let _ = writeln!(body, "{}: {},", coder.name, coder.read());
        }
    };
    if tagged.is_empty() {
        match flexible {
            "false" => {
                body.push_str("Ok(Self {");
                literal(&mut body);
                body.push_str("})\n");
                return with_flexible(body, flexible);
            }
            _ => {
                body.push_str("let it = Self {");
                literal(&mut body);
                body.push_str("};\n");
                body.push_str(&only_if(flexible, "r.skip_tags()?;\n"));
                body.push_str("Ok(it)\n");
            }
        }
        return with_flexible(body, flexible);
    }
    body.push_str("let mut it = Self {");
    literal(&mut body);
    body.push_str("};\n");
    let mut tags = "let mut tags = r.tags()?;\n\
                    while let Some(tag) = r.tag(&mut tags)? {\nmatch tag {\n"
        .to_owned();
    for coder in tagged {
        let guard = match coder.tag_condition() {
            Some(condition) => format!(" if {condition}"),
            None => String::new(),
        };
        let tag = coder.field.tag.unwrap_or_default();
        let _ = writeln!(
            tags,
            "{tag}{guard} => it.{} = {},",
            coder.name,
            coder.read_tagged()
        );
    }
    tags.push_str("_ => r.skip_tag(),\n}\n}\n");
    body.push_str(&only_if(flexible, &tags));
    body.push_str("Ok(it)\n");
    with_flexible(body, flexible)
}

fn only_if(flexible: &str, code: &str) -> String {
    match flexible {
        "true" => code.to_owned(),
        "false" => String::new(),
        _ => format!("if flexible {{\n{code}}}\n"),
    }
}

fn write(coders: &[Coder<'_>], flexible: &str) -> String {
    let mut body = String::new();
    for coder in coders {
        body.push_str(&coder.write());
    }
    let mut tagged: Vec<&Coder<'_>> = coders.iter().filter(|c| c.field.tag.is_some()).collect();
    tagged.sort_by_key(|coder| coder.field.tag);
    if tagged.is_empty() {
        body.push_str(&only_if(flexible, "w.no_tags();\n"));
    } else {
        let mut tags = "let tags = w.open_tags();\n".to_owned();
        for coder in tagged {
            tags.push_str(&coder.write_tagged());
        }
        body.push_str(&only_if(flexible, &tags));
    }
    body.push_str("Ok(())\n");
    with_flexible(body, flexible)
}

fn constants(out: &mut String, message: &Message, all: &[Message]) -> Result<(), String> {
    let flexible = message.flexible.map_or_else(
        || "None".to_owned(),
        |range| format!("Some({})", range.first),
    );
    // Only requests say so, but the response of an unstable version is no more stable.
    let twin = all.iter().find(|twin| {
        twin.kind == Kind::Request && message.kind == Kind::Response && twin.key == message.key
    });
    let unstable = message.unstable || twin.is_some_and(|twin| twin.unstable);
    let name = &message.name;
    let _ = writeln!(
        out,
        "impl Message for {name} {{\nconst NAME: &'static str = {name:?};\n\
         const MIN_VERSION: i16 = {};\nconst MAX_VERSION: i16 = {};\n\
         const FLEXIBLE_FROM: Option<i16> = {flexible};\n{}}}\n",
        message.versions.first,
        message.versions.last,
        if unstable {
            "const UNSTABLE_LATEST: bool = true;\n"
        } else {
            ""
        },
    );
    let Some(key) = message.key else {
        return Ok(());
    };
    match message.kind {
        Kind::Request => {
            let response = all
                .iter()
                .find(|other| other.kind == Kind::Response && other.key == message.key)
                .ok_or_else(|| format!("{name} has no response"))?;
            if response.versions != message.versions || response.flexible != message.flexible {
                return Err(format!("{name} and its response differ in versions"));
            }
            let _ = writeln!(
                out,
                "impl Request for {name} {{\nconst API_KEY: i16 = {key};\n\
                 type Response = super::{}::{};\n}}",
                snake(&response.name),
                response.name
            );
        }
        Kind::Response | Kind::Header | Kind::Data => {}
        Kind::CoordinatorKey | Kind::CoordinatorValue | Kind::Record => {
            let _ = writeln!(
                out,
                "impl {name} {{\n/// The number that tells this record from others of its log.\n\
                 pub const RECORD_KEY: i16 = {key};\n}}"
            );
        }
    }
    Ok(())
}

/// The Rust name of a field.
pub(crate) fn rust_name(field: &Field) -> String {
    field_name(&field.name)
}

#[cfg(test)]
mod tests {
    use super::module;
    use crate::notation::parse;

    fn generated(text: &str) -> Result<String, String> {
        let messages = parse(text).unwrap();
        module(&messages[0], &messages)
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, error) in [
            ("data A, versions 0\n  X: B 0", "A: no struct B"),
            (
                "data A, versions 0\n  X: Str 0\n    Y: int8 0",
                "A: Str is taken",
            ),
            (
                "data A, versions 0\n  X: A 0\n    Y: int8 0",
                "A: two structs are called A",
            ),
            (
                "data A, versions 0\n  X: B 0\nstruct B 0\n  Y: []B 0",
                "A: A nests in itself",
            ),
            (
                "data A, versions 0\n  X: int8 0, tag 0",
                "A: A.x: tagged in versions that are not flexible",
            ),
            (
                "data A, versions 0\n  X: string 0, default null",
                "A: A.x: null by default but not nullable",
            ),
            (
                "data A, versions 0\n  X: []bytes 0",
                "A: A.x: wrap it in a struct",
            ),
            ("request A, key 1, versions 0", "A has no response"),
            (
                "request A, key 1, versions 0\nresponse B, key 1, versions 0-1",
                "A and its response differ in versions",
            ),
        ] {
            assert_eq!(generated(text).unwrap_err(), error, "{text}");
        }
    }

    #[test]
    fn only_what_varies_is_asked_about() {
        let text = "data A, versions 2-4, flexible 3+\n  \
                    X: int8 0+\n  Y: int8 3+\n  Z: int8 0-2, ignorable\n  T: int8 4+, tag 0";
        let code = generated(text).unwrap();
        for part in [
            "x: r.i8()?",
            "y: if v >= 3 { r.i8()? } else { 0 }",
            "z: if v <= 2 { r.i8()? } else { 0 }",
            "0 if v >= 4 => it.t = r.i8()?",
            "let flexible = v >= 3;",
            "lacking(self.y == 0, \"A.y\", v)?",
            "if v < 4 { lacking(self.t == 0, \"A.t\", v)?; }",
        ] {
            assert!(code.contains(part), "{part} in {code}");
        }
        assert!(!code.contains("A.z"));
    }
}
