//! The quorum as far as brokers see it: what becomes of proposals, and who is the active controller.

use std::sync::Arc;

use highwater_core::metadata::{Command, Image};
use highwater_core::{BrokerId, Input, MetaEvent, Node, Outcome, Role};

use super::Cluster;
use crate::shared::Shared;

/// The brokers that are controllers: the first is active, until another is elected. They hold no replicas.
pub const CONTROLLERS: [BrokerId; 2] = [BrokerId(9), BrokerId(8)];

/// Who decides, and what was decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Quorum {
    /// The broker whose controller is active.
    pub(super) active: BrokerId,
    term: u64,
    /// Proposals take their time, and may be refused.
    slow: bool,
    /// Proposals that are neither committed nor refused yet, in order.
    held: Shared<Vec<Arc<Command>>>,
    /// Commands in the order in which they were committed.
    pub(super) commands: Shared<Vec<Arc<Command>>>,
}

impl Default for Quorum {
    fn default() -> Self {
        Self {
            active: CONTROLLERS[0],
            term: 1,
            slow: false,
            held: Shared::default(),
            commands: Shared::default(),
        }
    }
}

impl Quorum {
    /// What a broker is told of who is active.
    pub(super) fn role(&self, of: BrokerId) -> Role {
        let controller = self.active;
        if of == controller {
            Role::Active { term: self.term }
        } else {
            Role::Follows { controller }
        }
    }

    pub(super) fn propose(&mut self, commands: Vec<Arc<Command>>) {
        let to = if self.slow {
            &mut self.held
        } else {
            &mut self.commands
        };
        to.make_mut().extend(commands);
    }
}

impl Cluster {
    /// The broker whose controller is active.
    pub fn controller(&self) -> BrokerId {
        self.quorum.active
    }

    /// The metadata as it is committed.
    pub fn image(&self) -> &Image {
        let node = self.rigs[&self.quorum.active].node.as_ref();
        node.map(Node::image).expect("some controller runs")
    }

    /// From now on a proposal is committed, or refused, in a step of its own.
    pub fn slow_proposals(&mut self) {
        self.quorum.slow = true;
    }

    /// Proposals that are neither committed nor refused.
    pub fn held(&self) -> usize {
        self.quorum.held.len()
    }

    /// The earliest proposal is committed.
    pub fn commit(&mut self) {
        if self.held() > 0 {
            let command = self.quorum.held.make_mut().remove(0);
            self.quorum.commands.make_mut().push(command);
        }
        self.after();
    }

    /// The earliest proposal is refused: it will never be committed. Those behind it go on.
    pub fn refuse(&mut self) {
        if self.held() > 0 {
            let command = self.quorum.held.make_mut().remove(0);
            let event = MetaEvent::Proposed(command.id, Outcome::Refused);
            self.rig_mut(self.quorum.active).feed(Input::Meta(event));
        }
        self.after();
    }

    /// The active controller loses power without a word: what was asked of it is neither answered nor lost, and what it had
    /// not got committed never will be. Another is elected, and everybody learns of it.
    pub fn depose(&mut self) {
        let former = self.quorum.active;
        self.rig_mut(former).crash(0, false);
        self.applied.remove(&former);
        self.links.forget_late(former);
        self.quorum.held = Shared::default();
        self.quorum.active = CONTROLLERS[1];
        self.quorum.term += 1;
        // The first to know is whoever was elected.
        let others = self.applied.keys().copied();
        let others = others.filter(|id| *id != CONTROLLERS[1]);
        for id in [CONTROLLERS[1]]
            .into_iter()
            .chain(others)
            .collect::<Vec<_>>()
        {
            let role = self.quorum.role(id);
            self.rig_mut(id).feed(Input::Meta(MetaEvent::Role(role)));
        }
        self.after();
    }
}
