//! A node's life: claim the data folder, join the metadata quorum, run the shard, let clients in.

use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use highwater_core::{Advertised, Boot, BrokerId, Config, Node};
use highwater_raft::RaftConfig;
use tokio::sync::{mpsc, oneshot};

use crate::boot::{self, Claimed};
use crate::descriptors::Descriptors;
use crate::io::{clock, entropy, net, process, task};
use crate::listen::Doors;
use crate::logs::Logs;
use crate::peers::{Addresses, Arrivals, FrameLines, Peers};
use crate::quorum::{Channels, Quorum};
use crate::settings::{Settings, everywhere, split};
use crate::shell::{Event, Shell};

/// How often a node that is not ready says why.
const STILL_WAITING: Duration = Duration::from_secs(10);

/// Runs a node until it is told to stop. `ready` is called with the addresses, a comma between them, once clients are let in.
///
/// # Errors
/// If it cannot start, or cannot go on; the text says why and what to do.
pub async fn run(settings: Settings, ready: impl FnOnce(&str)) -> io::Result<()> {
    let invalid = |error: crate::SettingsError| io::Error::new(io::ErrorKind::InvalidInput, error);
    let descriptors = Descriptors::share(process::descriptors());
    let mut bound = Vec::new();
    let mut advertised = Vec::new();
    for listener in &settings.listeners {
        let listen = everywhere(&listener.listen);
        let (host, _) = split(&listen).map_err(invalid)?;
        let door = net::bind(&listen).await?;
        let port = door.local_addr()?.port();
        let told = settings.advertised(listener, port).map_err(invalid)?;
        advertised.push(Advertised {
            listener: listener.name.clone(),
            host: told.0,
            port: told.1,
        });
        bound.push((door, format!("{host}:{port}")));
    }
    announce(&settings, &bound, &advertised, descriptors);
    let brokers_bound = match &settings.brokers_listen {
        Some(address) => Some(net::bind(address).await?),
        None => None,
    };
    let claimed = boot::claim(&settings.data, settings.node_id).await?;
    let quorum = Quorum::open(&settings.data, raft_config(&settings)).await?;

    let (events, inbox) = mpsc::unbounded_channel();
    let (proposals_in, proposals) = mpsc::unbounded_channel();
    let (serving_in, serving) = oneshot::channel();
    let logs = Logs::new(
        &settings.data,
        settings.flush,
        descriptors.files,
        settings.recovery_piece_bytes,
        events.clone(),
    );
    let addresses = Addresses::new(settings.node_id, &settings.voters);
    // The answer to a fetch may exceed what was asked for by a batch.
    let answer_bytes = settings.replica_fetch_response_max_bytes.saturating_mul(2);
    let answer_bytes = answer_bytes.max(settings.max_request_bytes);
    let call_limit = Duration::from_millis(u64::from(settings.replica_socket_timeout_ms));
    let (arrivals, frames) = Arrivals::new(addresses.clone());
    let lines = FrameLines::new(&addresses, &arrivals);
    let peers = Peers::new(addresses, answer_bytes, call_limit, events.clone());
    let node = Node::new(config(&settings, advertised), boot_facts(&claimed));
    let shell = Shell::new(
        node,
        inbox,
        logs,
        peers,
        proposals_in,
        serving_in,
        &settings,
    );
    let registered = shell.registered();
    let quorum = quorum.start(Channels {
        proposals,
        frames,
        lines,
        shell: events.clone(),
    });
    let stopper = task::spawn(stop_when_told(events.clone()));

    let doors = Doors::new(&settings, descriptors.connections, events.clone());
    let meet = meet(brokers_bound, doors.clone(), arrivals);
    let serve = async {
        if served(serving, &registered, &settings).await.is_err() {
            return std::future::pending().await;
        }
        let (bound, addresses): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
        let listeners = bound.into_iter().map(net::Bound::listen).collect();
        let listeners: Vec<net::Listener> = match listeners {
            Ok(listeners) => listeners,
            Err::<_, io::Error>(error) => return error,
        };
        ready(&addresses.join(","));
        doors.clients(listeners).await
    };
    let ended = tokio::select! {
        biased;
        ended = shell.run() => ended.map_err(io::Error::other),
        error = meet => Err(error),
        error = serve => Err(error),
    };
    quorum.abort();
    stopper.abort();
    if let Some(epoch) = ended? {
        boot::stopped(&settings.data, epoch).await?;
    }
    Ok(())
}

/// Lets other brokers in from the very start: what a node needs to become ready may have to come from them.
async fn meet(bound: Option<net::Bound>, doors: Doors, arrivals: Arrivals) -> io::Error {
    match bound.map(net::Bound::listen) {
        Some(Ok(listener)) => doors.brokers(listener, Some(arrivals)).await,
        Some(Err(error)) => error,
        None => std::future::pending().await,
    }
}

