//! A connection: frames in, replies out, in the order of the requests.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use highwater_core::api::{self, Client, Origin, api_versions};
use highwater_core::wire::generated::{ProduceRequest, RaftFrameRequest, RequestHeader};
use highwater_core::wire::{Message, Reader, Request as _, Str, frame};
use highwater_core::{BrokerId, ConnId, ReqId};
use tokio::sync::mpsc;

use crate::budget::{Budget, Hold};
use crate::framing::{Frames, invalid};
use crate::idle::Idle;
use crate::io::net;
use crate::outlet::Outlet;
use crate::peers::Arrivals;
use crate::reply::{self, Answer};
use crate::shell::Event;

/// Requests of one connection that may be in work at a time.
const PIPELINED: usize = 256;

/// A broker that takes no bytes for so long is gone, and what waits for it would wait for ever.
const BROKER_STALL: Duration = Duration::from_secs(30);

/// The key of ApiVersions: the one API that is answered in any version.
const API_VERSIONS: i16 = 18;

/// Limits that all connections of a listener share.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Room for the bytes of requests.
    pub(crate) budget: Budget,
    /// Bytes of one request.
    pub(crate) max_request_bytes: u32,
    /// A connection on which nothing happens for so long is closed; `None`: never.
    pub(crate) max_idle: Option<Duration>,
}

/// Where a connection came in.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    pub(crate) origin: Origin,
    /// Which of the listeners for clients it is.
    pub(crate) listener: u16,
    pub(crate) limits: Limits,
    pub(crate) shell: mpsc::UnboundedSender<Event>,
    /// Takes the frames of the metadata quorum; `None` where there are none.
    pub(crate) arrivals: Option<Arrivals>,
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
}

/// A frame that has its room in the budget for as long as anything of it is in use.
struct Held {
    frame: Bytes,
    _hold: Hold,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.frame
    }
}

/// Serves a connection to its end.
pub(crate) async fn serve(
    id: ConnId,
    reader: net::Reader,
    writer: net::Writer,
    peer: SocketAddr,
    entrance: Entrance,
) {
    let (answers_in, answers) = mpsc::unbounded_channel();
    let shell = entrance.shell.clone();
    let origin = entrance.origin;
    if shell
        .send(Event::Connected(id, origin, answers_in))
        .is_err()
    {
        return;
    }
    let (pending_in, pending) = mpsc::channel(PIPELINED);
    let stall = (origin == Origin::Broker).then_some(BROKER_STALL);
    let mut writer = Outlet::new(writer, stall);
    let mut frames = Frames::new("a request", reader, entrance.limits.max_request_bytes);
    let idle = Idle::new(entrance.limits.max_idle);
    let mut requests = Requests {
        id,
        host: Str::from(format!("/{}", peer.ip())),
        entrance,
        pending: pending_in,
        idle: &idle,
        quorum: None,
    };
    let ended = tokio::select! {
        biased;
        ended = write_replies(&mut writer, pending, answers, &idle) => ended,
        ended = requests.read(&mut frames) => ended,
    };
    match ended {
        Ok(()) => tracing::trace!(%peer, "connection closed"),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            tracing::warn!(%peer, %error, "connection refused")
        }
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            tracing::info!(%peer, %error, "connection given up")
        }
        Err(error) => tracing::debug!(%peer, %error, "connection lost"),
    }
    if let (Some(arrivals), Some(from)) = (&requests.entrance.arrivals, requests.quorum) {
        arrivals.lost(from).await;
    }
    writer.shutdown().await;
    let _ = shell.send(Event::Closed(id));
}

/// Takes requests off a connection.
struct Requests<'a> {
    id: ConnId,
    host: Str,
    entrance: Entrance,
    pending: mpsc::Sender<Pending>,
    idle: &'a Idle,
    /// Who sends frames of the metadata quorum on it.
    quorum: Option<BrokerId>,
}

