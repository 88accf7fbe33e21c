//! Nodes that die and come back, and links between them.
#![cfg(madsim)]

use std::future::Future;
use std::io::{ErrorKind, IoSlice};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::BytesMut;
use highwater_io_sim::disk::{self, File, Open};
use highwater_io_sim::fault;
use highwater_io_sim::net;
use highwater_io_sim::{clock, process, task};
use madsim::net::NetSim;
use madsim::runtime::{Handle, NodeHandle, Runtime};

fn seeds<F: Future<Output = ()>>(world: impl Fn() -> F) {
    for seed in 0..30 {
        let mut runtime = Runtime::with_seed_and_config(seed, madsim::Config::default());
        runtime.set_time_limit(Duration::from_secs(1000));
        runtime.block_on(world());
    }
}

fn node<F: Future<Output = ()> + 'static>(
    ip: &str,
    main: impl Fn() -> F + Send + Sync + 'static,
) -> NodeHandle {
    Handle::current()
        .create_node()
        .ip(ip.parse().unwrap())
        .init(main)
        .build()
}

async fn ms(ms: u64) {
    clock::sleep(Duration::from_millis(ms)).await;
}

/// Counts its starts in a file, of which only the first is synced, holding a lock and an address all its life.
async fn counting(started: Arc<Mutex<Vec<u64>>>) {
    let lock = disk::lock(Path::new("/.lock")).await.unwrap();
    let _lock = lock.expect("the last process is dead, though its tasks may not be dropped yet");
    disk::create_dir_all(Path::new("/data")).await.unwrap();
    disk::sync_dir(Path::new("/")).await.unwrap();
    let second = disk::lock(Path::new("/.lock")).await.unwrap();
    assert!(
        second.is_none(),
        "what the last process drops late is not ours"
    );
    let _listener = net::bind("0.0.0.0:9092").await.unwrap().listen().unwrap();
    let file = File::open(Path::new("/data/starts"), Open::Create)
        .await
        .unwrap();
    disk::sync_dir(Path::new("/data")).await.unwrap();
    let len = file.len().unwrap();
    started.lock().unwrap().push(len);
    file.write_at(len, &[IoSlice::new(b"x")]).await.unwrap();
    if len == 0 {
        file.sync().await.unwrap();
    }
    process::terminated().await;
}

#[test]
fn a_killed_node_keeps_its_disk_and_a_crashed_one_what_it_synced() {
    seeds(|| async {
        let started = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&started);
        let id = node("10.0.0.1", move || counting(Arc::clone(&shared))).id();
        ms(500).await;
        for _ in 0..3 {
            fault::kill(id);
            ms(1).await;
            fault::restart(id);
            ms(500).await;
        }
        assert_eq!(*started.lock().unwrap(), [0, 1, 2, 3]);
        // At once, while the tasks of the dead process have not been dropped yet.
        fault::crash(id);
        fault::restart(id);
        ms(500).await;
        let last = *started.lock().unwrap().last().unwrap();
        assert!((1..=4).contains(&last), "{last}");
        fault::crash(id);
        fault::wipe(id);
        fault::restart(id);
        ms(500).await;
        assert_eq!(started.lock().unwrap().last(), Some(&0));
    });
}

#[test]
fn terminate_stops_the_process_and_it_can_start_again() {
    seeds(|| async {
        let started = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&started);
        let id = node("10.0.0.1", move || counting(Arc::clone(&shared))).id();
        for round in 1..4 {
            ms(500).await;
            assert!(!Handle::current().is_exit(id));
            assert_eq!(started.lock().unwrap().len(), round);
            fault::terminate(id);
            ms(10).await;
            assert!(Handle::current().is_exit(id));
            fault::restart(id);
        }
    });
}

