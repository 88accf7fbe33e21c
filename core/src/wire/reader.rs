//! Decoding of primitives from one frame, within a memory budget.

use alloc::vec::Vec;
use core::mem::size_of;

use bytes::Bytes;

use super::{Float64, Part, Records, Str, Uuid, WireError};

/// A frame being decoded.
///
/// `flexible` says, wherever it is a parameter, whether the version in hand is a flexible one
/// (KIP-482): lengths are then unsigned varints of the length plus one. After an error, what else
/// the reader yields means nothing.
#[derive(Debug)]
pub struct Reader {
    frame: Bytes,
    at: usize,
    /// Where the frame ends or, within a tagged field, where that does.
    end: usize,
    budget: usize,
}

/// The tagged fields of one struct, as far as they have been read.
#[derive(Debug)]
pub struct Tags {
    left: u32,
    /// The end to go back to once the field in hand is read.
    outer: usize,
    /// Whether there is a field in hand. The ends alone do not tell: a field may be the last thing
    /// in its frame.
    open: bool,
}

impl Reader {
    /// Reads `frame`, allocating at most `budget` bytes for the elements of arrays, which is all
    /// that decoding allocates.
    pub fn new(frame: Bytes, budget: usize) -> Self {
        let end = frame.len();
        Self {
            frame,
            at: 0,
            end,
            budget,
        }
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.end - self.at
    }

