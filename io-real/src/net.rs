//! TCP. A stream comes as its two halves, so that one task may read while another writes.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::os::fd::{AsFd, AsRawFd};
use std::time::Duration;

use bytes::BytesMut;
use nix::errno::Errno;
use nix::libc::MSG_MORE;
use nix::sys::sendfile::sendfile64;
use nix::sys::socket::{MsgFlags, send, setsockopt, sockopt};
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::{disk, named};

/// Connections the kernel completes for us ahead of `accept`.
const BACKLOG: u32 = 1024;

/// How long `accept` rests when the process or the machine has run out of something.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// A peer that says nothing for so long is asked whether it is still there, and again and again.
const KEEPALIVE_IDLE_S: u32 = 60;
const KEEPALIVE_EVERY_S: u32 = 10;

/// A peer that answers no such question for so long, or does not take what was sent to it, is gone.
const GONE_AFTER_MS: u32 = 120_000;

/// Bytes one `sendfile` may move before other tasks get a turn.
const SEND_FILE_PIECE: u64 = 1 << 20;

/// An address that is ours but not listening yet: connections to it are refused.
#[derive(Debug)]
pub struct Bound {
    socket: TcpSocket,
    address: SocketAddr,
}

/// Takes `address` (`HOST:PORT`, port 0 lets the kernel choose).
///
/// # Errors
/// If the name does not resolve, or none of its addresses can be bound.
pub async fn bind(address: &str) -> io::Result<Bound> {
    let candidates = tokio::net::lookup_host(address)
        .await
        .map_err(|e| named("bind", address, e))?;
    let mut last = io::Error::new(ErrorKind::AddrNotAvailable, "the name has no address");
    for candidate in candidates {
        match bind_one(candidate) {
            Ok(bound) => return Ok(bound),
            Err(error) => last = error,
        }
    }
    Err(named("bind", address, last))
}

fn bind_one(address: SocketAddr) -> io::Result<Bound> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // A restarted node must get its port back while its old connections linger in TIME_WAIT.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let address = socket.local_addr()?;
    Ok(Bound { socket, address })
}

impl Bound {
    /// The address taken, with the port the kernel chose if it was asked to.
    ///
    /// # Errors
    /// None today.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }

    /// From here on connections are accepted.
    ///
    /// # Errors
    /// If another socket listens on the address already.
    pub fn listen(self) -> io::Result<Listener> {
        let listener = self
            .socket
            .listen(BACKLOG)
            .map_err(|e| named("listen on", self.address, e))?;
        Ok(Listener {
            listener,
            address: self.address,
        })
    }
}

/// A listening address.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// The next connection, with the address of its peer. Connections that died in the queue are skipped; when
    /// descriptors or memory run out it waits for better times. Safe to cancel.
    ///
    /// # Errors
    /// If the listening socket itself is broken.
    pub async fn accept(&mut self) -> io::Result<(Reader, Writer, SocketAddr)> {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    // Fails only if the peer is gone already.
                    if prepare(&stream).is_ok() {
                        let (reader, writer) = halves(stream, peer);
                        return Ok((reader, writer, peer));
                    }
                }
                Err(error) if transient(&error) => tokio::time::sleep(ACCEPT_PAUSE).await,
                Err(error) => return Err(named("accept on", self.address, error)),
            }
        }
    }
}

/// accept(2): errors of the new connection, or of the moment, that say nothing about the listening socket.
fn transient(error: &io::Error) -> bool {
    let Some(code) = error.raw_os_error() else {
        return false;
    };
    matches!(
        Errno::from_raw(code),
        Errno::EMFILE
            | Errno::ENFILE
            | Errno::ENOBUFS
            | Errno::ENOMEM
            | Errno::ECONNABORTED
            | Errno::EINTR
            | Errno::EPERM
            | Errno::EPROTO
            | Errno::ENETDOWN
            | Errno::ENOPROTOOPT
            | Errno::EHOSTDOWN
            | Errno::ENONET
            | Errno::EHOSTUNREACH
            | Errno::EOPNOTSUPP
            | Errno::ENETUNREACH
    )
}

/// Connects to `address` (`HOST:PORT`).
///
/// # Errors
/// If the name does not resolve or no address of it answers.
pub async fn connect(address: &str) -> io::Result<(Reader, Writer)> {
    let stream = TcpStream::connect(address)
        .await
        .map_err(|e| named("connect to", address, e))?;
    prepare(&stream).map_err(|e| named("connect to", address, e))?;
    let peer = stream
        .peer_addr()
        .map_err(|e| named("connect to", address, e))?;
    Ok(halves(stream, peer))
}

