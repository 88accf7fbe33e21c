//! The directories of one disk, with the entry changes that no sync of the directory has covered.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::inode::Inode;
use crate::entropy;
use crate::errno::{self, error};
use crate::fault::{DiskCounts, DiskKnobs};

/// A file, shared by its names and its open handles.
pub(crate) type FileRef = Arc<Mutex<Inode>>;

pub(crate) fn lock(file: &FileRef) -> MutexGuard<'_, Inode> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    File(FileRef),
    Dir(u64),
}

/// A change of a directory's entries. Carries what it links, so that it makes sense without those before it.
#[derive(Clone, Debug)]
enum Change {
    Link(String, Target),
    Unlink(String),
    /// Within one directory; atomic.
    Rename {
        from: String,
        to: String,
        target: Target,
    },
}

impl Change {
    fn apply(&self, entries: &mut BTreeMap<String, Target>) {
        match self {
            Self::Link(name, target) => {
                entries.insert(name.clone(), target.clone());
            }
            Self::Unlink(name) => {
                entries.remove(name);
            }
            Self::Rename { from, to, target } => {
                entries.remove(from);
                entries.insert(to.clone(), target.clone());
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Pending {
    number: u64,
    change: Change,
}

#[derive(Clone, Debug, Default)]
struct Dir {
    seen: BTreeMap<String, Target>,
    durable: BTreeMap<String, Target>,
    pending: Vec<Pending>,
    next: u64,
}

impl Dir {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.seen);
        self.pending.push(Pending {
            number: self.next,
            change,
        });
        self.next += 1;
    }
}

/// The root directory; also the directory that relative paths start from.
const ROOT: u64 = 0;

/// All directories of a disk.
#[derive(Debug)]
pub(crate) struct Tree {
    dirs: BTreeMap<u64, Dir>,
    /// Numbers of directories and files; never reused.
    next_id: u64,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            dirs: BTreeMap::from([(ROOT, Dir::default())]),
            next_id: ROOT + 1,
        }
    }
}

/// A directory and a name in it.
struct Place {
    dir: u64,
    name: String,
}

impl Tree {
    /// What is at `path`.
    pub(crate) fn find(&self, path: &Path) -> io::Result<Target> {
        let mut at = Target::Dir(ROOT);
        for name in names(path)? {
            let Target::Dir(dir) = at else {
                return Err(error(errno::ENOTDIR));
            };
            at = self
                .dir(dir)
                .seen
                .get(&name)
                .cloned()
                .ok_or_else(|| error(errno::ENOENT))?;
        }
        Ok(at)
    }

    pub(crate) fn find_file(&self, path: &Path) -> io::Result<FileRef> {
        match self.find(path)? {
            Target::File(file) => Ok(file),
            Target::Dir(_) => Err(error(errno::EISDIR)),
        }
    }

    pub(crate) fn find_dir(&self, path: &Path) -> io::Result<u64> {
        match self.find(path)? {
            Target::Dir(dir) => Ok(dir),
            Target::File(_) => Err(error(errno::ENOTDIR)),
        }
    }

    /// Creates an empty file at `path`, where nothing may be.
    pub(crate) fn create_file(&mut self, path: &Path) -> io::Result<FileRef> {
        let place = self.place(path)?;
        let file = Arc::new(Mutex::new(Inode::new(self.new_id())));
        self.dir_mut(place.dir)
            .change(Change::Link(place.name, Target::File(Arc::clone(&file))));
        Ok(file)
    }

    /// Creates the missing directories of `path`; whether there were any.
    pub(crate) fn create_dir_all(&mut self, path: &Path, full: bool) -> io::Result<()> {
        let mut at = ROOT;
        for name in names(path)? {
            at = match self.dir(at).seen.get(&name) {
                Some(Target::Dir(dir)) => *dir,
                Some(Target::File(_)) => return Err(error(errno::ENOTDIR)),
                None if full => return Err(error(errno::ENOSPC)),
                None => {
                    let new = self.new_id();
                    self.dirs.insert(new, Dir::default());
                    self.dir_mut(at)
                        .change(Change::Link(name, Target::Dir(new)));
                    new
                }
            };
        }
        Ok(())
    }

    pub(crate) fn remove_file(&mut self, path: &Path) -> io::Result<()> {
        self.find_file(path)?;
        let place = self.place(path)?;
        self.dir_mut(place.dir).change(Change::Unlink(place.name));
        Ok(())
    }

    /// Loses what is at `path`, as a disk does that has lost its blocks: no crash brings it back.
    pub(crate) fn lose(&mut self, path: &Path) -> io::Result<()> {
        let place = self.place(path)?;
        match self.find(path)? {
            Target::File(_) => self.remove_file(path)?,
            Target::Dir(_) => self.remove_dir_all(path)?,
        }
        self.synced(place.dir, self.mark(place.dir));
        Ok(())
    }

    /// All files, by path, with their lengths.
    pub(crate) fn files(&self) -> Vec<(PathBuf, u64)> {
        let mut files = Vec::new();
        let mut to_visit = vec![(PathBuf::from("/"), ROOT)];
        while let Some((path, dir)) = to_visit.pop() {
            for (name, target) in &self.dir(dir).seen {
                let path = path.join(name);
                match target {
                    Target::Dir(below) => to_visit.push((path, *below)),
                    Target::File(file) => files.push((path, lock(file).len())),
                }
            }
        }
        files
    }

    /// Removes what is below the directory first, as a real machine must: a crash may leave parts.
    pub(crate) fn remove_dir_all(&mut self, path: &Path) -> io::Result<()> {
        let dir = self.find_dir(path)?;
        let place = self.place(path)?;
        self.clear(dir);
        self.dir_mut(place.dir).change(Change::Unlink(place.name));
        Ok(())
    }