/// Sends back what it gets, on every connection.
async fn echo() {
    let mut listener = net::bind("0.0.0.0:9092").await.unwrap().listen().unwrap();
    loop {
        let (mut reader, mut writer, _) = listener.accept().await.unwrap();
        task::spawn(async move {
            let mut buffer = BytesMut::with_capacity(1000);
            while reader.read(&mut buffer).await.unwrap_or(0) > 0 {
                if writer.write_all(&buffer.split(), false).await.is_err() {
                    return;
                }
                buffer.reserve(1000);
            }
        });
    }
}

#[test]
fn the_death_of_a_process_ends_its_connections() {
    seeds(|| async {
        let id = node("10.0.0.1", echo).id();
        let client = node("10.0.0.2", move || async move {
            ms(100).await;
            let (mut reader, mut writer) = net::connect("10.0.0.1:9092").await.unwrap();
            let mut buffer = BytesMut::with_capacity(1000);
            writer.write_all(b"hello", false).await.unwrap();
            reader.read(&mut buffer).await.unwrap();
            fault::kill(id);
            buffer.clear();
            while reader.read(&mut buffer).await.unwrap() > 0 {
                buffer.clear();
            }
            assert!(writer.write_all(b"hello", false).await.is_err());
            assert!(net::connect("10.0.0.1:9092").await.is_err());
            fault::restart(id);
            ms(100).await;
            net::connect("10.0.0.1:9092").await.unwrap();
        });
        ms(5000).await;
        let done = Handle::current().is_exit(client.id());
        assert!(done, "the client came to its end");
    });
}

#[test]
fn a_power_cut_is_silent_until_the_machine_is_back() {
    seeds(|| async {
        let id = node("10.0.0.1", echo).id();
        let client = node("10.0.0.2", move || async move {
            ms(100).await;
            let (mut reader, mut writer) = net::connect("10.0.0.1:9092").await.unwrap();
            let mut buffer = BytesMut::with_capacity(1000);
            writer.write_all(b"hello", false).await.unwrap();
            reader.read(&mut buffer).await.unwrap();
            fault::crash(id);
            let (five, mut rest) = (Duration::from_secs(5), BytesMut::with_capacity(1000));
            let early = madsim::time::timeout(five, async {
                while reader.read(&mut rest).await.unwrap() > 0 {
                    rest.reserve(1000);
                }
            });
            assert!(early.await.is_err(), "no word of the end");
            writer.write_all(b"hello", false).await.unwrap();
            let flood = madsim::time::timeout(five, async {
                for _ in 0..100 {
                    writer.write_all(&[0; 10_000], false).await.unwrap();
                }
            });
            assert!(flood.await.is_err(), "the window is full");
            assert!(net::connect("10.0.0.1:9092").await.is_err());
            fault::restart(id);
            let reset = reader
                .read(&mut rest)
                .await
                .expect_err("the machine knows nothing of us");
            assert_eq!(reset.kind(), ErrorKind::ConnectionReset);
            assert!(writer.write_all(b"hello", false).await.is_err());
        });
        ms(60_000).await;
        let done = Handle::current().is_exit(client.id());
        assert!(done, "the client came to its end");
    });
}

#[test]
fn a_reset_breaks_both_ends_and_loses_what_is_on_its_way() {
    seeds(|| async {
        let ends = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&ends);
        let server = node("10.0.0.1", move || {
            let told = Arc::clone(&told);
            async move {
                let mut listener = net::bind("0.0.0.0:9092").await.unwrap().listen().unwrap();
                let (mut reader, _writer, _) = listener.accept().await.unwrap();
                ms(1000).await;
                let mut buffer = BytesMut::with_capacity(1000);
                let read = reader.read(&mut buffer).await.map_err(|e| e.kind());
                told.lock().unwrap().push(read);
                let again = listener.accept().await;
                told.lock()
                    .unwrap()
                    .push(again.map(|_| 0).map_err(|e| e.kind()));
            }
        })
        .id();
        let client = node("10.0.0.2", move || async move {
            ms(100).await;
            let (mut reader, mut writer) = net::connect("10.0.0.1:9092").await.unwrap();
            writer.write_all(b"hello", false).await.unwrap();
            ms(100).await;
            assert_eq!(fault::reset(server, "10.0.0.3".parse().unwrap()), 0);
            assert_eq!(fault::reset(server, "10.0.0.2".parse().unwrap()), 1);
            let mut buffer = BytesMut::with_capacity(1000);
            let reset = reader.read(&mut buffer).await.expect_err("reset");
            assert_eq!(reset.kind(), ErrorKind::ConnectionReset);
            assert!(writer.write_all(b"hello", false).await.is_err());
            net::connect("10.0.0.1:9092").await.unwrap();
        });
        ms(5000).await;
        let done = Handle::current().is_exit(client.id());
        assert!(done, "the client came to its end");
        assert_eq!(
            *ends.lock().unwrap(),
            [Err(ErrorKind::ConnectionReset), Ok(0)]
        );
    });
}

