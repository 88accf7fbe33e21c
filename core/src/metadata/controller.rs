//! The active controller: what it knows beyond the image, and how its decisions become commands.
//!
//! It decides on the image that its own proposals will make, not on the one that is committed. A command names that image,
//! and is void on any other: so every decision is made on the very state to which it is applied, even if the proposal
//! before it was refused.

use alloc::collections::{BTreeSet, VecDeque};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::command::{Command, Record};
use super::image::Image;
use crate::api::{Body, Origin, Reply, Response};
use crate::error::ErrorCode;
use crate::ids::{BrokerId, MetaIndex, ProposalId, ReqId};
use crate::input::Role;
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::{Then, Until};
use crate::time::{Now, TimerId};

/// The longest that the reply to a broker waits for its command to be committed.
const COMMIT_WAIT_MS: i32 = 10_000;

/// What the controller remembers beyond the image.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Controller {
    pub(crate) role: Role,
    /// Who was the last to be active, as far as this broker knows.
    predecessor: Option<BrokerId>,
    /// Brokers that this controller has heard of since it is active.
    pub(crate) heard: BTreeSet<BrokerId>,
    /// Commands of this controller that are proposed and not yet committed, in order.
    in_flight: VecDeque<Arc<Command>>,
    /// The image that they will make.
    planned: Option<Arc<Image>>,
}

impl Default for Controller {
    fn default() -> Self {
        Self {
            role: Role::Leaderless,
            predecessor: None,
            heard: BTreeSet::new(),
            in_flight: VecDeque::new(),
            planned: None,
        }
    }
}

impl Controller {
    /// True if this broker's controller decides.
    pub(crate) fn is_active(&self) -> bool {
        matches!(self.role, Role::Active { .. })
    }

    /// The last of the commands that are proposed and not yet committed.
    fn latest_proposal(&self) -> Option<ProposalId> {
        self.in_flight.back().map(|command| command.id)
    }

    /// A command is committed, or will never be.
    pub(crate) fn settled(&mut self, id: ProposalId, image: &Arc<Image>) {
        let before = self.in_flight.len();
        self.in_flight.retain(|command| command.id != id);
        if self.in_flight.is_empty() {
            self.planned = None;
        } else if self.in_flight.len() == before || self.planned_index() != self.expected(image) {
            self.plan_again(image);
        }
    }

    /// Another term begins: what was in flight is the business of whoever is active now.
    pub(crate) fn forget(&mut self) {
        self.heard.clear();
        self.in_flight.clear();
        self.planned = None;
    }

    fn planned_index(&self) -> Option<u64> {
        self.planned.as_ref().map(|image| image.index.0)
    }

    fn expected(&self, image: &Image) -> Option<u64> {
        Some(image.index.0 + self.in_flight.len() as u64)
    }

    fn plan_again(&mut self, image: &Arc<Image>) {
        let mut planned = image.clone();
        for command in &self.in_flight {
            plan(&mut planned, command);
        }
        self.planned = Some(planned);
    }
}

fn plan(image: &mut Arc<Image>, command: &Command) {
    let next = MetaIndex(image.index.0 + 1);
    Arc::make_mut(image).apply(next, command);
}

impl Node {
    /// The image on which the active controller decides.
    pub(crate) fn planned(&self) -> &Image {
        self.controller.planned.as_ref().unwrap_or(&self.image)
    }

    /// Proposes a command, under the controller's term.
    pub(crate) fn propose(&mut self, records: Vec<Record>, out: &mut Outbox) -> ProposalId {
        let id = self.next_proposal();
        let term = match self.controller.role {
            Role::Active { term } => term,
            Role::Follows { .. } | Role::Leaderless => self.image.term,
        };
        let mut planned = self.controller.planned.take();
        let image = planned.get_or_insert_with(|| self.image.clone());
        let command = Command {
            id,
            term,
            base: Some(image.index),
            records,
        };
        plan(image, &command);
        self.controller.planned = planned;
        self.controller
            .in_flight
            .push_back(Arc::new(command.clone()));
        out.push(Output::Propose(id, command));
        id
    }

