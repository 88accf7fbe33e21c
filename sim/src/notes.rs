//! How often nodes have cut the end of a log where it parts from the leader's, as they log it: no client hears of that.

use std::cell::Cell;
use std::fmt::Debug;

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

thread_local! {
    /// Cuts, and records that were cut off, of this thread's seed.
    static CUTS: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

/// Cuts so far, and records that were cut off.
pub(crate) fn counts() -> (u64, u64) {
    CUTS.get()
}

/// Listens to what nodes log.
pub(crate) fn counter<S: Subscriber + for<'a> LookupSpan<'a>>() -> impl Layer<S> {
    Counter.with_filter(Targets::new().with_target("highwater::notes", LevelFilter::INFO))
}

struct Counter;

impl<S: Subscriber> Layer<S> for Counter {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut cut = Cut::default();
        event.record(&mut cut);
        if let Cut {
            from: Some(from),
            to: Some(to),
        } = cut
        {
            let (cuts, records) = CUTS.get();
            CUTS.set((cuts + 1, records + from.abs_diff(to)));
        }
    }
}

/// The end that a log had, and the one that it has.
#[derive(Default)]
struct Cut {
    from: Option<i64>,
    to: Option<i64>,
}

impl Visit for Cut {
    fn record_i64(&mut self, field: &Field, value: i64) {
        match field.name() {
            "from" => self.from = Some(value),
            "to" => self.to = Some(value),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