#[test]
fn who_stands_still_does_nothing_and_hears_the_rest_later() {
    seeds(|| async {
        let id = node("10.0.0.1", echo).id();
        let client = node("10.0.0.2", move || async move {
            ms(100).await;
            let (mut reader, mut writer) = net::connect("10.0.0.1:9092").await.unwrap();
            fault::pause(id);
            writer.write_all(b"hello", false).await.unwrap();
            let mut buffer = BytesMut::with_capacity(1000);
            let early = Duration::from_secs(40);
            let early = madsim::time::timeout(early, reader.read(&mut buffer));
            assert!(early.await.is_err(), "nobody answers");
            fault::resume(id);
            while buffer.len() < 5 {
                reader.read(&mut buffer).await.unwrap();
            }
        });
        ms(60_000).await;
        let done = Handle::current().is_exit(client.id());
        assert!(done, "the client came to its end");
    });
}

#[test]
fn nothing_tells_that_nobody_reads() {
    seeds(|| async {
        let mut listener = net::bind("127.0.0.1:9092").await.unwrap().listen().unwrap();
        let (reader, writer) = net::connect("127.0.0.1:9092").await.unwrap();
        let (_reader, mut other, _) = listener.accept().await.unwrap();
        drop(reader);
        other.write_all(b"hello", false).await.unwrap();
        drop(writer);
        assert!(other.write_all(b"hello", false).await.is_err());
    });
}

#[test]
fn bytes_wait_for_a_clogged_link() {
    seeds(|| async {
        let server = node("10.0.0.1", echo).id();
        let client = node("10.0.0.2", move || async move {
            ms(100).await;
            let here = madsim::plugin::node();
            let (mut reader, mut writer) = net::connect("10.0.0.1:9092").await.unwrap();
            NetSim::current().clog_link(here, server);
            writer.write_all(b"hello", false).await.unwrap();
            assert!(net::connect("10.0.0.1:9092").await.is_err());
            let mut buffer = BytesMut::with_capacity(1000);
            let early =
                madsim::time::timeout(Duration::from_secs(5), reader.read(&mut buffer)).await;
            assert!(early.is_err() && buffer.is_empty());
            NetSim::current().unclog_link(here, server);
            while buffer.len() < 5 {
                reader.read(&mut buffer).await.unwrap();
            }
            assert_eq!(buffer, "hello", "a read that was given up lost nothing");
        });
        ms(60_000).await;
        assert!(
            Handle::current().is_exit(client.id()),
            "the client came to its end"
        );
    });
}

#[test]
fn names_resolve_and_wall_clocks_differ() {
    seeds(|| async {
        node("10.0.0.1", echo);
        NetSim::current().add_dns_record("broker-1", "10.0.0.1".parse().unwrap());
        let client = node("10.0.0.2", move || async move {
            ms(100).await;
            net::connect("broker-1:9092").await.unwrap();
            assert!(net::connect("broker-2:9092").await.is_err());
            let before = clock::wall_ms();
            fault::skew_wall(madsim::plugin::node(), -5000);
            assert_eq!(clock::wall_ms(), before - 5000);
        });
        ms(5000).await;
        assert!(
            Handle::current().is_exit(client.id()),
            "the client came to its end"
        );
    });
}
