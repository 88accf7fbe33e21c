//! openraft's state machine: an image of its own, built by the same pure `apply` as everybody's.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use futures_util::{Stream, StreamExt as _};
use highwater_core::metadata::Image;
use highwater_core::{MetaEvent, MetaIndex, Outcome};
use openraft::storage::{EntryResponder, RaftSnapshotBuilder, RaftStateMachine};
use openraft::{EntryPayload, alias};

use crate::codec::Snapshot;
use crate::output::Outbox;
use crate::runtime::Receiver;
use crate::storage::{self, Journal};
use crate::types::{LogId, Proposal, SnapshotMeta, StoredMembership, Types};

type SnapshotOf = alias::SnapshotOf<Types, Arc<Image>>;

/// The state machine, shared by openraft and the peer.
#[derive(Clone)]
pub(crate) struct Machine {
    applied: Rc<RefCell<Applied>>,
    journal: Journal,
    outbox: Outbox,
}

#[derive(Default)]
struct Applied {
    image: Arc<Image>,
    last: Option<LogId>,
    membership: StoredMembership,
}

impl Applied {
    fn at(snapshot: &Snapshot) -> Self {
        Self {
            image: snapshot.image.clone(),
            last: snapshot.meta.last_log_id,
            membership: snapshot.meta.last_membership.clone(),
        }
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            meta: SnapshotMeta {
                last_log_id: self.last,
                last_membership: self.membership.clone(),
            },
            image: self.image.clone(),
        }
    }
}

impl Machine {
    /// Begins with the journal's snapshot: what the log holds beyond it may not be committed.
    pub(crate) fn new(journal: Journal, outbox: Outbox) -> Self {
        let applied = journal.snapshot().as_ref().map(Applied::at);
        let applied = applied.unwrap_or_default();
        outbox.meta(MetaEvent::Restored(applied.image.clone()));
        Self {
            applied: Rc::new(RefCell::new(applied)),
            journal,
            outbox,
        }
    }

    pub(crate) fn image(&self) -> Arc<Image> {
        self.applied.borrow().image.clone()
    }

    /// Term of the last entry that was applied.
    pub(crate) fn term(&self) -> Option<u64> {
        self.applied.borrow().last.map(|last| last.leader_id.term)
    }
}

impl RaftStateMachine<Types> for Machine {
    type SnapshotData = Arc<Image>;
    type SnapshotBuilder = Builder;

    async fn applied_state(&mut self) -> io::Result<(Option<LogId>, StoredMembership)> {
        let applied = self.applied.borrow();
        Ok((applied.last, applied.membership.clone()))
    }

    async fn apply<S>(&mut self, mut entries: S) -> io::Result<()>
    where
        S: Stream<Item = io::Result<EntryResponder<Types>>> + Unpin,
    {
        while let Some(entry) = entries.next().await {
            let (entry, responder) = entry?;
            let mut applied = self.applied.borrow_mut();
            applied.last = Some(entry.log_id);
            match entry.payload {
                EntryPayload::Blank => {}
                EntryPayload::Membership(membership) => {
                    applied.membership = StoredMembership::new(Some(entry.log_id), membership);
                }
                EntryPayload::Normal(Proposal(command)) => {
                    let index = MetaIndex(applied.image.index.0 + 1);
                    Arc::make_mut(&mut applied.image).apply(index, &command);
                    // Somebody waits only where it was proposed.
                    if responder.is_some() {
                        let accepted = Outcome::Accepted(index);
                        self.outbox.meta(MetaEvent::Proposed(command.id, accepted));
                    }
                    self.outbox.meta(MetaEvent::Committed(index, command));
                }
            }
            if let Some(responder) = responder {
                responder.send(());
            }
        }
        Ok(())
    }

    async fn try_create_snapshot_builder(&mut self, _force: bool) -> Option<Builder> {
        Some(self.get_snapshot_builder().await)
    }

    async fn get_snapshot_builder(&mut self) -> Builder {
        // The journal is rewritten here and not by the builder: that runs in a task of its own, and a later
        // snapshot that is installed meanwhile must not be replaced by this one.
        let snapshot = self.applied.borrow().snapshot();
        let stored = self.journal.rewrite(snapshot.clone());
        Builder {
            snapshot,
            stored: Some(stored),
        }
    }

    async fn install_snapshot(&mut self, meta: &SnapshotMeta, image: Arc<Image>) -> io::Result<()> {
        let snapshot = Snapshot {
            meta: meta.clone(),
            image,
        };
        // The leader counts a follower that installed a snapshot as one that stored everything in it.
        storage::until(self.journal.rewrite(snapshot.clone())?).await?;
        *self.applied.borrow_mut() = Applied::at(&snapshot);
        self.outbox.meta(MetaEvent::Restored(snapshot.image));
        Ok(())
    }

    async fn get_current_snapshot(&mut self) -> io::Result<Option<SnapshotOf>> {
        Ok(self.journal.snapshot().map(|snapshot| SnapshotOf {
            meta: snapshot.meta,
            snapshot: snapshot.image,
        }))
    }
}

/// A snapshot that is being stored.
pub(crate) struct Builder {
    snapshot: Snapshot,
    stored: Option<io::Result<Receiver<()>>>,
}

impl RaftSnapshotBuilder<Types> for Builder {
    type SnapshotData = Arc<Image>;

    async fn build_snapshot(&mut self) -> io::Result<SnapshotOf> {
        if let Some(stored) = self.stored.take() {
            storage::until(stored?).await?;
        }
        Ok(SnapshotOf {
            meta: self.snapshot.meta.clone(),
            snapshot: self.snapshot.image.clone(),
        })
    }
}