impl Requests<'_> {
    async fn read(&mut self, frames: &mut Frames) -> io::Result<()> {
        let mut seq = 0;
        loop {
            let len = tokio::select! {
                biased;
                len = frames.next_len() => len?,
                error = self.idle.over() => return Err(error),
            };
            let Some(len) = len else {
                return Ok(());
            };
            let limits = &self.entrance.limits;
            let (frame, hold) = frames.take_within(len, &limits.budget).await?;
            self.idle.note();
            let (header, body) = head(frame, self.entrance.origin)?;
            if header.request_api_key == RaftFrameRequest::API_KEY {
                self.deliver(header.request_api_version, body).await?;
            } else if self.request(seq, header, body, hold).await? {
                seq += 1;
            } else {
                return Ok(());
            }
        }
    }

    /// Hands a request to the shard; false if nobody takes it any more.
    async fn request(
        &self,
        seq: u64,
        header: RequestHeader,
        body: Bytes,
        hold: Hold,
    ) -> io::Result<bool> {
        let origin = self.entrance.origin;
        let (key, version) = (header.request_api_key, header.request_api_version);
        let mut request = Pending {
            seq,
            key,
            version,
            correlation_id: header.correlation_id,
            answer: None,
        };
        self.idle.asked();
        let known = api::served(key, origin).is_some_and(|api| version <= api.max);
        if key == API_VERSIONS && !known {
            request.version = 0;
            request.answer = Some(Answer::Body(api_versions::unsupported()));
            return Ok(self.pending.send(request).await.is_ok());
        }
        let client = Client {
            origin,
            listener: self.entrance.listener,
            id: header.client_id.unwrap_or_default(),
            host: self.host.clone(),
        };
        // A produce is held until its batches are written; of any other request nothing is needed once it is handled.
        let (body, hold) = if key == ProduceRequest::API_KEY {
            let held = Held {
                frame: body,
                _hold: hold,
            };
            (Bytes::from_owner(held), None)
        } else {
            (body, Some(hold))
        };
        let decoded = api::decode(key, version, client, body)
            .map_err(|error| invalid(&format!("api {key} version {version}: {error}")))?;
        let id = ReqId { conn: self.id, seq };
        Ok(self.pending.send(request).await.is_ok()
            && self
                .entrance
                .shell
                .send(Event::Request(id, decoded, hold))
                .is_ok())
    }

    /// Hands on a frame of the metadata quorum.
    async fn deliver(&mut self, version: i16, body: Bytes) -> io::Result<()> {
        let Some(arrivals) = &self.entrance.arrivals else {
            return Err(invalid("frames of a metadata quorum are not taken here"));
        };
        let budget = body.len() + 4096;
        let decoded = RaftFrameRequest::decode(&mut Reader::new(body, budget), version);
        let decoded = decoded.map_err(|error| invalid(&format!("a quorum's frame: {error}")))?;
        let from = BrokerId(decoded.from);
        if !arrivals.arrived(from, decoded.frame).await {
            return Err(invalid(&format!("broker {from} is no voter of ours")));
        }
        self.quorum = Some(from);
        Ok(())
    }
}

/// Splits a frame into header and body.
fn head(frame: Bytes, origin: Origin) -> io::Result<(RequestHeader, Bytes)> {
    let Some(start) = frame.get(..4) else {
        return Err(invalid("a request is shorter than its header"));
    };
    let key = i16::from_be_bytes([start[0], start[1]]);
    let version = i16::from_be_bytes([start[2], start[3]]);
    let quorum = origin == Origin::Broker && key == RaftFrameRequest::API_KEY;
    if !quorum && api::served(key, origin).is_none() {
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
    writer: &mut Outlet,
    mut pending: mpsc::Receiver<Pending>,
    mut answers: mpsc::UnboundedReceiver<(u64, Answer)>,
    idle: &Idle,
) -> io::Result<()> {
    let mut early: BTreeMap<u64, Answer> = BTreeMap::new();
    loop {
        let next = tokio::select! {
            biased;
            next = pending.recv() => next,
            answer = answers.recv() => {
                let Some((seq, answer)) = answer else {
                    // The shard has closed the connection, which owes no answer.
                    return Ok(());
                };
                early.insert(seq, answer);
                continue;
            }
        };
        let Some(mut request) = next else {
            break;
        };
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
        idle.answered();
    }
    // The reader is gone, and ends the connection.
    std::future::pending().await
}
