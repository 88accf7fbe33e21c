//! What a peer is told and what it wants done.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use bytes::Bytes;
use highwater_core::metadata::Command;
use highwater_core::{BrokerId, MetaEvent, ProposalId};

use crate::codec::Malformed;

/// Names a store until it is answered. Tickets count up from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub u64);

/// A store failed: what it left on the disk is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreFailed(pub String);

impl fmt::Display for StoreFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the journal of the metadata log cannot be written: {}",
            self.0
        )
    }
}

impl std::error::Error for StoreFailed {}

/// One input of [`crate::RaftPeer::handle`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A [`Output::Store`] or [`Output::Rewrite`] is on stable storage, or failed. Answers may come in any order.
    Stored(Ticket, Result<(), StoreFailed>),
    /// Another voter's [`Output::Send`]. It may be late, twice or damaged.
    Frame(BrokerId, Bytes),
    /// The connection to another voter is gone: what was sent may or may not have arrived.
    Lost(BrokerId),
    /// The controller of this broker decided something.
    Propose(ProposalId, Command),
}

/// One output of [`crate::RaftPeer::handle`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Appends these bytes to the journal, whole or not at all. Order is kept, together with `Rewrite`. Answered by
    /// `Stored`; several may be on their way, and may be written together and synced once. A crash keeps what was
    /// answered, and any prefix of the rest.
    Store(Ticket, Bytes),
    /// Replaces the whole journal by these bytes, atomically. Order and answer as with `Store`. A crash may leave
    /// the old journal, but then without what was stored after this.
    Rewrite(Ticket, Bytes),
    /// Sends to another voter. Needs no order, and needs no answer: a loss is repeated.
    Send(BrokerId, Bytes),
    /// News for the core. Order is kept. A crash loses it; the next run tells it again.
    Meta(MetaEvent),
    /// A frame of this broker was dropped.
    Dropped(BrokerId, Malformed),
    /// The peer has stopped, and the node must: nothing is known of what is stored. The last output.
    Failed(String),
}

/// Where all parts of a peer leave their outputs, in order.
#[derive(Clone, Default)]
pub(crate) struct Outbox(Rc<RefCell<Vec<Output>>>);

impl Outbox {
    pub(crate) fn push(&self, output: Output) {
        self.0.borrow_mut().push(output);
    }

    pub(crate) fn meta(&self, event: MetaEvent) {
        self.push(Output::Meta(event));
    }

    pub(crate) fn drain(&self, into: &mut Vec<Output>) {
        into.append(&mut self.0.borrow_mut());
    }

    pub(crate) fn failed(&self) -> bool {
        let outputs = self.0.borrow();
        outputs
            .iter()
            .any(|output| matches!(output, Output::Failed(_)))
    }
}