/// What is written goes out at once, and a peer that vanished without a word is noticed.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    setsockopt(stream, sockopt::TcpKeepIdle, &KEEPALIVE_IDLE_S)?;
    setsockopt(stream, sockopt::TcpKeepInterval, &KEEPALIVE_EVERY_S)?;
    setsockopt(stream, sockopt::TcpUserTimeout, &GONE_AFTER_MS)?;
    setsockopt(stream, sockopt::KeepAlive, &true)?;
    Ok(())
}

fn halves(stream: TcpStream, peer: SocketAddr) -> (Reader, Writer) {
    let (read, write) = stream.into_split();
    (Reader { half: read, peer }, Writer { half: write, peer })
}

/// Calls again when a signal interrupts.
fn retried(mut call: impl FnMut() -> nix::Result<usize>) -> io::Result<usize> {
    loop {
        match call() {
            Err(Errno::EINTR) => {}
            other => return Ok(other?),
        }
    }
}

/// The receiving half of a stream.
#[derive(Debug)]
pub struct Reader {
    half: OwnedReadHalf,
    peer: SocketAddr,
}

impl Reader {
    /// Waits for bytes and appends them, at most as many as `buffer` has spare capacity: reserve first. Returns how
    /// many; 0 means that the peer has closed its sending half. Safe to cancel: no byte is lost.
    ///
    /// # Errors
    /// If the connection broke, or `buffer` has no spare capacity.
    pub async fn read(&mut self, buffer: &mut BytesMut) -> io::Result<usize> {
        if buffer.len() == buffer.capacity() {
            let full = io::Error::new(ErrorKind::InvalidInput, "the buffer has no spare capacity");
            return Err(named("read from", self.peer, full));
        }
        self.half
            .read_buf(buffer)
            .await
            .map_err(|e| named("read from", self.peer, e))
    }
}

/// The sending half of a stream. Dropping it closes that half, as [`Writer::shutdown`] does.
#[derive(Debug)]
pub struct Writer {
    half: OwnedWriteHalf,
    peer: SocketAddr,
}

impl Writer {
    /// Hands all of `bytes` to the kernel. `more` promises that another write follows at once: a last partial packet
    /// then waits for it (MSG_MORE). Not safe to cancel: some bytes may have gone.
    ///
    /// # Errors
    /// If the connection broke; some bytes may have gone.
    pub async fn write_all(&mut self, bytes: &[u8], more: bool) -> io::Result<()> {
        // nix has no name for MSG_MORE.
        let more = if more {
            MsgFlags::from_bits_retain(MSG_MORE)
        } else {
            MsgFlags::empty()
        };
        let flags = MsgFlags::MSG_NOSIGNAL | more;
        let stream = self.half.as_ref();
        let mut rest = bytes;
        while !rest.is_empty() {
            let sent = stream
                .async_io(Interest::WRITABLE, || {
                    retried(|| send(stream.as_raw_fd(), rest, flags))
                })
                .await
                .map_err(|e| named("write to", self.peer, e))?;
            rest = &rest[sent..];
        }
        Ok(())
    }

    /// Sends the bytes `position .. position + len` of `file` without copying them through this process
    /// (sendfile(2)), in pieces between which other tasks run. The file's bytes must not change until the peer has
    /// them. Not safe to cancel.
    ///
    /// # Errors
    /// If the connection broke, the file cannot be read, or (`UnexpectedEof`) it ends before the range does; some
    /// bytes may have gone.
    pub async fn send_file(
        &mut self,
        file: &disk::File,
        position: u64,
        len: u64,
    ) -> io::Result<()> {
        let stream = self.half.as_ref();
        let failed = |e: io::Error| {
            named(
                "send",
                format_args!("{} to {}", file.path().display(), self.peer),
                e,
            )
        };
        let mut offset = i64::try_from(position)
            .map_err(|e| failed(io::Error::new(ErrorKind::InvalidInput, e)))?;
        let mut left = len;
        while left > 0 {
            let piece = left.min(SEND_FILE_PIECE);
            let count = usize::try_from(piece).expect("a piece fits a usize");
            let sent = stream
                .async_io(Interest::WRITABLE, || {
                    retried(|| sendfile64(stream, file.as_fd(), Some(&mut offset), count))
                })
                .await
                .map_err(failed)?;
            if sent == 0 {
                return Err(failed(ErrorKind::UnexpectedEof.into()));
            }
            left -= sent as u64;
            if left > 0 {
                tokio::task::yield_now().await;
            }
        }
        Ok(())
    }

    /// Tells the peer that no more bytes follow. What it still sends can be read.
    pub async fn shutdown(&mut self) {
        // An error means that the connection is gone, which is what was asked for.
        let _ = self.half.shutdown().await;
    }
}
