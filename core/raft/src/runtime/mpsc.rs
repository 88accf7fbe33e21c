//! A bounded channel with many senders. Senders that found it full are let in one by one, in their order.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

use openraft::async_runtime::{
    Mpsc as MpscApi, MpscReceiver, MpscSender, MpscWeakSender, SendError, TryRecvError,
};

pub(crate) struct Mpsc;

struct Queue<T> {
    items: VecDeque<T>,
    capacity: usize,
    senders: usize,
    is_open: bool,
    receiver: Option<Waker>,
    blocked: VecDeque<Waker>,
}

pub(crate) struct Sender<T>(Rc<RefCell<Queue<T>>>);

pub(crate) struct WeakSender<T>(Weak<RefCell<Queue<T>>>);

pub(crate) struct Receiver<T>(Rc<RefCell<Queue<T>>>);

impl MpscApi for Mpsc {
    type Sender<T> = Sender<T>;
    type Receiver<T> = Receiver<T>;
    type WeakSender<T> = WeakSender<T>;

    fn channel<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
        let queue = Rc::new(RefCell::new(Queue {
            items: VecDeque::new(),
            capacity,
            senders: 1,
            is_open: true,
            receiver: None,
            blocked: VecDeque::new(),
        }));
        (Sender(queue.clone()), Receiver(queue))
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.borrow_mut().senders += 1;
        Self(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut queue = self.0.borrow_mut();
        queue.senders -= 1;
        let last = queue.senders == 0;
        let receiver = if last { queue.receiver.take() } else { None };
        drop(queue);
        wake(receiver);
    }
}

impl<T> Clone for WeakSender<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut queue = self.0.borrow_mut();
        queue.is_open = false;
        let items = std::mem::take(&mut queue.items);
        let blocked = std::mem::take(&mut queue.blocked);
        drop(queue);
        // An item may hold a sender of this very channel.
        drop(items);
        blocked.into_iter().for_each(Waker::wake);
    }
}

impl<T> MpscSender<Mpsc, T> for Sender<T> {
    fn send(&self, item: T) -> impl Future<Output = Result<(), SendError<T>>> {
        let mut item = Some(item);
        poll_fn(move |cx| {
            let mut queue = self.0.borrow_mut();
            if queue.is_open && queue.items.len() >= queue.capacity {
                queue.blocked.push_back(cx.waker().clone());
                return Poll::Pending;
            }
            let item = item
                .take()
                .expect("a future is not polled once it is ready");
            if !queue.is_open {
                return Poll::Ready(Err(SendError(item)));
            }
            queue.items.push_back(item);
            let receiver = queue.receiver.take();
            drop(queue);
            wake(receiver);
            Poll::Ready(Ok(()))
        })
    }

    fn downgrade(&self) -> WeakSender<T> {
        WeakSender(Rc::downgrade(&self.0))
    }
}

impl<T> MpscWeakSender<Mpsc, T> for WeakSender<T> {
    fn upgrade(&self) -> Option<Sender<T>> {
        let queue = self.0.upgrade()?;
        if queue.borrow().senders == 0 {
            return None;
        }
        queue.borrow_mut().senders += 1;
        Some(Sender(queue))
    }
}

impl<T> MpscReceiver<T> for Receiver<T> {
    fn recv(&mut self) -> impl Future<Output = Option<T>> {
        poll_fn(|cx| match self.try_recv() {
            Ok(item) => Poll::Ready(Some(item)),
            Err(TryRecvError::Disconnected) => Poll::Ready(None),
            Err(TryRecvError::Empty) => {
                self.0.borrow_mut().receiver = Some(cx.waker().clone());
                Poll::Pending
            }
        })
    }

    fn try_recv(&mut self) -> Result<T, TryRecvError> {
        let mut queue = self.0.borrow_mut();
        let Some(item) = queue.items.pop_front() else {
            return Err(if queue.senders == 0 {
                TryRecvError::Disconnected
            } else {
                TryRecvError::Empty
            });
        };
        let blocked = queue.blocked.pop_front();
        drop(queue);
        wake(blocked);
        Ok(item)
    }
}
