//! What an operator decides, from the command line or from a `server.properties`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use highwater_core::FlushPolicy;

/// A listener for clients (KIP-103).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listener {
    /// Its name, by which brokers know each other's.
    pub name: String,
    /// `HOST:PORT` to listen on; without a host, on every address. Port 0 lets the system choose.
    pub listen: String,
    /// `HOST:PORT` that clients are told, if it is not the one that is listened on.
    pub advertise: Option<String>,
}

impl Listener {
    /// A listener of this name.
    pub fn new(name: &str, listen: &str, advertise: Option<String>) -> Self {
        Self {
            name: name.to_owned(),
            listen: listen.to_owned(),
            advertise,
        }
    }
}

/// The settings of a node.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the logs are.
    pub data: PathBuf,
    /// `listeners` of clients, and `advertised.listeners`: at least one.
    pub listeners: Vec<Listener>,
    /// The name of this machine: what clients are told if there is no host in either address.
    pub host_name: String,
    /// `node.id`.
    pub node_id: i32,
    /// `controller.quorum.voters`: where each broker of the cluster listens for the others, itself included. Empty, or
    /// itself alone: a cluster of one.
    pub voters: BTreeMap<i32, String>,
    /// `HOST:PORT` to listen on for the other brokers; `None` in a cluster of one.
    pub brokers_listen: Option<String>,
    /// `controller.quorum.election.timeout.ms`.
    pub election_timeout_ms: u32,
    /// `broker.rack`.
    pub rack: Option<String>,
    /// When a record counts as stored.
    pub flush: FlushPolicy,
    /// `num.partitions`.
    pub partitions: i32,
    /// `default.replication.factor`.
    pub replication_factor: i16,
    /// `min.insync.replicas`.
    pub min_insync_replicas: i32,
    /// `auto.create.topics.enable`.
    pub auto_create_topics: bool,
    /// `log.segment.bytes`.
    pub segment_bytes: u32,
    /// `message.max.bytes`.
    pub max_message_bytes: u32,
    /// `socket.request.max.bytes`.
    pub max_request_bytes: u32,
    /// Bytes of requests, of each of three sizes, that may be arriving or in work at a time; no more is read from sockets
    /// beyond it.
    pub in_flight_bytes: u32,
    /// `connections.max.idle.ms`; negative: connections of clients may be idle for ever.
    pub connections_max_idle_ms: i64,
    /// `group.initial.rebalance.delay.ms`.
    pub group_initial_rebalance_delay_ms: u32,
    /// `group.min.session.timeout.ms`.
    pub group_min_session_timeout_ms: i32,
    /// `group.max.session.timeout.ms`.
    pub group_max_session_timeout_ms: i32,
    /// `offset.metadata.max.bytes`.
    pub offset_metadata_max_bytes: u32,
    /// `offsets.topic.num.partitions`.
    pub offsets_partitions: i32,
    /// `offsets.topic.replication.factor`.
    pub offsets_replication_factor: i16,
    /// `broker.session.timeout.ms`.
    pub broker_session_timeout_ms: u32,
    /// `broker.heartbeat.interval.ms`.
    pub broker_heartbeat_interval_ms: u32,
    /// `log.flush.timeout.ms`, which Kafka does not have: the longest that a sync of a log may take before others lead.
    pub log_flush_timeout_ms: u32,
    /// `replica.lag.time.max.ms`.
    pub replica_lag_time_max_ms: u32,
    /// `replica.socket.timeout.ms`: a call to another broker that is not answered for so long, beyond what it asked to
    /// wait, is lost.
    pub replica_socket_timeout_ms: u32,
    /// `replica.fetch.wait.max.ms`.
    pub replica_fetch_wait_max_ms: u32,
    /// `replica.fetch.max.bytes`.
    pub replica_fetch_max_bytes: u32,
    /// `replica.fetch.response.max.bytes`.
    pub replica_fetch_response_max_bytes: u32,
    /// Bytes appended to a log between two checkpoints.
    pub checkpoint_bytes: u64,
    /// Bytes of a log that are read back at a time, to load a coordinator or to find a time.
    pub read_back_bytes: u32,
    /// Bytes of a log that recovery reads, or writes again, at a time.
    pub recovery_piece_bytes: u32,
    /// Inputs that the shard takes at most before it writes and answers.
    pub turn_inputs: usize,
    /// After so many entries of the metadata log a snapshot takes their place.
    pub metadata_snapshot_entries: u64,
    /// Whether the shard checks the whole of its node after every turn, and panics at what does not hold. For
    /// simulations: it costs a walk over all partitions.
    pub deep_checks: bool,
}

