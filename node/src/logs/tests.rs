//! Logs on a disk: what is appended, cut and cut short by a crash comes back.

use std::path::Path;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use highwater_core::log::Log;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::recovery::{self, Recovered};
use highwater_core::wire::Uuid;

use super::*;
use crate::io::process;

const ID: LogId = LogId(0);
const FOLDER: &str = "t-0";

/// Segments of a few batches.
const ROLL: u32 = 400;

/// So few that files are closed and opened again all the time.
const OPEN_FILES: usize = 2;

/// Less than any batch.
const RECOVERY_PIECE: u32 = 50;

/// What the log's owner knows of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// End and bytes of each batch. During a cut, those that go may be there or not.
    batches: Vec<(Offset, Bytes)>,
    /// At least this must be there, whatever happens.
    flushed: Offset,
    pub(super) cuts: usize,
}

impl Known {
    fn boundary(&self, to: Offset) -> Offset {
        let ends = self.batches.iter().map(|&(end, _)| end);
        ends.filter(|&end| end <= to).last().unwrap_or(0)
    }
}

/// A log's owner: what the core is in a node.
pub(super) struct Owner {
    logs: Logs,
    inbox: mpsc::UnboundedReceiver<Event>,
    data: std::path::PathBuf,
    log: Log,
    pub(super) epoch: i32,
    /// What is flushed meanwhile may be cut off.
    cutting: bool,
    pub(super) numbers: u64,
    known: Arc<Mutex<Known>>,
}

impl Owner {
    pub(super) async fn open(data: &Path, known: Arc<Mutex<Known>>) -> Self {
        let (events, inbox) = mpsc::unbounded_channel();
        let mut this = Self {
            logs: Logs::new(data, FlushPolicy::Sync, OPEN_FILES, RECOVERY_PIECE, events),
            inbox,
            data: data.to_path_buf(),
            log: Recovered::empty().into_log(),
            epoch: 0,
            cutting: false,
            numbers: 1,
            known,
        };
        let topic_id = Uuid([1; 16]);
        let folder = FOLDER.to_owned();
        let told = this
            .logs
            .segment(ID, SegmentOp::Open { folder, topic_id })
            .await;
        assert_eq!(told, None);
        this.log = this.opened().await.into_log();
        this
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().expect("no test has panicked")
    }

    fn draw(&mut self, below: u64) -> u64 {
        // xorshift64*: the same numbers on every machine.
        self.numbers ^= self.numbers << 13;
        self.numbers ^= self.numbers >> 7;
        self.numbers ^= self.numbers << 17;
        self.numbers.wrapping_mul(0x2545_F491_4F6C_DD1D) % below
    }

    /// Waits until the log is open.
    async fn opened(&mut self) -> Recovered {
        loop {
            match self.inbox.recv().await.expect("the logs live") {
                Event::Opened(id, opened) => match self.logs.opened(id, opened) {
                    Some(LogEvent::Opened(recovered)) => return recovered,
                    other => panic!("the log is not open: {other:?}"),
                },
                event => self.take(event),
            }
        }
    }

    fn take(&mut self, event: Event) {
        let Event::FlushDone(done) = event else {
            panic!("not of this log: {event:?}");
        };
        for (_, event) in self.logs.flush_done(done) {
            let LogEvent::Flushed { upto, generation } = event else {
                panic!("a sync failed: {event:?}");
            };
            if !self.cutting && self.log.on_flushed(upto, generation) {
                let upto = upto.max(self.known().flushed);
                self.known().flushed = upto;
            }
        }
    }

    async fn append(&mut self) {
        let number = self.draw(1 << 40);
        let record = NewRecord {
            value: Some(Bytes::copy_from_slice(&number.to_be_bytes())),
            ..NewRecord::default()
        };
        let count = 1 + self.draw(4) as usize;
        let batch = batch(&vec![record; count], Producer::NONE);
        let placed = self.log.append(batch.header(), self.epoch, ROLL);
        let bytes = batch.placed(placed.base_offset, self.epoch);
        let end = self.log.end();
        self.known().batches.push((end, bytes));
        if placed.rolled {
            self.logs.segment(ID, SegmentOp::Roll(placed.segment)).await;
        }
        self.logs.append(Append {
            log: ID,
            generation: self.log.generation(),
            segment: placed.segment,
            position: placed.position,
            base_offset: placed.base_offset,
            leader_epoch: self.epoch,
            batch,
        });
    }

    async fn write(&mut self) {
        for (_, event) in self.logs.write().await {
            let LogEvent::Written { upto, generation } = event else {
                panic!("a write failed: {event:?}");
            };
            self.log.on_written(upto, generation);
        }
        self.logs.flush(false);
    }

    /// Notes as committed what is on stable storage.
    async fn mark(&mut self) {
        let mark = SegmentOp::Mark(self.log.flushed());
        assert_eq!(self.logs.segment(ID, mark).await, None);
    }

    /// Cuts the log somewhere, and checks that it ends where it should.
    async fn cut(&mut self) {
        let to = self.draw(self.log.end() as u64 + 3) as Offset;
        let end = self.known().boundary(to);
        let floor = self.known().flushed.min(end);
        self.known().flushed = floor;
        assert_eq!(self.logs.truncate(ID, to).await, None);
        self.cutting = true;
        let recovered = self.opened().await;
        self.cutting = false;
        assert_eq!(recovered.segments.end(), end, "cut to {to}");
        self.log = recovered.into_log();
        self.epoch += 1;
        let mut known = self.known();
        known.batches.retain(|&(batch_end, _)| batch_end <= end);
        known.flushed = end;
        known.cuts += 1;
    }

