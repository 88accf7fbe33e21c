//! TCP over madsim's network. A stream comes as its two halves, so that one task may read while another writes.
//!
//! Madsim's own `TcpStream` cannot be closed by halves and accepts any number of bytes unread, so this is built on the
//! ordered channels of its `Endpoint`: one in each direction, with a window of unread bytes, and a word that says that
//! no more follow. Delay, loss and clogged links apply to each segment.

mod stream;

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use madsim::net::{Endpoint, Receiver, Sender};
use tokio::sync::mpsc;

use crate::{named, task};

pub(crate) use stream::{Fuse, Life};
pub use stream::{Reader, Writer};
use stream::{Segment, halves, receive, send};

/// How long a connection attempt waits for an answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

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
    fuse: Arc<Fuse>,
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
        let fuse = Arc::new(Fuse::default());
        let accepted = Segment::Accepted(Arc::clone(&fuse));
        if listening.load(Ordering::Relaxed) && send(&tx, accepted).is_ok() {
            let _ = queue.send(Connection { tx, rx, peer, fuse });
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
        let connection = self.ready.recv().await.ok_or_else(closed)?;
        let Connection { tx, rx, peer, fuse } = connection;
        let (reader, writer) = halves(tx, rx, peer, fuse);
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
        Some(Segment::Accepted(fuse)) => Ok(halves(tx, rx, address, fuse)),
        _ => Err(ErrorKind::ConnectionRefused.into()),
    }
}
