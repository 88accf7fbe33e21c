//! openraft's log storage: the state is in memory, and every change of it leaves as a store. A change is
//! acknowledged once its store and all before it were answered: as what a crash leaves is a prefix, a store that
//! was answered early says nothing yet.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::io;
use std::ops::{Bound, RangeBounds};
use std::rc::Rc;

use highwater_core::mutant::{self, Mutant};
use openraft::async_runtime::{Oneshot as _, OneshotSender as _};
use openraft::storage::{IOFlushed, LogState, RaftLogReader, RaftLogStorage};

use crate::codec::Snapshot;
use crate::journal::{self, Record, Saved};
use crate::output::{Outbox, Output, Ticket};
use crate::runtime::{Closed, Oneshot, Receiver, Sender};
use crate::types::{Entry, LogId, Types, Vote};

/// The journal as openraft, the state machine and the peer share it.
#[derive(Clone)]
pub(crate) struct Journal(Rc<RefCell<State>>);

struct State {
    saved: Saved,
    next_ticket: u64,
    /// Stores that are not acknowledged yet, in order.
    in_flight: VecDeque<InFlight>,
    outbox: Outbox,
}

struct InFlight {
    ticket: Ticket,
    answered: bool,
    waiter: Waiter,
}

/// Who waits for a store.
enum Waiter {
    Nobody,
    Entries(IOFlushed<Types>),
    Task(Sender<()>),
}

impl Journal {
    pub(crate) fn new(saved: Saved, outbox: Outbox) -> Self {
        Self(Rc::new(RefCell::new(State {
            saved,
            next_ticket: 0,
            in_flight: VecDeque::new(),
            outbox,
        })))
    }

    pub(crate) fn snapshot(&self) -> Option<Snapshot> {
        self.0.borrow().saved.snapshot.clone()
    }

    fn store(&self, records: Vec<Record>, waiter: Waiter) -> io::Result<()> {
        let bytes = journal::encode(&records).map_err(io::Error::other)?;
        let mut state = self.0.borrow_mut();
        for record in records {
            state.saved.apply(record);
        }
        let ticket = state.issue(waiter);
        state.outbox.push(Output::Store(ticket, bytes));
        Ok(())
    }

    /// Replaces the journal by one that begins with `snapshot`. The answer comes when it is stored.
    pub(crate) fn rewrite(&self, snapshot: Snapshot) -> io::Result<Receiver<()>> {
        let (done, stored) = Oneshot::channel();
        let mut state = self.0.borrow_mut();
        state.saved.apply(Record::Snapshot(snapshot));
        let bytes = journal::encode(&state.saved.rewritten()).map_err(io::Error::other)?;
        let ticket = state.issue(Waiter::Task(done));
        state.outbox.push(Output::Rewrite(ticket, bytes));
        Ok(stored)
    }

    /// A store was answered.
    ///
    /// # Panics
    /// If there was no such store, or if it was answered before: the driver has lost count.
    pub(crate) fn stored(&self, ticket: Ticket) {
        let mut state = self.0.borrow_mut();
        let in_flight = state.in_flight.iter_mut();
        let answered = in_flight
            .filter(|store| store.ticket == ticket && !store.answered)
            .last();
        answered.expect("a store is answered once").answered = true;
        while state.in_flight.front().is_some_and(|store| store.answered) {
            let first = state.in_flight.pop_front();
            match first.map_or(Waiter::Nobody, |store| store.waiter) {
                Waiter::Nobody => {}
                Waiter::Entries(flushed) => flushed.io_completed(Ok(())),
                // Who no longer waits need not know.
                Waiter::Task(task) => drop(task.send(())),
            }
        }
    }
}

impl State {
    fn issue(&mut self, waiter: Waiter) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        self.in_flight.push_back(InFlight {
            ticket,
            answered: false,
            waiter,
        });
        ticket
    }
}

/// Waits for a store.
pub(crate) async fn until(stored: Receiver<()>) -> io::Result<()> {
    stored
        .await
        .map_err(|Closed| io::Error::other("the peer stopped"))
}

impl RaftLogReader<Types> for Journal {
    async fn try_get_log_entries<RB: RangeBounds<u64> + Clone + Debug>(
        &mut self,
        range: RB,
    ) -> io::Result<Vec<Entry>> {
        let from = match range.start_bound() {
            Bound::Included(&index) => index,
            Bound::Excluded(&index) => index + 1,
            Bound::Unbounded => 0,
        };
        let state = self.0.borrow();
        let entries = state.saved.log.range(from..).map(|(_, entry)| entry);
        Ok(entries
            .take_while(|entry| range.contains(&entry.log_id.index))
            .cloned()
            .collect())
    }

    async fn read_vote(&mut self) -> io::Result<Option<Vote>> {
        Ok(self.0.borrow().saved.vote)
    }
}

impl RaftLogStorage<Types> for Journal {
    type LogReader = Self;

    async fn get_log_state(&mut self) -> io::Result<LogState<Types>> {
        let state = self.0.borrow();
        Ok(LogState {
            last_purged_log_id: state.saved.purged,
            last_log_id: state.saved.last(),
        })
    }

    async fn get_log_reader(&mut self) -> Self {
        self.clone()
    }

    async fn save_vote(&mut self, vote: &Vote) -> io::Result<()> {
        let (done, stored) = Oneshot::channel();
        self.store(vec![Record::Vote(*vote)], Waiter::Task(done))?;
        if mutant::is(Mutant::F07VoteBeforeStore) {
            return Ok(());
        }
        until(stored).await
    }

    async fn append<I>(&mut self, entries: I, flushed: IOFlushed<Types>) -> io::Result<()>
    where
        I: IntoIterator<Item = Entry>,
    {
        let records = entries.into_iter().map(Record::Entry).collect();
        if mutant::is(Mutant::F07EntryBeforeStore) {
            self.store(records, Waiter::Nobody)?;
            flushed.io_completed(Ok(()));
            return Ok(());
        }
        self.store(records, Waiter::Entries(flushed))
    }

    async fn truncate_after(&mut self, last: Option<LogId>) -> io::Result<()> {
        // Nobody need wait: what is appended next is stored after it.
        let from = last.map_or(0, |last| last.index + 1);
        self.store(vec![Record::Truncate(from)], Waiter::Nobody)
    }

    async fn purge(&mut self, upto: LogId) -> io::Result<()> {
        if self.0.borrow().saved.purged >= Some(upto) {
            return Ok(());
        }
        // The snapshot that makes these entries superfluous is stored before it.
        self.store(vec![Record::Purge(upto)], Waiter::Nobody)
    }
}
