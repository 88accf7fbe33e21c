//! Files, directories, locks.

use std::io::{ErrorKind, IoSlice};
use std::path::Path;

use crate::io::disk::{self, Entry, File, Open};

/// Fails unless the error has the kind and its text names the path.
#[track_caller]
fn refused<T: std::fmt::Debug>(result: std::io::Result<T>, kind: ErrorKind, path: &Path) {
    let error = result.expect_err("must be refused");
    assert_eq!(error.kind(), kind, "{error}");
    assert!(
        error.to_string().contains(path.to_str().unwrap()),
        "{error} does not name {}",
        path.display()
    );
}

async fn write(file: &File, position: u64, bytes: &[u8]) {
    file.write_at(position, &[IoSlice::new(bytes)])
        .await
        .unwrap();
}

/// Content of files: write, overwrite, read, short read, gaps, cut, extend, many parts, sync.
pub(crate) async fn files(base: &Path) {
    disk::create_dir_all(base).await.unwrap();
    let path = base.join("file");
    refused(
        File::open(&path, Open::Read).await,
        ErrorKind::NotFound,
        &path,
    );
    refused(
        File::open(&path, Open::Write).await,
        ErrorKind::NotFound,
        &path,
    );
    let file = File::open(&path, Open::CreateNew).await.unwrap();
    refused(
        File::open(&path, Open::CreateNew).await,
        ErrorKind::AlreadyExists,
        &path,
    );
    assert!(file.is_empty().unwrap());
    assert_eq!(file.read_at(0, 10).await.unwrap(), "");

    write(&file, 0, b"hello world").await;
    write(&file, 6, b"there").await;
    assert_eq!(file.len().unwrap(), 11);
    assert_eq!(file.read_at(0, 11).await.unwrap(), "hello there");
    assert_eq!(
        file.read_at(6, 100).await.unwrap(),
        "there",
        "short at the end"
    );
    assert_eq!(
        file.read_at(6, usize::MAX).await.unwrap(),
        "there",
        "however much is asked for"
    );
    assert_eq!(file.read_at(11, 1).await.unwrap(), "");
    assert_eq!(file.read_at(1 << 40, 1).await.unwrap(), "");
    assert_eq!(file.read_at(3, 0).await.unwrap(), "");

    file.set_len(5).await.unwrap();
    assert_eq!(file.read_at(0, 100).await.unwrap(), "hello");
    file.set_len(7).await.unwrap();
    assert_eq!(file.read_at(0, 100).await.unwrap(), &b"hello\0\0"[..]);
    write(&file, 9, b"!").await;
    assert_eq!(
        file.read_at(4, 100).await.unwrap(),
        &b"o\0\0\0\0!"[..],
        "a gap reads as zeros"
    );
    file.sync().await.unwrap();

    // A second handle sees the same file; opening it with Create does not empty it.
    let again = File::open(&path, Open::Create).await.unwrap();
    let clone = again.clone();
    write(&clone, 0, b"J").await;
    drop(clone);
    assert_eq!(file.read_at(0, 5).await.unwrap(), "Jello");
    assert_eq!(
        disk::read_file(&path).await.unwrap(),
        &b"Jello\0\0\0\0!"[..]
    );
    write(&again, 0, b"").await;
    assert_eq!(file.len().unwrap(), 10);

    let reader = File::open(&path, Open::Read).await.unwrap();
    assert_eq!(reader.read_at(1, 4).await.unwrap(), "ello");
    assert!(reader.write_at(0, &[IoSlice::new(b"x")]).await.is_err());
    assert!(reader.set_len(0).await.is_err());
    assert_eq!(reader.len().unwrap(), 10);
    many_parts(base).await;
}

/// More parts than one pwritev(2) takes, some of them empty.
async fn many_parts(base: &Path) {
    let file = File::open(&base.join("parts"), Open::Create).await.unwrap();
    let expected: Vec<u8> = (0..9000_u32).map(|i| (i % 251) as u8).collect();
    let mut parts: Vec<IoSlice<'_>> = Vec::new();
    for (index, chunk) in expected.chunks(3).enumerate() {
        if index % 2 == 0 {
            parts.push(IoSlice::new(b""));
        }
        parts.push(IoSlice::new(chunk));
    }
    assert!(parts.len() > 3 * 1024);
    file.write_at(100, &parts).await.unwrap();
    assert_eq!(file.len().unwrap(), 9100);
    assert_eq!(file.read_at(100, 9000).await.unwrap(), expected);
    file.write_at(0, &[IoSlice::new(b""), IoSlice::new(b"")])
        .await
        .unwrap();
    file.write_at(0, &[]).await.unwrap();
    file.write_at(0, &vec![IoSlice::new(b""); 3000])
        .await
        .unwrap();
    assert_eq!(file.len().unwrap(), 9100);
}

