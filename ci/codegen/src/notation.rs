//! The notation itself; `core/schemas/README.md` describes it.

use std::fmt::Write as _;

use crate::schema::{Field, Kind, Message, Struct, Type, Versions};

/// One line of a file: how deep it is indented, its number and its text.
struct Line<'a> {
    depth: usize,
    number: usize,
    text: &'a str,
}

/// Reads a file of messages.
pub fn parse(text: &str) -> Result<Vec<Message>, String> {
    let mut lines = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let number = index + 1;
        let line = raw.split('#').next().unwrap_or_default().trim_end();
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if body.is_empty() {
            continue;
        }
        if indent % 2 != 0 || body.starts_with('\t') {
            return Err(format!("line {number}: indent by two spaces a level"));
        }
        lines.push(Line {
            depth: indent / 2,
            number,
            text: body,
        });
    }
    let mut messages: Vec<Message> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let head = &lines[at];
        let end = at
            + 1
            + lines[at + 1..]
                .iter()
                .take_while(|line| line.depth > 0)
                .count();
        let fields = parse_fields(&lines[at + 1..end], 1)?;
        let fail = |what: &str| format!("line {}: {what}", head.number);
        if let Some(rest) = head.text.strip_prefix("struct ") {
            let message = messages
                .last_mut()
                .ok_or_else(|| fail("a struct needs a message"))?;
            let (name, versions) = rest.split_once(' ').ok_or_else(|| fail("no versions"))?;
            let versions = Versions::parse(versions).ok_or_else(|| fail("bad versions"))?;
            message.structs.push(Struct {
                name: name.to_owned(),
                versions,
                fields,
            });
        } else {
            messages.push(parse_head(head.text, fields).map_err(|what| fail(&what))?);
        }
        at = end;
    }
    Ok(messages)
}

fn parse_head(text: &str, fields: Vec<Field>) -> Result<Message, String> {
    let mut parts = text.split(", ");
    let (kind, name) = parts
        .next()
        .and_then(|first| first.split_once(' '))
        .ok_or_else(|| "expected a kind and a name".to_owned())?;
    let kind = Kind::parse(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let mut message = Message {
        kind,
        name: name.to_owned(),
        key: None,
        versions: Versions { first: 0, last: 0 },
        flexible: None,
        unstable: false,
        fields,
        structs: Vec::new(),
    };
    let mut versions = None;
    for part in parts {
        let bad = || format!("what is {part}?");
        match part.split_once(' ') {
            Some(("key", key)) => message.key = Some(key.parse().map_err(|_| bad())?),
            Some(("versions", range)) => versions = Some(Versions::parse(range).ok_or_else(bad)?),
            Some(("flexible", range)) => {
                message.flexible = Some(Versions::parse(range).ok_or_else(bad)?);
            }
            None if part == "unstable" => message.unstable = true,
            _ => return Err(bad()),
        }
    }
    message.versions = versions.ok_or_else(|| "no versions".to_owned())?;
    Ok(message)
}

fn parse_fields(lines: &[Line<'_>], depth: usize) -> Result<Vec<Field>, String> {
    let mut fields: Vec<Field> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        if line.depth != depth {
            return Err(format!("line {}: too deep", line.number));
        }
        let end = at
            + 1
            + lines[at + 1..]
                .iter()
                .take_while(|line| line.depth > depth)
                .count();
        let mut field =
            parse_field(line.text).map_err(|what| format!("line {}: {what}", line.number))?;
        field.fields = parse_fields(&lines[at + 1..end], depth + 1)?;
        if !field.fields.is_empty() && field.ty.structure().is_none() {
            return Err(format!("line {}: only a struct has fields", line.number));
        }
        fields.push(field);
        at = end;
    }
    Ok(fields)
}

fn parse_field(text: &str) -> Result<Field, String> {
    let (name, rest) = text
        .split_once(": ")
        .ok_or_else(|| "expected a field".to_owned())?;
    let mut parts = rest.split(", ");
    let (ty, versions) = parts
        .next()
        .and_then(|first| first.split_once(' '))
        .ok_or_else(|| "expected a type and versions".to_owned())?;
    let mut field = Field {
        name: name.to_owned(),
        ty: Type::parse(ty).ok_or_else(|| format!("no type {ty}"))?,
        versions: Versions::parse(versions).ok_or_else(|| format!("bad versions {versions}"))?,
        nullable: None,
        tag: None,
        default: None,
        ignorable: false,
        key: false,
        inflexible: false,
        own: false,
        fields: Vec::new(),
    };
    for part in parts {
        let bad = || format!("what is {part}?");
        match part.split_once(' ').unwrap_or((part, "")) {
            ("null", range) => field.nullable = Some(Versions::parse(range).ok_or_else(bad)?),
            ("tag", tag) => field.tag = Some(tag.parse().map_err(|_| bad())?),
            ("default", value) if !value.is_empty() => field.default = Some(value.to_owned()),
            ("ignorable", "") => field.ignorable = true,
            ("key", "") => field.key = true,
            ("inflexible", "") => field.inflexible = true,
            ("highwater", "") => field.own = true,
            _ => return Err(bad()),
        }
    }
    Ok(field)
}

/// Writes one message.
pub fn print(message: &Message) -> String {
    let mut out = format!("{} {}", message.kind.word(), message.name);
    if let Some(key) = message.key {
        let _ = write!(out, ", key {key}");
    }
    let _ = write!(out, ", versions {}", message.versions);
    if let Some(flexible) = message.flexible {
        let _ = write!(out, ", flexible {flexible}");
    }
    if message.unstable {
        out.push_str(", unstable");
    }
    out.push('\n');
    print_fields(&mut out, &message.fields, 1);
    for shared in &message.structs {
        let _ = writeln!(out, "struct {} {}", shared.name, shared.versions);
        print_fields(&mut out, &shared.fields, 1);
    }
    out
}

fn print_fields(out: &mut String, fields: &[Field], depth: usize) {
    for field in fields {
        let _ = write!(
            out,
            "{:width$}{}: {} {}",
            "",
            field.name,
            field.ty,
            field.versions,
            width = depth * 2
        );
        if let Some(nullable) = field.nullable {
            let _ = write!(out, ", null {nullable}");
        }
        if let Some(tag) = field.tag {
            let _ = write!(out, ", tag {tag}");
        }
        if let Some(default) = &field.default {
            let _ = write!(out, ", default {default}");
        }
        for (set, word) in [
            (field.ignorable, ", ignorable"),
            (field.key, ", key"),
            (field.inflexible, ", inflexible"),
            (field.own, ", highwater"),
        ] {
            out.push_str(if set { word } else { "" });
        }
        out.push('\n');
        print_fields(out, &field.fields, depth + 1);
    }
}
