//! The other brokers: calls of their APIs, and the frames of the metadata quorum.

mod dial;
mod frames;
mod line;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use highwater_core::api::{Body, Request};
use highwater_core::wire::Str;
use highwater_core::{BrokerId, CallId, Peer};
use tokio::sync::mpsc;

use crate::io::{clock, task};
use crate::shell::Event;

use dial::{Dial, Seen};
pub(crate) use frames::{Arrivals, FrameEvent, FrameLines};
use line::{Call, Line};

/// Calls that may wait for one connection. More than that the core never has; and nobody who is away may grow memory.
const QUEUED: usize = 256;

/// Where the other brokers are, and who we are to them.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    me: BrokerId,
    /// The name of our connections.
    client_id: Str,
    brokers: Arc<BTreeMap<BrokerId, (String, Arc<Seen>)>>,
}

impl Addresses {
    /// `HOST:PORT` of each broker; `me` may be among them.
    pub(crate) fn new(me: i32, brokers: &BTreeMap<i32, String>) -> Self {
        let brokers = brokers
            .iter()
            .map(|(&id, address)| (BrokerId(id), (address.clone(), Arc::default())));
        Self {
            me: BrokerId(me),
            client_id: Str::from(format!("highwater-{me}")),
            brokers: Arc::new(brokers.collect()),
        }
    }

    fn dial(&self, broker: BrokerId) -> Option<Dial> {
        let (address, seen) = self.brokers.get(&broker)?;
        Some(Dial::new(address.clone(), Arc::clone(seen)))
    }
}

/// Calls the other brokers.
#[derive(Debug)]
pub(crate) struct Peers {
    addresses: Addresses,
    /// Bytes of one answer.
    max_answer_bytes: u32,
    shell: mpsc::UnboundedSender<Event>,
    /// A connection for each broker and API: a call waits for none of another kind.
    lines: BTreeMap<(BrokerId, i16), mpsc::Sender<Call>>,
    /// A call that is not answered for so long, beyond what it asked to wait, is lost.
    limit: Duration,
}

impl Peers {
    pub(crate) fn new(
        addresses: Addresses,
        max_answer_bytes: u32,
        limit: Duration,
        shell: mpsc::UnboundedSender<Event>,
    ) -> Self {
        Self {
            addresses,
            max_answer_bytes,
            shell,
            lines: BTreeMap::new(),
            limit,
        }
    }

    /// Calls a broker. The shell is told once: of the answer, or that none comes.
    pub(crate) fn call(&mut self, peer: Peer, id: CallId, request: Request) {
        let wait_ms = match &request.body {
            Body::Fetch(fetch) => u64::try_from(fetch.max_wait_ms).unwrap_or(0),
            _ => 0,
        };
        let call = Call {
            peer,
            id,
            deadline: clock::mono() + self.limit + Duration::from_millis(wait_ms),
            request,
        };
        let refused = match self.line(peer.broker, call.request.key()) {
            Some(line) => line.try_send(call).is_err(),
            None => true,
        };
        if refused {
            tracing::debug!(broker = %peer.broker, "a call found no way");
            let _ = self.shell.send(Event::CallLost(peer, id));
        }
    }

    fn line(&mut self, broker: BrokerId, key: i16) -> Option<&mpsc::Sender<Call>> {
        if !self.lines.contains_key(&(broker, key)) {
            let (calls_in, calls) = mpsc::channel(QUEUED);
            let line = Line::new(
                self.addresses.dial(broker)?,
                self.addresses.client_id.clone(),
                self.max_answer_bytes,
                self.shell.clone(),
            );
            task::spawn(line.run(calls));
            self.lines.insert((broker, key), calls_in);
        }
        self.lines.get(&(broker, key))
    }
}
