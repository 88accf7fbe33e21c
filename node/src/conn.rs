//! A client's connection: frames in, replies out, in the order of the requests.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use highwater_core::api::{self, Client, Origin, api_versions};
use highwater_core::wire::generated::RequestHeader;
use highwater_core::wire::{Message, Reader, Str, frame};
use highwater_core::{ConnId, ReqId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::io::net;
use crate::reply::{self, Answer};
use crate::shell::Event;

/// Requests of one connection that may be in work at a time.
const PIPELINED: usize = 256;

/// The least that a read asks for, and the most that a connection which has sent nothing yet may claim.
const READ_AHEAD: usize = 16 * 1024;

/// The key of ApiVersions: the one API that is answered in any version.
const API_VERSIONS: i16 = 18;

/// Limits that all connections share.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Bytes of requests in work.
    pub(crate) in_flight: Arc<Semaphore>,
    /// All of them.
    pub(crate) in_flight_bytes: u32,
    /// Bytes of one request.
    pub(crate) max_request_bytes: u32,
}

impl Limits {
    /// Waits until `bytes` of requests may be in work besides the others.
    async fn reserve(&self, bytes: u32) -> io::Result<OwnedSemaphorePermit> {
        let bytes = bytes.min(self.in_flight_bytes);
        let reserved = self.in_flight.clone().acquire_many_owned(bytes).await;
        reserved.map_err(io::Error::other)
    }
}

/// A request that waits for its answer.
#[derive(Debug)]
pub(crate) struct Pending {
    seq: u64,
    pub(crate) key: i16,
    pub(crate) version: i16,
    pub(crate) correlation_id: i32,
    /// An answer that needs no shard.
    answer: Option<Answer>,
    /// Gives the request's bytes back to the budget once it is answered.
    _permit: OwnedSemaphorePermit,
}

/// Serves a connection to its end.
pub(crate) async fn serve(
    id: ConnId,
    reader: net::Reader,
    mut writer: net::Writer,
    peer: SocketAddr,
    limits: Limits,
    shell: mpsc::UnboundedSender<Event>,
) {
    let (answers_in, answers) = mpsc::unbounded_channel();
    if shell.send(Event::Connected(id, answers_in)).is_err() {
        return;
    }
    let (pending_in, pending) = mpsc::channel(PIPELINED);
    let ended = tokio::select! {
        biased;
        ended = write_replies(&mut writer, pending, answers) => ended,
        ended = read_requests(id, peer, reader, &limits, pending_in, &shell) => ended,
    };
    match ended {
        Ok(()) => tracing::trace!(%peer, "connection closed"),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            tracing::warn!(%peer, %error, "connection refused")
        }
        Err(error) => tracing::debug!(%peer, %error, "connection lost"),
    }
    writer.shutdown().await;
    let _ = shell.send(Event::Closed(id));
}

