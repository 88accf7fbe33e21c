//! What nodes log about themselves. No client hears of that: when they begin to lead, cut the end of a log, or find that
//! a log cannot be used. It is counted, judged, and tells the nemesis when to strike.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use highwater_core::invariant::history::Violation;
use highwater_io_sim::clock;
use madsim::task::NodeId;
use tokio::sync::Notify;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use crate::world::TOPIC;

thread_local! {
    /// What this thread's seed has heard.
    static HEARD: RefCell<Heard> = RefCell::default();
}

#[derive(Default)]
struct Heard {
    /// Cuts so far, and records that were cut off.
    cuts: (u64, u64),
    /// By partition and epoch: who acts as its leader.
    leaders: BTreeMap<(String, i64), NodeId>,
    /// By partition of the topic, then by epoch: who began to lead it, and when.
    reigns: BTreeMap<String, BTreeMap<i64, (NodeId, Duration)>>,
    /// Two that act as leaders of one epoch.
    rivals: Option<String>,
    /// What nobody may say.
    lost: Option<String>,
    /// Where a log is out of use until the process starts again.
    failed: BTreeSet<NodeId>,
    /// How often each of [`MARKS`] was heard.
    marks: [u64; MARKS.len()],
    /// What has just happened, and where.
    turn: Option<(NodeId, Turn)>,
    turned: Arc<Notify>,
}

/// What nodes say when something happens that many seeds must have seen, each by how it begins; and what moment that is
/// to strike in.
pub(crate) const MARKS: [(&str, Option<Turn>); 11] = [
    ("leads", Some(Turn::Leads)),
    ("the log's end was cut", Some(Turn::Cut)),
    ("log is open; a torn tail", Some(Turn::Opened)),
    ("log is open", Some(Turn::Opened)),
    ("registered", Some(Turn::Registered)),
    ("a broker was not heard of", Some(Turn::Fenced)),
    ("the log's disk failed", Some(Turn::Failed)),
    ("data that was synced is damaged", Some(Turn::Failed)),
    ("others have all that this damaged log held", None),
    ("the partition takes in nothing for now", None),
    ("the partition takes in records again", None),
];

/// What no node may ever say here: it tells of records that are lost.
const NEVER: [&str; 2] = [
    "the leader lacks what is known",
    "the broker came back with another data folder",
];

/// A moment in which much is undecided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// A broker begins to lead.
    Leads,
    /// A broker cuts the end of a log.
    Cut,
    /// A broker has read a log back.
    Opened,
    /// A broker is let in by the controller.
    Registered,
    /// The controller has given a broker up.
    Fenced,
    /// A log is out of use.
    Failed,
}

/// How often nodes have cut the end of a log where it parts from the leader's, and how many records were cut off.
pub(crate) fn cuts() -> (u64, u64) {
    HEARD.with_borrow(|heard| heard.cuts)
}

/// ELECT, of those who act: an epoch of a partition has one leader.
pub(crate) fn one_leader() -> Option<Violation> {
    let what = HEARD.with_borrow(|heard| heard.rivals.clone())?;
    Some(Violation {
        property: "one-leader",
        what,
    })
}

/// DURABLE, as nodes see it themselves: none of them says that records are lost.
pub(crate) fn nothing_lost() -> Option<Violation> {
    let what = HEARD.with_borrow(|heard| heard.lost.clone())?;
    Some(Violation {
        property: "said-lost",
        what,
    })
}

/// How often each of [`MARKS`] was heard.
pub(crate) fn marks() -> [u64; MARKS.len()] {
    HEARD.with_borrow(|heard| heard.marks)
}

/// When another began to lead a partition of the topic in a later epoch than the node ever did, if one has.
pub(crate) fn deposed(node: NodeId, partition: i32) -> Option<Duration> {
    HEARD.with_borrow(|heard| {
        let reigns = heard.reigns.get(&format!("{TOPIC}-{partition}"))?;
        let later = reigns.values().rev().take_while(|(by, _)| *by != node);
        later.last().map(|(_, since)| *since)
    })
}

/// True if a log of the node is out of use until its process starts again.
pub(crate) fn has_failed(node: NodeId) -> bool {
    HEARD.with_borrow(|heard| heard.failed.contains(&node))
}

/// A node's process starts again.
pub(crate) fn forget(node: NodeId) {
    HEARD.with_borrow_mut(|heard| heard.failed.remove(&node));
}

/// Resolves when something happens from now on that leaves much undecided: what, and where.
pub(crate) async fn turn() -> (NodeId, Turn) {
    let turned = HEARD.with_borrow_mut(|heard| {
        heard.turn = None;
        Arc::clone(&heard.turned)
    });
    loop {
        turned.notified().await;
        if let Some(turn) = HEARD.with_borrow(|heard| heard.turn) {
            return turn;
        }
    }
}

/// Listens to what nodes log.
pub(crate) fn listener<S: Subscriber + for<'a> LookupSpan<'a>>() -> impl Layer<S> {
    Listener.with_filter(Targets::new().with_target("highwater::notes", LevelFilter::DEBUG))
}

struct Listener;

impl<S: Subscriber> Layer<S> for Listener {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut note = Said::default();
        event.record(&mut note);
        let node = madsim::plugin::node();
        let told = HEARD.with_borrow_mut(|heard| heard.hear(node, note));
        if let Some(turned) = told {
            turned.notify_one();
        }
    }
}

impl Heard {
    fn hear(&mut self, node: NodeId, note: Said) -> Option<Arc<Notify>> {
        let begins = |with: &str| note.message.starts_with(with);
        if NEVER.into_iter().any(begins) {
            let Said {
                message, folder, ..
            } = &note;
            self.lost = Some(format!("{node}: {message}: {folder}"));
        }
        let mark = MARKS.iter().position(|(with, _)| begins(with))?;
        self.marks[mark] += 1;
        let turn = MARKS[mark].1?;
        match turn {
            Turn::Leads => {
                let reigns = self.reigns.entry(note.folder.clone()).or_default();
                reigns.insert(note.epoch, (node, clock::mono()));
                let partition = (format!("{} {}", note.topic_id, note.folder), note.epoch);
                let first = *self.leaders.entry(partition).or_insert(node);
                if first != node {
                    let Said { folder, epoch, .. } = note;
                    self.rivals = Some(format!(
                        "{first} and {node} both act as leader of {folder} in epoch {epoch}"
                    ));
                }
            }
            Turn::Cut => {
                self.cuts.0 += 1;
                self.cuts.1 += note.from.abs_diff(note.to);
            }
            Turn::Failed => {
                self.failed.insert(node);
            }
            Turn::Opened | Turn::Registered | Turn::Fenced => {}
        }
        self.turn = Some((node, turn));
        Some(Arc::clone(&self.turned))
    }
}

/// The fields of a note that anybody here asks for.
#[derive(Default)]
struct Said {
    message: String,
    topic_id: String,
    folder: String,
    epoch: i64,
    from: i64,
    to: i64,
}

impl Visit for Said {
    fn record_i64(&mut self, field: &Field, value: i64) {
        match field.name() {
            "epoch" => self.epoch = value,
            "from" => self.from = value,
            "to" => self.to = value,
            _ => {}
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "folder" {
            value.clone_into(&mut self.folder);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "message" => self.message = format!("{value:?}"),
            "topic_id" => self.topic_id = format!("{value:?}"),
            _ => {}
        }
    }
}
