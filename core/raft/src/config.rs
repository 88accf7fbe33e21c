//! What a peer is configured with.

use std::collections::BTreeSet;
use std::time::Duration;

use highwater_core::BrokerId;
use highwater_core::mutant::{self, Mutant};
use openraft::{Config, SnapshotPolicy};

/// A peer's configuration. It holds for the peer's whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaftConfig {
    /// This voter.
    pub id: BrokerId,
    /// All voters, this one included (`controller.quorum.voters`). The same on all of them, for ever.
    pub voters: BTreeSet<BrokerId>,
    /// Where chance comes from: must differ from run to run and from voter to voter, or elections tie.
    pub seed: u64,
    /// How often a leader tells that it is alive.
    pub heartbeat: Duration,
    /// A voter that hears of no leader for a time between this
    pub election_min: Duration,
    /// and this stands for election. Must be later than `election_min`.
    pub election_max: Duration,
    /// After so many entries a snapshot takes their place.
    pub snapshot_entries: u64,
}

impl RaftConfig {
    /// A configuration with the usual times: heartbeats each 200 ms, elections after 1 to 2 seconds of silence
    /// (`controller.quorum.fetch.timeout.ms` is 2 seconds), snapshots each 1,000 entries.
    pub fn new(id: BrokerId, voters: BTreeSet<BrokerId>, seed: u64) -> Self {
        Self {
            id,
            voters,
            seed,
            heartbeat: Duration::from_millis(200),
            election_min: Duration::from_secs(1),
            election_max: Duration::from_secs(2),
            snapshot_entries: 1000,
        }
    }

    /// The same in openraft's words.
    pub(crate) fn check(&self) -> Result<Config, String> {
        if !self.voters.contains(&self.id) {
            let (id, voters) = (self.id, &self.voters);
            return Err(format!("broker {id} is not one of the voters {voters:?}"));
        }
        // Nobody listens to who is alone: openraft need not wake up for it several times in each interval.
        let rest = if self.voters.len() == 1 { 100 } else { 1 };
        let millis = |time: Duration| {
            let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            millis.saturating_mul(rest)
        };
        let config = Config {
            cluster_name: "metadata".into(),
            heartbeat_interval: millis(self.heartbeat),
            election_timeout_min: millis(self.election_min),
            election_timeout_max: millis(self.election_max),
            // One frame brings a whole snapshot, and is answered once it is on the follower's disk.
            install_snapshot_timeout: millis(self.election_max) * 4,
            snapshot_policy: SnapshotPolicy::LogsSinceLast(self.snapshot_entries),
            // Followers that lag a little find the entries that they miss.
            max_in_snapshot_log_to_keep: self.snapshot_entries / 4,
            replication_lag_threshold: self.snapshot_entries.saturating_mul(4),
            // A voter that comes back from a partition must not depose a leader that does well.
            enable_pre_vote: Some(true),
            // A leader that hears no majority rests its heartbeats by turns: others may have a better way to each other, and
            // nobody of them would stand for election as long as its heartbeats get through.
            quorum_loss_probe_interval: (self.voters.len() > 1)
                .then_some(millis(self.election_max) * 2),
            // A leader that restarts may have lost entries that it had not stored, and has not applied what it
            // stored: it must be elected anew.
            enable_leader_restore: Some(mutant::is(Mutant::F05RestoreLeader)),
            // A voter whose disk was replaced has acknowledged what it no longer holds: it is sent everything again.
            // The vote and the entries that it forgot are missing until then, as in Kafka's static quorum.
            allow_log_reversion: Some(true),
            ..Config::default()
        };
        config.validate().map_err(|error| error.to_string())
    }
}
