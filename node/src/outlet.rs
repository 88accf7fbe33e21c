//! The sending half of a connection, which may have to keep moving.

use std::io;
use std::time::Duration;

use crate::io::disk::File;
use crate::io::net;
use crate::within::within;

/// Bytes that a peer must take in the time that it is given.
const PIECE: usize = 256 * 1024;

/// Where replies and calls go out.
#[derive(Debug)]
pub(crate) struct Outlet {
    writer: net::Writer,
    stall: Option<Duration>,
}

impl Outlet {
    /// If a peer takes no bytes for `stall`, writes fail.
    pub(crate) fn new(writer: net::Writer, stall: Option<Duration>) -> Self {
        Self { writer, stall }
    }

    /// Sends all of `bytes`; `more` promises that more follow at once. Not safe to cancel.
    ///
    /// # Errors
    /// If the connection broke or stalled; some bytes may have gone.
    pub(crate) async fn write_all(&mut self, bytes: &[u8], more: bool) -> io::Result<()> {
        let Some(stall) = self.stall else {
            return self.writer.write_all(bytes, more).await;
        };
        let mut pieces = bytes.chunks(PIECE).peekable();
        while let Some(piece) = pieces.next() {
            let more = more || pieces.peek().is_some();
            within(stall, self.writer.write_all(piece, more)).await?;
        }
        Ok(())
    }

    /// Sends the bytes `position .. position + len` of `file`. Not safe to cancel.
    ///
    /// # Errors
    /// If the connection broke or stalled, or the file cannot be read; some bytes may have gone.
    pub(crate) async fn send_file(
        &mut self,
        file: &File,
        mut position: u64,
        len: u64,
    ) -> io::Result<()> {
        let Some(stall) = self.stall else {
            return self.writer.send_file(file, position, len).await;
        };
        let end = position + len;
        while position < end {
            let piece = (end - position).min(PIECE as u64);
            within(stall, self.writer.send_file(file, position, piece)).await?;
            position += piece;
        }
        Ok(())
    }

    /// Tells the peer that no more bytes follow.
    pub(crate) async fn shutdown(&mut self) {
        self.writer.shutdown().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::process;

    #[test]
    fn a_peer_that_takes_nothing_is_given_up() {
        process::run(async {
            let bound = net::bind("127.0.0.1:0").await.expect("an address");
            let address = bound.local_addr().expect("an address").to_string();
            let mut listener = bound.listen().expect("a listener");
            let (reader, _) = net::connect(&address).await.expect("a connection");
            let (_, writer, _) = listener.accept().await.expect("a connection");
            let mut outlet = Outlet::new(writer, Some(Duration::from_millis(100)));
            let more_than_any_buffer = vec![0; 64 << 20];
            let stalled = outlet.write_all(&more_than_any_buffer, false).await;
            let error = stalled.expect_err("nobody reads");
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            drop(reader);
        });
    }
}
