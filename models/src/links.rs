//! Calls between brokers. Those of one API between two brokers stay in order, as on a connection of their own. A
//! connection may break at any time, and then whoever calls cannot tell what became of what is on it: a request that did
//! not arrive yet may still be carried out, late.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use highwater_core::api::{Answer, Request};
use highwater_core::{BrokerId, CallId, ConnId, ReqId};

use crate::shared::Shared;

/// A connection: who calls whom, with which API.
pub type Link = (BrokerId, BrokerId, i16);

/// The API with which followers ask.
pub const FETCH: i16 = 1;
/// The API with which leaders ask for in-sync sets.
pub const ALTER_PARTITION: i16 = 56;

/// Connections of brokers are numbered from here on.
const PEERS: u64 = 100;

/// The connection of a late request: whoever sent it is gone.
pub const LATE: ConnId = ConnId(PEERS - 1);

/// A call on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Calling {
    /// The caller's name for it.
    id: CallId,
    /// Not delivered yet.
    request: Option<Request>,
    /// The number of the request on its connection, once it is delivered.
    seq: u64,
    /// Its answer, not yet delivered.
    answer: Option<Answer>,
}

/// All connections between brokers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Links {
    calls: BTreeMap<Link, Shared<VecDeque<Calling>>>,
    /// Connections whose requests and answers take their time: see [`Links::quick`].
    slow: BTreeSet<Link>,
    /// Requests for in-sync sets take their time, too.
    pub slow_in_sync: bool,
    /// Requests of broken connections, which may still arrive.
    late: Shared<Vec<(Link, Request)>>,
}

/// The number of a connection. A broken one's is used again: nothing is left of it where it ended.
pub fn conn(link: Link) -> ConnId {
    let (from, to) = (link.0.0 as u64, link.1.0 as u64);
    ConnId(PEERS + (from * 10 + to) * 100 + link.2 as u64)
}

/// True for connections on which brokers ask.
pub fn is_of_peer(conn: ConnId) -> bool {
    conn >= LATE
}

impl Links {
    /// Calls somebody.
    pub fn push(&mut self, link: Link, id: CallId, request: Request) {
        let calls = self.calls.entry(link).or_default().make_mut();
        calls.push_back(Calling {
            id,
            request: Some(request),
            seq: 0,
            answer: None,
        });
    }

