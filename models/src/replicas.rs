//! Model (b): three replicas of one partition, a client that wants its batches on all of them that are in sync, and
//! brokers that lose power, fall silent, lag, or lose their connections, while each learns of changes at its own pace.
//! Does anything acknowledged go away when leaders change, and do the replicas agree on what is committed?
//!
//! All that at once is more than can be explored, so there are several explorations, each with one kind of fault beside
//! changes of leaders; and much happens at once: see [`crate::cluster`]. A client has one batch under way with a broker:
//! another model asks about more.

mod rest;
mod world;

use highwater_core::{BrokerId, TimerId};
use stateright::{Model, Property};

use crate::links::{ALTER_PARTITION, FETCH, Link};
use crate::shared::fingerprint;
use crate::walk::Walked;
pub use world::World;

const BROKERS: [BrokerId; 3] = [BrokerId(1), BrokerId(2), BrokerId(3)];

/// How far an exploration looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bounds {
    /// Batches that the client sends.
    pub batches: u64,
    /// Power cuts.
    pub crashes: u8,
    /// Leaders that the controller takes for dead: those that are, and those that are merely slow.
    pub elections: u8,
    /// Followers that the controller takes for dead.
    pub fences: u8,
    /// Fenced brokers that are heard of again.
    pub returns: u8,
    /// Followers that lag for so long that their leader wants them out of the in-sync set.
    pub lags: u8,
    /// Connections on which requests begin to take their time: see [`crate::links::Links::quick`].
    pub delays: u8,
    /// Connections that break.
    pub breaks: u8,
    /// Disks that fail.
    pub failures: u8,
    /// Processes that die while a batch that was synced is damaged.
    pub rots: u8,
    /// Processes that die, and whose disks are replaced.
    pub replacements: u8,
    /// Proposals of the controller that are refused. If there are any, each takes its time to be committed.
    pub refusals: u8,
    /// Controllers that fall silent, and are replaced; one at most.
    pub depositions: u8,
}

/// The model.
#[derive(Clone, Debug)]
pub struct Replicas {
    /// How far it looks.
    pub bounds: Bounds,
    /// `min.insync.replicas`: each starts from a state of its own.
    pub min_in_sync: &'static [usize],
    /// One state in so many is looked at for being a dead end. Most states on the way into one are.
    pub rests: u64,
}

/// What may happen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The client sends its next batch to a broker that takes itself for the leader, and owes it no answer.
    Send(BrokerId),
    /// A broker applies all that is committed.
    Learn(BrokerId),
    /// The next request of a connection arrives, if it takes its time.
    Request(Link),
    /// The next answers of a connection arrive.
    Answers(Link),
    /// A sync completes.
    Flush(BrokerId),
    /// Power is cut; this many of the batches that were not synced survive.
    Crash(BrokerId, usize),
    /// A broker starts.
    Start(BrokerId),
    /// The controller takes a broker for dead.
    Fence(BrokerId),
    /// A broker that is fenced is heard of.
    Heartbeat(BrokerId),
    /// A leader's lag timer for a follower fires twice, and finds it where it was.
    Lag(BrokerId, BrokerId),
    /// A broker's disk fails.
    Fail(BrokerId),
    /// A broker's process dies, and the last batch that it has synced is damaged. That it was committed is noted, or not.
    Rot(BrokerId, bool),
    /// A broker's process dies, and its disk is replaced.
    Replace(BrokerId),
    /// Requests on a connection begin to take their time.
    Delay(Link),
    /// A connection breaks; what was sent on it arrives late, or never.
    Break(Link, bool),
    /// The next request of a connection that has broken arrives.
    Late(Link),
    /// The controller's earliest proposal is committed.
    Commit,
    /// The controller's earliest proposal is refused.
    Refuse,
    /// The controller falls silent, and another is elected.
    Depose,
}

