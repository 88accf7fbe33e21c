//! A value whose changes can be waited for. Who waits is woken in the order in which they began to.

use std::cell::{Cell, Ref, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use openraft::async_runtime::watch::{RecvError, SendError};
use openraft::async_runtime::{Watch as WatchApi, WatchReceiver, WatchSender};

pub(crate) struct Watch;

struct Shared<T> {
    value: RefCell<T>,
    version: Cell<u64>,
    senders: Cell<usize>,
    receivers: Cell<usize>,
    waiting: RefCell<Vec<Waker>>,
}

pub(crate) struct Sender<T>(Rc<Shared<T>>);

pub(crate) struct Receiver<T> {
    shared: Rc<Shared<T>>,
    seen: u64,
}

impl WatchApi for Watch {
    type Sender<T> = Sender<T>;
    type Receiver<T> = Receiver<T>;
    type Ref<'a, T: 'a> = Ref<'a, T>;

    fn channel<T>(value: T) -> (Sender<T>, Receiver<T>) {
        let shared = Rc::new(Shared {
            value: RefCell::new(value),
            version: Cell::new(0),
            senders: Cell::new(1),
            receivers: Cell::new(1),
            waiting: RefCell::default(),
        });
        (Sender(shared.clone()), Receiver { shared, seen: 0 })
    }
}

impl<T> Shared<T> {
    fn changed(&self) {
        self.version.set(self.version.get() + 1);
        self.wake();
    }

    fn wake(&self) {
        let waiting = self.waiting.take();
        waiting.into_iter().for_each(Waker::wake);
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.senders.set(self.0.senders.get() + 1);
        Self(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.senders.set(self.0.senders.get() - 1);
        if self.0.senders.get() == 0 {
            self.0.wake();
        }
    }
}

impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Self {
        let receivers = &self.shared.receivers;
        receivers.set(receivers.get() + 1);
        Self {
            shared: self.shared.clone(),
            seen: self.seen,
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let receivers = &self.shared.receivers;
        receivers.set(receivers.get() - 1);
    }
}

impl<T> WatchSender<Watch, T> for Sender<T> {
    fn send(&self, value: T) -> Result<(), SendError<T>> {
        if self.0.receivers.get() == 0 {
            return Err(SendError(value));
        }
        let before = self.0.value.replace(value);
        self.0.changed();
        // Dropped when nothing is borrowed any more.
        drop(before);
        Ok(())
    }

    fn send_if_modified<F>(&self, modify: F) -> bool
    where
        F: FnOnce(&mut T) -> bool,
    {
        let modified = modify(&mut self.0.value.borrow_mut());
        if modified {
            self.0.changed();
        }
        modified
    }

    fn borrow_watched(&self) -> Ref<'_, T> {
        self.0.value.borrow()
    }

    fn subscribe(&self) -> Receiver<T> {
        self.0.receivers.set(self.0.receivers.get() + 1);
        Receiver {
            shared: self.0.clone(),
            seen: self.0.version.get(),
        }
    }
}

impl<T> WatchReceiver<Watch, T> for Receiver<T> {
    async fn changed(&mut self) -> Result<(), RecvError> {
        poll_fn(|cx| {
            let version = self.shared.version.get();
            if version != self.seen {
                self.seen = version;
                return Poll::Ready(Ok(()));
            }
            if self.shared.senders.get() == 0 {
                return Poll::Ready(Err(RecvError(())));
            }
            let mut waiting = self.shared.waiting.borrow_mut();
            // A select polls again although nothing changed.
            if !waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
                waiting.push(cx.waker().clone());
            }
            Poll::Pending
        })
        .await
    }

    fn borrow_watched(&self) -> Ref<'_, T> {
        self.shared.value.borrow()
    }

    fn borrow_and_update(&mut self) -> Ref<'_, T> {
        self.seen = self.shared.version.get();
        self.shared.value.borrow()
    }
}