    /// This broker's part in the quorum has changed.
    pub(crate) fn on_role(&mut self, now: Now, role: Role, out: &mut Outbox) {
        let predecessor = match self.controller.role {
            Role::Follows { controller } => Some(controller),
            Role::Active { .. } | Role::Leaderless => self.controller.predecessor,
        };
        self.controller.predecessor = predecessor;
        let was_active = self.controller.is_active();
        self.controller.role = role;
        self.controller.forget();
        self.forget_sessions();
        if self.controller.is_active() {
            self.arm_sessions(now, predecessor);
            self.session_of_controller(now, out);
        } else if was_active {
            self.session_after_controller(now);
        }
        self.give_up_calls(now, out);
        self.on_controller(now, out);
    }

    /// A request that only the active controller decides on: CreateTopics, DeleteTopics, and what brokers ask.
    pub(crate) fn control(
        &mut self,
        now: Now,
        id: ReqId,
        origin: Origin,
        version: i16,
        body: Body,
        out: &mut Outbox,
    ) {
        if !self.controller.is_active() {
            if origin == Origin::Client {
                self.forward(now, id, version, body, out);
            } else {
                let reply = refused(version, &body, ErrorCode::NotController);
                out.push(Output::Reply(id, Reply::Body(reply)));
            }
            return;
        }
        let wait_ms = timeout_ms(&body);
        let (response, proposal) = self.rule(now, version, body, out);
        // An answer that changes nothing rests on what is proposed, too: it is given once that is committed.
        match proposal.or_else(|| self.controller.latest_proposal()) {
            Some(proposal) => {
                let until = Until::Proposal(proposal);
                self.park_until(now, id, until, wait_ms, Then::Reply(response));
            }
            None => out.push(Output::Reply(id, Reply::Body(response))),
        }
    }

    /// The active controller decides: the answer, and the proposal that must be committed before it is given.
    pub(crate) fn rule(
        &mut self,
        now: Now,
        version: i16,
        body: Body,
        out: &mut Outbox,
    ) -> (Response, Option<ProposalId>) {
        match body {
            Body::CreateTopics(request) => {
                let (response, proposal) = self.create_topics(&request, out);
                (Response::CreateTopics(response), proposal)
            }
            Body::DeleteTopics(request) => {
                let (response, proposal) = self.delete_topics(version, &request, out);
                (Response::DeleteTopics(response), proposal)
            }
            Body::AlterPartition(request) => {
                let (response, proposal) = self.alter_partition(&request, out);
                (Response::AlterPartition(response), proposal)
            }
            Body::BrokerRegistration(request) => {
                let (response, proposal) = self.register_broker(now, &request, out);
                (Response::BrokerRegistration(response), proposal)
            }
            Body::BrokerHeartbeat(request) => {
                let (response, proposal) = self.broker_heartbeat(now, &request, out);
                (Response::BrokerHeartbeat(response), proposal)
            }
            Body::AllocateProducerIds(request) => {
                let (response, proposal) = self.allocate_producer_ids(&request, out);
                (Response::AllocateProducerIds(response), proposal)
            }
            other => unreachable!("{other:?} is not the controller's to decide"),
        }
    }

    /// Parks a reply until something is decided elsewhere, and arms its timer.
    pub(crate) fn park_until(
        &mut self,
        now: Now,
        id: ReqId,
        until: Until,
        wait_ms: i32,
        then: Then,
    ) {
        self.park
            .put(id, crate::park::Parked::Until { until, then });
        let wait = core::time::Duration::from_millis(wait_ms.max(1).unsigned_abs().into());
        self.timers.arm(TimerId::Park(id), now.mono.after(wait));
    }
}

/// The longest that the reply may wait.
pub(crate) fn timeout_ms(body: &Body) -> i32 {
    match body {
        Body::CreateTopics(request) => request.timeout_ms,
        Body::DeleteTopics(request) => request.timeout_ms,
        _ => COMMIT_WAIT_MS,
    }
}

/// The answer that grants nothing.
pub(crate) fn refused(version: i16, body: &Body, code: ErrorCode) -> Response {
    let mut response = crate::api::unanswered(version, body);
    response.refuse(code);
    response
}
