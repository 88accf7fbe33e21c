//! What an operator decides: the part of the configuration that the protocol depends on. Keys in backticks
//! are Kafka's own.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ids::BrokerId;

/// When a record counts as stored on a broker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlushPolicy {
    /// Once it is on stable storage (group commit). The default.
    Sync,
    /// Once the operating system has it, as Kafka does by default: a crash of the machine may lose
    /// acknowledged records.
    Os,
}

/// A listener for clients, and where those that come in by it are told to connect to (KIP-103).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Advertised {
    /// The listener's name, the same on all brokers.
    pub listener: String,
    /// A name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// The configuration of a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    /// `node.id`.
    pub broker: BrokerId,
    /// `broker.rack`.
    pub rack: Option<String>,
    /// `advertised.listeners` of clients, in the order in which requests name them ([`crate::api::Client::listener`]).
    pub advertised: Vec<Advertised>,
    /// `flush`: ours.
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
    /// `offsets.topic.replication.factor`, at most the number of brokers.
    pub offsets_replication_factor: i16,
    /// `broker.session.timeout.ms`: a broker that the controller has not heard of for this long is fenced, and others
    /// lead in its place.
    pub broker_session_timeout_ms: u32,
    /// `broker.heartbeat.interval.ms`. A broker that shows other signs of death, such as refused connections, is
    /// fenced after two missed ones.
    pub broker_heartbeat_interval_ms: u32,
    /// `log.flush.timeout.ms`: a log whose sync takes longer takes in nothing until it ends, and others lead. Kafka waits
    /// for ever.
    pub log_flush_timeout_ms: u32,
    /// `replica.lag.time.max.ms`: a follower that has not caught up for this long leaves the in-sync set.
    pub replica_lag_time_max_ms: u32,
    /// `replica.fetch.wait.max.ms`.
    pub replica_fetch_wait_max_ms: u32,
    /// `replica.fetch.max.bytes`: of one partition.
    pub replica_fetch_max_bytes: u32,
    /// `replica.fetch.response.max.bytes`.
    pub replica_fetch_response_max_bytes: u32,
    /// Bytes appended to a log between two checkpoints: what a restart may have to read again.
    pub checkpoint_bytes: u64,
    /// Bytes of a log that are read back at a time, to load a coordinator or to find a time; more if a batch is larger.
    pub read_back_bytes: u32,
}

impl Config {
    /// Kafka's defaults but for what is said here, for a broker that clients reach at `host:port`, by one listener.
    pub fn new(broker: BrokerId, host: &str, port: u16) -> Self {
        Self {
            broker,
            rack: None,
            advertised: Vec::from([Advertised {
                listener: "PLAINTEXT".into(),
                host: host.into(),
                port,
            }]),
            flush: FlushPolicy::Sync,
            partitions: 1,
            replication_factor: 1,
            min_insync_replicas: 1,
            auto_create_topics: true,
            segment_bytes: 1 << 30,
            max_message_bytes: 1_048_588,
            group_initial_rebalance_delay_ms: 3_000,
            group_min_session_timeout_ms: 6_000,
            group_max_session_timeout_ms: 1_800_000,
            offset_metadata_max_bytes: 4_096,
            offsets_partitions: 50,
            offsets_replication_factor: 1,
            // Kafka's is 9 s, for brokers that collect garbage for seconds: ours do not, and a session that ends
            // by mistake costs an election, not data.
            broker_session_timeout_ms: 3_000,
            broker_heartbeat_interval_ms: 300,
            log_flush_timeout_ms: 2_000,
            replica_lag_time_max_ms: 30_000,
            replica_fetch_wait_max_ms: 500,
            replica_fetch_max_bytes: 1 << 20,
            replica_fetch_response_max_bytes: 10 << 20,
            checkpoint_bytes: 64 << 20,
            read_back_bytes: 64 << 10,
        }
    }
}