    /// One thing that befalls a log, drawn.
    pub(super) async fn step(&mut self) {
        match self.draw(16) {
            0 => self.cut().await,
            1 => {
                let bytes = recovery::checkpoint(&self.log);
                self.logs.segment(ID, SegmentOp::Checkpoint(bytes)).await;
                self.mark().await;
            }
            2..9 => {
                self.append().await;
                self.write().await;
            }
            9..13 => self.append().await,
            // What was appended may still be queued when the next thing befalls it.
            _ => {
                while let Ok(event) = self.inbox.try_recv() {
                    self.take(event);
                }
                self.write().await;
                crate::io::clock::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
    }

    /// Checks that what was recovered is what its owner knows, byte for byte, without what a crash may take.
    pub(super) async fn check(&self) {
        let known = self.known().clone();
        let end = self.log.end();
        assert!(
            end >= known.flushed,
            "the log ends at {end}, and was flushed to {}",
            known.flushed
        );
        let whole = known.batches.iter().take_while(|(batch, _)| *batch <= end);
        let expected: Vec<u8> = whole.flat_map(|(_, bytes)| bytes.to_vec()).collect();
        assert_eq!(known.boundary(end), end, "the log ends inside a batch");
        let mut found = Vec::new();
        for segment in self.log.segments.iter().filter(|segment| segment.size > 0) {
            let path = self.data.join(FOLDER).join(segment_name(segment.base));
            found.extend_from_slice(&disk::read_file(&path).await.expect("a segment"));
        }
        assert!(found == expected, "the log has other bytes up to {end}");
    }
}

#[cfg(madsim)]
impl Owner {
    /// Takes what was recovered for what there is.
    pub(super) fn adopt(&self) {
        let end = self.log.end();
        let mut known = self.known();
        known.batches.retain(|&(batch, _)| batch <= end);
        known.flushed = end;
    }
}

fn temporary() -> std::path::PathBuf {
    let name = Uuid(crate::io::entropy::bytes16());
    std::env::temp_dir().join(format!("highwater-test{name}"))
}

#[test]
fn a_log_that_is_cut_comes_back_as_its_owner_knows_it() {
    process::run(async {
        let data = temporary();
        disk::create_dir_all(&data).await.expect("a folder");
        let known = Arc::new(Mutex::new(Known::default()));
        for life in 1..=3 {
            let mut owner = Owner::open(&data, Arc::clone(&known)).await;
            owner.check().await;
            owner.epoch = 1000 * life;
            owner.numbers = life as u64;
            for _ in 0..200 {
                owner.step().await;
            }
            owner.write().await;
        }
        let owner = Owner::open(&data, Arc::clone(&known)).await;
        owner.check().await;
        assert!(owner.known().cuts > 10, "{}", owner.known().cuts);
        let _ = disk::remove_dir_all(&data).await;
    });
}

#[test]
fn a_cut_waits_for_who_uses_the_files() {
    process::run(async {
        let data = temporary();
        disk::create_dir_all(&data).await.expect("a folder");
        let mut owner = Owner::open(&data, Arc::default()).await;
        owner.append().await;
        owner.append().await;
        owner.write().await;
        let reads = owner.logs.hold(ID);
        assert!(reads.is_some());
        assert_eq!(owner.logs.truncate(ID, 0).await, None);
        assert!(owner.logs.hold(ID).is_none());
        crate::io::clock::sleep(std::time::Duration::from_millis(50)).await;
        let early = std::iter::from_fn(|| owner.inbox.try_recv().ok());
        let early: Vec<_> = early.collect();
        assert!(!early.iter().any(|event| matches!(event, Event::Opened(..))));
        drop(reads);
        assert_eq!(owner.opened().await.segments.end(), 0);
        let _ = disk::remove_dir_all(&data).await;
    });
}

/// A log loses its last batch: is it refused by who opens it again? `committed`: the batch was noted as such.
async fn loses_its_tail(committed: bool) -> bool {
    let data = temporary();
    disk::create_dir_all(&data).await.expect("a folder");
    let mut owner = Owner::open(&data, Arc::default()).await;
    for _ in 0..2 {
        owner.append().await;
        owner.write().await;
        let event = owner.inbox.recv().await.expect("a sync ends");
        owner.take(event);
        if committed || owner.known().batches.len() == 1 {
            owner.mark().await;
        }
    }
    owner.logs.flush(true);
    while !owner.logs.is_idle() {
        owner.logs.checkpoints_idle().notified().await;
    }
    let path = data.join(FOLDER).join(segment_name(0));
    let file = File::open(&path, Open::Write).await.expect("a segment");
    let len = file.len().expect("its length");
    file.set_len(len - 1).await.expect("one byte less");
    drop(owner);

    let (events, mut inbox) = mpsc::unbounded_channel();
    let mut logs = Logs::new(&data, FlushPolicy::Sync, OPEN_FILES, RECOVERY_PIECE, events);
    let (folder, topic_id) = (FOLDER.to_owned(), Uuid([1; 16]));
    let open = SegmentOp::Open { folder, topic_id };
    assert_eq!(logs.segment(ID, open).await, None);
    let Some(Event::Opened(ID, opened)) = inbox.recv().await else {
        panic!("the log opens, or does not");
    };
    let _ = disk::remove_dir_all(&data).await;
    match opened {
        Ok(opened) => {
            assert!(opened.recovered.committed > 0, "the first batch was noted");
            false
        }
        Err(Fault::Damaged { segment: 0, .. }) => true,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_log_that_lost_what_was_committed_is_refused() {
    process::run(async {
        assert!(!loses_its_tail(false).await, "a torn tail is cut");
        assert!(loses_its_tail(true).await, "damage is not");
    });
}