/// Names: create, list, rename, remove, not found.
pub(crate) async fn directories(base: &Path) {
    let missing = base.join("missing");
    refused(disk::list(&missing).await, ErrorKind::NotFound, &missing);
    refused(
        disk::remove_file(&missing).await,
        ErrorKind::NotFound,
        &missing,
    );
    refused(
        disk::remove_dir_all(&missing).await,
        ErrorKind::NotFound,
        &missing,
    );
    refused(
        disk::rename(&missing, &base.join("x")).await,
        ErrorKind::NotFound,
        &missing,
    );
    refused(
        disk::sync_dir(&missing).await,
        ErrorKind::NotFound,
        &missing,
    );
    refused(
        disk::read_file(&missing).await,
        ErrorKind::NotFound,
        &missing,
    );
    let orphan = missing.join("file");
    refused(
        File::open(&orphan, Open::Create).await,
        ErrorKind::NotFound,
        &orphan,
    );
    assert!(!disk::exists(&missing).await.unwrap());
    assert!(!disk::exists(&orphan).await.unwrap());

    let topic = base.join("topic-0");
    disk::create_dir_all(&topic.join("deep/er")).await.unwrap();
    disk::create_dir_all(&topic).await.unwrap();
    for name in ["b.log", "a.log", "c.index"] {
        write(
            &File::open(&topic.join(name), Open::Create).await.unwrap(),
            0,
            name.as_bytes(),
        )
        .await;
    }
    disk::sync_dir(&topic).await.unwrap();
    let entry = |name: &str, dir, len| Entry {
        name: name.into(),
        dir,
        len,
    };
    let all = [
        entry("a.log", false, 5),
        entry("b.log", false, 5),
        entry("c.index", false, 7),
        entry("deep", true, 0),
    ];
    assert_eq!(disk::list(&topic).await.unwrap(), all);
    assert!(disk::exists(&topic).await.unwrap());
    let not_a_dir = topic.join("a.log");
    refused(
        disk::list(&not_a_dir).await,
        ErrorKind::NotADirectory,
        &not_a_dir,
    );
    refused(
        disk::create_dir_all(&not_a_dir.join("x")).await,
        ErrorKind::NotADirectory,
        &not_a_dir,
    );

    // A rename replaces, and handles follow the file, not the name.
    let (a, b) = (topic.join("a.log"), topic.join("b.log"));
    let (file_a, file_b) = (
        File::open(&a, Open::Write).await.unwrap(),
        File::open(&b, Open::Write).await.unwrap(),
    );
    disk::rename(&a, &b).await.unwrap();
    assert!(!disk::exists(&a).await.unwrap());
    assert_eq!(disk::read_file(&b).await.unwrap(), "a.log");
    write(&file_a, 0, b"A").await;
    write(&file_b, 0, b"B").await;
    assert_eq!(disk::read_file(&b).await.unwrap(), "A.log");
    assert_eq!(
        file_b.read_at(0, 9).await.unwrap(),
        "B.log",
        "replaced, but open"
    );
    disk::remove_file(&b).await.unwrap();
    assert!(!disk::exists(&b).await.unwrap());
    write(&file_a, 5, b"!").await;
    file_a.sync().await.unwrap();
    assert_eq!(
        file_a.read_at(0, 9).await.unwrap(),
        "A.log!",
        "removed, but open"
    );

    directories_move(base, &topic).await;
}

async fn directories_move(base: &Path, topic: &Path) {
    let gone = base.join("topic-0.delete");
    disk::rename(topic, &gone).await.unwrap();
    assert!(!disk::exists(topic).await.unwrap());
    assert_eq!(
        disk::read_file(&gone.join("c.index")).await.unwrap(),
        "c.index"
    );
    let other = base.join("other");
    disk::create_dir_all(&other).await.unwrap();
    disk::rename(&gone.join("c.index"), &other.join("d"))
        .await
        .unwrap();
    assert_eq!(
        disk::list(&other).await.unwrap(),
        [Entry {
            name: "d".into(),
            dir: false,
            len: 7
        }]
    );
    refused(
        disk::rename(&gone, &other).await,
        ErrorKind::DirectoryNotEmpty,
        &gone,
    );
    disk::remove_dir_all(&gone).await.unwrap();
    disk::sync_dir(base).await.unwrap();
    refused(disk::list(&gone).await, ErrorKind::NotFound, &gone);
}

/// Locks: one holder, given back on drop.
pub(crate) async fn locks(base: &Path) {
    disk::create_dir_all(base).await.unwrap();
    let path = base.join(".lock");
    let held = disk::lock(&path).await.unwrap().expect("nobody holds it");
    assert!(disk::lock(&path).await.unwrap().is_none());
    let other = disk::lock(&base.join("another")).await.unwrap();
    assert!(other.is_some());
    drop(held);
    let again = disk::lock(&path).await.unwrap();
    assert!(again.is_some(), "given back");
    assert!(disk::exists(&path).await.unwrap(), "the file stays");
    let orphan = base.join("missing/lock");
    refused(disk::lock(&orphan).await, ErrorKind::NotFound, &orphan);
}
