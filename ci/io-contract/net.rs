//! Streams. All on the loopback, so that one node is enough.

use std::future::Future;
use std::io::{ErrorKind, IoSlice};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::BytesMut;

use crate::io::disk::{self, File, Open};
use crate::io::net::{self, Listener, Reader, Writer};
use crate::io::{clock, task};

async fn listener() -> (Listener, String) {
    let bound = net::bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr().unwrap().to_string();
    (bound.listen().unwrap(), address)
}

/// Serves one connection in a task of its own; both ends.
async fn pair<F: Future<Output = ()> + Send + 'static>(
    serve: impl FnOnce(Reader, Writer) -> F + Send + 'static,
) -> (Reader, Writer) {
    let (mut listener, address) = listener().await;
    task::spawn(async move {
        let (reader, writer, _) = listener.accept().await.unwrap();
        serve(reader, writer).await;
    });
    net::connect(&address).await.unwrap()
}

async fn read_to_end(reader: &mut Reader) -> BytesMut {
    let mut all = BytesMut::new();
    loop {
        all.reserve(8192);
        if reader.read(&mut all).await.unwrap() == 0 {
            return all;
        }
    }
}

fn pattern(len: usize) -> Vec<u8> {
    (0..len as u64)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}

/// An address is refused before it listens, can be had once, and answers once it listens.
pub(crate) async fn binding() {
    let bound = net::bind("127.0.0.1:0").await.unwrap();
    let at = bound.local_addr().unwrap();
    assert_ne!(at.port(), 0);
    let address = at.to_string();
    let refused = net::connect(&address).await.expect_err("not listening yet");
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    assert!(refused.to_string().contains(&address), "{refused}");

    let mut listener = bound.listen().unwrap();
    let taken = match net::bind(&address).await {
        Err(error) => error,
        // SO_REUSEADDR: a kernel may say so only now.
        Ok(second) => second.listen().expect_err("taken"),
    };
    assert_eq!(taken.kind(), ErrorKind::AddrInUse);
    assert!(taken.to_string().contains(&address), "{taken}");

    // Connections are complete before they are accepted.
    let (_reader, mut writer) = net::connect(&address).await.unwrap();
    writer.write_all(b"early", false).await.unwrap();
    let (mut reader, _writer, peer) = listener.accept().await.unwrap();
    assert_ne!(peer.port(), 0);
    let mut buffer = BytesMut::with_capacity(64);
    while buffer.len() < 5 {
        reader.read(&mut buffer).await.unwrap();
    }
    assert_eq!(buffer, "early");

    // Waiting for a connection may be given up and taken up again.
    drop(listener);
    let refused = eventually_refused(&address).await;
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    let nowhere = net::connect("127.0.0.1:1")
        .await
        .expect_err("nobody is there");
    assert_eq!(nowhere.kind(), ErrorKind::ConnectionRefused);
    assert!(net::bind("no port").await.is_err());
    assert!(net::connect("no port").await.is_err());
}

/// A dropped listener may take a moment to go.
async fn eventually_refused(address: &str) -> std::io::Error {
    for _ in 0..100 {
        match net::connect(address).await {
            Err(error) => return error,
            Ok(_) => clock::sleep(Duration::from_millis(5)).await,
        }
    }
    panic!("{address} still answers");
}

/// What is sent comes back, in order, through buffers of any size.
pub(crate) async fn echo() {
    let (mut reader, mut writer) = pair(|mut reader, mut writer| async move {
        let mut buffer = BytesMut::with_capacity(100);
        while reader.read(&mut buffer).await.unwrap() > 0 {
            writer.write_all(&buffer, false).await.unwrap();
            buffer.clear();
        }
    })
    .await;
    let mut buffer = BytesMut::new();
    let full = reader
        .read(&mut buffer)
        .await
        .expect_err("no room to read into");
    assert_eq!(full.kind(), ErrorKind::InvalidInput);
    for round in 0..20_usize {
        let sent = pattern(1 + round * 37);
        let (head, body) = sent.split_at(round.min(sent.len()));
        writer.write_all(head, true).await.unwrap();
        writer.write_all(body, false).await.unwrap();
        let mut received = BytesMut::new();
        while received.len() < sent.len() {
            received.reserve(7);
            let (room, before) = (received.capacity() - received.len(), received.len());
            let read = reader.read(&mut received).await.unwrap();
            assert!(0 < read && read <= room && received.len() == before + read);
        }
        assert_eq!(received, sent);
    }
    writer.shutdown().await;
    assert!(read_to_end(&mut reader).await.is_empty());
}

