//! The code that reads, writes and defaults one field.

use crate::layout::Layout;
use crate::message::rust_name;
use crate::schema::{Field, Message, Type, Versions};

/// A field in the place where it is generated.
pub(crate) struct Coder<'a> {
    pub(crate) field: &'a Field,
    /// Its Rust name.
    pub(crate) name: String,
    /// `Struct.field`, for errors.
    path: String,
    /// The versions in which its struct can occur.
    range: Versions,
    /// The versions of those that have it.
    present: Versions,
    /// The versions of those in which it may be null.
    nullable: Option<Versions>,
    /// The flexible versions of those in which its struct can occur.
    flexible_range: Option<Versions>,
    /// Whether its lengths are compact, as an expression.
    flexible: &'static str,
}

impl<'a> Coder<'a> {
    pub(crate) fn new(
        message: &Message,
        layout: &Layout<'_>,
        field: &'a Field,
    ) -> Result<Self, String> {
        let name = rust_name(field);
        let path = format!("{}.{name}", layout.name);
        let fail = |what: &str| Err(format!("{}: {path}: {what}", message.name));
        let Some(present) = field.versions.and(layout.range) else {
            return fail("in no version");
        };
        let nullable = field.nullable.and_then(|range| range.and(present));
        let flexible = match message.flexible {
            Some(_) if field.inflexible => "false",
            Some(range) if range.covers(layout.range) => "true",
            Some(range) if range.and(layout.range).is_some() => "flexible",
            _ => "false",
        };
        if let Type::Array(item) = &field.ty {
            match **item {
                Type::Bytes | Type::Records | Type::Array(_) => return fail("wrap it in a struct"),
                Type::Uint16 | Type::Uint32 | Type::Float64 => return fail("no such arrays yet"),
                _ => {}
            }
        }
        if field.tag.is_some() {
            if !message.flexible.is_some_and(|range| range.covers(present)) {
                return fail("tagged in versions that are not flexible");
            }
            if nullable.is_some_and(|range| range != present) {
                return fail("tagged, and nullable in some of its versions only");
            }
            if field.tag > Some(i32::MAX as u32) || layout.fields.len() > 127 {
                return fail("too many tags");
            }
        }
        if field.default.as_deref() == Some("null") && nullable.is_none() {
            return fail("null by default but not nullable");
        }
        let range = layout.range;
        let flexible_range = message.flexible.and_then(|flexible| flexible.and(range));
        Ok(Self {
            field,
            name,
            path,
            range,
            present,
            nullable,
            flexible_range,
            flexible,
        })
    }

    /// Whether it is an `Option`.
    fn optional(&self) -> bool {
        self.nullable.is_some() || self.field.ty == Type::Records
    }

    pub(crate) fn rust_type(&self) -> String {
        let inner = type_of(&self.field.ty);
        if self.optional() {
            format!("Option<{inner}>")
        } else {
            inner
        }
    }

    /// Whether its default is also that of its Rust type.
    pub(crate) fn plain_default(&self) -> bool {
        match (&self.field.default, self.optional()) {
            (None, true) => self.field.ty == Type::Records,
            (Some(default), true) => default == "null",
            (default, false) => default.is_none(),
        }
    }

    pub(crate) fn default_value(&self) -> String {
        if self.optional() && self.plain_default() {
            return "None".to_owned();
        }
        let value = match (&self.field.default, &self.field.ty) {
            (Some(default), Type::String) => format!("Str::from_static({default:?})"),
            (Some(default), _) => default.clone(),
            (None, Type::Bool) => "false".to_owned(),
            (None, Type::Float64) => "Float64(0)".to_owned(),
            (None, Type::Uuid) => "Uuid::ZERO".to_owned(),
            (None, Type::String) => "Str::default()".to_owned(),
            (None, Type::Bytes) => "Bytes::new()".to_owned(),
            (None, Type::Array(_)) => "Vec::new()".to_owned(),
            (None, Type::Struct(name)) => format!("{name}::default()"),
            (None, Type::Records) => "None".to_owned(),
            (None, _) => "0".to_owned(),
        };
        if self.optional() {
            format!("Some({value})")
        } else {
            value
        }
    }

