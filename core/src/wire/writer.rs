//! Encoding of primitives into a growing buffer.

use alloc::vec::Vec;

use bytes::{BufMut, Bytes, BytesMut};

use super::{Float64, Part, Records, Str, Uuid, WireError};

/// A place in the encoded bytes where external records belong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gap {
    /// How many of the encoded bytes come before it.
    pub at: usize,
    /// The token of the [`Records::External`] that goes there.
    pub token: u32,
    /// How many bytes go there.
    pub len: u32,
}

/// A frame being encoded.
///
/// `flexible` means the same as for [`Reader`](super::Reader).
#[derive(Debug, Default)]
pub struct Writer {
    buf: BytesMut,
    gaps: Vec<Gap>,
    /// The bytes that go into the gaps.
    external: usize,
}

/// The tagged fields of one struct, whose number is not known yet.
#[derive(Debug)]
pub struct TagsSlot {
    at: usize,
}

/// One tagged field, whose size is not known yet.
#[derive(Debug)]
pub struct TagSlot {
    at: usize,
    external: usize,
}

impl Writer {
    /// An empty frame.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty frame with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            buf: BytesMut::with_capacity(capacity),
            ..Self::default()
        }
    }

    /// How many bytes the frame has, external records included.
    pub fn len(&self) -> usize {
        self.buf.len() + self.external
    }

    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The encoded bytes, and where external records go between them, in order.
    pub fn into_parts(self) -> (Bytes, Vec<Gap>) {
        (self.buf.freeze(), self.gaps)
    }

    /// Overwrites four bytes written before, such as a frame's length.
    ///
    /// # Panics
    /// If `at` does not lie at least four bytes before the end.
    pub fn patch_i32(&mut self, at: usize, value: i32) {
        self.buf[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }

    /// Bytes as they are, without a length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.buf.put_slice(bytes);
    }

    /// A boolean, as one byte.
    pub fn bool(&mut self, value: bool) {
        self.buf.put_u8(u8::from(value));
    }

    /// A signed byte.
    pub fn i8(&mut self, value: i8) {
        self.buf.put_i8(value);
    }

    /// Two bytes, big-endian.
    pub fn i16(&mut self, value: i16) {
        self.buf.put_i16(value);
    }

    /// Two bytes, big-endian and unsigned.
    pub fn u16(&mut self, value: u16) {
        self.buf.put_u16(value);
    }

    /// Four bytes, big-endian.
    pub fn i32(&mut self, value: i32) {
        self.buf.put_i32(value);
    }

    /// Four bytes, big-endian and unsigned.
    pub fn u32(&mut self, value: u32) {
        self.buf.put_u32(value);
    }

    /// Eight bytes, big-endian.
    pub fn i64(&mut self, value: i64) {
        self.buf.put_i64(value);
    }

    /// A double, by its bits.
    pub fn f64(&mut self, value: Float64) {
        self.buf.put_u64(value.0);
    }

    /// Sixteen bytes.
    pub fn uuid(&mut self, value: Uuid) {
        self.buf.put_slice(&value.0);
    }

    /// An unsigned varint, least significant group first.
    pub fn varint(&mut self, value: u32) {
        let (bytes, len) = varint_bytes(value);
        self.buf.put_slice(&bytes[..len]);
    }

    /// A length or count that is four bytes wide when not compact; `None` is null.
    fn length(&mut self, flexible: bool, len: Option<usize>) -> Result<(), WireError> {
        let len = match len {
            None => -1,
            Some(len) => i32::try_from(len).map_err(|_| WireError::TooLong)?,
        };
        if flexible {
            self.varint(len.wrapping_add(1) as u32);
        } else {
            self.i32(len);
        }
        Ok(())
    }

    /// A string that may be null.
    pub fn opt_string(&mut self, flexible: bool, value: Option<&Str>) -> Result<(), WireError> {
        match value {
            None if flexible => self.varint(0),
            None => self.i16(-1),
            Some(value) => self.string(flexible, value)?,
        }
        Ok(())
    }

    /// A string.
    pub fn string(&mut self, flexible: bool, value: &Str) -> Result<(), WireError> {
        // Kafka keeps the old limit in flexible versions too.
        let len = i16::try_from(value.len()).map_err(|_| WireError::TooLong)?;
        if flexible {
            self.varint(len as u32 + 1);
        } else {
            self.i16(len);
        }
        self.raw(value.as_bytes());
        Ok(())
    }

    /// Bytes that may be null.
    pub fn opt_bytes(&mut self, flexible: bool, value: Option<&Bytes>) -> Result<(), WireError> {
        self.length(flexible, value.map(Bytes::len))?;
        if let Some(value) = value {
            self.raw(value);
        }
        Ok(())
    }

    /// Bytes.
    pub fn bytes(&mut self, flexible: bool, value: &Bytes) -> Result<(), WireError> {
        self.opt_bytes(flexible, Some(value))
    }

    /// Record batches that may be null.
    pub fn opt_records(
        &mut self,
        flexible: bool,
        value: Option<&Records>,
    ) -> Result<(), WireError> {
        self.length(flexible, value.map(Records::len))?;
        match value {
            None => {}
            Some(Records::Inline(bytes)) => self.raw(bytes),
            Some(&Records::External { token, len }) => {
                self.gaps.push(Gap {
                    at: self.buf.len(),
                    token,
                    len,
                });
                self.external += len as usize;
            }
        }
        Ok(())
    }

    /// Record batches.
    pub fn records(&mut self, flexible: bool, value: &Records) -> Result<(), WireError> {
        self.opt_records(flexible, Some(value))
    }

    /// A struct that may be null.
    pub fn opt_part<T: Part>(&mut self, version: i16, value: Option<&T>) -> Result<(), WireError> {
        match value {
            None => self.i8(-1),
            Some(value) => {
                self.i8(1);
                value.write(self, version)?;
            }
        }
        Ok(())
    }

    /// A struct that may be null and is a tagged field, for which Kafka marks null differently.
    pub fn opt_tagged_part<T: Part>(
        &mut self,
        version: i16,
        value: Option<&T>,
    ) -> Result<(), WireError> {
        match value {
            None => self.varint(0),
            Some(value) => {
                self.varint(1);
                value.write(self, version)?;
            }
        }
        Ok(())
    }

    /// An array that may be null, of structs or of fixed-size values.
    pub fn opt_array<T: Part>(
        &mut self,
        flexible: bool,
        version: i16,
        items: Option<&[T]>,
    ) -> Result<(), WireError> {
        self.length(flexible, items.map(<[T]>::len))?;
        for item in items.unwrap_or_default() {
            item.write(self, version)?;
        }
        Ok(())
    }

    /// An array of structs or of fixed-size values.
    pub fn array<T: Part>(
        &mut self,
        flexible: bool,
        version: i16,
        items: &[T],
    ) -> Result<(), WireError> {
        self.opt_array(flexible, version, Some(items))
    }

    /// An array of strings that may be null.
    pub fn opt_strings(&mut self, flexible: bool, items: Option<&[Str]>) -> Result<(), WireError> {
        self.length(flexible, items.map(<[Str]>::len))?;
        for item in items.unwrap_or_default() {
            self.string(flexible, item)?;
        }
        Ok(())
    }

    /// An array of strings.
    pub fn strings(&mut self, flexible: bool, items: &[Str]) -> Result<(), WireError> {
        self.opt_strings(flexible, Some(items))
    }

    /// The tagged fields of a struct that has none.
    pub fn no_tags(&mut self) {
        self.varint(0);
    }

    /// Opens the tagged fields of a struct: at most 127, which the generator sees to, so that
    /// their number takes the one byte left for it.
    pub fn open_tags(&mut self) -> TagsSlot {
        let at = self.buf.len();
        self.no_tags();
        TagsSlot { at }
    }

    /// Opens one tagged field. Fields must be opened in the order of their tags.
    pub fn open_tag(&mut self, tags: &TagsSlot, tag: u32) -> TagSlot {
        self.buf[tags.at] += 1;
        self.varint(tag);
        TagSlot {
            at: self.buf.len(),
            external: self.external,
        }
    }

    /// Closes a tagged field: puts its size in front of what was written since it was opened.
    pub fn close_tag(&mut self, slot: TagSlot) -> Result<(), WireError> {
        let end = self.buf.len();
        let size = end - slot.at + self.external - slot.external;
        let size = u32::try_from(size).map_err(|_| WireError::TooLong)?;
        let (prefix, len) = varint_bytes(size);
        self.buf.put_slice(&prefix[..len]);
        self.buf.copy_within(slot.at..end, slot.at + len);
        self.buf[slot.at..slot.at + len].copy_from_slice(&prefix[..len]);
        for gap in self
            .gaps
            .iter_mut()
            .rev()
            .take_while(|gap| gap.at >= slot.at)
        {
            gap.at += len;
        }
        Ok(())
    }
}

fn varint_bytes(mut value: u32) -> ([u8; 5], usize) {
    let mut bytes = [0; 5];
    let mut len = 0;
    while value >= 0x80 {
        bytes[len] = value as u8 | 0x80;
        value >>= 7;
        len += 1;
    }
    bytes[len] = value as u8;
    (bytes, len + 1)
}
