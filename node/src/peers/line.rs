//! One broker's API: a connection, opened when it is first needed, on which calls are answered in order.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use highwater_core::api::{Answer, Request};
use highwater_core::wire::generated::{RequestHeader, ResponseHeader};
use highwater_core::wire::{Message, Reader, Str, WireError, Writer, frame};
use highwater_core::{CallId, Peer};
use tokio::sync::{Notify, mpsc};

use super::dial::Dial;
use crate::framing::{Frames, invalid};
use crate::io::{clock, net};
use crate::shell::Event;

/// A call on its way.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) peer: Peer,
    pub(super) id: CallId,
    /// By the monotonic clock: lost if it is not answered by then.
    pub(super) deadline: Duration,
    pub(super) request: Request,
}

/// A call that was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    peer: Peer,
    id: CallId,
    deadline: Duration,
    key: i16,
    version: i16,
    correlation_id: i32,
}

/// Calls that were sent and are not answered, in order.
#[derive(Debug, Default)]
struct Unanswered {
    calls: Mutex<VecDeque<Sent>>,
    /// Told when there is a call.
    more: Notify,
}

impl Unanswered {
    fn calls(&self) -> MutexGuard<'_, VecDeque<Sent>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, sent: Sent) {
        self.calls().push_back(sent);
        self.more.notify_one();
    }

    /// Resolves when a call has waited for too long.
    async fn overdue(&self) -> io::Error {
        loop {
            let next = self.calls().iter().map(|sent| sent.deadline).min();
            match next {
                None => self.more.notified().await,
                Some(deadline) if clock::mono() < deadline => clock::sleep_until(deadline).await,
                Some(_) => {
                    return io::Error::new(io::ErrorKind::TimedOut, "a call was not answered");
                }
            }
        }
    }
}

/// Carries the calls of one API to one broker.
#[derive(Debug)]
pub(super) struct Line {
    dial: Dial,
    client_id: Str,
    max_answer_bytes: u32,
    shell: mpsc::UnboundedSender<Event>,
}

impl Line {
    pub(super) fn new(
        dial: Dial,
        client_id: Str,
        max_answer_bytes: u32,
        shell: mpsc::UnboundedSender<Event>,
    ) -> Self {
        Self {
            dial,
            client_id,
            max_answer_bytes,
            shell,
        }
    }

    /// Runs until nobody calls any more.
    pub(super) async fn run(mut self, mut calls: mpsc::Receiver<Call>) {
        while let Some(call) = calls.recv().await {
            // A call that meets a rest waits for its end and is then tried: were it lost at once, it would be made again
            // only when its caller has rested too, and a broker that is back would be reached later.
            self.dial.rest().await;
            match self.dial.connect().await {
                Ok((reader, writer)) => self.serve(reader, writer, call, &mut calls).await,
                Err(error) => {
                    tracing::debug!(%error, "a broker cannot be called");
                    self.lose(call.peer, call.id);
                    while let Ok(call) = calls.try_recv() {
                        self.lose(call.peer, call.id);
                    }
                }
            }
        }
    }

    /// Uses a connection until it breaks. What was sent and not answered is lost then; what waits is for the next.
    async fn serve(
        &mut self,
        reader: net::Reader,
        mut writer: net::Writer,
        first: Call,
        calls: &mut mpsc::Receiver<Call>,
    ) {
        let unanswered = Unanswered::default();
        let mut frames = Frames::new("an answer", reader, self.max_answer_bytes);
        let mut answered = false;
        let error = tokio::select! {
            biased;
            // First, so that the first call is among the unanswered whatever happens.
            error = self.send(&mut writer, first, calls, &unanswered) => error,
            error = self.answer(&mut frames, &unanswered, &mut answered) => error,
            error = unanswered.overdue() => error,
        };
        tracing::debug!(address = self.dial.address(), %error, "the connection to a broker ended");
        for sent in unanswered.calls().drain(..) {
            self.lose(sent.peer, sent.id);
        }
        if answered {
            self.dial.worked();
        } else {
            self.dial.failed();
        }
    }