    /// Connections with something on them.
    pub fn busy(&self) -> impl Iterator<Item = Link> + '_ {
        self.calls.keys().copied()
    }

    /// Calls on a connection.
    pub fn calls(&self, link: Link) -> usize {
        self.calls.get(&link).map_or(0, |calls| calls.len())
    }

    /// Connections with a request that did not arrive yet.
    fn pending(&self) -> impl Iterator<Item = Link> + '_ {
        let pending = self.calls.keys().copied();
        pending.filter(|link| self.is_pending(*link))
    }

    /// True if a request did not arrive yet.
    pub fn is_pending(&self, link: Link) -> bool {
        let calls = self.calls.get(&link);
        calls.is_some_and(|calls| calls.iter().any(|call| call.request.is_some()))
    }

    /// A connection whose next request arrives at once. Mostly a request that is under way is like one that its sender
    /// has yet to send; where that is not so, as when what it says goes out of date, an exploration makes the connection
    /// slow.
    pub fn quick(&self) -> Option<Link> {
        self.pending().find(|link| !self.is_slow(*link))
    }

    /// Connections whose next request arrives in a step of its own.
    pub fn waiting(&self) -> impl Iterator<Item = Link> + '_ {
        self.pending().filter(|link| self.is_slow(*link))
    }

    /// True if requests take their time.
    pub fn is_slow(&self, link: Link) -> bool {
        (self.slow_in_sync && link.2 == ALTER_PARTITION) || self.slow.contains(&link)
    }

    /// What is on a connection takes its time, until all requests have arrived that were sent.
    pub fn slow_down(&mut self, link: Link) {
        self.slow.insert(link);
    }

    /// Connections with an answer that can be delivered.
    pub fn answered(&self) -> impl Iterator<Item = Link> + '_ {
        let next = |calls: &VecDeque<Calling>| calls.front().is_some_and(|c| c.answer.is_some());
        let links = self.calls.iter().filter(move |(_, calls)| next(calls));
        links.map(|(&link, _)| link)
    }

    /// True if the next answer of a connection refuses everything.
    pub fn is_refused(&self, link: Link) -> bool {
        let next = self.calls.get(&link).and_then(|calls| calls.front());
        next.is_some_and(|call| match &call.answer {
            Some(Answer::Fetch(fetched)) => fetched.partitions.iter().all(|p| p.error_code != 0),
            _ => false,
        })
    }

    /// Takes the next request, under the name that it has for whoever it is for.
    pub fn take_request(&mut self, link: Link) -> Option<(ReqId, Request)> {
        let calls = self.calls.get_mut(&link)?.make_mut();
        // Numbers are used again, so that worlds that differ in nothing else are the same.
        let used = |seq: u64| {
            let mut delivered = calls.iter().filter(|call| call.request.is_none());
            delivered.any(|call| call.seq == seq)
        };
        let seq = (0..).find(|seq| !used(*seq))?;
        let call = calls.iter_mut().find(|call| call.request.is_some())?;
        call.seq = seq;
        let request = call.request.take()?;
        if !self.is_pending(link) {
            self.slow.remove(&link);
        }
        let conn = conn(link);
        Some((ReqId { conn, seq }, request))
    }

    /// Requests that have arrived and are not answered yet.
    pub fn unanswered(&self) -> Vec<(Link, ReqId)> {
        let mut found = Vec::new();
        for (&link, calls) in &self.calls {
            let waits = |call: &&Calling| call.request.is_none() && call.answer.is_none();
            let conn = conn(link);
            let ids = calls.iter().filter(waits).map(|call| ReqId {
                conn,
                seq: call.seq,
            });
            found.extend(ids.map(|id| (link, id)));
        }
        found
    }

    /// A request was answered.
    pub fn answer(&mut self, link: Link, id: ReqId, answer: Answer) {
        let Some(calls) = self.calls.get_mut(&link) else {
            return;
        };
        let mut delivered = calls.make_mut().iter_mut();
        if let Some(call) = delivered.find(|call| call.request.is_none() && call.seq == id.seq) {
            call.answer = Some(answer);
        }
    }

    /// Takes all answers that can be delivered.
    pub fn take_answers(&mut self, link: Link) -> Vec<(CallId, Answer)> {
        let mut taken = Vec::new();
        let Some(shared) = self.calls.get_mut(&link) else {
            return taken;
        };
        let calls = shared.make_mut();
        while calls.front().is_some_and(|call| call.answer.is_some()) {
            let call = calls.pop_front();
            taken.extend(call.and_then(|call| Some((call.id, call.answer?))));
        }
        if calls.is_empty() {
            self.calls.remove(&link);
        }
        taken
    }

    /// A connection breaks: the calls that are lost to the caller. What did not arrive yet may arrive `late`.
    pub fn break_off(&mut self, link: Link, late: bool) -> Vec<CallId> {
        let calls = self.calls.remove(&link).unwrap_or_default();
        self.slow.remove(&link);
        if late {
            let requests = calls.iter().filter_map(|call| call.request.clone());
            self.late
                .make_mut()
                .extend(requests.map(|request| (link, request)));
        }
        calls.iter().map(|call| call.id).collect()
    }

    /// Broken connections with requests that may still arrive.
    pub fn late(&self) -> BTreeSet<Link> {
        self.late.iter().map(|(link, _)| *link).collect()
    }

    /// Takes the next late request of a broken connection.
    pub fn take_late(&mut self, link: Link) -> Option<Request> {
        let at = self.late.iter().position(|(other, _)| *other == link)?;
        Some(self.late.make_mut().remove(at).1)
    }

    /// What was on its way to a broker when it died never arrives.
    pub fn forget_late(&mut self, to: BrokerId) {
        if self.late.iter().any(|(link, _)| link.1 == to) {
            self.late.make_mut().retain(|(link, _)| link.1 != to);
        }
    }
}