    /// Whether the field is at its default, as an expression.
    fn is_default(&self) -> String {
        let it = format!("self.{}", self.name);
        if self.optional() {
            if self.plain_default() {
                return format!("{it}.is_none()");
            }
            return match (&self.field.default, &self.field.ty) {
                (None, Type::Struct(name)) => {
                    format!("{it}.as_ref().is_some_and(|x| *x == {name}::default())")
                }
                (None, _) => format!("{it}.as_ref().is_some_and(|x| x.is_empty())"),
                (Some(default), _) => {
                    format!("{it}.as_ref().is_some_and(|x| x.as_str() == {default:?})")
                }
            };
        }
        match (&self.field.default, &self.field.ty) {
            (Some(default), Type::String) => format!("{it}.as_str() == {default:?}"),
            (Some(_), Type::Bool) => it,
            (None, Type::Bool) => format!("!{it}"),
            (None, Type::String | Type::Bytes | Type::Array(_)) => format!("{it}.is_empty()"),
            _ => format!("{it} == {}", self.default_value()),
        }
    }

    /// The condition on a version for it to be one of `wanted`, all of which are among `given`.
    fn condition(wanted: Versions, given: Versions) -> Option<String> {
        let from = wanted.first > given.first;
        let to = wanted.last < given.last;
        match (from, to) {
            (false, false) => None,
            (true, false) => Some(format!("v >= {}", wanted.first)),
            (false, true) => Some(format!("v <= {}", wanted.last)),
            (true, true) if wanted.first == wanted.last => Some(format!("v == {}", wanted.first)),
            (true, true) => Some(format!("({}..={}).contains(&v)", wanted.first, wanted.last)),
        }
    }

    /// The expression that reads it into a struct literal; tagged fields come later.
    pub(crate) fn read(&self) -> String {
        if self.field.tag.is_some() {
            return self.default_value();
        }
        let value = match self.nullable {
            Some(nullable) => match Self::condition(nullable, self.present) {
                None => self.reading(true),
                Some(condition) => format!(
                    "if {condition} {{ {} }} else {{ Some({}) }}",
                    self.reading(true),
                    self.reading(false)
                ),
            },
            None if self.optional() => format!("Some({})", self.reading(false)),
            None => self.reading(false),
        };
        match Self::condition(self.present, self.range) {
            None => value,
            Some(condition) => {
                format!(
                    "if {condition} {{ {value} }} else {{ {} }}",
                    self.default_value()
                )
            }
        }
    }

    pub(crate) fn read_tagged(&self) -> String {
        match (&self.field.ty, self.nullable) {
            (Type::Struct(_), Some(_)) => "r.opt_tagged_part(v)?".to_owned(),
            _ if self.field.ty == Type::Records && self.nullable.is_none() => {
                format!("Some({})", self.reading(false))
            }
            _ => self.reading(self.nullable.is_some()),
        }
    }

    /// The condition for the tag to be known, among the flexible versions of the struct.
    pub(crate) fn tag_condition(&self) -> Option<String> {
        Self::condition(self.present, self.flexible_range.unwrap_or(self.range))
    }

    fn reading(&self, nullable: bool) -> String {
        let opt = if nullable { "opt_" } else { "" };
        let flexible = if self.field.tag.is_some() {
            "true"
        } else {
            self.flexible
        };
        match &self.field.ty {
            Type::Bool => "r.bool()?".to_owned(),
            Type::Int8 => "r.i8()?".to_owned(),
            Type::Int16 => "r.i16()?".to_owned(),
            Type::Uint16 => "r.u16()?".to_owned(),
            Type::Int32 => "r.i32()?".to_owned(),
            Type::Uint32 => "r.u32()?".to_owned(),
            Type::Int64 => "r.i64()?".to_owned(),
            Type::Float64 => "r.f64()?".to_owned(),
            Type::Uuid => "r.uuid()?".to_owned(),
            Type::String => format!("r.{opt}string({flexible})?"),
            Type::Bytes => format!("r.{opt}bytes({flexible})?"),
            Type::Records => format!("r.{opt}records({flexible})?"),
            Type::Struct(_) if nullable => "r.opt_part(v)?".to_owned(),
            Type::Struct(name) => format!("{name}::read(r, v)?"),
            Type::Array(item) if **item == Type::String => format!("r.{opt}strings({flexible})?"),
            Type::Array(_) => format!("r.{opt}array({flexible}, v)?"),
        }
    }

    /// The statements that write it, or refuse to; tagged fields come later.
    pub(crate) fn write(&self) -> String {
        let value = if self.field.tag.is_some() {
            String::new()
        } else {
            match self.nullable {
                Some(nullable) => match Self::condition(nullable, self.present) {
                    None => self.writing(true),
                    Some(condition) => format!(
                        "if {condition} {{ {} }} else {{ {} }}\n",
                        self.writing(true),
                        self.writing(false)
                    ),
                },
                None => self.writing(false),
            }
        };
        let condition = Self::condition(self.present, self.range);
        let refuse = format!("lacking({}, {:?}, v)?;", self.is_default(), self.path);
        match (condition, value.is_empty(), self.field.ignorable) {
            (None, ..) => value,
            (Some(_), true, true) => String::new(),
            (Some(condition), true, false) => format!("if {} {{ {refuse} }}\n", negate(&condition)),
            (Some(condition), false, true) => format!("if {condition} {{ {value} }}\n"),
            (Some(condition), false, false) => {
                format!("if {condition} {{ {value} }} else {{ {refuse} }}\n")
            }
        }
    }

