//! openraft's network: a call leaves as a frame, and waits for the frame that answers it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use highwater_core::BrokerId;
use highwater_core::metadata::Image;
use openraft::async_runtime::{AsyncRuntime as _, Oneshot as _, OneshotSender as _, Select2};
use openraft::errors::{RPCError, ReplicationClosed, StreamingError, Timeout, Unreachable};
use openraft::impls::EmptyNode;
use openraft::network::{Backoff, RPCOption, RPCTypes, RaftNetworkFactory, RaftNetworkV2};

use crate::codec::Snapshot;
use crate::frame::{self, Correlation, Request, Response};
use crate::output::{Outbox, Output};
use crate::runtime::{Oneshot, Runtime, Sender};
use crate::types::{
    AppendRequest, AppendResponse, SnapshotMeta, SnapshotResponse, Types, Vote, VoteRequest,
    VoteResponse,
};

/// Calls that wait for an answer.
#[derive(Clone)]
pub(crate) struct Calls(Rc<RefCell<Waiting>>);

struct Waiting {
    next: Correlation,
    calls: BTreeMap<Correlation, (BrokerId, Sender<Response>)>,
}

impl Calls {
    /// Correlation ids count up from `first`, which must differ from run to run: an answer to an earlier run of this
    /// voter is no answer to this one.
    pub(crate) fn new(first: Correlation) -> Self {
        Self(Rc::new(RefCell::new(Waiting {
            next: first,
            calls: BTreeMap::new(),
        })))
    }

    fn begin(&self, to: BrokerId, answer: Sender<Response>) -> Call {
        let mut waiting = self.0.borrow_mut();
        let correlation = waiting.next;
        waiting.next = correlation.wrapping_add(1);
        waiting.calls.insert(correlation, (to, answer));
        Call {
            calls: self.clone(),
            correlation,
        }
    }

    /// An answer has come: to nobody, if it is late or if another voter was asked.
    pub(crate) fn answer(&self, from: BrokerId, correlation: Correlation, response: Response) {
        let mut waiting = self.0.borrow_mut();
        let asked = waiting.calls.get(&correlation).map(|(to, _)| *to);
        if asked == Some(from)
            && let Some((_, answer)) = waiting.calls.remove(&correlation)
        {
            // The caller may have given up in this very turn.
            let _ = answer.send(response);
        }
    }

    /// No answer of this voter will come any more.
    pub(crate) fn lost(&self, peer: BrokerId) {
        self.0.borrow_mut().calls.retain(|_, (to, _)| *to != peer);
    }
}

/// A call that waits; it is forgotten when the caller gives up.
struct Call {
    calls: Calls,
    correlation: Correlation,
}

impl Drop for Call {
    fn drop(&mut self) {
        self.calls.0.borrow_mut().calls.remove(&self.correlation);
    }
}

/// Makes the links to the other voters.
pub(crate) struct Network {
    pub(crate) me: BrokerId,
    pub(crate) calls: Calls,
    pub(crate) outbox: Outbox,
    /// How long to leave alone a voter that cannot be reached.
    pub(crate) pause: Duration,
}

impl RaftNetworkFactory<Types> for Network {
    type Network = Link;

    async fn new_client(&mut self, target: i32, _: &EmptyNode) -> Link {
        Link {
            me: self.me,
            peer: BrokerId(target),
            calls: self.calls.clone(),
            outbox: self.outbox.clone(),
            pause: self.pause,
        }
    }
}

/// The way to one voter.
pub(crate) struct Link {
    me: BrokerId,
    peer: BrokerId,
    calls: Calls,
    outbox: Outbox,
    pause: Duration,
}

impl Link {
    async fn call(
        &self,
        request: &Request,
        action: RPCTypes,
        option: &RPCOption,
    ) -> Result<Response, RPCError<Types>> {
        let (answer, answered) = Oneshot::channel();
        let call = self.calls.begin(self.peer, answer);
        let bytes =
            frame::request(call.correlation, request).map_err(|error| Unreachable::new(&error))?;
        self.outbox.push(Output::Send(self.peer, bytes));
        let timeout = option.hard_ttl();
        match Runtime::timeout(timeout, answered).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(closed)) => Err(Unreachable::new(&closed).into()),
            Err(_) => Err(RPCError::Timeout(Timeout {
                action,
                id: self.me.0,
                target: self.peer.0,
                timeout,
            })),
        }
    }
}

/// The answer is to another kind of question.
fn mismatched() -> RPCError<Types> {
    Unreachable::from_string("a voter answered what was not asked").into()
}

impl RaftNetworkV2<Types> for Link {
    type SnapshotData = Arc<Image>;

    async fn append_entries(
        &mut self,
        request: AppendRequest,
        option: RPCOption,
    ) -> Result<AppendResponse, RPCError<Types>> {
        // openraft takes a conflict without a previous entry for impossible, and stops.
        let may_conflict = request.prev_log_id.is_some();
        let request = Request::Append(request);
        match self
            .call(&request, RPCTypes::AppendEntries, &option)
            .await?
        {
            Response::Append(AppendResponse::Conflict) if !may_conflict => Err(mismatched()),
            Response::Append(response) => Ok(response),
            _ => Err(mismatched()),
        }
    }

    async fn vote(
        &mut self,
        request: VoteRequest,
        option: RPCOption,
    ) -> Result<VoteResponse, RPCError<Types>> {
        let request = Request::Vote(request);
        match self.call(&request, RPCTypes::Vote, &option).await? {
            Response::Vote(response) => Ok(response),
            _ => Err(mismatched()),
        }
    }

    async fn pre_vote(
        &mut self,
        request: VoteRequest,
        option: RPCOption,
    ) -> Result<VoteResponse, RPCError<Types>> {
        let request = Request::PreVote(request);
        match self.call(&request, RPCTypes::Vote, &option).await? {
            Response::Vote(response) => Ok(response),
            _ => Err(mismatched()),
        }
    }

    async fn full_snapshot(
        &mut self,
        vote: Vote,
        snapshot: openraft::alias::SnapshotOf<Types, Arc<Image>>,
        cancel: impl Future<Output = ReplicationClosed> + 'static,
        option: RPCOption,
    ) -> Result<SnapshotResponse, StreamingError<Types>> {
        let meta: SnapshotMeta = snapshot.meta;
        let image = snapshot.snapshot;
        let request = Request::Snapshot(vote, Snapshot { meta, image });
        let call = self.call(&request, RPCTypes::InstallSnapshot, &option);
        match Runtime::select2(cancel, call).await {
            Select2::First(closed) => Err(closed.into()),
            Select2::Second(Ok(Response::Snapshot(response))) => Ok(response),
            Select2::Second(Ok(_)) => Err(mismatched().into()),
            Select2::Second(Err(error)) => Err(error.into()),
        }
    }

    fn backoff(&self) -> Option<Backoff> {
        Some(Backoff::new(std::iter::repeat(self.pause)))
    }
}
