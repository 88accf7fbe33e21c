//! The structs of a message, each with the versions in which it can occur.

use std::collections::BTreeMap;

use crate::schema::{Field, Message, Type, Versions};

/// A struct as it will be generated.
#[derive(Debug)]
pub struct Layout<'a> {
    /// Its name.
    pub name: &'a str,
    /// The versions of the message in which it can occur.
    pub range: Versions,
    /// Its fields, without those that none of these versions has.
    pub fields: Vec<&'a Field>,
}

/// The structs of `message`, the message itself first, the others in order of appearance.
pub fn layouts(message: &Message) -> Result<Vec<Layout<'_>>, String> {
    let mut ranges: BTreeMap<&str, Versions> = BTreeMap::new();
    visit(message, &message.fields, message.versions, &mut ranges);
    let mut out = vec![layout(&message.name, &message.fields, message.versions)];
    let mut queue: Vec<&Field> = message.fields.iter().rev().collect();
    let shared = message
        .structs
        .iter()
        .flat_map(|shared| shared.fields.iter().rev());
    queue.splice(0..0, shared);
    let mut inline = Vec::new();
    while let Some(field) = queue.pop() {
        if let (Some(name), false) = (field.ty.structure(), field.fields.is_empty()) {
            inline.push((name, &field.fields));
        }
        queue.extend(field.fields.iter().rev());
    }
    let shared = message
        .structs
        .iter()
        .map(|shared| (shared.name.as_str(), &shared.fields));
    for (name, fields) in inline.into_iter().chain(shared) {
        if out.iter().any(|layout| layout.name == name) {
            return Err(format!("{}: two structs are called {name}", message.name));
        }
        // A struct that only versions which are gone had.
        if let Some(range) = ranges.get(name) {
            out.push(layout(name, fields, *range));
        }
    }
    for name in ranges.keys() {
        if !out.iter().any(|layout| layout.name == *name) {
            return Err(format!("{}: no struct {name}", message.name));
        }
    }
    for layout in &out {
        if depth(&out, layout, 0).is_none() {
            return Err(format!("{}: {} nests in itself", message.name, layout.name));
        }
    }
    Ok(out)
}

/// How deep the structs within `layout` nest; `None` if there is no end to it.
fn depth(all: &[Layout<'_>], layout: &Layout<'_>, above: usize) -> Option<usize> {
    let inner = layout
        .fields
        .iter()
        .filter_map(|field| field.ty.structure());
    let inner = inner.filter_map(|name| all.iter().find(|layout| layout.name == name));
    let mut deepest = above;
    for layout in inner {
        if above > all.len() {
            return None;
        }
        deepest = deepest.max(depth(all, layout, above + 1)?);
    }
    Some(deepest)
}

fn layout<'a>(name: &'a str, fields: &'a [Field], range: Versions) -> Layout<'a> {
    let fields = fields
        .iter()
        .filter(|field| field.versions.and(range).is_some())
        .collect();
    Layout {
        name,
        range,
        fields,
    }
}

fn visit<'a>(
    message: &'a Message,
    fields: &'a [Field],
    range: Versions,
    ranges: &mut BTreeMap<&'a str, Versions>,
) {
    for field in fields {
        let (Some(name), Some(range)) = (field.ty.structure(), field.versions.and(range)) else {
            continue;
        };
        let known = ranges.get(name).copied();
        let hull = known.map_or(range, |known| known.hull(range));
        if known == Some(hull) {
            continue;
        }
        ranges.insert(name, hull);
        let shared = message.structs.iter().find(|shared| shared.name == name);
        let inner = shared.map_or(&field.fields, |shared| &shared.fields);
        visit(message, inner, hull, ranges);
    }
}

/// The fewest bytes that a struct takes in any of its versions.
pub fn least(message: &Message, all: &[Layout<'_>], name: &str) -> usize {
    let Some(layout) = all.iter().find(|layout| layout.name == name) else {
        return 1;
    };
    let sizes = (layout.range.first..=layout.range.last).map(|version| {
        let flexible = message
            .flexible
            .is_some_and(|range| range.contains(version));
        let here = |field: &&&Field| field.tag.is_none() && field.versions.contains(version);
        let fields: usize = layout
            .fields
            .iter()
            .filter(here)
            .map(|field| {
                let nullable = field.nullable.is_some_and(|range| range.contains(version));
                size(
                    message,
                    all,
                    &field.ty,
                    flexible && !field.inflexible,
                    nullable,
                )
            })
            .sum();
        fields + usize::from(flexible)
    });
    sizes.min().unwrap_or(1).max(1)
}

fn size(message: &Message, all: &[Layout<'_>], ty: &Type, flexible: bool, nullable: bool) -> usize {
    match ty {
        Type::Bool | Type::Int8 => 1,
        Type::Int16 | Type::Uint16 => 2,
        Type::Int32 | Type::Uint32 => 4,
        Type::Int64 | Type::Float64 => 8,
        Type::Uuid => 16,
        Type::String | Type::Bytes | Type::Records | Type::Array(_) if flexible => 1,
        Type::String => 2,
        Type::Bytes | Type::Records | Type::Array(_) => 4,
        Type::Struct(_) if nullable => 1,
        Type::Struct(name) => least(message, all, name),
    }
}
