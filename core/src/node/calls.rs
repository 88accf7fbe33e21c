//! What this broker asks of others, and what becomes of the answers.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::Node;
use super::in_sync::Wish;
use crate::api::{Answer, Body, Origin, Reply, Request, Response};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, CallId, ConnId, Epoch, LogId, Peer, ReqId};
use crate::input::Role;
use crate::metadata::controller::{refused, timeout_ms};
use crate::mutant::{self, Mutant};
use crate::output::{Note, Outbox, Output, PeerMsg};
use crate::park::{Parked, Then, Until};
use crate::time::{Now, TimerId};
use crate::wire::{Str, Uuid};

/// A call that is not answered yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Call {
    /// This broker announces itself.
    Register,
    /// This broker is alive.
    Heartbeat,
    /// In-sync sets that this broker wants, with the partition epochs that they are to follow.
    InSync(Vec<Wish>),
    /// A block of producer ids.
    ProducerIds,
    /// Topics that somebody needs.
    Create(BTreeSet<Str>),
    /// A client's request, which the park holds. `shows`: what it does will show in the metadata.
    Forward { shows: bool },
    /// A fetch for these logs, which followed in these epochs.
    Fetch { asked: Vec<(LogId, Epoch)> },
    /// Nobody waits for its answer any more. It may still come, so its id is not free.
    GivenUp,
}

impl Call {
    /// True for what is asked of whoever is the active controller.
    fn is_of_controller(&self) -> bool {
        !matches!(self, Self::Fetch { .. } | Self::GivenUp)
    }
}

impl Node {
    /// Calls another broker.
    pub(crate) fn call(
        &mut self,
        broker: BrokerId,
        call: Call,
        request: Request,
        out: &mut Outbox,
    ) -> CallId {
        let peer = Peer { broker, shard: 0 };
        let id = self.note_call(peer, call);
        out.push(Output::Send(peer, PeerMsg::Call(id, request)));
        id
    }

    fn note_call(&mut self, peer: Peer, call: Call) -> CallId {
        // The least number that no call in progress has, so that a state does not depend on how many there were.
        let id = (0..)
            .map(CallId)
            .find(|id| !self.calls.contains_key(id))
            .expect("fewer than 2^64 calls at a time");
        self.calls.insert(id, (peer, call));
        id
    }

    /// What a broker asked of its own controller was answered: the answer goes the way of any other. It may be in what
    /// was put out since `from`.
    pub(super) fn hear_itself(&mut self, now: Now, from: usize, out: &mut Outbox) {
        let me = self.config.broker;
        let own =
            |output: &Output| matches!(output, Output::Reply(id, _) if id.conn == ConnId::OWN);
        while self.calls.values().any(|(peer, _)| peer.broker == me)
            && let Some(at) = out[from..].iter().position(own)
        {
            if let Output::Reply(id, Reply::Body(response)) = out.remove(from + at) {
                let peer = Peer {
                    broker: me,
                    shard: 0,
                };
                let answer = PeerMsg::Answer(CallId(id.seq), Answer::Body(response));
                self.on_peer(now, peer, answer, out);
            }
        }
    }

    /// Another controller is active, or none: what was asked of the one before is asked again, or given up. It may have
    /// gone without a word, so its answers are not waited for.
    pub(crate) fn give_up_calls(&mut self, now: Now, out: &mut Outbox) {
        let active = match self.controller.role {
            Role::Active { .. } => Some(self.config.broker),
            Role::Follows { controller } => Some(controller),
            Role::Leaderless => None,
        };
        if mutant::is(Mutant::WaitForFormerController) {
            return;
        }
        let former: Vec<CallId> = self
            .calls
            .iter()
            .filter(|(_, (peer, call))| call.is_of_controller() && Some(peer.broker) != active)
            .map(|(&id, _)| id)
            .collect();
        for id in former {
            if let Some((peer, call)) = self.calls.get_mut(&id) {
                let (peer, call) = (*peer, core::mem::replace(call, Call::GivenUp));
                self.on_call_lost(now, peer, id, call, out);
            }
        }
    }

    /// True if such a call is under way.
    pub(crate) fn is_asking(&self, call: &Call) -> bool {
        self.calls.values().any(|(_, other)| other == call)
    }

    /// Asks the active controller, which may be this broker's own; false if none is known. A heartbeat waits for the
    /// one before it.
    pub(crate) fn ask_controller(
        &mut self,
        now: Now,
        call: Call,
        version: i16,
        body: Body,
        out: &mut Outbox,
    ) -> bool {
        let (broker, own) = match self.controller.role {
            Role::Active { .. } => (self.config.broker, true),
            Role::Follows { controller } => (controller, false),
            Role::Leaderless => return false,
        };
        let peer = Peer { broker, shard: 0 };
        let again = matches!(call, Call::Register | Call::Heartbeat);
        let asked = (peer, call.clone());
        if again && self.calls.values().any(|other| *other == asked) {
            return true;
        }
        if own {
            // By the same road as from anywhere else: it is answered once it is committed.
            let seq = self.note_call(peer, call).0;
            let conn = ConnId::OWN;
            self.control(now, ReqId { conn, seq }, Origin::Broker, version, body, out);
        } else {
            self.call(broker, call, Request::own(version, body), out);
        }
        true
    }

    /// Sends a client's request on to the active controller.
    pub(crate) fn forward(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        body: Body,
        out: &mut Outbox,
    ) {
        let Role::Follows { controller } = self.controller.role else {
            let reply = refused(version, &body, ErrorCode::NotController);
            out.push(Output::Reply(id, Reply::Body(reply)));
            return;
        };
        let wait_ms = timeout_ms(&body);
        let then = Then::Reply(crate::api::unanswered(version, &body));
        let shows = !matches!(&body, Body::CreateTopics(request) if request.validate_only);
        let call = self.call(
            controller,
            Call::Forward { shows },
            Request::own(version, body),
            out,
        );
        self.park_until(now, id, Until::Call(call), wait_ms, then);
    }

