//! Frames of the metadata quorum: one way, over a connection of their own for each broker. Whatever is lost the quorum
//! repeats, so nothing is kept for a broker that is away.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use highwater_core::BrokerId;
use highwater_core::wire::generated::RaftFrameRequest;
use highwater_core::wire::{Message, Request as _, Str};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::Addresses;
use super::dial::Dial;
use super::line::framed;
use crate::io::{clock, net, task};
use crate::within::within;

/// Frames that may wait for one broker, and bytes of them. Further ones are dropped.
const QUEUED: usize = 256;
const QUEUED_BYTES: u32 = 32 << 20;

/// Frames that may wait for the quorum: connections are read no further meanwhile.
const ARRIVED: usize = 256;

/// A broker that takes no bytes for so long is gone.
const STALL: Duration = Duration::from_secs(10);

/// A connection that lived for longer was of use.
const OF_USE: Duration = Duration::from_secs(1);

/// The version of the frame's request.
const VERSION: i16 = 0;

/// What the quorum hears of another broker.
#[derive(Debug)]
pub(crate) enum FrameEvent {
    /// It sent this.
    Arrived(BrokerId, Bytes),
    /// A connection from it or to it is gone, and what was on it may be too.
    Lost(BrokerId),
    /// The same, and nobody listens at its address any more.
    Refused(BrokerId),
}

/// Where frames arrive.
#[derive(Clone, Debug)]
pub(crate) struct Arrivals {
    addresses: Addresses,
    events: mpsc::Sender<FrameEvent>,
}

impl Arrivals {
    /// Also returns what the quorum listens to.
    pub(crate) fn new(addresses: Addresses) -> (Self, mpsc::Receiver<FrameEvent>) {
        let (events, arrived) = mpsc::channel(ARRIVED);
        (Self { addresses, events }, arrived)
    }

    /// Takes a frame that says that it is `from`'s; false if there is no such broker besides this one.
    pub(crate) async fn arrived(&self, from: BrokerId, frame: Bytes) -> bool {
        let Some((_, seen)) = self.addresses.brokers.get(&from) else {
            return false;
        };
        if from == self.addresses.me {
            return false;
        }
        seen.note();
        // A copy, so that what the quorum keeps of it does not keep the whole of a receive buffer.
        let frame = Bytes::copy_from_slice(&frame);
        let _ = self.events.send(FrameEvent::Arrived(from, frame)).await;
        true
    }

    /// The connection on which `from` sent frames is gone.
    pub(crate) async fn lost(&self, from: BrokerId) {
        let _ = self.events.send(FrameEvent::Lost(from)).await;
    }

    async fn refused(&self, by: BrokerId) {
        let _ = self.events.send(FrameEvent::Refused(by)).await;
    }
}

/// A frame, and the room that it takes in its queue.
type Queued = (Bytes, OwnedSemaphorePermit);

/// Sends frames to the other brokers.
#[derive(Clone, Debug)]
pub(crate) struct FrameLines {
    lines: BTreeMap<BrokerId, (mpsc::Sender<Queued>, Arc<Semaphore>)>,
}

impl FrameLines {
    /// Connects to nobody yet. Losses are told where frames arrive.
    pub(crate) fn new(addresses: &Addresses, arrivals: &Arrivals) -> Self {
        let others = addresses.brokers.keys().filter(|&&id| id != addresses.me);
        let mut lines = BTreeMap::new();
        for &broker in others {
            let (queue, frames) = mpsc::channel(QUEUED);
            let dial = addresses.dial(broker).expect("a broker of the map");
            let line = FrameLine {
                me: addresses.me,
                broker,
                client_id: addresses.client_id.clone(),
                dial,
                arrivals: arrivals.clone(),
            };
            task::spawn(line.run(frames));
            let room = Arc::new(Semaphore::new(QUEUED_BYTES as usize));
            lines.insert(broker, (queue, room));
        }
        Self { lines }
    }

    /// Sends a frame, or drops it: if there is no such broker, if it is away, or if too much waits for it already.
    pub(crate) fn send(&self, to: BrokerId, frame: Bytes) {
        let Some((queue, room)) = self.lines.get(&to) else {
            return;
        };
        let bytes = u32::try_from(frame.len()).unwrap_or(u32::MAX);
        let room = Arc::clone(room).try_acquire_many_owned(bytes.min(QUEUED_BYTES));
        if let Ok(room) = room {
            let _ = queue.try_send((frame, room));
        }
    }
}

#[cfg(test)]
impl FrameLines {
    pub(super) fn queued_bytes(&self, to: BrokerId) -> usize {
        QUEUED_BYTES as usize - self.lines[&to].1.available_permits()
    }
}

struct FrameLine {
    me: BrokerId,
    broker: BrokerId,
    client_id: Str,
    dial: Dial,
    arrivals: Arrivals,
}

impl FrameLine {
    /// Runs until nobody sends any more.
    async fn run(mut self, mut frames: mpsc::Receiver<Queued>) {
        while let Some(first) = frames.recv().await {
            // Frames are soon outdated: better none than one that waited.
            if !self.dial.is_rested() {
                continue;
            }
            let error = match self.dial.connect().await {
                Ok((reader, writer)) => {
                    let since = clock::mono();
                    let error = self.serve(reader, writer, first, &mut frames).await;
                    // Nobody answers, so only time tells whether it was of use.
                    if clock::mono() - since > OF_USE {
                        self.dial.worked();
                    } else {
                        self.dial.failed();
                    }
                    error
                }
                Err(error) => error,
            };
            while frames.try_recv().is_ok() {}
            tracing::debug!(broker = %self.broker, %error, "frames do not get through");
            if error.kind() == io::ErrorKind::ConnectionRefused {
                self.arrivals.refused(self.broker).await;
            } else {
                self.arrivals.lost(self.broker).await;
            }
        }
    }

    async fn serve(
        &self,
        mut reader: net::Reader,
        mut writer: net::Writer,
        first: Queued,
        frames: &mut mpsc::Receiver<Queued>,
    ) -> io::Error {
        let mut nothing = BytesMut::with_capacity(1);
        tokio::select! {
            biased;
            error = self.send(&mut writer, first, frames) => error,
            // Nothing ever comes but the end, which writes alone would notice late.
            read = reader.read(&mut nothing) => match read {
                Ok(_) => io::ErrorKind::UnexpectedEof.into(),
                Err(error) => error,
            },
        }
    }

    async fn send(
        &self,
        writer: &mut net::Writer,
        first: Queued,
        frames: &mut mpsc::Receiver<Queued>,
    ) -> io::Error {
        let mut next = Some(first);
        let mut sent = 0;
        loop {
            let frame = match next.take() {
                Some(frame) => Some(frame),
                None => frames.recv().await,
            };
            let Some((frame, _room)) = frame else {
                return io::Error::other("the node stops");
            };
            let framed = framed(
                RaftFrameRequest::API_KEY,
                VERSION,
                sent,
                &self.client_id,
                |w| {
                    let from = self.me.0;
                    RaftFrameRequest { from, frame }.encode(w, VERSION)
                },
            );
            let written = match framed {
                Ok(bytes) => within(STALL, writer.write_all(&bytes, false)).await,
                Err(error) => Err(io::Error::other(error.to_string())),
            };
            if let Err(error) = written {
                return error;
            }
            sent = i32::wrapping_add(sent, 1);
        }
    }
}
