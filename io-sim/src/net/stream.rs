//! The two halves of a stream, and what becomes of it when its node dies.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use bytes::{Buf, Bytes, BytesMut};
use madsim::net::{Receiver, Sender};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::{disk, entropy, machine, named, task};

/// Bytes sent and not read before the sender waits, like the two kernels' buffers.
const WINDOW: usize = 256 * 1024;

/// Most bytes of one segment. Madsim delivers one segment of a connection per millisecond.
const SEGMENT: usize = 64 * 1024;

/// Segments cut short at a seeded byte, so that frames arrive in pieces.
const SHORT_PER_MILLION: u32 = 100_000;

/// What travels on a channel.
pub(super) enum Segment {
    /// The listener has taken the connection, which this breaks for both.
    Accepted(Arc<Fuse>),
    /// Bytes, with the room they take in the sender's window until they are read.
    Data(Bytes, Option<OwnedSemaphorePermit>),
    /// No more bytes follow.
    End,
}

/// Madsim's send is async only in name.
pub(super) fn send(tx: &Sender, segment: Segment) -> io::Result<()> {
    match pin!(tx.send(Box::new(segment))).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(sent) => sent,
        Poll::Pending => unreachable!("madsim's channels have no bound"),
    }
}

/// `None` once the peer is gone without an [`Segment::End`].
pub(super) async fn receive(rx: &mut Receiver) -> Option<Segment> {
    let payload = rx.recv().await.ok()?;
    let segment = payload.downcast::<Segment>();
    Some(*segment.expect("only this module sends on these endpoints"))
}

/// The power of a node from one start to the next.
///
/// A kernel says goodbye for a process that dies; a machine that loses power does not, and its peers wait for an
/// answer until it is back and knows nothing of them.
/// Dropped when the machine is up again, which lets go of the sockets whose peers wait.
#[derive(Debug, Default)]
pub(crate) struct Life(Mutex<Power>);

#[derive(Debug, Default)]
enum Power {
    #[default]
    On,
    /// With the sockets whose peers wait.
    Cut(Vec<Arc<Socket>>),
}

impl Life {
    fn power(&self) -> MutexGuard<'_, Power> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn cut(&self) {
        let mut power = self.power();
        if matches!(*power, Power::On) {
            *power = Power::Cut(Vec::new());
        }
    }
}

/// What both ends of a connection share: once it is blown, the connection is reset for both, and what was on its way is
/// lost.
#[derive(Debug, Default)]
pub(crate) struct Fuse {
    blown: AtomicBool,
    told: Notify,
}

impl Fuse {
    pub(crate) fn blow(&self) {
        self.blown.store(true, Ordering::Relaxed);
        self.told.notify_waiters();
    }

    fn is_blown(&self) -> bool {
        self.blown.load(Ordering::Relaxed)
    }

    async fn blown(&self) {
        // Nothing runs between the look and the first poll of what is told, so no word is missed.
        while !self.is_blown() {
            self.told.notified().await;
        }
    }
}

/// What the halves share: the kernel's end of the stream, which keeps what a dropped half leaves open.
#[derive(Debug)]
struct Socket {
    life: Weak<Life>,
    fuse: Arc<Fuse>,
    left: Mutex<(Option<Sender>, Option<Receiver>)>,
}

impl Socket {
    fn left(&self) -> MutexGuard<'_, (Option<Sender>, Option<Receiver>)> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a half that is dropped now says nothing to the peer, because the power went first.
    fn falls_silent(self: &Arc<Self>) -> bool {
        // The tasks of a dead process may be dropped when the machine is up again.
        let Some(life) = self.life.upgrade() else {
            return true;
        };
        match &mut *life.power() {
            Power::On => false,
            Power::Cut(sockets) => {
                sockets.push(Arc::clone(self));
                true
            }
        }
    }
}

pub(super) fn halves(
    tx: Sender,
    rx: Receiver,
    peer: SocketAddr,
    fuse: Arc<Fuse>,
) -> (Reader, Writer) {
    let life = machine::here(|machine| {
        machine.fuses.retain(|(_, fuse)| fuse.strong_count() > 0);
        machine.fuses.push((peer.ip(), Arc::downgrade(&fuse)));
        Arc::downgrade(&machine.life)
    });
    let socket = Arc::new(Socket {
        life,
        fuse,
        left: Mutex::default(),
    });
    let writer = Writer {
        socket: Arc::clone(&socket),
        tx: Some(tx),
        peer,
        window: Arc::new(Semaphore::new(WINDOW)),
        held: BytesMut::new(),
        ended: false,
    };
    (
        Reader {
            socket,
            rx: Some(rx),
            peer,
            rest: Bytes::new(),
            room: None,
            ended: false,
        },
        writer,
    )
}

/// The receiving half of a stream.
#[derive(Debug)]
pub struct Reader {
    socket: Arc<Socket>,
    /// `None` only while being dropped.
    rx: Option<Receiver>,
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
    /// If the connection broke, or `buffer` has no spare capacity.
    pub async fn read(&mut self, buffer: &mut BytesMut) -> io::Result<usize> {
        let spare = buffer.capacity() - buffer.len();
        if spare == 0 {
            let full = io::Error::new(ErrorKind::InvalidInput, "the buffer has no spare capacity");
            return Err(named("read from", self.peer, full));
        }
        if self.socket.fuse.is_blown() {
            self.rest.clear();
        }
        while self.rest.is_empty() && !self.ended {
            let segment = tokio::select! {
                biased;
                () = self.socket.fuse.blown() => None,
                segment = receive(self.rx.as_mut().expect("not dropped")) => segment,
            };
            match segment {
                Some(Segment::Data(bytes, room)) => (self.rest, self.room) = (bytes, room),
                Some(Segment::Accepted(_)) => {}
                Some(Segment::End) => self.ended = true,
                None => {
                    self.ended = true;
                    return Err(named("read from", self.peer, ErrorKind::ConnectionReset));
                }
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

impl Drop for Reader {
    fn drop(&mut self) {
        self.socket.falls_silent();
        // Nothing tells a peer that nobody reads, until the other half is dropped too.
        self.socket.left().1 = self.rx.take();
    }
}

/// The sending half of a stream. Dropping it closes that half, as [`Writer::shutdown`] does.
#[derive(Debug)]
pub struct Writer {
    socket: Arc<Socket>,
    /// `None` only while being dropped.
    tx: Option<Sender>,
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
            let room = tokio::select! {
                biased;
                () = self.socket.fuse.blown() => {
                    return Err(named("write to", self.peer, ErrorKind::ConnectionReset));
                }
                room = room => room.expect("the window is never closed"),
            };
            let segment = Segment::Data(self.held.split_to(len).freeze(), Some(room));
            send(self.tx.as_ref().expect("not dropped"), segment)
                .map_err(|e| named("write to", self.peer, e))?;
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
        let Some(tx) = self.tx.as_ref().filter(|_| !self.ended) else {
            return;
        };
        self.ended = true;
        if self.socket.fuse.is_blown() {
            return;
        }
        // A kernel sends what it still holds. An error means that the connection is gone, which is fine.
        if !self.held.is_empty() {
            let _ = send(tx, Segment::Data(self.held.split().freeze(), None));
        }
        let _ = send(tx, Segment::End);
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // While a panic unwinds, madsim's network may be locked for ever.
        if std::thread::panicking() {
            return;
        }
        if self.socket.falls_silent() {
            self.socket.left().0 = self.tx.take();
        } else {
            self.end();
        }
    }
}
