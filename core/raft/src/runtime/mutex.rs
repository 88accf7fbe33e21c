//! A lock whose holder may wait. Who waits for it is woken in the order in which they began to.

use std::cell::{RefCell, RefMut};
use std::future::{Future, poll_fn};
use std::ops::{Deref, DerefMut};
use std::task::{Poll, Waker};

use openraft::async_runtime::Mutex as MutexApi;

pub(crate) struct Mutex<T> {
    value: RefCell<T>,
    waiting: RefCell<Vec<Waker>>,
}

pub(crate) struct Guard<'a, T> {
    value: RefMut<'a, T>,
    // Dropped after the value, so that who is woken finds the lock free.
    _release: Release<'a>,
}

struct Release<'a>(&'a RefCell<Vec<Waker>>);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(Waker::wake);
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: 'static> MutexApi<T> for Mutex<T> {
    type Guard<'a> = Guard<'a, T>;

    fn new(value: T) -> Self {
        Self {
            value: RefCell::new(value),
            waiting: RefCell::default(),
        }
    }

    fn lock(&self) -> impl Future<Output = Guard<'_, T>> {
        poll_fn(|cx| match self.value.try_borrow_mut() {
            Ok(value) => Poll::Ready(Guard {
                value,
                _release: Release(&self.waiting),
            }),
            Err(_) => {
                self.waiting.borrow_mut().push(cx.waker().clone());
                Poll::Pending
            }
        })
    }
}