/// Each direction closes by itself; dropping the sending half closes it too, and sends what was held back for more.
pub(crate) async fn half_close() {
    let (mut reader, mut writer) = pair(|mut reader, mut writer| async move {
        let all = read_to_end(&mut reader).await;
        writer
            .write_all(format!("{} bytes", all.len()).as_bytes(), true)
            .await
            .unwrap();
        drop(writer);
        assert!(read_to_end(&mut reader).await.is_empty());
    })
    .await;
    writer.write_all(&[7; 1000], false).await.unwrap();
    writer.shutdown().await;
    writer.shutdown().await;
    assert!(writer.write_all(b"late", false).await.is_err());
    assert_eq!(read_to_end(&mut reader).await, "1000 bytes");

    // Writing to a peer that is gone fails, if not at once.
    let (reader, mut writer) = pair(|_, _| async {}).await;
    drop(reader);
    for _ in 0..1000 {
        if writer.write_all(&[0; 1000], false).await.is_err() {
            return;
        }
        clock::sleep(Duration::from_millis(1)).await;
    }
    panic!("writes to nobody succeed");
}

/// Ranges of files between written bytes.
pub(crate) async fn ranges(base: &Path) {
    disk::create_dir_all(base).await.unwrap();
    let content = pattern(3 << 20);
    let file = File::open(&base.join("segment"), Open::Create)
        .await
        .unwrap();
    file.write_at(0, &[IoSlice::new(&content)]).await.unwrap();
    let sent = file.clone();
    let (mut reader, mut writer) = pair(move |_reader, mut writer| async move {
        writer.write_all(b"head", true).await.unwrap();
        writer.send_file(&sent, 10, 20).await.unwrap();
        writer.send_file(&sent, 0, 0).await.unwrap();
        writer.write_all(b"middle", true).await.unwrap();
        writer.send_file(&sent, 1, (3 << 20) - 1).await.unwrap();
        let short = writer
            .send_file(&sent, (3 << 20) - 5, 6)
            .await
            .expect_err("the file is too short");
        assert_eq!(short.kind(), ErrorKind::UnexpectedEof);
        assert!(short.to_string().contains("segment"), "{short}");
    })
    .await;
    writer.shutdown().await;
    let received = read_to_end(&mut reader).await;
    let mut expected = b"head".to_vec();
    expected.extend_from_slice(&content[10..30]);
    expected.extend_from_slice(b"middle");
    expected.extend_from_slice(&content[1..]);
    expected.extend_from_slice(&content[(3 << 20) - 5..]);
    assert!(
        received == expected,
        "{} bytes received, {} expected",
        received.len(),
        expected.len()
    );
}

/// A sender stops when the receiver does not read, and loses nothing by it.
pub(crate) async fn backpressure() {
    const TOTAL: usize = 32 << 20;
    const PIECE: usize = 1 << 16;
    let sent = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&sent);
    let (mut reader, _writer) = pair(move |_reader, mut writer| async move {
        let piece = pattern(PIECE);
        for _ in 0..TOTAL / PIECE {
            writer.write_all(&piece, false).await.unwrap();
            counter.fetch_add(PIECE as u64, Ordering::Relaxed);
        }
    })
    .await;
    let mut before = u64::MAX;
    while before != sent.load(Ordering::Relaxed) {
        before = sent.load(Ordering::Relaxed);
        clock::sleep(Duration::from_millis(100)).await;
    }
    assert!(before < TOTAL as u64, "nobody reads, yet all was sent");

    let piece = pattern(PIECE);
    let mut buffer = BytesMut::new();
    let mut received = 0;
    loop {
        buffer.reserve(3 * PIECE);
        let ended = reader.read(&mut buffer).await.unwrap() == 0;
        while buffer.len() >= PIECE {
            assert!(
                buffer.split_to(PIECE) == piece,
                "damaged after {received} bytes"
            );
            received += PIECE;
        }
        if ended {
            break;
        }
    }
    assert_eq!((received, buffer.len()), (TOTAL, 0));
}
