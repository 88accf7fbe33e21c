//! The open files of segments. A descriptor is dear: of files that nothing is to be synced in, only those that were used
//! last are kept open.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use highwater_core::{LogId, Offset};

use super::segment_name;
use crate::io::disk::{self, File, Lack, Open};

type Key = (LogId, Offset);

/// Open files of segments. Who goes on using one that is closed here has a clone of its own.
#[derive(Debug)]
pub(super) struct OpenFiles {
    /// At most so many.
    most: usize,
    files: BTreeMap<Key, (File, u64)>,
    /// By when they were used last.
    used: BTreeMap<u64, Key>,
    uses: u64,
}

impl OpenFiles {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            files: BTreeMap::new(),
            used: BTreeMap::new(),
            uses: 0,
        }
    }

    /// The file of a segment, if it is open.
    pub(super) fn get(&mut self, key: Key) -> Option<File> {
        let (file, at) = self.files.get_mut(&key)?;
        self.uses += 1;
        self.used.remove(at);
        *at = self.uses;
        self.used.insert(self.uses, key);
        Some(file.clone())
    }

    /// Opens the file of a segment in a log's folder. If no descriptor is left, those that are merely kept go first.
    pub(super) async fn open(&mut self, key: Key, folder: &Path, how: Open) -> io::Result<File> {
        let path = folder.join(segment_name(key.1));
        let opened = File::open(&path, how).await;
        let file = match opened {
            Err(error)
                if disk::lack(&error) == Some(Lack::Descriptors) && !self.used.is_empty() =>
            {
                self.keep(self.used.len() / 2);
                File::open(&path, how).await?
            }
            opened => opened?,
        };
        self.keep(self.most - 1);
        self.uses += 1;
        self.files.insert(key, (file.clone(), self.uses));
        self.used.insert(self.uses, key);
        Ok(file)
    }

    /// Closes all files of a log.
    pub(super) fn close(&mut self, log: LogId) {
        let of_log = self.files.range((log, Offset::MIN)..=(log, Offset::MAX));
        let keys: Vec<Key> = of_log.map(|(key, _)| *key).collect();
        for key in keys {
            if let Some((_, at)) = self.files.remove(&key) {
                self.used.remove(&at);
            }
        }
    }

    /// Closes those that were used least lately, until so many are left.
    fn keep(&mut self, most: usize) {
        while self.used.len() > most
            && let Some((_, key)) = self.used.pop_first()
        {
            self.files.remove(&key);
        }
    }
}
