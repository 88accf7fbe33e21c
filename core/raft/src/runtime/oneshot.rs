//! A channel for one value.

use std::cell::RefCell;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use openraft::async_runtime::{Oneshot as OneshotApi, OneshotSender};

pub(crate) struct Oneshot;

struct Slot<T> {
    value: Option<T>,
    waiting: Option<Waker>,
}

pub(crate) struct Sender<T>(Rc<RefCell<Slot<T>>>);

pub(crate) struct Receiver<T>(Rc<RefCell<Slot<T>>>);

/// The sender is gone, and sent nothing.
#[derive(Debug)]
pub(crate) struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the sender is gone")
    }
}

impl std::error::Error for Closed {}

impl OneshotApi for Oneshot {
    type Sender<T> = Sender<T>;
    type Receiver<T> = Receiver<T>;
    type ReceiverError = Closed;

    fn channel<T>() -> (Sender<T>, Receiver<T>) {
        let slot = Rc::new(RefCell::new(Slot {
            value: None,
            waiting: None,
        }));
        (Sender(slot.clone()), Receiver(slot))
    }
}

impl<T> OneshotSender<T> for Sender<T> {
    fn send(self, value: T) -> Result<(), T> {
        // Sender and receiver are the only holders.
        if Rc::strong_count(&self.0) == 1 {
            return Err(value);
        }
        self.0.borrow_mut().value = Some(value);
        // Dropping the sender wakes the receiver.
        Ok(())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waiting = self.0.borrow_mut().waiting.take();
        if let Some(waker) = waiting {
            waker.wake();
        }
    }
}

impl<T> Future for Receiver<T> {
    type Output = Result<T, Closed>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut slot = self.0.borrow_mut();
        if let Some(value) = slot.value.take() {
            return Poll::Ready(Ok(value));
        }
        if Rc::strong_count(&self.0) == 1 {
            return Poll::Ready(Err(Closed));
        }
        slot.waiting = Some(cx.waker().clone());
        Poll::Pending
    }
}
