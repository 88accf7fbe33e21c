//! TCP over madsim's network. A stream comes as its two halves, so that one task may read while another writes.
//!
//! Madsim's own `TcpStream` cannot be closed by halves and accepts any number of bytes unread, so this is built on the
//! ordered channels of its `Endpoint`: one in each direction, with a window of unread bytes, and a word that says that
//! no more follow. Delay, loss and clogged links apply to each segment.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use madsim::net::{Endpoint, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::{disk, entropy, named, task};

/// Bytes sent and not read before the sender waits, like the two kernels' buffers.
const WINDOW: usize = 256 * 1024;

/// Most bytes of one segment. Madsim delivers one segment of a connection per millisecond.
const SEGMENT: usize = 64 * 1024;

/// Segments cut short at a seeded byte, so that frames arrive in pieces.
const SHORT_PER_MILLION: u32 = 100_000;

/// How long a connection attempt waits for an answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// What travels on a channel.
enum Segment {
    /// The listener has taken the connection.
    Accepted,
    /// Bytes, with the room they take in the sender's window until they are read.
    Data(Bytes, Option<OwnedSemaphorePermit>),
    /// No more bytes follow.
    End,
}

/// An address that is ours but not listening yet: connections to it are refused.
#[derive(Debug)]
pub struct Bound {
    kernel: Kernel,
    address: SocketAddr,
    ready: mpsc::UnboundedReceiver<Connection>,
}

struct Connection {
    tx: Sender,
    rx: Receiver,
    peer: SocketAddr,
}

/// What a kernel does for a bound address: a task that refuses or takes connections.
#[derive(Debug)]
struct Kernel {
    listening: Arc<AtomicBool>,
    task: task::Handle,
}

impl Drop for Kernel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Takes `address` (`HOST:PORT`, port 0 for any).
///
/// # Errors
/// If the name does not resolve, or none of its addresses can be bound.
pub async fn bind(address: &str) -> io::Result<Bound> {
    let failed = |e| named("bind", address, e);
    let endpoint = Endpoint::bind(address).await.map_err(failed)?;
    let address = endpoint.local_addr().map_err(failed)?;
    let listening = Arc::new(AtomicBool::new(false));
    let (queue, ready) = mpsc::unbounded_channel();
    let task = task::spawn(answer(endpoint, Arc::clone(&listening), queue));
    Ok(Bound {
        kernel: Kernel { listening, task },
        address,
        ready,
    })
}

async fn answer(
    endpoint: Endpoint,
    listening: Arc<AtomicBool>,
    queue: mpsc::UnboundedSender<Connection>,
) {
    while let Ok((tx, rx, peer)) = endpoint.accept1().await {
        // Dropping a connection without a word refuses it.
        if listening.load(Ordering::Relaxed) && send(&tx, Segment::Accepted).is_ok() {
            let _ = queue.send(Connection { tx, rx, peer });
        }
    }
}

impl Bound {
    /// The address taken, with the port chosen if it was asked to.
    ///
    /// # Errors
    /// None in the simulation.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }

    /// From here on connections are accepted.
    ///
    /// # Errors
    /// None in the simulation.
    pub fn listen(self) -> io::Result<Listener> {
        self.kernel.listening.store(true, Ordering::Relaxed);
        Ok(Listener {
            _kernel: self.kernel,
            address: self.address,
            ready: self.ready,
        })
    }
}

/// A listening address.
#[derive(Debug)]
pub struct Listener {
    _kernel: Kernel,
    address: SocketAddr,
    ready: mpsc::UnboundedReceiver<Connection>,
}

impl Listener {
    /// The next connection, with the address of its peer. Safe to cancel.
    ///
    /// # Errors
    /// If the listening socket itself is broken.
    pub async fn accept(&mut self) -> io::Result<(Reader, Writer, SocketAddr)> {
        let closed = || named("accept on", self.address, ErrorKind::NotConnected);
        let Connection { tx, rx, peer } = self.ready.recv().await.ok_or_else(closed)?;
        let (reader, writer) = halves(tx, rx, peer);
        Ok((reader, writer, peer))
    }
}

/// Connects to `address` (`HOST:PORT`).
///
/// # Errors
/// If the name does not resolve, the address refuses, or there is no answer for a while.
pub async fn connect(address: &str) -> io::Result<(Reader, Writer)> {
    let attempt = madsim::time::timeout(CONNECT_TIMEOUT, connect_any(address)).await;
    attempt
        .unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
        .map_err(|e| named("connect to", address, e))
}