impl Replicas {
    /// What may happen to a broker, and what it may do.
    fn actions_of(&self, world: &World, id: BrokerId, actions: &mut Vec<Action>) {
        let (rig, left) = (world.cluster.rig(id), &world.left);
        let alive = world.cluster.image().is_alive(id);
        let fences = if world.partition().leader == Some(id) {
            left.elections
        } else {
            left.fences
        };
        // Damage that nothing tells of is survived by what others hold, so they must not go as well.
        let damaged = left.rots < self.bounds.rots;
        if alive && fences > 0 && !damaged {
            actions.push(Action::Fence(id));
        }
        let Some(node) = &rig.node else {
            actions.push(Action::Start(id));
            return;
        };
        if left.crashes > 0 {
            let unflushed = rig.disks().map(|(_, disk)| disk.unflushed()).max();
            actions.extend((0..=unflushed.unwrap_or(0)).map(|keep| Action::Crash(id, keep)));
        }
        if !alive && left.returns > 0 && node.armed().any(|timer| timer == TimerId::Heartbeat) {
            actions.push(Action::Heartbeat(id));
        }
        if left.rots > 0 {
            let in_sync = &world.partition().isr;
            actions.push(Action::Rot(id, true));
            if *in_sync != [id] {
                actions.push(Action::Rot(id, false));
            }
        }
        if left.replacements > 0 {
            actions.push(Action::Replace(id));
        }
        if left.failures > 0 {
            actions.push(Action::Fail(id));
        }
        if left.lags > 0 {
            let lag = |timer| match timer {
                TimerId::Lag(follower) => Some(Action::Lag(id, follower)),
                _ => None,
            };
            actions.extend(node.armed().filter_map(lag));
        }
    }
}

impl Model for Replicas {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let worlds = self.min_in_sync.iter();
        worlds.map(|min| World::new(self.bounds, *min)).collect()
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let (cluster, left) = (&world.cluster, &world.left);
        if left.batches > 0 {
            let idle = |id: &BrokerId| !world.unanswered.values().any(|other| other == id);
            let leading = world.leading().into_iter().map(|(_, id)| id);
            actions.extend(leading.filter(idle).map(Action::Send));
        }
        actions.extend(cluster.behind().map(Action::Learn));
        actions.extend(cluster.links.waiting().map(Action::Request));
        actions.extend(cluster.links.answered().map(Action::Answers));
        actions.extend(cluster.unflushed().map(Action::Flush));
        actions.extend(cluster.links.late().into_iter().map(Action::Late));
        if cluster.held() > 0 {
            actions.push(Action::Commit);
            if left.refusals > 0 {
                actions.push(Action::Refuse);
            }
        }
        if left.depositions > 0 {
            actions.push(Action::Depose);
        }
        for id in BROKERS {
            self.actions_of(world, id, actions);
        }
        if left.delays > 0 {
            let quick = |link: &Link| link.2 == FETCH && !cluster.links.is_slow(*link);
            actions.extend(cluster.links.busy().filter(quick).map(Action::Delay));
        }
        if left.breaks > 0 {
            for link in cluster.links.busy() {
                actions.push(Action::Break(link, false));
                if cluster.links.is_pending(link) {
                    actions.push(Action::Break(link, true));
                }
            }
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        let (cluster, left) = (&mut world.cluster, &mut world.left);
        match action {
            Action::Send(id) => {
                left.batches -= 1;
                world.send(id);
            }
            Action::Learn(id) => cluster.learn(id),
            Action::Request(link) => cluster.deliver_request(link),
            Action::Answers(link) => cluster.deliver_answers(link),
            Action::Flush(id) => cluster.flush(id),
            Action::Start(id) => cluster.start(id),
            Action::Heartbeat(id) => {
                left.returns -= 1;
                cluster.fire(id, TimerId::Heartbeat);
            }
            Action::Late(link) => {
                cluster.deliver_late(link);
                world.was_late = true;
            }
            Action::Commit => cluster.commit(),
            fault => go_wrong(&mut world, fault)?,
        }
        world.observe();
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut properties = vec![
            Property::always("leader completeness", |_, world: &World| {
                world.leader_is_complete()
            }),
            Property::always(
                "replicas agree below the high watermark",
                |_, world: &World| world.replicas_agree(),
            ),
            Property::always("one leader per epoch", |_, world: &World| {
                world.one_leader()
            }),
            Property::always("no log fails by itself", |_, world: &World| {
                world.nothing_failed()
            }),
            Property::always("the nodes are sound", |_, world: &World| {
                world.nodes_are_sound()
            }),
            Property::always(
                "what is acknowledged rests on enough replicas",
                |_, world: &World| world.rests_on_enough(),
            ),
        ];
        // A disk that lost what it held may rightly leave a partition without a leader.
        let lost = self.bounds.failures + self.bounds.rots;
        if lost == 0 {
            properties.push(Property::always("no dead end", |model: &Self, world| {
                !fingerprint(world).is_multiple_of(model.rests) || world.recovers()
            }));
        }
        let elections = self.bounds.elections + self.bounds.failures;
        if elections > 0 && self.bounds.batches > 1 {
            properties.push(Property::sometimes(
                "acknowledged by a second leader",
                |_, world: &World| world.second_leader_acknowledged(),
            ));
        }
        if self.bounds.elections > 0 && self.bounds.batches > 1 {
            properties.push(Property::sometimes("a log is cut", |_, world: &World| {
                world.was_cut()
            }));
        }
        if self.bounds.lags > 0 {
            properties.push(Property::sometimes(
                "the in-sync set shrinks and grows back",
                |_, world: &World| world.was_whole_again(),
            ));
        }
        if self.bounds.breaks > 0 {
            properties.push(Property::sometimes(
                "a late request arrives",
                |_, world: &World| world.was_late,
            ));
        }
        properties
    }
}