    /// An answer came from another broker.
    pub(super) fn on_peer(&mut self, now: Now, peer: Peer, message: PeerMsg, out: &mut Outbox) {
        // Calls of others come as requests.
        let PeerMsg::Answer(id, answer) = message else {
            return;
        };
        let Some((_, call)) = self.calls.remove(&id) else {
            return;
        };
        match (call, answer) {
            (Call::Fetch { asked }, Answer::Fetch(fetched)) => {
                self.on_fetched(now, peer.broker, id, &asked, fetched, out);
            }
            (Call::Forward { shows }, Answer::Body(response)) => {
                self.on_forwarded(id, shows, response, out);
            }
            (call, Answer::Body(response)) => self.on_answer(now, call, response, out),
            (call, Answer::Fetch(_)) => self.on_call_lost(now, peer, id, call, out),
        }
    }

    /// No answer will come.
    pub(super) fn on_lost_call(&mut self, now: Now, peer: Peer, id: CallId, out: &mut Outbox) {
        if let Some((_, call)) = self.calls.remove(&id) {
            self.on_call_lost(now, peer, id, call, out);
        }
    }

    fn on_call_lost(&mut self, now: Now, peer: Peer, id: CallId, call: Call, out: &mut Outbox) {
        match call {
            Call::Fetch { .. } => self.on_fetch_lost(now, peer.broker),
            Call::InSync(_) if mutant::is(Mutant::LostInSyncForgotten) => {}
            Call::InSync(asked) => self.ask_in_sync_later(now, &asked),
            Call::Create(names) => self.on_not_created(now, &names, out),
            Call::ProducerIds => self.on_no_producer_ids(now, out),
            Call::Forward { .. } => {
                for (request, then) in self.park.on_until(&Until::Call(id)) {
                    self.refuse(now, request, then, ErrorCode::NotController, out);
                }
            }
            // The timer says when to try again.
            Call::Register | Call::Heartbeat | Call::GivenUp => {}
        }
    }

    /// The controller answered.
    pub(super) fn on_answer(&mut self, now: Now, call: Call, response: Response, out: &mut Outbox) {
        match (call, response) {
            (Call::InSync(asked), Response::AlterPartition(answer)) => {
                self.on_in_sync(now, &asked, &answer);
            }
            (Call::Heartbeat, Response::BrokerHeartbeat(answer)) => {
                self.on_heard(now, &answer, out)
            }
            (Call::Create(names), Response::CreateTopics(answer)) => {
                let exists = |code: i16| code == 0 || code == ErrorCode::TopicAlreadyExists.code();
                let failed = answer.topics.iter().filter(|row| !exists(row.error_code));
                let failed: BTreeSet<Str> = failed.map(|row| row.name.detach()).collect();
                self.on_not_created(now, &(&names & &failed), out);
            }
            (Call::ProducerIds, Response::AllocateProducerIds(answer))
                if answer.error_code != 0 =>
            {
                self.on_no_producer_ids(now, out);
            }
            (Call::Register, Response::BrokerRegistration(answer))
                if !is_not_now(answer.error_code) =>
            {
                let code = answer.error_code;
                out.push(Output::Note(Note::RegistrationRefused { code }));
            }
            // A broker that is told that it is fenced, or not the one that registered, learns why from the metadata.
            _ => {}
        }
    }

    /// The controller answered a client's request. The client is told once this broker's metadata shows it, for it may
    /// ask here next.
    fn on_forwarded(&mut self, id: CallId, shows: bool, response: Response, out: &mut Outbox) {
        let mut created = BTreeSet::new();
        let mut removed: BTreeSet<Uuid> = BTreeSet::new();
        match &response {
            Response::CreateTopics(answer) => {
                let rows = answer.topics.iter().filter(|row| row.error_code == 0);
                created.extend(rows.map(|row| row.name.detach()));
            }
            Response::DeleteTopics(answer) => {
                let rows = answer.responses.iter().filter(|row| row.error_code == 0);
                removed.extend(rows.map(|row| row.topic_id));
            }
            _ => {}
        }
        let until = Until::Topics { created, removed };
        for (request, _) in self.park.on_until(&Until::Call(id)) {
            if !shows || until.is_in(&self.image) {
                self.timers.disarm(&TimerId::Park(request));
                out.push(Output::Reply(request, Reply::Body(response.clone())));
            } else {
                let then = Then::Reply(response.clone());
                let until = until.clone();
                self.park.put(request, Parked::Until { until, then });
            }
        }
    }

    /// Topics that somebody waits for will not be created.
    pub(crate) fn on_not_created(&mut self, now: Now, names: &BTreeSet<Str>, out: &mut Outbox) {
        let concerned = |until: &Until| match until {
            Until::Topics { created, .. } => created.iter().any(|name| names.contains(name)),
            _ => false,
        };
        for until in self.park.topic_waits(concerned) {
            for (request, then) in self.park.on_until(&until) {
                self.give_up(now, request, then, out);
            }
        }
    }

    fn on_no_producer_ids(&mut self, now: Now, out: &mut Outbox) {
        for (request, then) in self.park.on_until(&Until::ProducerIds) {
            self.give_up(now, request, then, out);
        }
    }
}

/// True if a registration succeeded, or is to be tried again soon: whom it reached is not the active controller, or
/// does not know yet who is alive.
fn is_not_now(code: i16) -> bool {
    let later = [ErrorCode::NotController, ErrorCode::BrokerNotAvailable];
    code == 0 || later.iter().any(|not_now| not_now.code() == code)
}
