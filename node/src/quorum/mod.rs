//! This node's voter of the metadata quorum: its journal, its time and its channels. It decides nothing.

mod journal;

use std::io;
use std::path::Path;

use highwater_core::metadata::Command;
use highwater_core::{MetaEvent, ProposalId};
use highwater_raft::{Input, Output, RaftConfig, RaftPeer, Saved};
use tokio::sync::mpsc;

use crate::instant::{mono, until};
use crate::io::task;
use crate::peers::{FrameEvent, FrameLines};
use crate::shell::Event;
use journal::{Journal, Store, Stored};

/// A voter that has not begun to run.
#[derive(Debug)]
pub(crate) struct Quorum {
    journal: Journal,
    saved: Saved,
    config: RaftConfig,
}

/// Where a voter's inputs come from and where its outputs go.
#[derive(Debug)]
pub(crate) struct Channels {
    /// What this node's controller decides.
    pub(crate) proposals: mpsc::UnboundedReceiver<(ProposalId, Command)>,
    /// News of other voters.
    pub(crate) frames: mpsc::Receiver<FrameEvent>,
    /// The ways to other voters.
    pub(crate) lines: FrameLines,
    /// News for the shard; the first is the image that the journal holds.
    pub(crate) shell: mpsc::UnboundedSender<Event>,
}

/// A voter that runs.
#[derive(Debug)]
pub(crate) struct Running {
    voter: task::Handle,
    writer: task::Handle,
}

impl Running {
    /// Stops it: what is on its way to the disk may get there or not.
    pub(crate) fn abort(&self) {
        self.voter.abort();
        self.writer.abort();
    }
}

impl Quorum {
    /// Opens the journal below `data`, creating it if need be.
    ///
    /// # Errors
    /// If the journal cannot be read or is damaged; the text names the file.
    pub(crate) async fn open(data: &Path, config: RaftConfig) -> io::Result<Self> {
        let (journal, saved) = Journal::open(data).await?;
        Ok(Self {
            journal,
            saved,
            config,
        })
    }

    /// Runs the voter until the shard proposes no more, or until it fails: then the shard is told.
    pub(crate) fn start(self, channels: Channels) -> Running {
        let (stores_in, stores) = mpsc::unbounded_channel();
        let (answers_in, answers) = mpsc::unbounded_channel();
        let writer = task::spawn(self.journal.run(stores, answers_in));
        let (config, saved) = (self.config, self.saved);
        let voter = task::spawn_pinned("quorum", move || async move {
            let mut out = Vec::new();
            let peer = RaftPeer::new(config, saved, mono(), &mut out);
            let voter = Voter {
                peer,
                out,
                channels,
                stores: stores_in,
                answers,
            };
            voter.run().await;
        });
        Running { voter, writer }
    }
}

struct Voter {
    peer: RaftPeer,
    out: Vec<Output>,
    channels: Channels,
    stores: mpsc::UnboundedSender<Store>,
    answers: mpsc::UnboundedReceiver<Stored>,
}

impl Voter {
    async fn run(mut self) {
        loop {
            self.carry_out();
            let input = tokio::select! {
                biased;
                () = until(self.peer.deadline()) => {
                    self.peer.expire(mono(), &mut self.out);
                    continue;
                }
                Some((ticket, stored)) = self.answers.recv() => Input::Stored(ticket, stored),
                Some(event) = self.channels.frames.recv() => match event {
                    FrameEvent::Arrived(from, frame) => Input::Frame(from, frame),
                    FrameEvent::Lost(peer) => Input::Lost(peer),
                    FrameEvent::Refused(peer) => {
                        let _ = self.channels.shell.send(Event::ListenerLost(peer));
                        Input::Lost(peer)
                    }
                },
                proposal = self.channels.proposals.recv() => match proposal {
                    Some((id, command)) => Input::Propose(id, command),
                    None => return,
                },
            };
            self.peer.handle(mono(), input, &mut self.out);
        }
    }

    fn carry_out(&mut self) {
        // Whoever no longer listens has stopped, and so will this node.
        for output in self.out.drain(..) {
            match output {
                Output::Store(ticket, bytes) => {
                    let _ = self.stores.send(Store::Append(ticket, bytes));
                }
                Output::Rewrite(ticket, bytes) => {
                    let _ = self.stores.send(Store::Replace(ticket, bytes));
                }
                Output::Send(to, frame) => {
                    self.channels.lines.send(to, frame);
                }
                Output::Meta(event) => {
                    if let MetaEvent::Role(role) = &event {
                        tracing::info!(?role, "the metadata quorum has a new leader");
                    }
                    let _ = self.channels.shell.send(Event::Meta(event));
                }
                Output::Dropped(from, why) => {
                    tracing::warn!(%from, %why, "dropped a frame of another voter");
                }
                Output::Failed(why) => {
                    let _ = self.channels.shell.send(Event::Fatal(why));
                }
            }
        }
    }
}