/// What goes wrong; none if nothing did.
fn go_wrong(world: &mut World, fault: Action) -> Option<()> {
    let leader = world.partition().leader;
    let (cluster, left) = (&mut world.cluster, &mut world.left);
    let controller = cluster.controller();
    match fault {
        Action::Crash(id, keep) => {
            left.crashes -= 1;
            cluster.crash(id, keep);
        }
        Action::Fence(id) => {
            if leader == Some(id) {
                left.elections -= 1;
            } else {
                left.fences -= 1;
            }
            cluster.fire(controller, TimerId::BrokerSession(id));
        }
        Action::Lag(id, follower) => {
            left.lags -= 1;
            cluster.fire(id, TimerId::Lag(follower));
            cluster.fire(id, TimerId::Lag(follower));
            let asks = cluster.links.is_pending((id, controller, ALTER_PARTITION));
            // If it does not ask, its follower does not lag.
            return asks.then_some(());
        }
        Action::Rot(id, marked) => {
            left.rots -= 1;
            cluster.rot(id, marked);
        }
        Action::Replace(id) => {
            left.replacements -= 1;
            cluster.replace(id);
        }
        Action::Fail(id) => {
            left.failures -= 1;
            cluster.fail(id);
        }
        Action::Delay(link) => {
            left.delays -= 1;
            cluster.links.slow_down(link);
        }
        Action::Break(link, late) => {
            left.breaks -= 1;
            cluster.break_link(link, late);
        }
        Action::Refuse => {
            left.refusals -= 1;
            cluster.refuse();
        }
        Action::Depose => {
            left.depositions -= 1;
            cluster.depose();
        }
        other => unreachable!("{other:?} is no fault"),
    }
    Some(())
}

impl Walked for Replicas {
    fn is_fault(action: &Action) -> bool {
        !matches!(
            action,
            Action::Send(_)
                | Action::Learn(_)
                | Action::Request(_)
                | Action::Answers(_)
                | Action::Flush(_)
                | Action::Start(_)
                | Action::Heartbeat(_)
                | Action::Late(_)
                | Action::Commit
        )
    }
}

#[cfg(test)]
mod tests;