    pub(crate) fn write_tagged(&self) -> String {
        let value = match (&self.field.ty, self.nullable) {
            (Type::Struct(_), Some(_)) => {
                format!("w.opt_tagged_part(v, self.{}.as_ref())?;\n", self.name)
            }
            _ => self.writing(self.nullable.is_some()),
        };
        let tag = self.field.tag.unwrap_or_default();
        let present = match self.tag_condition() {
            Some(condition) => format!("{condition} && "),
            None => String::new(),
        };
        format!(
            "if {present}{} {{ let tag = w.open_tag(&tags, {tag});\n{value} w.close_tag(tag)?; }}\n",
            negate(&self.is_default())
        )
    }

    fn writing(&self, nullable: bool) -> String {
        let flexible = if self.field.tag.is_some() {
            "true"
        } else {
            self.flexible
        };
        let it = format!("self.{}", self.name);
        let opt = if nullable { "opt_" } else { "" };
        let array = matches!(self.field.ty, Type::Array(_));
        // What a length-prefixed value is written from: an option, what must be in one, or itself.
        let from = match (nullable, self.optional()) {
            (true, _) if array => format!("{it}.as_deref()"),
            (true, _) => format!("{it}.as_ref()"),
            (false, true) if array => format!("required({it}.as_deref(), {:?})?", self.path),
            (false, true) => format!("required({it}.as_ref(), {:?})?", self.path),
            (false, false) => format!("&{it}"),
        };
        let call = match &self.field.ty {
            Type::Bool => format!("w.bool({it})"),
            Type::Int8 => format!("w.i8({it})"),
            Type::Int16 => format!("w.i16({it})"),
            Type::Uint16 => format!("w.u16({it})"),
            Type::Int32 => format!("w.i32({it})"),
            Type::Uint32 => format!("w.u32({it})"),
            Type::Int64 => format!("w.i64({it})"),
            Type::Float64 => format!("w.f64({it})"),
            Type::Uuid => format!("w.uuid({it})"),
            Type::String => format!("w.{opt}string({flexible}, {from})?"),
            Type::Bytes => format!("w.{opt}bytes({flexible}, {from})?"),
            Type::Records => format!("w.{opt}records({flexible}, {from})?"),
            Type::Struct(_) if nullable => format!("w.opt_part(v, {from})?"),
            Type::Struct(_) if self.optional() => format!("{from}.write(w, v)?"),
            Type::Struct(_) => format!("{it}.write(w, v)?"),
            Type::Array(item) if **item == Type::String => {
                format!("w.{opt}strings({flexible}, {from})?")
            }
            Type::Array(_) => format!("w.{opt}array({flexible}, v, {from})?"),
        };
        call + ";\n"
    }
}

/// The opposite of one of the conditions that this file makes.
fn negate(condition: &str) -> String {
    if let Some(rest) = condition.strip_prefix('!') {
        rest.to_owned()
    } else if let Some(option) = condition.strip_suffix(".is_none()") {
        format!("{option}.is_some()")
    } else if condition.contains(" == ") && !condition.contains("|x|") {
        condition.replacen(" == ", " != ", 1)
    } else if let Some(first) = condition.strip_prefix("v >= ") {
        format!("v < {first}")
    } else if let Some(last) = condition.strip_prefix("v <= ") {
        format!("v > {last}")
    } else {
        format!("!{condition}")
    }
}

fn type_of(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int8 => "i8".to_owned(),
        Type::Int16 => "i16".to_owned(),
        Type::Uint16 => "u16".to_owned(),
        Type::Int32 => "i32".to_owned(),
        Type::Uint32 => "u32".to_owned(),
        Type::Int64 => "i64".to_owned(),
        Type::Float64 => "Float64".to_owned(),
        Type::Uuid => "Uuid".to_owned(),
        Type::String => "Str".to_owned(),
        Type::Bytes => "Bytes".to_owned(),
        Type::Records => "Records".to_owned(),
        Type::Struct(name) => name.clone(),
        Type::Array(item) => format!("Vec<{}>", type_of(item)),
    }
}
