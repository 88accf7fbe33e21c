//! The story of one seed, a line an event. Two processes that run the same seed write the same bytes.

use std::fmt::{self, Arguments};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use highwater_io_sim::clock;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::notes;

/// Where the story goes.
#[derive(Clone, Debug)]
pub(crate) struct Trace(Arc<Mutex<File>>);

impl Trace {
    /// Writes to a new file at `path`, what the nodes log included. Only one seed of a process can be traced.
    pub(crate) fn start(path: &Path) -> io::Result<Self> {
        let trace = Self(Arc::new(Mutex::new(File::create(path)?)));
        let filter = EnvFilter::new("off,highwater=trace,highwater_core=trace");
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_timer(Simulated)
            .with_writer(trace.clone())
            .with_filter(filter);
        tracing_subscriber::registry()
            .with(lines)
            .with(notes::listener())
            .init();
        Ok(trace)
    }

    /// Writes a line. It goes to the file at once: a seed may end in a panic.
    pub(crate) fn line(&self, what: Arguments<'_>) {
        let line = format!("{} {what}\n", now());
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A trace that cannot be written must not pass for a short one.
        file.write_all(line.as_bytes())
            .expect("the trace can be written");
    }
}

impl Write for Trace {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Trace {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Listens to nodes without writing anything down.
pub(crate) fn only_count() {
    tracing_subscriber::registry()
        .with(notes::listener())
        .init();
}

/// Simulated seconds, to the nanosecond.
fn now() -> String {
    let now = clock::mono();
    format!("{:4}.{:09}", now.as_secs(), now.subsec_nanos())
}

struct Simulated;

impl FormatTime for Simulated {
    fn format_time(&self, w: &mut Writer<'_>) -> fmt::Result {
        w.write_str(&now())
    }
}
