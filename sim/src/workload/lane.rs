//! What an idempotent producer has sent to one partition and not been acknowledged yet, and what it may send now.

use std::collections::VecDeque;

use bytes::Bytes;
use highwater_core::invariant::history::Value;

/// Batches from the first that is not acknowledged on: as many as a broker remembers.
const UNACKED: usize = 5;

/// A batch that is not acknowledged.
#[derive(Debug)]
pub(crate) struct Unacked {
    pub(crate) sequence: i32,
    pub(crate) values: Vec<Value>,
    pub(crate) bytes: Bytes,
    sent: bool,
    in_flight: bool,
    /// Kept for as long as one before it is not acknowledged: the broker remembers as many batches as there may be
    /// from the first that is not acknowledged on, acknowledged or not.
    acked: bool,
}

/// Batches in the order of their sequence numbers.
#[derive(Debug)]
pub(crate) struct Lane {
    pub(crate) partition: i32,
    pub(crate) next_sequence: i32,
    /// How batches are sent again after an error. All together, in order, once none is in flight (librdkafka's way),
    /// or one by one, from the first, whatever is still in flight behind it (the Java client's).
    together: bool,
    batches: VecDeque<Unacked>,
}

impl Lane {
    pub(crate) fn new(partition: i32, together: bool) -> Self {
        Self {
            partition,
            next_sequence: 0,
            together,
            batches: VecDeque::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// True if another batch may be begun.
    pub(crate) fn has_room(&self) -> bool {
        self.batches.len() < UNACKED
    }

    /// Appends a batch that has not been sent.
    pub(crate) fn push(&mut self, values: Vec<Value>, bytes: Bytes) {
        let sequence = self.next_sequence;
        self.next_sequence += values.len() as i32;
        self.batches.push_back(Unacked {
            sequence,
            values,
            bytes,
            sent: false,
            in_flight: false,
            acked: false,
        });
    }

    /// Takes note that the next batch that may be sent is being sent, and returns it, and whether all before it are
    /// acknowledged.
    pub(crate) fn send_next(&mut self) -> Option<(&Unacked, bool)> {
        let waits = |batch: &Unacked| !batch.in_flight && !batch.acked;
        let at = self.batches.iter().position(waits)?;
        let again = self.batches[at].sent;
        let behind_in_flight = self.batches.iter().skip(at).any(|batch| batch.in_flight);
        let waits = if self.together {
            behind_in_flight
        } else {
            again && at > 0
        };
        if waits {
            return None;
        }
        let batch = &mut self.batches[at];
        batch.sent = true;
        batch.in_flight = true;
        Some((batch, at == 0))
    }

    /// The batch at `sequence` is acknowledged.
    pub(crate) fn acked(&mut self, sequence: i32) -> Option<Vec<Value>> {
        let batch = self.batches.iter_mut().find(|b| b.sequence == sequence)?;
        batch.in_flight = false;
        batch.acked = true;
        let values = batch.values.clone();
        while self.batches.front().is_some_and(|batch| batch.acked) {
            self.batches.pop_front();
        }
        Some(values)
    }

    /// The batch at `sequence` has to be sent again.
    pub(crate) fn failed(&mut self, sequence: i32) {
        if let Some(batch) = self.batches.iter_mut().find(|b| b.sequence == sequence) {
            batch.in_flight = false;
        }
    }
}
