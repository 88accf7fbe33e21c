//! Random valid frames, straight from the notation.
//!
//! Tests decode and encode them. They share nothing with the generated code but the notation, so
//! that a mistake of the generator does not hide behind itself.

use crate::schema::{Field, Message, Type};

/// A small seeded generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// What a frame is made with.
struct Sampler<'a> {
    message: &'a Message,
    version: i16,
    flexible: bool,
    rng: Rng,
    /// Puts tagged fields in that no version knows, if there.
    strange: Option<Rng>,
}

/// A frame of `message` as Kafka would write it: tagged fields in order, and none at its default.
pub fn frame(message: &Message, version: i16, seed: u64) -> Vec<u8> {
    sample(message, version, seed, None)
}

/// The same as [`frame`], with tagged fields added that no version knows.
pub fn strange_frame(message: &Message, version: i16, seed: u64) -> Vec<u8> {
    sample(message, version, seed, Some(Rng(!seed)))
}

fn sample(message: &Message, version: i16, seed: u64, strange: Option<Rng>) -> Vec<u8> {
    let flexible = message
        .flexible
        .is_some_and(|range| range.contains(version));
    let mut sampler = Sampler {
        message,
        version,
        flexible,
        rng: Rng(seed),
        strange,
    };
    let mut out = Vec::new();
    sampler.fields(&mut out, &message.fields, 0);
    out
}

