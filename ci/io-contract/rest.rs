//! Clock, entropy, tasks.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::io::{clock, entropy, task};

/// Time passes, and sleeping takes it.
pub(crate) async fn clocks() {
    let (mono, wall_ms) = (clock::mono(), clock::wall_ms());
    clock::sleep(Duration::from_millis(20)).await;
    assert!(clock::mono() >= mono + Duration::from_millis(20));
    assert!((10..10_000).contains(&(clock::wall_ms() - wall_ms)));
    let due = clock::mono() + Duration::from_millis(15);
    clock::sleep_until(due).await;
    assert!(clock::mono() >= due);
    clock::sleep_until(mono).await;
    // 2020 to 2100: a wall clock counts from 1970, in milliseconds.
    assert!((1_577_836_800_000..4_102_444_800_000).contains(&clock::wall_ms()));
}

/// Draws differ.
pub(crate) fn randomness() {
    assert_ne!(entropy::bytes16(), entropy::bytes16());
    assert_ne!(entropy::u64(), entropy::u64());
    let some: u64 = (0..100)
        .map(|_| entropy::u64())
        .fold(0, |all, one| all | one);
    assert_eq!(some, u64::MAX, "every bit is drawn");
}

/// Tasks run without being awaited, outlive their handle, and stop when aborted.
pub(crate) async fn tasks() {
    let count = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&count);
    let forever = task::spawn(async move {
        loop {
            counter.fetch_add(1, Ordering::Relaxed);
            task::yield_now().await;
        }
    });
    let counter = Arc::clone(&count);
    drop(task::spawn(async move {
        clock::sleep(Duration::from_millis(5)).await;
        counter.fetch_add(1 << 40, Ordering::Relaxed);
    }));
    clock::sleep(Duration::from_millis(20)).await;
    let seen = count.load(Ordering::Relaxed);
    assert!(seen > 1 << 40, "both ran: {seen:#x}");
    forever.abort();
    clock::sleep(Duration::from_millis(5)).await;
    let stopped = count.load(Ordering::Relaxed);
    clock::sleep(Duration::from_millis(20)).await;
    assert_eq!(count.load(Ordering::Relaxed), stopped);
    assert_eq!(Arc::strong_count(&count), 1, "both futures are dropped");
}

/// Pinned tasks hold what cannot change threads, do I/O of their own, and stop when aborted.
pub(crate) async fn pinned() {
    let count = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&count);
    let forever = task::spawn_pinned("pinned", move || async move {
        let counter = Rc::new(counter);
        loop {
            counter.fetch_add(1, Ordering::Relaxed);
            clock::sleep(Duration::from_millis(1)).await;
        }
    });
    let counter = Arc::clone(&count);
    drop(task::spawn_pinned(
        "outlives its handle",
        move || async move {
            clock::sleep(Duration::from_millis(5)).await;
            counter.fetch_add(1 << 40, Ordering::Relaxed);
        },
    ));
    clock::sleep(Duration::from_millis(100)).await;
    let seen = count.load(Ordering::Relaxed);
    assert!(seen > 1 << 40, "both ran: {seen:#x}");
    forever.abort();
    clock::sleep(Duration::from_millis(50)).await;
    assert_eq!(Arc::strong_count(&count), 1, "both futures are dropped");
}
