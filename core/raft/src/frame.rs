//! Raft's messages between voters. A frame is a CRC-32C of what follows, the kind of message, the correlation id by
//! which a response finds its request, and the message after its version.
//!
//! openraft asserts what no voter that keeps to the protocol can break, so whatever comes from the network is checked
//! here first: a frame that lies about its sender or contradicts itself is refused, not handed on.

use bytes::Bytes;
use highwater_core::BrokerId;
use highwater_core::records::crc;
use highwater_core::wire::generated::{
    RaftAppendRequest, RaftAppendResponse, RaftSnapshotRequest, RaftSnapshotResponse,
    RaftVoteRequest, RaftVoteResponse,
};
use highwater_core::wire::{Reader, WireError, Writer};

use crate::codec::{self, Malformed, Snapshot};
use crate::types::{
    AppendRequest, AppendResponse, Entry, LogId, SnapshotResponse, Vote, VoteRequest, VoteResponse,
    node,
};

const VOTE_REQUEST: i16 = 0;
const VOTE_RESPONSE: i16 = 1;
const APPEND_REQUEST: i16 = 2;
const APPEND_RESPONSE: i16 = 3;
const SNAPSHOT_REQUEST: i16 = 4;
const SNAPSHOT_RESPONSE: i16 = 5;

const SUCCESS: i8 = 0;
const PARTIAL: i8 = 1;
const CONFLICT: i8 = 2;
const HIGHER_VOTE: i8 = 3;

/// Names a request among those of one run of a voter.
pub(crate) type Correlation = u64;

/// A message and the request that it is or answers.
#[derive(Debug)]
pub(crate) enum Frame {
    Request(Correlation, Request),
    Response(Correlation, Response),
}

#[derive(Debug)]
pub(crate) enum Request {
    Vote(VoteRequest),
    PreVote(VoteRequest),
    Append(AppendRequest),
    Snapshot(Vote, Snapshot),
}

#[derive(Debug)]
pub(crate) enum Response {
    Vote(VoteResponse),
    Append(AppendResponse),
    Snapshot(SnapshotResponse),
}

/// A frame that asks.
pub(crate) fn request(correlation: Correlation, request: &Request) -> Result<Bytes, WireError> {
    let kind = match request {
        Request::Vote(_) | Request::PreVote(_) => VOTE_REQUEST,
        Request::Append(_) => APPEND_REQUEST,
        Request::Snapshot(..) => SNAPSHOT_REQUEST,
    };
    sealed(kind, correlation, |w| match request {
        Request::Vote(vote) => put_vote_request(w, vote, false),
        Request::PreVote(vote) => put_vote_request(w, vote, true),
        Request::Append(append) => put_append_request(w, append),
        Request::Snapshot(vote, snapshot) => {
            let (term, leader, _) = codec::vote_parts(vote);
            let head = RaftSnapshotRequest {
                term,
                leader,
                ..RaftSnapshotRequest::default()
            };
            codec::put(w, &head)?;
            codec::put_snapshot(w, snapshot)
        }
    })
}

/// A frame that answers.
pub(crate) fn response(correlation: Correlation, response: &Response) -> Result<Bytes, WireError> {
    let kind = match response {
        Response::Vote(_) => VOTE_RESPONSE,
        Response::Append(_) => APPEND_RESPONSE,
        Response::Snapshot(_) => SNAPSHOT_RESPONSE,
    };
    sealed(kind, correlation, |w| match response {
        Response::Vote(vote) => put_vote_response(w, vote),
        Response::Append(append) => put_append_response(w, append),
        Response::Snapshot(snapshot) => {
            let (term, candidate, committed) = codec::vote_parts(&snapshot.vote);
            codec::put(
                w,
                &RaftSnapshotResponse {
                    term,
                    candidate,
                    committed,
                    ..RaftSnapshotResponse::default()
                },
            )
        }
    })
}

fn sealed(
    kind: i16,
    correlation: Correlation,
    body: impl FnOnce(&mut Writer) -> Result<(), WireError>,
) -> Result<Bytes, WireError> {
    let mut w = Writer::new();
    w.u32(0);
    w.i16(kind);
    w.i64(correlation as i64);
    body(&mut w)?;
    let mut bytes = Vec::from(w.into_parts().0);
    let checksum = crc(&bytes[4..]);
    bytes[..4].copy_from_slice(&checksum.to_be_bytes());
    Ok(bytes.into())
}