impl Settings {
    /// The defaults, for a node with its data at `data` that listens on `listen`.
    pub fn new(data: PathBuf, listen: &str) -> Self {
        Self {
            data,
            listeners: vec![Listener::new("PLAINTEXT", listen, None)],
            host_name: "localhost".to_owned(),
            node_id: 1,
            voters: BTreeMap::new(),
            brokers_listen: None,
            election_timeout_ms: 1_000,
            rack: None,
            flush: FlushPolicy::Sync,
            partitions: 1,
            replication_factor: 1,
            min_insync_replicas: 1,
            auto_create_topics: true,
            segment_bytes: 1 << 30,
            max_message_bytes: 1_048_588,
            max_request_bytes: 100 << 20,
            in_flight_bytes: 64 << 20,
            connections_max_idle_ms: 600_000,
            group_initial_rebalance_delay_ms: 3_000,
            group_min_session_timeout_ms: 6_000,
            group_max_session_timeout_ms: 1_800_000,
            offset_metadata_max_bytes: 4_096,
            offsets_partitions: 50,
            offsets_replication_factor: 1,
            // Kafka's is 9 s, for brokers that collect garbage for seconds: ours do not, and a session that ends by
            // mistake costs an election, not data.
            broker_session_timeout_ms: 3_000,
            broker_heartbeat_interval_ms: 300,
            log_flush_timeout_ms: 2_000,
            replica_lag_time_max_ms: 30_000,
            replica_socket_timeout_ms: 30_000,
            replica_fetch_wait_max_ms: 500,
            replica_fetch_max_bytes: 1 << 20,
            replica_fetch_response_max_bytes: 10 << 20,
            checkpoint_bytes: 64 << 20,
            read_back_bytes: 64 << 10,
            recovery_piece_bytes: 1 << 20,
            turn_inputs: 512,
            metadata_snapshot_entries: 1000,
            deep_checks: false,
        }
    }

    /// Settings from the text of Kafka's `server.properties`, on the machine `host`, and warnings about what is not
    /// heeded.
    ///
    /// # Errors
    /// What is wrong in it, and what to do about it.
    pub fn from_properties(text: &str, host: &str) -> Result<(Self, Vec<String>), SettingsError> {
        crate::properties::settings(text, host)
    }

    /// Sets the flush policy by its name.
    ///
    /// # Errors
    /// If there is no such policy.
    pub fn set_flush(&mut self, policy: &str) -> Result<(), SettingsError> {
        self.flush = match policy {
            "sync" => FlushPolicy::Sync,
            "os" => FlushPolicy::Os,
            other => {
                return Err(SettingsError(format!(
                    "flush={other}: must be 'sync' or 'os'"
                )));
            }
        };
        Ok(())
    }

    /// The host and port that clients of a listener are told, given the port that was bound.
    ///
    /// # Errors
    /// If the address is not `HOST:PORT`, or says "every address", which no client can connect to.
    pub fn advertised(
        &self,
        of: &Listener,
        bound_port: u16,
    ) -> Result<(String, u16), SettingsError> {
        let address = of.advertise.as_deref().unwrap_or(&of.listen);
        let (host, port) = split(address)?;
        if matches!(host.as_str(), "0.0.0.0" | "::" | "[::]") {
            return Err(SettingsError(format!(
                "clients cannot connect to {address}: say what they should use, with --advertise HOST:PORT or \
                 advertised.listeners"
            )));
        }
        // Brackets belong to the notation of an address, not to the host (Metadata has a field for each).
        let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']'));
        let host = match bare.unwrap_or(&host) {
            "" => self.host_name.clone(),
            host => host.to_owned(),
        };
        Ok((host, if port == 0 { bound_port } else { port }))
    }
}

/// The address to bind: without a host it is every address.
pub(crate) fn everywhere(address: &str) -> String {
    if address.starts_with(':') {
        format!("0.0.0.0{address}")
    } else {
        address.to_owned()
    }
}

/// Splits `HOST:PORT`.
pub(crate) fn split(address: &str) -> Result<(String, u16), SettingsError> {
    let parts = address
        .rsplit_once(':')
        .and_then(|(host, port)| Some((host, port.parse().ok()?)))
        .filter(|(host, _)| !host.contains('/'));
    match parts {
        Some((host, port)) => Ok((host.to_owned(), port)),
        None => Err(SettingsError(format!(
            "'{address}' is not an address: write HOST:PORT, such as 127.0.0.1:9092"
        ))),
    }
}

/// Settings that cannot be used, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsError(pub String);

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}
