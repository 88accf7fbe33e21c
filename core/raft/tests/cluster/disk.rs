//! A journal on a disk that may crash.

use bytes::Bytes;
use highwater_raft::{Saved, Ticket};

enum Op {
    Append(Bytes),
    Rewrite(Bytes),
}

/// What was stored, in order. Only what was answered without a gap survives every crash: a peer that acknowledges
/// more than that is caught.
#[derive(Default)]
pub(crate) struct Disk {
    /// What survived earlier crashes.
    kept: Vec<Op>,
    /// What this run stored: a ticket is a place in it.
    ops: Vec<(Op, bool)>,
}

impl Disk {
    pub(crate) fn store(&mut self, ticket: Ticket, bytes: Bytes) {
        assert_eq!(ticket.0, self.ops.len() as u64, "tickets count up");
        self.ops.push((Op::Append(bytes), false));
    }

    pub(crate) fn rewrite(&mut self, ticket: Ticket, bytes: Bytes) {
        assert_eq!(ticket.0, self.ops.len() as u64, "tickets count up");
        self.ops.push((Op::Rewrite(bytes), false));
    }

    pub(crate) fn answered(&mut self, ticket: Ticket) {
        self.ops[ticket.0 as usize].1 = true;
    }

    /// What the next store will be named.
    pub(crate) fn next_ticket(&self) -> Ticket {
        Ticket(self.ops.len() as u64)
    }

    /// Keeps what was answered, and a prefix of the rest that `chance` chooses.
    pub(crate) fn crash(&mut self, chance: u64) {
        let answered = self
            .ops
            .iter()
            .take_while(|(_, answered)| *answered)
            .count();
        let rest = (self.ops.len() - answered) as u64;
        let keep = answered + (chance % (rest + 1)) as usize;
        let kept = std::mem::take(&mut self.ops).into_iter().take(keep);
        self.kept.extend(kept.map(|(op, _)| op));
    }

    /// Everything goes but what was answered.
    pub(crate) fn lose_the_rest(&mut self) {
        let answered = self
            .ops
            .iter()
            .take_while(|(_, answered)| *answered)
            .count();
        self.ops.truncate(answered);
        self.crash(0);
    }

    pub(crate) fn saved(&self) -> Saved {
        let mut saved = Saved::default();
        for op in self.kept.iter().chain(self.ops.iter().map(|(op, _)| op)) {
            let bytes = match op {
                Op::Append(bytes) => bytes,
                Op::Rewrite(bytes) => {
                    saved = Saved::default();
                    bytes
                }
            };
            saved
                .replay(bytes.clone())
                .expect("what was stored can be read");
        }
        saved
    }

    pub(crate) fn rewrites(&self) -> usize {
        let ops = self.kept.iter().chain(self.ops.iter().map(|(op, _)| op));
        ops.filter(|op| matches!(op, Op::Rewrite(_))).count()
    }
}