impl Frame {
    /// Reads a frame that `from` sent.
    ///
    /// # Errors
    /// If no voter of that name sends this.
    pub(crate) fn decode(from: BrokerId, bytes: Bytes) -> Result<Self, Malformed> {
        let mut r = codec::reader(bytes.clone());
        let checksum = r.u32()?;
        if crc(&bytes[4..]) != checksum {
            return Err(Malformed::Checksum);
        }
        let kind = r.i16()?;
        let correlation = r.i64()? as Correlation;
        let from = node(from);
        let frame = match kind {
            VOTE_REQUEST => Self::Request(correlation, take_vote_request(&mut r, from)?),
            APPEND_REQUEST => Self::Request(correlation, take_append_request(&mut r, from)?),
            SNAPSHOT_REQUEST => Self::Request(correlation, take_snapshot_request(&mut r, from)?),
            VOTE_RESPONSE => Self::Response(correlation, take_vote_response(&mut r)?),
            APPEND_RESPONSE => Self::Response(correlation, take_append_response(&mut r)?),
            SNAPSHOT_RESPONSE => {
                let body: RaftSnapshotResponse = codec::take(&mut r)?;
                let vote = codec::vote(body.term, body.candidate, body.committed)?;
                Self::Response(correlation, Response::Snapshot(SnapshotResponse::new(vote)))
            }
            kind => return Err(WireError::UnknownKind(kind).into()),
        };
        r.finish()?;
        Ok(frame)
    }
}

fn put_vote_request(
    w: &mut Writer,
    request: &VoteRequest,
    pre_vote: bool,
) -> Result<(), WireError> {
    let (term, candidate, _) = codec::vote_parts(&request.vote);
    let (last_term, last_index) = codec::log_id_parts(request.last_log_id.as_ref());
    codec::put(
        w,
        &RaftVoteRequest {
            term,
            candidate,
            last_term,
            last_index,
            pre_vote,
            leadership_transfer: request.leadership_transfer,
            ..RaftVoteRequest::default()
        },
    )
}

fn take_vote_request(r: &mut Reader, from: i32) -> Result<Request, Malformed> {
    let body: RaftVoteRequest = codec::take(r)?;
    sent_by(from, body.candidate)?;
    let request = VoteRequest {
        vote: codec::vote(body.term, body.candidate, false)?,
        last_log_id: codec::opt_log_id(body.last_term, body.last_index)?,
        leadership_transfer: body.leadership_transfer,
    };
    not_beyond(request.last_log_id, &request.vote)?;
    Ok(if body.pre_vote {
        Request::PreVote(request)
    } else {
        Request::Vote(request)
    })
}

fn put_vote_response(w: &mut Writer, response: &VoteResponse) -> Result<(), WireError> {
    let (term, candidate, committed) = codec::vote_parts(&response.vote);
    let (last_term, last_index) = codec::log_id_parts(response.last_log_id.as_ref());
    codec::put(
        w,
        &RaftVoteResponse {
            term,
            candidate,
            committed,
            granted: response.vote_granted,
            last_term,
            last_index,
            ..RaftVoteResponse::default()
        },
    )
}

fn take_vote_response(r: &mut Reader) -> Result<Response, Malformed> {
    let body: RaftVoteResponse = codec::take(r)?;
    Ok(Response::Vote(VoteResponse {
        vote: codec::vote(body.term, body.candidate, body.committed)?,
        vote_granted: body.granted,
        last_log_id: codec::opt_log_id(body.last_term, body.last_index)?,
    }))
}

