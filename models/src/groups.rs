//! Model (d): a group of two on the classic protocol, one of them a static member, and a coordinator that crashes, or
//! loses its partition and gets it back. Members join, ask for their share, commit, leave, are replaced and are not heard
//! of; answers are lost. Does a partition have one owner in a generation, is whoever was fenced kept out, and does the
//! group always find together again?
//!
//! Batches are written, and read back, at once: another model asks about that.

mod client;
mod world;

use highwater_core::wire::Str;
use highwater_core::{Node, TimerId};
use stateright::{Model, Property};

use crate::shared::fingerprint;
use crate::walk::Walked;
use client::Doing;
pub use world::World;

const GROUP: Str = Str::from_static("g");
const TOPIC: Str = Str::from_static("t");
const OFFSETS_TOPIC: &str = "__consumer_offsets";
const OFFSETS_FOLDER: &str = "__consumer_offsets-0";
/// Partitions that are shared out.
const PARTITIONS: u8 = 2;

/// How far the model looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bounds {
    /// Commits.
    pub commits: u8,
    /// Timers of the group that fire: members that are not heard of, or come late.
    pub timeouts: u8,
    /// Clients whose process is replaced by another.
    pub replacements: u8,
    /// Members that leave.
    pub leaves: u8,
    /// Answers that are lost.
    pub breaks: u8,
    /// Times that the coordinator loses its partition and gets it back.
    pub bounces: u8,
    /// Power cuts.
    pub crashes: u8,
}

/// The model.
#[derive(Clone, Debug)]
pub struct Groups {
    /// How far it looks.
    pub bounds: Bounds,
    /// One state in so many is looked at for being a dead end.
    pub rests: u64,
}

/// What may happen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A client does what comes next.
    Act(usize),
    /// A client says that it is alive, and hears the answer.
    Heartbeat(usize),
    /// An answer reaches its client.
    Deliver(usize),
    /// A client commits where it is.
    Commit(usize),
    /// A process that was replaced commits where it is.
    Zombie,
    /// A client leaves.
    Leave(usize),
    /// A client's process is replaced.
    Replace(usize),
    /// A client's connection breaks.
    Break(usize),
    /// A timer fires.
    Fire(TimerId),
    /// A sync of the coordinator's log completes.
    Flush,
    /// The coordinator loses its partition and gets it back.
    Bounce,
    /// Power is cut; this many batches that were not synced survive.
    Crash(usize),
    /// The node starts.
    Start,
}

impl Groups {
    fn actions_of(&self, world: &World, at: usize, actions: &mut Vec<Action>) {
        let (client, left) = (&world.clients[at], &world.left);
        if world.is_answered(at) {
            actions.push(Action::Deliver(at));
        }
        if client.waits && left.breaks > 0 {
            actions.push(Action::Break(at));
        }
        if left.replacements > 0 && (client.waits || client.doing != Doing::Joining) {
            actions.push(Action::Replace(at));
        }
        if client.waits {
            return;
        }
        match &client.doing {
            Doing::Joining | Doing::Syncing(..) => actions.push(Action::Act(at)),
            Doing::Working(_, own) => {
                actions.push(Action::Heartbeat(at));
                if left.commits > 0 && !own.is_empty() {
                    actions.push(Action::Commit(at));
                }
                if left.leaves > 0 {
                    actions.push(Action::Leave(at));
                }
            }
            Doing::Gone => {}
        }
    }
}

impl Model for Groups {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.bounds)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let Some(node) = &world.rig.node else {
            actions.push(Action::Start);
            return;
        };
        for at in 0..world.clients.len() {
            self.actions_of(world, at, actions);
        }
        if world.zombie.is_some() && world.left.commits > 0 {
            actions.push(Action::Zombie);
        }
        let unflushed = world.unflushed();
        if unflushed > 0 {
            actions.push(Action::Flush);
        }
        if world.left.timeouts > 0 {
            let of_group = |timer: &TimerId| timer.coordinator().is_some();
            actions.extend(Node::armed(node).filter(of_group).map(Action::Fire));
        }
        if world.left.bounces > 0 {
            actions.push(Action::Bounce);
        }
        if world.left.crashes > 0 {
            actions.extend((0..=unflushed).map(Action::Crash));
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        match action {
            Action::Act(at) => world.act(at),
            Action::Heartbeat(at) => {
                world.act(at);
                world.deliver(at);
            }
            Action::Deliver(at) => world.deliver(at),
            Action::Commit(at) => {
                world.left.commits -= 1;
                world.commit(at);
            }
            Action::Zombie => {
                world.left.commits -= 1;
                world.commit_of_zombie();
            }
            Action::Leave(at) => {
                world.left.leaves -= 1;
                world.leave(at);
            }
            Action::Replace(at) => {
                world.left.replacements -= 1;
                world.replace(at);
            }
            Action::Break(at) => {
                world.left.breaks -= 1;
                world.reconnect(at);
            }
            Action::Fire(timer) => {
                world.left.timeouts -= 1;
                world.rig.fire(timer);
            }
            Action::Flush => world.flush(),
            Action::Bounce => {
                world.left.bounces -= 1;
                world.rig.bounce(OFFSETS_TOPIC);
            }
            Action::Crash(keep) => {
                world.left.crashes -= 1;
                world.crash(keep);
            }
            Action::Start => world.rig.start(&world::config()),
        }
        world.observe();
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(
                "one owner, and nobody who was fenced",
                |_, world: &World| world.is_right(),
            ),
            Property::always("the node is sound", |_, world: &World| world.is_sound()),
            Property::always("no dead end", |model: &Self, world: &World| {
                !fingerprint(world).is_multiple_of(model.rests) || world.recovers()
            }),
            Property::sometimes("both work", |_, world: &World| {
                let working = |client: &client::Client| matches!(client.doing, Doing::Working(..));
                world.clients.iter().all(working) && world.is_whole()
            }),
            Property::sometimes("a commit is taken", |_, world: &World| world.commits.0 > 0),
            Property::sometimes("a commit is refused", |_, world: &World| {
                world.commits.1 > 0
            }),
        ]
    }
}

impl Walked for Groups {
    fn is_fault(action: &Action) -> bool {
        !matches!(
            action,
            Action::Act(_)
                | Action::Heartbeat(_)
                | Action::Deliver(_)
                | Action::Commit(_)
                | Action::Flush
                | Action::Start
        )
    }
}