    fn clear(&mut self, dir: u64) {
        for (name, target) in self.dir(dir).seen.clone() {
            if let Target::Dir(below) = target {
                self.clear(below);
            }
            self.dir_mut(dir).change(Change::Unlink(name));
        }
    }

    pub(crate) fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let target = self.find(from)?;
        let (source, goal) = (self.place(from)?, self.place(to)?);
        if source.dir == goal.dir && source.name == goal.name {
            return Ok(());
        }
        match (&target, self.dir(goal.dir).seen.get(&goal.name)) {
            (_, None) | (Target::File(_), Some(Target::File(_))) => {}
            (Target::Dir(_), Some(Target::Dir(old))) if self.dir(*old).seen.is_empty() => {}
            (Target::Dir(_), Some(Target::Dir(_))) => return Err(error(errno::ENOTEMPTY)),
            (Target::File(_), Some(Target::Dir(_))) => return Err(error(errno::EISDIR)),
            (Target::Dir(_), Some(Target::File(_))) => return Err(error(errno::ENOTDIR)),
        }
        if let Target::Dir(moved) = target
            && (moved == goal.dir || self.is_below(goal.dir, moved))
        {
            return Err(error(errno::EINVAL));
        }
        if source.dir == goal.dir {
            self.dir_mut(source.dir).change(Change::Rename {
                from: source.name,
                to: goal.name,
                target,
            });
        } else {
            self.dir_mut(goal.dir)
                .change(Change::Link(goal.name, target));
            self.dir_mut(source.dir).change(Change::Unlink(source.name));
        }
        Ok(())
    }

    fn is_below(&self, dir: u64, above: u64) -> bool {
        self.dir(above).seen.values().any(|target| match target {
            Target::Dir(child) => *child == dir || self.is_below(dir, *child),
            Target::File(_) => false,
        })
    }

    /// The entries of a directory by name, with the length of files.
    pub(crate) fn entries(&self, dir: u64) -> impl Iterator<Item = (&String, Option<u64>)> {
        self.dir(dir)
            .seen
            .iter()
            .map(|(name, target)| match target {
                Target::File(file) => (name, Some(lock(file).len())),
                Target::Dir(_) => (name, None),
            })
    }

    /// Where a sync of the directory that starts now ends.
    pub(crate) fn mark(&self, dir: u64) -> u64 {
        self.dir(dir).next
    }

    /// A sync of the directory succeeded; it may have been removed meanwhile.
    pub(crate) fn synced(&mut self, dir: u64, mark: u64) {
        let Some(Dir {
            durable, pending, ..
        }) = self.dirs.get_mut(&dir)
        else {
            return;
        };
        pending.retain(|pending| {
            let saved = pending.number < mark;
            if saved {
                pending.change.apply(durable);
            }
            !saved
        });
    }

    /// Power is cut: each directory keeps a seeded prefix of its pending changes, each file that can still be found
    /// a seeded prefix of its own; what has no name left is gone.
    pub(crate) fn crash(&mut self, knobs: &DiskKnobs, counts: &mut DiskCounts) {
        let mut kept = BTreeMap::new();
        // Two directories may both name one file or directory after half of a move between them.
        let mut files = BTreeSet::new();
        let mut to_visit = vec![ROOT];
        while let Some(id) = to_visit.pop() {
            if kept.contains_key(&id) {
                continue;
            }
            let mut dir = self
                .dirs
                .remove(&id)
                .expect("directories live as long as the disk's power");
            dir.crash(counts);
            for target in dir.seen.values() {
                match target {
                    Target::Dir(below) => to_visit.push(*below),
                    Target::File(file) => {
                        let mut inode = lock(file);
                        if files.insert(inode.id) {
                            inode.crash(knobs, counts);
                        }
                    }
                }
            }
            kept.insert(id, dir);
        }
        self.dirs = kept;
    }

    fn place(&self, path: &Path) -> io::Result<Place> {
        let mut names = names(path)?;
        let name = names.pop().ok_or_else(|| error(errno::EINVAL))?;
        let mut at = ROOT;
        for name in names {
            at = match self.dir(at).seen.get(&name) {
                Some(Target::Dir(dir)) => *dir,
                Some(Target::File(_)) => return Err(error(errno::ENOTDIR)),
                None => return Err(error(errno::ENOENT)),
            };
        }
        Ok(Place { dir: at, name })
    }

    fn dir(&self, id: u64) -> &Dir {
        &self.dirs[&id]
    }

    fn dir_mut(&mut self, id: u64) -> &mut Dir {
        self.dirs.get_mut(&id).expect("a directory of this disk")
    }

    fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }
}

impl Dir {
    fn crash(&mut self, counts: &mut DiskCounts) {
        let pending = std::mem::take(&mut self.pending);
        let all = pending.len() as u64;
        let kept = if pending.is_empty() {
            0
        } else {
            entropy::below(all + 1)
        };
        for pending in pending
            .iter()
            .take(usize::try_from(kept).expect("a count of things in memory"))
        {
            pending.change.apply(&mut self.durable);
        }
        counts.dir_entries_lost += all - kept;
        self.seen = self.durable.clone();
    }
}

/// The names along a path from the root. `..` steps back by name, as there are no symbolic links.
fn names(path: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for part in path.components() {
        match part {
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
            Component::ParentDir => {
                names.pop();
            }
            Component::Normal(name) => {
                let name = name.to_str().ok_or_else(|| error(errno::EINVAL))?;
                names.push(name.to_owned());
            }
        }
    }
    Ok(names)
}