async fn connect_any(address: &str) -> io::Result<(Reader, Writer)> {
    let mut last = io::Error::new(ErrorKind::AddrNotAvailable, "the name has no address");
    for candidate in madsim::net::lookup_host(address).await? {
        match connect_one(candidate).await {
            Ok(halves) => return Ok(halves),
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn connect_one(address: SocketAddr) -> io::Result<(Reader, Writer)> {
    let (tx, mut rx) = Endpoint::bind("0.0.0.0:0").await?.connect1(address).await?;
    match receive(&mut rx).await {
        Some(Segment::Accepted) => Ok(halves(tx, rx, address)),
        _ => Err(ErrorKind::ConnectionRefused.into()),
    }
}

fn halves(tx: Sender, rx: Receiver, peer: SocketAddr) -> (Reader, Writer) {
    let writer = Writer {
        tx,
        peer,
        window: Arc::new(Semaphore::new(WINDOW)),
        held: BytesMut::new(),
        ended: false,
    };
    (
        Reader {
            rx,
            peer,
            rest: Bytes::new(),
            room: None,
            ended: false,
        },
        writer,
    )
}

/// Madsim's send is async only in name.
fn send(tx: &Sender, segment: Segment) -> io::Result<()> {
    match pin!(tx.send(Box::new(segment))).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(sent) => sent,
        Poll::Pending => unreachable!("madsim's channels have no bound"),
    }
}

/// `None` once the peer is gone without an [`Segment::End`].
async fn receive(rx: &mut Receiver) -> Option<Segment> {
    let payload = rx.recv().await.ok()?;
    Some(
        *payload
            .downcast::<Segment>()
            .expect("only this module sends on these endpoints"),
    )
}

/// The receiving half of a stream.
#[derive(Debug)]
pub struct Reader {
    rx: Receiver,
    peer: SocketAddr,
    /// What is left of the segment being read, and the room it takes in the sender's window.
    rest: Bytes,
    room: Option<OwnedSemaphorePermit>,
    ended: bool,
}

impl Reader {
    /// Waits for bytes and appends them, at most as many as `buffer` has spare capacity: reserve first. Returns how
    /// many; 0 means that the peer has closed its sending half. Safe to cancel: no byte is lost.
    ///
    /// # Errors
    /// If `buffer` has no spare capacity.
    pub async fn read(&mut self, buffer: &mut BytesMut) -> io::Result<usize> {
        let spare = buffer.capacity() - buffer.len();
        if spare == 0 {
            let full = io::Error::new(ErrorKind::InvalidInput, "the buffer has no spare capacity");
            return Err(named("read from", self.peer, full));
        }
        while self.rest.is_empty() && !self.ended {
            match receive(&mut self.rx).await {
                Some(Segment::Data(bytes, room)) => (self.rest, self.room) = (bytes, room),
                Some(Segment::Accepted) => {}
                Some(Segment::End) | None => self.ended = true,
            }
        }
        let taken = self.rest.len().min(spare);
        buffer.extend_from_slice(&self.rest[..taken]);
        self.rest.advance(taken);
        if self.rest.is_empty() {
            self.room = None;
        }
        Ok(taken)
    }
}

/// The sending half of a stream. Dropping it closes that half, as [`Writer::shutdown`] does.
#[derive(Debug)]
pub struct Writer {
    tx: Sender,
    peer: SocketAddr,
    window: Arc<Semaphore>,
    /// Bytes that wait for more.
    held: BytesMut,
    ended: bool,
}

impl Writer {
    /// Sends all of `bytes`, once there is room in the window. `more` promises that another write follows at once:
    /// the last bytes then wait for it. Not safe to cancel: some bytes may have gone.
    ///
    /// # Errors
    /// If the connection broke; some bytes may have gone.
    pub async fn write_all(&mut self, bytes: &[u8], more: bool) -> io::Result<()> {
        if self.ended {
            return Err(named("write to", self.peer, ErrorKind::BrokenPipe));
        }
        self.held.extend_from_slice(bytes);
        while self.held.len() >= SEGMENT || (!more && !self.held.is_empty()) {
            let mut len = self.held.len().min(SEGMENT);
            if entropy::chance(SHORT_PER_MILLION) {
                len = 1 + usize::try_from(entropy::below(len as u64)).expect("below a usize");
                len = len.min(self.held.len());
            }
            let room = Arc::clone(&self.window)
                .acquire_many_owned(u32::try_from(len).expect("at most a segment"));
            let room = room.await.expect("the window is never closed");
            let segment = Segment::Data(self.held.split_to(len).freeze(), Some(room));
            send(&self.tx, segment).map_err(|e| named("write to", self.peer, e))?;
        }
        Ok(())
    }

    /// Sends the bytes `position .. position + len` of `file`, in pieces between which other tasks run. The file's
    /// bytes must not change until the peer has them. Not safe to cancel.
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
        let end = position + len;
        let mut at = position;
        while at < end {
            let want = usize::try_from(end - at).unwrap_or(SEGMENT).min(SEGMENT);
            let bytes = file.read_at(at, want).await?;
            if bytes.is_empty() {
                let what = format_args!("{} to {}", file.path().display(), self.peer);
                return Err(named("send", what, ErrorKind::UnexpectedEof));
            }
            at += bytes.len() as u64;
            self.write_all(&bytes, at < end).await?;
            task::yield_now().await;
        }
        Ok(())
    }

    /// Tells the peer that no more bytes follow. What it still sends can be read.
    pub async fn shutdown(&mut self) {
        self.end();
    }

    fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            // A kernel sends what it still holds. An error means that the connection is gone, which is fine.
            let _ = send(&self.tx, Segment::Data(self.held.split().freeze(), None));
            let _ = send(&self.tx, Segment::End);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // While a panic unwinds, madsim's network may be locked for ever.
        if !std::thread::panicking() {
            self.end();
        }
    }
}