    async fn send(
        &self,
        writer: &mut net::Writer,
        first: Call,
        calls: &mut mpsc::Receiver<Call>,
        unanswered: &Unanswered,
    ) -> io::Error {
        let mut next = Some(first);
        for correlation_id in 0.. {
            let call = match next.take() {
                Some(call) => call,
                None => match calls.recv().await {
                    Some(call) => call,
                    None => return io::Error::other("the node stops"),
                },
            };
            let frame = encode(&call.request, correlation_id, &self.client_id)
                .expect("the core calls what its peers serve, in a version that has every field");
            unanswered.push(Sent {
                peer: call.peer,
                id: call.id,
                deadline: call.deadline,
                key: call.request.key(),
                version: call.request.version,
                correlation_id,
            });
            // A peer that takes nothing holds up calls until the first is overdue.
            if let Err(error) = writer.write_all(&frame, false).await {
                return error;
            }
        }
        io::Error::other("all correlation ids are used")
    }

    async fn answer(
        &self,
        frames: &mut Frames,
        unanswered: &Unanswered,
        answered: &mut bool,
    ) -> io::Error {
        loop {
            let frame = match frames.next_len().await {
                Ok(Some(len)) => frames.take(len).await,
                Ok(None) => Err(io::ErrorKind::UnexpectedEof.into()),
                Err(error) => Err(error),
            };
            let sent = unanswered.calls().front().copied();
            let answer = frame.and_then(|frame| {
                let sent = sent.ok_or_else(|| invalid("an answer to no call"))?;
                Ok((sent, decode(&sent, frame)?))
            });
            match answer {
                Ok((sent, answer)) => {
                    unanswered.calls().pop_front();
                    *answered = true;
                    let _ = self.shell.send(Event::Answered(sent.peer, sent.id, answer));
                }
                Err(error) => return error,
            }
        }
    }

    fn lose(&self, peer: Peer, id: CallId) {
        let _ = self.shell.send(Event::CallLost(peer, id));
    }
}

/// A request's frame, with its length.
fn encode(request: &Request, correlation_id: i32, client_id: &Str) -> Result<Bytes, WireError> {
    framed(
        request.key(),
        request.version,
        correlation_id,
        client_id,
        |w| request.encode(w),
    )
}

/// A frame with its length, a request header and a body.
pub(super) fn framed(
    key: i16,
    version: i16,
    correlation_id: i32,
    client_id: &Str,
    body: impl FnOnce(&mut Writer) -> Result<(), WireError>,
) -> Result<Bytes, WireError> {
    let mut w = Writer::with_capacity(256);
    w.i32(0);
    let header = RequestHeader {
        request_api_key: key,
        request_api_version: version,
        correlation_id,
        client_id: Some(client_id.clone()),
        ..RequestHeader::default()
    };
    let header_version = frame::request_header_version(key, version).unwrap_or(2);
    header.encode(&mut w, header_version)?;
    body(&mut w)?;
    let len = i32::try_from(w.len() - 4).map_err(|_| WireError::TooLong)?;
    w.patch_i32(0, len);
    Ok(w.into_parts().0)
}

fn decode(sent: &Sent, frame: Bytes) -> io::Result<Answer> {
    let why = |error: WireError| invalid(&format!("the answer of api {}: {error}", sent.key));
    let mut r = Reader::new(frame, 4096);
    let header_version = frame::response_header_version(sent.key, sent.version).unwrap_or(0);
    let header = ResponseHeader::decode(&mut r, header_version).map_err(why)?;
    if header.correlation_id != sent.correlation_id {
        return Err(invalid("an answer to another call"));
    }
    let rest = r.remaining();
    let body = r.take(rest).map_err(why)?;
    Answer::decode(sent.key, sent.version, body).map_err(why)
}