async fn read_requests(
    id: ConnId,
    peer: SocketAddr,
    mut reader: net::Reader,
    limits: &Limits,
    pending: mpsc::Sender<Pending>,
    shell: &mpsc::UnboundedSender<Event>,
) -> io::Result<()> {
    let mut buffer = BytesMut::new();
    let host = Str::from(format!("/{}", peer.ip()));
    // The largest request so far: what the connection has shown that it needs.
    let mut largest = READ_AHEAD;
    for seq in 0.. {
        if !fill(&mut reader, &mut buffer, 4, largest).await? {
            return if buffer.is_empty() {
                Ok(())
            } else {
                Err(invalid("it ended inside a request"))
            };
        }
        let len = i32::from_be_bytes(buffer[..4].try_into().expect("4 bytes"));
        let len = u32::try_from(len)
            .ok()
            .filter(|&len| len > 0 && len <= limits.max_request_bytes);
        let Some(len) = len else {
            return Err(invalid(&format!(
                "a request's length is not from 1 to {}",
                limits.max_request_bytes
            )));
        };
        // A length is only a claim: it reserves no more of the budget than the connection has shown to need. The
        // rest is reserved once it has come, and nothing is held meanwhile, so that nobody waits for each other.
        let shown = len.min(u32::try_from(largest).unwrap_or(u32::MAX));
        let mut permit = limits.reserve(shown).await?;
        let _ = buffer.split_to(4);
        if !fill(&mut reader, &mut buffer, len as usize, largest).await? {
            return Err(invalid("it ended inside a request"));
        }
        if len > shown {
            drop(permit);
            permit = limits.reserve(len).await?;
        }
        largest = largest.max(len as usize);
        let frame = buffer.split_to(len as usize).freeze();
        let (header, body) = head(frame)?;
        let (key, version) = (header.request_api_key, header.request_api_version);
        let mut request = Pending {
            seq,
            key,
            version,
            correlation_id: header.correlation_id,
            answer: None,
            _permit: permit,
        };
        let known = api::served(key, Origin::Client).is_some_and(|api| version <= api.max);
        if key == API_VERSIONS && !known {
            request.version = 0;
            request.answer = Some(Answer::Body(api_versions::unsupported()));
        }
        let client = Client {
            origin: Origin::Client,
            id: header.client_id.unwrap_or_default(),
            host: host.clone(),
        };
        let decoded = match request.answer {
            Some(_) => None,
            None => Some(
                api::decode(key, version, client, body)
                    .map_err(|error| invalid(&format!("api {key} version {version}: {error}")))?,
            ),
        };
        if pending.send(request).await.is_err() {
            return Ok(());
        }
        if let Some(decoded) = decoded
            && shell
                .send(Event::Request(ReqId { conn: id, seq }, decoded))
                .is_err()
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Reads until `buffer` holds `len` bytes; false if the peer closed before. Memory grows with what has come:
/// a length alone claims no more than the connection has already shown to need.
async fn fill(
    reader: &mut net::Reader,
    buffer: &mut BytesMut,
    len: usize,
    shown: usize,
) -> io::Result<bool> {
    while buffer.len() < len {
        let missing = len - buffer.len();
        let grow = missing
            .min(shown.max(buffer.len()))
            .max(READ_AHEAD.min(shown));
        buffer.reserve(grow);
        if reader.read(buffer).await? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Splits a frame into header and body.
fn head(frame: Bytes) -> io::Result<(RequestHeader, Bytes)> {
    let Some(start) = frame.get(..4) else {
        return Err(invalid("a request is shorter than its header"));
    };
    let key = i16::from_be_bytes([start[0], start[1]]);
    let version = i16::from_be_bytes([start[2], start[3]]);
    if api::served(key, Origin::Client).is_none() {
        return Err(invalid(&format!("api {key} is not served")));
    }
    let len = frame.len();
    let mut r = Reader::new(frame, 4096);
    // An ApiVersions of a later version has the header of the latest that is known.
    let header_version = frame::request_header_version(key, version).unwrap_or(2);
    let header = RequestHeader::decode(&mut r, header_version)
        .map_err(|error| invalid(&format!("request header of {len} bytes: {error}")))?;
    let rest = r.remaining();
    let body = r.take(rest).map_err(|error| invalid(&error.to_string()))?;
    Ok((header, body))
}

async fn write_replies(
    writer: &mut net::Writer,
    mut pending: mpsc::Receiver<Pending>,
    mut answers: mpsc::UnboundedReceiver<(u64, Answer)>,
) -> io::Result<()> {
    let mut early: BTreeMap<u64, Answer> = BTreeMap::new();
    while let Some(mut request) = pending.recv().await {
        let answer = match request.answer.take().or_else(|| early.remove(&request.seq)) {
            Some(answer) => answer,
            None => loop {
                match answers.recv().await {
                    Some((seq, answer)) if seq == request.seq => break answer,
                    Some((seq, answer)) => {
                        early.insert(seq, answer);
                    }
                    // The shard has closed the connection.
                    None => return Ok(()),
                }
            },
        };
        reply::send(writer, &request, answer).await?;
    }
    // The reader is gone, and ends the connection.
    std::future::pending().await
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