impl Sampler<'_> {
    fn fields(&mut self, out: &mut Vec<u8>, fields: &[Field], depth: u32) {
        let here = |field: &&Field| field.versions.contains(self.version);
        let fields: Vec<&Field> = fields.iter().filter(here).collect();
        for field in fields.iter().filter(|field| field.tag.is_none()) {
            self.value(out, field, depth);
        }
        if !self.flexible {
            return;
        }
        let mut tagged: Vec<(u32, Vec<u8>)> = Vec::new();
        for field in fields {
            let Some(tag) = field.tag else { continue };
            let mut bytes = Vec::new();
            self.value(&mut bytes, field, depth);
            // Kept at random, but drawn in any case.
            if self.rng.once_in(2) && bytes != self.default_bytes(field) {
                tagged.push((tag, bytes));
            }
        }
        if let Some(rng) = &mut self.strange {
            for _ in 0..rng.below(3) {
                let tag = 100_000 + tagged.len() as u32 * 7;
                tagged.push((tag, vec![0xee; rng.below(200) as usize]));
            }
        }
        tagged.sort();
        varint(out, tagged.len() as u32);
        for (tag, bytes) in tagged {
            varint(out, tag);
            varint(out, bytes.len() as u32);
            out.extend(bytes);
        }
    }

    fn nullable(&self, field: &Field) -> bool {
        field
            .nullable
            .is_some_and(|range| range.contains(self.version))
    }

    fn compact(&self, field: &Field) -> bool {
        self.flexible && !field.inflexible
    }

    fn value(&mut self, out: &mut Vec<u8>, field: &Field, depth: u32) {
        if self.nullable(field) && self.rng.once_in(4) {
            self.null(out, field);
            return;
        }
        match &field.ty {
            Type::Array(item) => {
                // Few elements, fewer the deeper; now and then enough for a longer varint.
                let scalar = field.fields.is_empty();
                let count = match depth {
                    0 | 1 if scalar && self.rng.once_in(8) => 120 + self.rng.below(20),
                    0 | 1 => self.rng.below(4),
                    _ => self.rng.below(3),
                };
                length(out, self.compact(field), Some(count as usize), 4);
                for _ in 0..count {
                    self.single(out, item, field, depth + 1);
                }
            }
            Type::Struct(_) if self.nullable(field) => {
                out.push(1);
                self.single(out, &field.ty, field, depth + 1);
            }
            ty => self.single(out, ty, field, depth + 1),
        }
    }

    fn single(&mut self, out: &mut Vec<u8>, ty: &Type, field: &Field, depth: u32) {
        let compact = self.compact(field);
        match ty {
            Type::String => {
                let text = self.text();
                length(out, compact, Some(text.len()), 2);
                out.extend(text.as_bytes());
            }
            Type::Bytes | Type::Records => {
                let long = self.rng.once_in(8);
                let len = self.rng.below(if long { 300 } else { 12 });
                length(out, compact, Some(len as usize), 4);
                out.extend((0..len).map(|_| self.rng.bits() as u8));
            }
            Type::Struct(name) => {
                let shared = self
                    .message
                    .structs
                    .iter()
                    .find(|shared| shared.name == *name);
                let fields = shared.map_or(&field.fields, |shared| &shared.fields);
                self.fields(out, fields, depth);
            }
            Type::Bool => out.push(self.rng.below(2) as u8),
            Type::Array(_) => {}
            fixed => {
                let value = match self.rng.below(4) {
                    0 => 0,
                    1 => u64::MAX,
                    _ => self.rng.bits(),
                };
                let bytes = value.to_be_bytes();
                match width(fixed) {
                    16 => out.extend([bytes, bytes].concat()),
                    width => out.extend(&bytes[8 - width..]),
                }
            }
        }
    }

    fn text(&mut self) -> String {
        let len = if self.rng.once_in(10) {
            60 + self.rng.below(10)
        } else {
            self.rng.below(6)
        };
        let alphabet = ['a', 'Z', '0', '-', '\0', 'é', '€', '🌊'];
        (0..len)
            .map(|_| alphabet[self.rng.below(8) as usize])
            .collect()
    }

    fn null(&self, out: &mut Vec<u8>, field: &Field) {
        match field.ty {
            Type::Struct(_) if field.tag.is_some() => out.push(0),
            Type::Struct(_) => out.push(0xff),
            Type::String => length(out, self.compact(field), None, 2),
            _ => length(out, self.compact(field), None, 4),
        }
    }

    /// How the field's default is written.
    fn default_bytes(&self, field: &Field) -> Vec<u8> {
        let mut out = Vec::new();
        let default = field.default.as_deref();
        if default == Some("null") || (field.ty == Type::Records && default.is_none()) {
            self.null(&mut out, field);
            return out;
        }
        match &field.ty {
            Type::Array(_) | Type::Bytes | Type::Records => {
                length(&mut out, self.compact(field), Some(0), 4);
            }
            Type::String => {
                let text = default.unwrap_or_default();
                length(&mut out, self.compact(field), Some(text.len()), 2);
                out.extend(text.as_bytes());
            }
            Type::Struct(name) => {
                if self.nullable(field) {
                    out.push(1);
                }
                let shared = self
                    .message
                    .structs
                    .iter()
                    .find(|shared| shared.name == *name);
                let fields = shared.map_or(&field.fields, |shared| &shared.fields);
                for field in fields {
                    if field.tag.is_none() && field.versions.contains(self.version) {
                        out.extend(self.default_bytes(field));
                    }
                }
                if self.flexible {
                    out.push(0);
                }
            }
            fixed => {
                let value = match default {
                    None => 0,
                    Some("true") => 1,
                    Some(text) => number(text),
                };
                let bytes = i128::from(value).to_be_bytes();
                out.extend(&bytes[16 - width(fixed)..]);
            }
        }
        out
    }
}

fn number(text: &str) -> i64 {
    match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).unwrap_or_default(),
        None => text.parse().unwrap_or_default(),
    }
}

fn width(ty: &Type) -> usize {
    match ty {
        Type::Int16 | Type::Uint16 => 2,
        Type::Int32 | Type::Uint32 => 4,
        Type::Int64 | Type::Float64 => 8,
        Type::Uuid => 16,
        _ => 1,
    }
}

fn length(out: &mut Vec<u8>, compact: bool, len: Option<usize>, width: usize) {
    if compact {
        varint(out, len.map_or(0, |len| len as u32 + 1));
    } else {
        let bytes = len.map_or(-1, |len| len as i64).to_be_bytes();
        out.extend(&bytes[8 - width..]);
    }
}

fn varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
