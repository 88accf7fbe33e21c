//! What a message definition says.

use std::fmt;

/// An inclusive range of versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions {
    /// The first version.
    pub first: i16,
    /// The last version; `i16::MAX` when the range is open.
    pub last: i16,
}

impl Versions {
    /// Reads `3`, `3-5` or `3+`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(first) = text.strip_suffix('+') {
            return Some(Self {
                first: first.parse().ok()?,
                last: i16::MAX,
            });
        }
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = Self {
            first: first.parse().ok()?,
            last: last.parse().ok()?,
        };
        (range.first <= range.last).then_some(range)
    }

    /// What both ranges have in common.
    pub fn and(self, other: Self) -> Option<Self> {
        let range = Self {
            first: self.first.max(other.first),
            last: self.last.min(other.last),
        };
        (range.first <= range.last).then_some(range)
    }

    /// The smallest range that holds both.
    pub fn hull(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        }
    }

    /// Whether `other` lies within this range.
    pub fn covers(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// Whether `version` lies within this range.
    pub fn contains(self, version: i16) -> bool {
        self.first <= version && version <= self.last
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self {
                first,
                last: i16::MAX,
            } => write!(f, "{first}+"),
            Self { first, last } if first == last => write!(f, "{first}"),
            Self { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

/// The type of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names are those of the notation.
pub enum Type {
    Bool,
    Int8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Float64,
    Uuid,
    String,
    Bytes,
    Records,
    Struct(String),
    Array(Box<Self>),
}

impl Type {
    /// Reads a type: a lower-case primitive, the name of a struct, or `[]` before either.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(item) = text.strip_prefix("[]") {
            return Some(Self::Array(Box::new(Self::parse(item)?)));
        }
        Some(match text {
            "bool" => Self::Bool,
            "int8" => Self::Int8,
            "int16" => Self::Int16,
            "uint16" => Self::Uint16,
            "int32" => Self::Int32,
            "uint32" => Self::Uint32,
            "int64" => Self::Int64,
            "float64" => Self::Float64,
            "uuid" => Self::Uuid,
            "string" => Self::String,
            "bytes" => Self::Bytes,
            "records" => Self::Records,
            name if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                Self::Struct(name.to_owned())
            }
            _ => return None,
        })
    }

    /// The struct this is, or is an array of.
    pub fn structure(&self) -> Option<&str> {
        match self {
            Self::Struct(name) => Some(name),
            Self::Array(item) => item.structure(),
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Uint16 => "uint16",
            Self::Int32 => "int32",
            Self::Uint32 => "uint32",
            Self::Int64 => "int64",
            Self::Float64 => "float64",
            Self::Uuid => "uuid",
            Self::String => "string",
            Self::Bytes => "bytes",
            Self::Records => "records",
            Self::Struct(name) => name,
            Self::Array(item) => return write!(f, "[]{item}"),
        })
    }
}

/// A field of a message or struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, as Kafka spells it.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The versions that have it.
    pub versions: Versions,
    /// The versions in which it may be null.
    pub nullable: Option<Versions>,
    /// Its tag, if it is a tagged field.
    pub tag: Option<u32>,
    /// Its default, if that is not its type's: a literal, or `null`.
    pub default: Option<String>,
    /// Whether a value may be dropped when the version lacks the field.
    pub ignorable: bool,
    /// Whether it is part of the key that tells the elements of its array apart.
    pub key: bool,
    /// Whether it keeps its old encoding in flexible versions.
    pub inflexible: bool,
    /// Whether it is Highwater's own, not Kafka's.
    pub own: bool,
    /// The fields of its struct, if that is defined here.
    pub fields: Vec<Self>,
}

/// A struct that several fields of a message share.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// The versions that have it.
    pub versions: Versions,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// What a message is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names are those of the notation.
pub enum Kind {
    Request,
    Response,
    Header,
    Data,
    CoordinatorKey,
    CoordinatorValue,
    Record,
}

/// All kinds, with the words that the notation has for them.
pub const KINDS: [(Kind, &str); 7] = [
    (Kind::Request, "request"),
    (Kind::Response, "response"),
    (Kind::Header, "header"),
    (Kind::Data, "data"),
    (Kind::CoordinatorKey, "coordinator-key"),
    (Kind::CoordinatorValue, "coordinator-value"),
    (Kind::Record, "record"),
];

impl Kind {
    /// Reads the notation's word.
    pub fn parse(text: &str) -> Option<Self> {
        KINDS
            .iter()
            .find(|(_, word)| *word == text)
            .map(|(kind, _)| *kind)
    }

    /// The notation's word.
    pub fn word(self) -> &'static str {
        KINDS
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
    }
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it is for.
    pub kind: Kind,
    /// Its name, as Kafka spells it.
    pub name: String,
    /// The api key of a request or response, or the type number of a record.
    pub key: Option<i16>,
    /// Its versions.
    pub versions: Versions,
    /// The versions with compact lengths and tagged fields.
    pub flexible: Option<Versions>,
    /// Whether the last version may still change.
    pub unstable: bool,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The structs that several of its fields share.
    pub structs: Vec<Struct>,
}
