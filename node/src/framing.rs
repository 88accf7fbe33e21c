//! Frames on a connection: a length, and as many bytes.

use std::io;

use bytes::{Bytes, BytesMut};

use crate::io::net;

/// The least that a read asks for, and the most that a connection which has sent nothing yet may claim.
pub(crate) const READ_AHEAD: usize = 16 * 1024;

/// Takes frames off a connection. Each is a buffer of its own as far as it goes: what keeps a part of a large frame keeps
/// that frame and none other.
#[derive(Debug)]
pub(crate) struct Frames {
    /// What is in them, for people.
    what: &'static str,
    reader: net::Reader,
    buffer: BytesMut,
    max_bytes: u32,
    /// The largest frame so far: what the connection has shown that it needs.
    largest: usize,
}

impl Frames {
    /// Frames of at most `max_bytes`, with `what` in each.
    pub(crate) fn new(what: &'static str, reader: net::Reader, max_bytes: u32) -> Self {
        Self {
            what,
            reader,
            buffer: BytesMut::new(),
            max_bytes,
            largest: READ_AHEAD,
        }
    }

    /// Bytes that the connection has shown to need in a frame.
    pub(crate) fn shown(&self) -> u32 {
        u32::try_from(self.largest).unwrap_or(u32::MAX)
    }

    /// The length of the next frame; `None` if the peer has closed in an orderly way.
    ///
    /// # Errors
    /// If the connection broke or ended inside a frame, or the length is out of bounds.
    pub(crate) async fn next_len(&mut self) -> io::Result<Option<u32>> {
        if !self.fill(4).await? {
            return if self.buffer.is_empty() {
                Ok(None)
            } else {
                Err(self.cut_short())
            };
        }
        let len = i32::from_be_bytes(self.buffer[..4].try_into().expect("4 bytes"));
        let len = u32::try_from(len)
            .ok()
            .filter(|&len| len > 0 && len <= self.max_bytes);
        let Some(len) = len else {
            return Err(invalid(&format!(
                "{}'s length is not from 1 to {}",
                self.what, self.max_bytes
            )));
        };
        let _ = self.buffer.split_to(4);
        Ok(Some(len))
    }

    /// The frame whose length was read.
    ///
    /// # Errors
    /// If the connection broke or ended before.
    pub(crate) async fn take(&mut self, len: u32) -> io::Result<Bytes> {
        let len = len as usize;
        if !self.fill(len).await? {
            return Err(self.cut_short());
        }
        self.largest = self.largest.max(len);
        Ok(self.buffer.split_to(len).freeze())
    }

    fn cut_short(&self) -> io::Error {
        invalid(&format!("it ended inside {}", self.what))
    }

    /// Reads until there are `len` bytes; false if the peer closed before. Memory grows with what has come: a length
    /// alone claims no more than the connection has already shown to need.
    async fn fill(&mut self, len: usize) -> io::Result<bool> {
        while self.buffer.len() < len {
            let missing = len - self.buffer.len();
            let grow = missing
                .min(self.largest.max(self.buffer.len()))
                .max(READ_AHEAD);
            self.buffer.reserve(grow);
            if self.reader.read(&mut self.buffer).await? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The peer broke the protocol.
pub(crate) fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