/// What is worth knowing of a start, in one line.
fn announce(
    settings: &Settings,
    bound: &[(net::Bound, String)],
    advertised: &[Advertised],
    descriptors: Descriptors,
) {
    let listen: Vec<&str> = bound.iter().map(|(_, at)| at.as_str()).collect();
    let told = |at: &Advertised| format!("{}://{}:{}", at.listener, at.host, at.port);
    let told: Vec<String> = advertised.iter().map(told).collect();
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        node = settings.node_id,
        data = %settings.data.display(),
        listen = listen.join(","),
        advertised = told.join(","),
        brokers = settings.brokers_listen.as_deref().unwrap_or("none"),
        flush = ?settings.flush,
        descriptors = descriptors.all,
        "starting"
    );
    if descriptors.are_few() {
        tracing::warn!(
            descriptors = descriptors.all,
            connections = descriptors.connections,
            "few file descriptors: no more connections of clients are accepted at a time, and files are opened and closed \
             in turns; raise the hard limit of open files (ulimit -Hn)"
        );
    }
}

/// Waits until clients may be let in, and says now and then what is missing.
async fn served(
    mut serving: oneshot::Receiver<()>,
    registered: &AtomicBool,
    settings: &Settings,
) -> Result<(), oneshot::error::RecvError> {
    loop {
        tokio::select! {
            biased;
            served = &mut serving => return served,
            () = clock::sleep(STILL_WAITING) => {}
        }
        if registered.load(Ordering::Relaxed) {
            tracing::info!("not ready yet: waits for its logs to be recovered");
            continue;
        }
        let voters = settings.voters.iter();
        let voters: Vec<String> = voters.map(|(id, at)| format!("{id}@{at}")).collect();
        tracing::warn!(
            voters = voters.join(","),
            "not ready yet: waits for a majority of the voters, and for the controller that they elect"
        );
    }
}

async fn stop_when_told(events: mpsc::UnboundedSender<Event>) {
    process::terminated().await;
    tracing::info!("stopping; told so again, the node ends at once");
    let _ = events.send(Event::Stop);
    process::terminated().await;
    let why = "told again to stop: ended at once, as if killed".to_owned();
    let _ = events.send(Event::Fatal(why));
}

fn config(settings: &Settings, advertised: Vec<Advertised>) -> Config {
    Config {
        advertised,
        rack: settings.rack.clone(),
        flush: settings.flush,
        partitions: settings.partitions,
        auto_create_topics: settings.auto_create_topics,
        segment_bytes: settings.segment_bytes,
        max_message_bytes: settings.max_message_bytes,
        checkpoint_bytes: settings.checkpoint_bytes,
        read_back_bytes: settings.read_back_bytes,
        group_initial_rebalance_delay_ms: settings.group_initial_rebalance_delay_ms,
        group_min_session_timeout_ms: settings.group_min_session_timeout_ms,
        group_max_session_timeout_ms: settings.group_max_session_timeout_ms,
        offset_metadata_max_bytes: settings.offset_metadata_max_bytes,
        offsets_partitions: settings.offsets_partitions,
        offsets_replication_factor: settings.offsets_replication_factor,
        replication_factor: settings.replication_factor,
        min_insync_replicas: settings.min_insync_replicas,
        broker_session_timeout_ms: settings.broker_session_timeout_ms,
        broker_heartbeat_interval_ms: settings.broker_heartbeat_interval_ms,
        log_flush_timeout_ms: settings.log_flush_timeout_ms,
        replica_lag_time_max_ms: settings.replica_lag_time_max_ms,
        replica_fetch_wait_max_ms: settings.replica_fetch_wait_max_ms,
        replica_fetch_max_bytes: settings.replica_fetch_max_bytes,
        replica_fetch_response_max_bytes: settings.replica_fetch_response_max_bytes,
        ..Config::new(BrokerId(settings.node_id), "", 0)
    }
}

/// Who is told of no voters is the only one.
fn raft_config(settings: &Settings) -> RaftConfig {
    let me = BrokerId(settings.node_id);
    let voters: BTreeSet<_> = settings.voters.keys().copied().map(BrokerId).collect();
    let voters = if voters.is_empty() {
        BTreeSet::from([me])
    } else {
        voters
    };
    // A voter stands for election once it has heard of no leader for the lease, which is the longest election timeout, and
    // one such timeout more: altogether within `controller.quorum.election.timeout.ms`.
    let silence = Duration::from_millis(settings.election_timeout_ms.max(100).into());
    RaftConfig {
        heartbeat: silence / 10,
        election_min: silence / 4,
        election_max: silence / 2,
        snapshot_entries: settings.metadata_snapshot_entries,
        ..RaftConfig::new(me, voters, entropy::u64())
    }
}

fn boot_facts(claimed: &Claimed) -> Boot {
    Boot {
        incarnation: entropy::bytes16(),
        new_cluster_id: entropy::bytes16(),
        directory: claimed.directory,
        stopped_epoch: claimed.stopped_epoch,
    }
}
