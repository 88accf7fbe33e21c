//! Runs tasks until none is ready.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};

use super::sleep::Instant;

type TaskId = u64;

/// Whoever sleeps no longer than this does not sleep at all: openraft pauses for a microsecond to gather the ends of
/// stores, and a driver's timer would make a millisecond of that.
const GRAIN: Duration = Duration::from_micros(1);

thread_local! {
    /// The executor whose task is being polled. Several peers may share a thread, one at a time.
    static CURRENT: RefCell<Vec<Rc<Executor>>> = const { RefCell::new(Vec::new()) };
}

/// Tasks, and the time and chance that they see.
pub(crate) struct Executor {
    now: Cell<Instant>,
    rng: RefCell<SmallRng>,
    ready: Arc<Ready>,
    tasks: RefCell<BTreeMap<TaskId, Task>>,
    next_task: Cell<TaskId>,
    /// Who sleeps, by deadline and by the order in which they fell asleep.
    timers: RefCell<BTreeMap<(Instant, u64), Waker>>,
    next_timer: Cell<u64>,
}

struct Task {
    future: Pin<Box<dyn Future<Output = ()>>>,
    wakeup: Arc<Wakeup>,
}

/// Tasks that are to be polled, first come first served. Wakers must be `Send`, though no other thread wakes.
#[derive(Default)]
struct Ready(Mutex<VecDeque<TaskId>>);

impl Ready {
    fn push(&self, task: TaskId) {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queue.push_back(task);
    }

    fn pop(&self) -> Option<TaskId> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queue.pop_front()
    }
}

struct Wakeup {
    task: TaskId,
    queued: AtomicBool,
    ready: Arc<Ready>,
}

impl Wake for Wakeup {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.swap(true, Ordering::Relaxed) {
            self.ready.push(self.task);
        }
    }
}

/// Makes an executor the current one for as long as it lives.
struct Entered;

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.with_borrow_mut(Vec::pop);
    }
}

impl Executor {
    pub(crate) fn new(seed: u64, now: Instant) -> Rc<Self> {
        Rc::new(Self {
            now: Cell::new(now),
            rng: RefCell::new(SmallRng::seed_from_u64(seed)),
            ready: Arc::default(),
            tasks: RefCell::default(),
            next_task: Cell::new(0),
            timers: RefCell::default(),
            next_timer: Cell::new(0),
        })
    }

    /// The executor that polls the caller.
    ///
    /// # Panics
    /// If the caller does not run in a task.
    pub(crate) fn current() -> Rc<Self> {
        CURRENT
            .with_borrow(|entered| entered.last().cloned())
            .expect("only tasks and what `within` runs ask for their executor")
    }

    /// Runs `f` as if in a task.
    pub(crate) fn within<R>(self: &Rc<Self>, f: impl FnOnce() -> R) -> R {
        CURRENT.with_borrow_mut(|entered| entered.push(self.clone()));
        let _entered = Entered;
        f()
    }

    pub(crate) fn now(&self) -> Instant {
        self.now.get()
    }

    /// Time never goes back.
    pub(crate) fn advance(&self, now: Instant) {
        self.now.set(self.now.get().max(now));
    }

    pub(crate) fn draw(&self) -> u64 {
        self.rng.borrow_mut().random()
    }

    pub(crate) fn fork_rng(&self) -> SmallRng {
        SmallRng::seed_from_u64(self.draw())
    }

    pub(crate) fn spawn(&self, future: impl Future<Output = ()> + 'static) {
        let id = self.next_task.get();
        self.next_task.set(id + 1);
        let task = Task {
            future: Box::pin(future),
            wakeup: Arc::new(Wakeup {
                task: id,
                queued: AtomicBool::new(true),
                ready: self.ready.clone(),
            }),
        };
        self.tasks.borrow_mut().insert(id, task);
        self.ready.push(id);
    }

    /// Polls until nothing is ready, and nothing will be within [`GRAIN`].
    pub(crate) fn run(self: &Rc<Self>) {
        let horizon = self.now() + GRAIN;
        self.within(|| {
            loop {
                self.wake_due();
                self.poll_ready();
                match self.deadline() {
                    Some(deadline) if deadline <= horizon => self.advance(deadline),
                    _ => return,
                }
            }
        });
    }

    fn poll_ready(&self) {
        while let Some(id) = self.ready.pop() {
            // Out of the map while it is polled: it may spawn.
            let Some(mut task) = self.tasks.borrow_mut().remove(&id) else {
                continue;
            };
            task.wakeup.queued.store(false, Ordering::Relaxed);
            let waker = Waker::from(task.wakeup.clone());
            let polled = task.future.as_mut().poll(&mut Context::from_waker(&waker));
            if polled.is_pending() {
                self.tasks.borrow_mut().insert(id, task);
            }
        }
    }

    fn wake_due(&self) {
        loop {
            let Some(first) = self.timers.borrow_mut().first_entry().and_then(|entry| {
                let (deadline, _) = *entry.key();
                (deadline <= self.now()).then(|| entry.remove())
            }) else {
                return;
            };
            first.wake();
        }
    }

    /// When the first sleeper is to be woken.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let timers = self.timers.borrow();
        timers.first_key_value().map(|((deadline, _), _)| *deadline)
    }

    /// Forgets all tasks: they hold each other through channels, and would live on.
    pub(crate) fn clear(self: &Rc<Self>) {
        self.within(|| {
            // What a task drops may spawn and wake.
            loop {
                let tasks = self.tasks.take();
                if tasks.is_empty() {
                    break;
                }
                drop(tasks);
            }
            self.timers.take();
        });
    }

    /// Arms a timer, or changes whom it wakes.
    pub(super) fn arm(&self, deadline: Instant, timer: Option<u64>, waker: Waker) -> u64 {
        let timer = timer.unwrap_or_else(|| {
            let timer = self.next_timer.get();
            self.next_timer.set(timer + 1);
            timer
        });
        self.timers.borrow_mut().insert((deadline, timer), waker);
        timer
    }

    pub(super) fn disarm(&self, deadline: Instant, timer: u64) {
        self.timers.borrow_mut().remove(&(deadline, timer));
    }
}