fn put_append_request(w: &mut Writer, request: &AppendRequest) -> Result<(), WireError> {
    let (term, leader, _) = codec::vote_parts(&request.vote);
    let (prev_term, prev_index) = codec::log_id_parts(request.prev_log_id.as_ref());
    let (commit_term, commit_index) = codec::log_id_parts(request.leader_commit.as_ref());
    let entry_count = i32::try_from(request.entries.len()).map_err(|_| WireError::TooLong)?;
    let head = RaftAppendRequest {
        term,
        leader,
        prev_term,
        prev_index,
        commit_term,
        commit_index,
        entry_count,
        ..RaftAppendRequest::default()
    };
    codec::put(w, &head)?;
    request
        .entries
        .iter()
        .try_for_each(|entry| codec::put_entry(w, entry))
}

fn take_append_request(r: &mut Reader, from: i32) -> Result<Request, Malformed> {
    let body: RaftAppendRequest = codec::take(r)?;
    sent_by(from, body.leader)?;
    let vote = codec::vote(body.term, body.leader, true)?;
    let prev = codec::opt_log_id(body.prev_term, body.prev_index)?;
    let leader_commit = codec::opt_log_id(body.commit_term, body.commit_index)?;
    not_beyond(prev, &vote)?;
    not_beyond(leader_commit, &vote)?;
    let mut entries: Vec<Entry> = Vec::new();
    let mut last = prev;
    for _ in 0..body.entry_count {
        let entry = codec::take_entry(r)?;
        let follows = match last {
            None => entry.log_id.index == 0,
            Some(last) => {
                entry.log_id.index == last.index + 1 && entry.log_id.leader_id >= last.leader_id
            }
        };
        if !follows {
            return Err(Malformed::Nonsense("entries do not follow each other"));
        }
        last = Some(entry.log_id);
        entries.push(entry);
    }
    not_beyond(last, &vote)?;
    Ok(Request::Append(AppendRequest {
        vote,
        prev_log_id: prev,
        entries,
        leader_commit,
    }))
}

fn put_append_response(w: &mut Writer, response: &AppendResponse) -> Result<(), WireError> {
    let mut body = RaftAppendResponse::default();
    match response {
        AppendResponse::Success => body.result = SUCCESS,
        AppendResponse::PartialSuccess(last) => {
            body.result = PARTIAL;
            (body.last_term, body.last_index) = codec::log_id_parts(last.as_ref());
        }
        AppendResponse::Conflict => body.result = CONFLICT,
        AppendResponse::HigherVote(vote) => {
            body.result = HIGHER_VOTE;
            (body.term, body.candidate, body.committed) = codec::vote_parts(vote);
        }
    }
    codec::put(w, &body)
}

fn take_append_response(r: &mut Reader) -> Result<Response, Malformed> {
    let body: RaftAppendResponse = codec::take(r)?;
    Ok(Response::Append(match body.result {
        SUCCESS => AppendResponse::Success,
        PARTIAL => {
            AppendResponse::PartialSuccess(codec::opt_log_id(body.last_term, body.last_index)?)
        }
        CONFLICT => AppendResponse::Conflict,
        HIGHER_VOTE => {
            AppendResponse::HigherVote(codec::vote(body.term, body.candidate, body.committed)?)
        }
        _ => return Err(Malformed::Nonsense("an append has no such result")),
    }))
}

fn take_snapshot_request(r: &mut Reader, from: i32) -> Result<Request, Malformed> {
    let body: RaftSnapshotRequest = codec::take(r)?;
    sent_by(from, body.leader)?;
    let vote = codec::vote(body.term, body.leader, true)?;
    let snapshot = codec::take_snapshot(r)?;
    if snapshot.meta.last_log_id.is_none() {
        return Err(Malformed::Nonsense("a snapshot of nothing"));
    }
    not_beyond(snapshot.meta.last_log_id, &vote)?;
    Ok(Request::Snapshot(vote, snapshot))
}

fn sent_by(from: i32, named: i32) -> Result<(), Malformed> {
    if from == named {
        Ok(())
    } else {
        Err(Malformed::Nonsense("a voter speaks for another"))
    }
}

/// Nobody knows of entries of a later term than their own.
fn not_beyond(id: Option<LogId>, vote: &Vote) -> Result<(), Malformed> {
    if id.is_some_and(|id| id.leader_id.term > vote.leader_id().term) {
        return Err(Malformed::Nonsense(
            "an entry is of a later term than its sender",
        ));
    }
    Ok(())
}
