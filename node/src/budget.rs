//! Room for the bytes of requests, from their arrival until nothing here holds them any more.
//!
//! Bytes are counted as they arrive: a length alone takes no room. Nothing that only a client can end holds room against
//! others for long: a request gives its room back once it is handled, a produce once it is written, whenever their
//! replies go out; and a frame that stands still while others wait is given up. Requests share a lane with those of
//! about their size, so that small ones never wait for large ones.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::io::clock;

/// The longest frames of the lanes but the last. What fits the first is read into a connection's first buffer.
const LANES: [u32; 2] = [16 * 1024, 8 << 20];

/// Bytes that an unfinished frame must bring to count as moving, unless it ends before.
const PIECE: usize = 16 * 1024;

/// The longest that an unfinished frame may take for a piece.
const STALL: Duration = Duration::from_secs(30);

/// The same while others wait for room.
const STALL_IN_NEED: Duration = Duration::from_secs(3);

/// The budget of a listener.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    lanes: [Arc<Lane>; LANES.len() + 1],
}

#[derive(Debug)]
struct Lane {
    bytes: usize,
    state: Mutex<State>,
    /// Told when there may be room.
    freed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes that are held: by unfinished frames, and by requests in work.
    total: usize,
    /// The number of the last frame.
    last: u64,
    /// Frames that hold room, or wait for it, and are not complete, in the order in which they began to.
    unfinished: BTreeMap<u64, Unfinished>,
}

#[derive(Debug)]
struct Unfinished {
    /// Waits for room: it is not its client that keeps it from moving.
    waits: bool,
    /// When it last was given room, or brought a piece.
    moved: Duration,
    /// Told when it is given up.
    given_up: Arc<Notify>,
}

impl Budget {
    /// `bytes` for each lane. A frame of any size passes: the eldest of a lane may exceed it.
    pub(crate) fn new(bytes: u32) -> Self {
        let lane = || Lane {
            bytes: bytes as usize,
            state: Mutex::default(),
            freed: Notify::new(),
        };
        Self {
            lanes: std::array::from_fn(|_| Arc::new(lane())),
        }
    }

    /// For a frame of `len` bytes. It holds nothing yet.
    pub(crate) fn enter(&self, len: u32) -> Hold {
        let lane = LANES.iter().position(|&longest| len <= longest);
        Hold {
            lane: Arc::clone(&self.lanes[lane.unwrap_or(LANES.len())]),
            number: None,
            bytes: 0,
            moved: clock::mono(),
            moved_at: 0,
            given_up: None,
        }
    }
}

/// The room that a frame takes. Dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Hold {
    lane: Arc<Lane>,
    /// Its number among the unfinished, once it is or was one of them.
    number: Option<u64>,
    bytes: usize,
    /// When it last was given room, or brought a piece, and how much of it there was then.
    moved: Duration,
    moved_at: usize,
    given_up: Option<Arc<Notify>>,
}

impl Hold {
    /// Waits until it may hold `to` bytes.
    pub(crate) async fn grow(&mut self, to: usize) {
        let lane = Arc::clone(&self.lane);
        while self.bytes < to {
            let mut freed = std::pin::pin!(lane.freed.notified());
            freed.as_mut().enable();
            match lane.admit(self, to) {
                Ok(()) => return,
                Err(look_again) => tokio::select! {
                    biased;
                    () = freed => {}
                    () = sleep_until(look_again) => {}
                },
            }
        }
    }

    /// The frame is complete, with `len` bytes: waits until it may hold that many, and no more.
    pub(crate) async fn finish(&mut self, len: usize) {
        if self.number.is_none() && self.lane.take(len) {
            self.bytes = len;
            return;
        }
        self.grow(len).await;
        let mut state = self.lane.state();
        state.total -= self.bytes - len;
        self.bytes = len;
        if let Some(number) = self.number {
            state.unfinished.remove(&number);
        }
        drop(state);
        self.lane.freed.notify_waiters();
    }

    /// So much of the frame is there.
    pub(crate) fn arrived(&mut self, so_far: usize) {
        if so_far < self.moved_at + PIECE {
            return;
        }
        self.moved_at = so_far;
        self.moved = clock::mono();
        let mut state = self.lane.state();
        let unfinished = self.number.and_then(|n| state.unfinished.get_mut(&n));
        if let Some(unfinished) = unfinished {
            unfinished.moved = self.moved;
        }
    }

    /// Resolves when the frame has stood still for too long.
    pub(crate) async fn stands_still(&self) -> io::Error {
        let given_up = async {
            match &self.given_up {
                Some(given_up) => given_up.notified().await,
                None => std::future::pending().await,
            }
        };
        let limit = tokio::select! {
            biased;
            () = given_up => STALL_IN_NEED,
            () = clock::sleep_until(self.moved + STALL) => STALL,
        };
        let text = format!(
            "a request stood still for {} s, with {} bytes of it here",
            limit.as_secs(),
            self.moved_at
        );
        io::Error::new(io::ErrorKind::TimedOut, text)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut state = self.lane.state();
        state.total -= self.bytes;
        if let Some(number) = self.number {
            state.unfinished.remove(&number);
        }
        drop(state);
        self.lane.freed.notify_waiters();
    }
}

impl Lane {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes room at once, if there is.
    fn take(&self, bytes: usize) -> bool {
        let mut state = self.state();
        let fits = state.total + bytes <= self.bytes;
        if fits {
            state.total += bytes;
        }
        fits
    }