    /// Whether no bytes are left.
    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// How much of the budget is left, in bytes.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Checks that no bytes are left.
    pub fn finish(&self) -> Result<(), WireError> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(WireError::Trailing)
        }
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let rest = &self.frame[self.at..self.end];
        let bytes = rest.first_chunk::<N>().ok_or(WireError::Truncated)?;
        self.at += N;
        Ok(*bytes)
    }

    /// Takes the next `len` bytes, without copying them.
    pub fn take(&mut self, len: usize) -> Result<Bytes, WireError> {
        if len > self.remaining() {
            return Err(WireError::Truncated);
        }
        let start = self.at;
        self.at += len;
        Ok(self.frame.slice(start..self.at))
    }

    /// A boolean: any byte but 0 is true.
    pub fn bool(&mut self) -> Result<bool, WireError> {
        Ok(self.i8()? != 0)
    }

    /// A signed byte.
    pub fn i8(&mut self) -> Result<i8, WireError> {
        self.fixed().map(i8::from_be_bytes)
    }

    /// Two bytes, big-endian.
    pub fn i16(&mut self) -> Result<i16, WireError> {
        self.fixed().map(i16::from_be_bytes)
    }

    /// Two bytes, big-endian and unsigned.
    pub fn u16(&mut self) -> Result<u16, WireError> {
        self.fixed().map(u16::from_be_bytes)
    }

    /// Four bytes, big-endian.
    pub fn i32(&mut self) -> Result<i32, WireError> {
        self.fixed().map(i32::from_be_bytes)
    }

    /// Four bytes, big-endian and unsigned.
    pub fn u32(&mut self) -> Result<u32, WireError> {
        self.fixed().map(u32::from_be_bytes)
    }

    /// Eight bytes, big-endian.
    pub fn i64(&mut self) -> Result<i64, WireError> {
        self.fixed().map(i64::from_be_bytes)
    }

    /// A double, by its bits.
    pub fn f64(&mut self) -> Result<Float64, WireError> {
        self.fixed().map(u64::from_be_bytes).map(Float64)
    }

    /// Sixteen bytes.
    pub fn uuid(&mut self) -> Result<Uuid, WireError> {
        self.fixed().map(Uuid)
    }

    /// An unsigned varint of at most 32 bits, least significant group first.
    pub fn varint(&mut self) -> Result<u32, WireError> {
        let mut value = 0;
        for shift in [0, 7, 14, 21, 28] {
            let [byte] = self.fixed()?;
            if shift == 28 && byte > 0x0f {
                return Err(WireError::Varint);
            }
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(WireError::Varint)
    }

    /// A length or count that is four bytes wide when not compact; `None` is null.
    fn length(&mut self, flexible: bool) -> Result<Option<usize>, WireError> {
        if flexible {
            let plus_one = self.varint()?;
            return Ok(plus_one.checked_sub(1).map(|len| len as usize));
        }
        match self.i32()? {
            -1 => Ok(None),
            len => usize::try_from(len)
                .map(Some)
                .map_err(|_| WireError::Length),
        }
    }

    /// A string that may be null.
    pub fn opt_string(&mut self, flexible: bool) -> Result<Option<Str>, WireError> {
        let len = if flexible {
            self.length(true)?
        } else {
            match self.i16()? {
                -1 => None,
                len => Some(usize::try_from(len).map_err(|_| WireError::Length)?),
            }
        };
        match len {
            None => Ok(None),
            Some(len) if len > i16::MAX as usize => Err(WireError::Length),
            Some(len) => Str::from_utf8(self.take(len)?).map(Some),
        }
    }

    /// A string.
    pub fn string(&mut self, flexible: bool) -> Result<Str, WireError> {
        self.opt_string(flexible)?.ok_or(WireError::UnexpectedNull)
    }

    /// Bytes that may be null.
    pub fn opt_bytes(&mut self, flexible: bool) -> Result<Option<Bytes>, WireError> {
        match self.length(flexible)? {
            None => Ok(None),
            Some(len) => self.take(len).map(Some),
        }
    }

    /// Bytes.
    pub fn bytes(&mut self, flexible: bool) -> Result<Bytes, WireError> {
        self.opt_bytes(flexible)?.ok_or(WireError::UnexpectedNull)
    }

    /// Record batches that may be null.
    pub fn opt_records(&mut self, flexible: bool) -> Result<Option<Records>, WireError> {
        Ok(self.opt_bytes(flexible)?.map(Records::Inline))
    }

    /// Record batches.
    pub fn records(&mut self, flexible: bool) -> Result<Records, WireError> {
        self.bytes(flexible).map(Records::Inline)
    }

    /// A struct that may be null.
    pub fn opt_part<T: Part>(&mut self, version: i16) -> Result<Option<T>, WireError> {
        if self.i8()? < 0 {
            Ok(None)
        } else {
            T::read(self, version).map(Some)
        }
    }

    /// A struct that may be null and is a tagged field, for which Kafka marks null differently.
    pub fn opt_tagged_part<T: Part>(&mut self, version: i16) -> Result<Option<T>, WireError> {
        if self.varint()? == 0 {
            Ok(None)
        } else {
            T::read(self, version).map(Some)
        }
    }

    /// The count of an array whose elements take at least `least` bytes each on the wire and
    /// `size` bytes each in memory, which it draws from the budget.
    fn count(
        &mut self,
        flexible: bool,
        least: usize,
        size: usize,
    ) -> Result<Option<usize>, WireError> {
        let Some(count) = self.length(flexible)? else {
            return Ok(None);
        };
        if count > self.remaining() / least {
            return Err(WireError::Length);
        }
        let cost = count.checked_mul(size).ok_or(WireError::Budget)?;
        self.budget = self.budget.checked_sub(cost).ok_or(WireError::Budget)?;
        Ok(Some(count))
    }

    /// An array that may be null, of structs or of fixed-size values.
    pub fn opt_array<T: Part>(
        &mut self,
        flexible: bool,
        version: i16,
    ) -> Result<Option<Vec<T>>, WireError> {
        let Some(count) = self.count(flexible, T::LEAST, size_of::<T>())? else {
            return Ok(None);
        };
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(T::read(self, version)?);
        }
        Ok(Some(items))
    }

    /// An array of structs or of fixed-size values.
    pub fn array<T: Part>(&mut self, flexible: bool, version: i16) -> Result<Vec<T>, WireError> {
        self.opt_array(flexible, version)?
            .ok_or(WireError::UnexpectedNull)
    }

    /// An array of strings that may be null.
    pub fn opt_strings(&mut self, flexible: bool) -> Result<Option<Vec<Str>>, WireError> {
        let least = if flexible { 1 } else { 2 };
        let Some(count) = self.count(flexible, least, size_of::<Str>())? else {
            return Ok(None);
        };
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(self.string(flexible)?);
        }
        Ok(Some(items))
    }

    /// An array of strings.
    pub fn strings(&mut self, flexible: bool) -> Result<Vec<Str>, WireError> {
        self.opt_strings(flexible)?.ok_or(WireError::UnexpectedNull)
    }

    /// Opens the tagged fields of a struct; [`Reader::tag`] then steps through them.
    pub fn tags(&mut self) -> Result<Tags, WireError> {
        Ok(Tags {
            left: self.varint()?,
            outer: self.end,
            open: false,
        })
    }

    /// The next tagged field's tag, if there is one more; until the next call, the reader ends
    /// where that field does. The field before must have been read or skipped to its end.
    pub fn tag(&mut self, tags: &mut Tags) -> Result<Option<u32>, WireError> {
        if tags.open {
            if !self.is_empty() {
                return Err(WireError::TagSize);
            }
            self.end = tags.outer;
            tags.open = false;
        }
        let Some(left) = tags.left.checked_sub(1) else {
            return Ok(None);
        };
        tags.left = left;
        let tag = self.varint()?;
        let size = self.varint()? as usize;
        if size > self.remaining() {
            return Err(WireError::TagSize);
        }
        self.end = self.at + size;
        tags.open = true;
        Ok(Some(tag))
    }

    /// Skips to the end of the tagged field in hand.
    pub fn skip_tag(&mut self) {
        self.at = self.end;
    }

    /// Skips the tagged fields of a struct of which none is known.
    pub fn skip_tags(&mut self) -> Result<(), WireError> {
        let mut tags = self.tags()?;
        while self.tag(&mut tags)?.is_some() {
            self.skip_tag();
        }
        Ok(())
    }
}
