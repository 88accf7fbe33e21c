//! Frames on a connection: a length, and as many bytes.

use std::io;

use bytes::{Bytes, BytesMut};

use crate::budget::{Budget, Hold};
use crate::io::net;

/// The least that a read asks for, and the most that a connection which has sent nothing yet may claim.
const READ_AHEAD: usize = 16 * 1024;

/// What other protocols begin with.
const HTTP: [&[u8; 4]; 8] = [
    b"GET ", b"HEAD", b"POST", b"PUT ", b"DELE", b"OPTI", b"PATC", b"CONN",
];
const TLS: [u8; 2] = [0x16, 3];

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

    /// The length of the next frame; `None` if the peer has closed in an orderly way.
    ///
    /// # Errors
    /// If the connection broke or ended inside a frame, or the length is out of bounds.
    pub(crate) async fn next_len(&mut self) -> io::Result<Option<u32>> {
        if !self.fill(4, None).await? {
            return if self.buffer.is_empty() {
                Ok(None)
            } else {
                Err(self.cut_short())
            };
        }
        let start: [u8; 4] = self.buffer[..4].try_into().expect("4 bytes");
        let len = i32::from_be_bytes(start);
        let len = u32::try_from(len)
            .ok()
            .filter(|&len| len > 0 && len <= self.max_bytes)
            .ok_or_else(|| self.bad_length(start))?;
        let _ = self.buffer.split_to(4);
        Ok(Some(len))
    }

    /// The frame whose length was read.
    ///
    /// # Errors
    /// If the connection broke or ended before.
    pub(crate) async fn take(&mut self, len: u32) -> io::Result<Bytes> {
        self.whole(len as usize, None).await
    }

    /// The same, with room in a budget.
    ///
    /// # Errors
    /// If the connection broke or ended before, or the frame stood still for too long.
    pub(crate) async fn take_within(
        &mut self,
        len: u32,
        budget: &Budget,
    ) -> io::Result<(Bytes, Hold)> {
        let mut hold = budget.enter(len);
        let frame = self.whole(len as usize, Some(&mut hold)).await?;
        hold.finish(frame.len()).await;
        Ok((frame, hold))
    }

    async fn whole(&mut self, len: usize, hold: Option<&mut Hold>) -> io::Result<Bytes> {
        if !self.fill(len, hold).await? {
            return Err(self.cut_short());
        }
        self.largest = self.largest.max(len);
        Ok(self.buffer.split_to(len).freeze())
    }

    fn bad_length(&self, start: [u8; 4]) -> io::Error {
        let hint = if HTTP.contains(&&start) {
            ": this looks like HTTP"
        } else if start[..2] == TLS {
            ": this looks like TLS"
        } else {
            ""
        };
        invalid(&format!(
            "{}'s length is {}, which is not from 1 to {}{hint}",
            self.what,
            i32::from_be_bytes(start),
            self.max_bytes
        ))
    }

    fn cut_short(&self) -> io::Error {
        invalid(&format!("it ended inside {}", self.what))
    }

    /// Reads until there are `len` bytes; false if the peer closed before. Memory grows with what has come: a length
    /// alone claims nothing, and its beginning no more than the connection has already shown to need.
    async fn fill(&mut self, len: usize, mut hold: Option<&mut Hold>) -> io::Result<bool> {
        while self.buffer.len() < len {
            let here = self.buffer.len();
            let mut grow = READ_AHEAD;
            if here >= READ_AHEAD / 2 {
                grow = grow.max((len - here).min(self.largest.max(here)));
                if let Some(hold) = &mut hold {
                    hold.grow(here + grow).await;
                }
            }
            self.buffer.reserve(grow);
            let read = match &mut hold {
                None => self.reader.read(&mut self.buffer).await?,
                Some(hold) => {
                    hold.arrived(here);
                    tokio::select! {
                        biased;
                        read = self.reader.read(&mut self.buffer) => read?,
                        error = hold.stands_still() => return Err(error),
                    }
                }
            };
            if read == 0 {
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