    /// Gives `hold` room for `to` bytes, or says when to ask again at the latest.
    fn admit(&self, hold: &mut Hold, to: usize) -> Result<(), Option<Duration>> {
        let mut state = self.state();
        let number = *hold.number.get_or_insert_with(|| {
            state.last += 1;
            state.last
        });
        let given_up = hold.given_up.get_or_insert_with(Arc::default);
        let now = clock::mono();
        let entry = state
            .unfinished
            .entry(number)
            .or_insert_with(|| Unfinished {
                waits: true,
                moved: now,
                given_up: Arc::clone(given_up),
            });
        entry.waits = true;
        let eldest = state.unfinished.first_key_value();
        let eldest = eldest.is_some_and(|(&first, _)| first == number);
        let others = state.total - hold.bytes;
        // All may wait for each other's bytes, and what is longer than the lane would wait for ever: the eldest goes on.
        if others + to > self.bytes && !(eldest && others <= self.bytes) {
            return Err(state.give_up_who_stands_still(now));
        }
        state.total = others + to;
        if let Some(unfinished) = state.unfinished.get_mut(&number) {
            unfinished.waits = false;
            unfinished.moved = now;
        }
        (hold.bytes, hold.moved) = (to, now);
        Ok(())
    }
}

impl State {
    /// Gives up the unfinished frame that has stood still for longest, if it is for too long; otherwise, when it will
    /// be.
    fn give_up_who_stands_still(&mut self, now: Duration) -> Option<Duration> {
        let moving = self.unfinished.iter().filter(|(_, frame)| !frame.waits);
        let (&number, slowest) = moving.min_by_key(|(_, frame)| frame.moved)?;
        let due = slowest.moved + STALL_IN_NEED;
        if now < due {
            return Some(due);
        }
        slowest.given_up.notify_one();
        self.unfinished.remove(&number);
        // There are more of them, perhaps; room comes when this one is gone.
        self.give_up_who_stands_still(now)
    }
}

async fn sleep_until(at: Option<Duration>) {
    match at {
        Some(at) => clock::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::process;
    use crate::within::within;

    const MB: usize = 1 << 20;

    /// Whether `hold` gets its room within `limit`.
    async fn grows(hold: &mut Hold, to: usize, limit: Duration) -> bool {
        let grown = async {
            hold.grow(to).await;
            Ok(())
        };
        within(limit, grown).await.is_ok()
    }

    const SOON: Duration = Duration::from_millis(50);

    #[test]
    fn who_stands_still_is_given_up_when_another_needs_the_room_and_not_before() {
        process::run(async {
            let budget = Budget::new(64 << 20);
            let mut stalled = Vec::new();
            for _ in 0..64 {
                let mut hold = budget.enter(MB as u32);
                hold.grow(MB).await;
                stalled.push(hold);
            }
            let began = clock::mono();
            let mut needs = budget.enter(MB as u32);
            let gives_up = async {
                let error = stalled[0].stands_still().await;
                assert_eq!(error.kind(), io::ErrorKind::TimedOut);
                stalled.remove(0);
            };
            tokio::join!(gives_up, needs.grow(MB));
            let took = clock::mono() - began;
            assert!(took >= STALL_IN_NEED - SOON && took < STALL / 2, "{took:?}");
        });
    }

    #[test]
    fn requests_in_work_are_waited_for_and_not_given_up() {
        process::run(async {
            let budget = Budget::new(MB as u32);
            let mut first = budget.enter(MB as u32);
            first.finish(MB).await;
            let mut second = budget.enter(MB as u32);
            let long = STALL_IN_NEED + Duration::from_secs(1);
            // The eldest of those that arrive may go beyond, and is then as much as fits.
            assert!(grows(&mut second, MB, SOON).await);
            let mut third = budget.enter(MB as u32);
            assert!(!grows(&mut third, MB / 2, SOON).await);
            second.finish(MB).await;
            assert!(!grows(&mut third, MB / 2, long).await);
            drop(first);
            drop(second);
            assert!(grows(&mut third, MB / 2, SOON).await);
        });
    }

    #[test]
    fn small_requests_never_wait_for_large_ones_and_the_eldest_of_any_size_goes_on() {
        process::run(async {
            let budget = Budget::new(MB as u32);
            let mut huge = budget.enter(100 << 20);
            assert!(grows(&mut huge, 90 << 20, SOON).await);
            let mut large = budget.enter(500_000);
            assert!(grows(&mut large, 500_000, SOON).await);
            let mut small = budget.enter(1000);
            let passes = async {
                small.finish(1000).await;
                Ok(())
            };
            assert!(within(SOON, passes).await.is_ok());
            let mut second = budget.enter(100 << 20);
            assert!(!grows(&mut second, 1, SOON).await);
            drop(huge);
            assert!(grows(&mut second, 1, SOON).await);
        });
    }

    #[test]
    fn all_room_is_given_back() {
        process::run(async {
            let budget = Budget::new(MB as u32);
            for len in [1, 16 * 1024, 500_000, 9 << 20] {
                let mut whole = budget.enter(len);
                whole.grow(2 * len as usize).await;
                whole.finish(len as usize).await;
                assert_eq!(whole.lane.state().total, len as usize);
                let mut part = budget.enter(len);
                let _ = grows(&mut part, 20 << 20, SOON).await;
            }
            for lane in &budget.lanes {
                let state = lane.state();
                assert_eq!((state.total, state.unfinished.len()), (0, 0));
            }
        });
    }
}
