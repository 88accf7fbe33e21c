//! A node's life: claim the data folder, replay the metadata log, run the shard, let clients in.

use std::io;
use std::sync::Arc;

use highwater_core::{Boot, BrokerId, Config, ConnId, MetaEvent, Node, Role};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::boot;
use crate::conn::{self, Limits};
use crate::io::{entropy, net, process, task};
use crate::logs::Logs;
use crate::metadata_log::MetadataLog;
use crate::settings::{Settings, split};
use crate::shell::{Event, Shell};

/// Runs a node until it is told to stop. `ready` is called with the address once clients are let in.
///
/// # Errors
/// If it cannot start, or cannot go on; the text says why and what to do.
pub async fn run(settings: Settings, ready: impl FnOnce(&str)) -> io::Result<()> {
    let invalid = |error: crate::SettingsError| io::Error::new(io::ErrorKind::InvalidInput, error);
    let bound = net::bind(&settings.listen).await?;
    let port = bound.local_addr()?.port();
    let (host, _) = split(&settings.listen).map_err(invalid)?;
    let advertised = settings.advertised(port).map_err(invalid)?;
    let claimed = boot::claim(&settings.data, settings.node_id).await?;
    let (metadata, image) = MetadataLog::open(&settings.data).await?;

    let (events, inbox) = mpsc::unbounded_channel();
    let (proposals_in, proposals) = mpsc::unbounded_channel();
    let (serving_in, serving) = oneshot::channel();
    let logs = Logs::new(&settings.data, settings.flush, events.clone());
    let node = Node::new(config(&settings, advertised), boot_facts(claimed.directory));
    let shell = Shell::new(
        node,
        inbox,
        logs,
        proposals_in,
        serving_in,
        settings.deep_checks,
    );
    // Only the active controller proposes, and a cluster of one has but one.
    let term = image.term + 1;
    let _ = events.send(Event::Meta(MetaEvent::Restored(Arc::new(image))));
    let _ = events.send(Event::Meta(MetaEvent::Role(Role::Active { term })));
    let committer = task::spawn(metadata.run(proposals, events.clone()));
    let stopper = task::spawn(stop_when_told(events.clone()));

    let serve = async {
        if serving.await.is_err() {
            return std::future::pending().await;
        }
        let listener = match bound.listen() {
            Ok(listener) => listener,
            Err(error) => return error,
        };
        ready(&format!("{host}:{port}"));
        accept(listener, &settings, &events).await
    };
    let ended = tokio::select! {
        biased;
        ended = shell.run() => ended.map_err(io::Error::other),
        error = serve => Err(error),
    };
    committer.abort();
    stopper.abort();
    ended
}

async fn accept(
    mut listener: net::Listener,
    settings: &Settings,
    events: &mpsc::UnboundedSender<Event>,
) -> io::Error {
    let limits = Limits {
        in_flight: Arc::new(Semaphore::new(settings.in_flight_bytes as usize)),
        in_flight_bytes: settings.in_flight_bytes,
        max_request_bytes: settings.max_request_bytes,
    };
    let mut next = 0;
    loop {
        match listener.accept().await {
            Ok((reader, writer, peer)) => {
                next += 1;
                task::spawn(conn::serve(
                    ConnId(next),
                    reader,
                    writer,
                    peer,
                    limits.clone(),
                    events.clone(),
                ));
            }
            Err(error) => return error,
        }
    }
}

async fn stop_when_told(events: mpsc::UnboundedSender<Event>) {
    process::terminated().await;
    tracing::info!("stopping");
    let _ = events.send(Event::Stop);
}

fn config(settings: &Settings, (host, port): (String, u16)) -> Config {
    Config {
        rack: settings.rack.clone(),
        flush: settings.flush,
        partitions: settings.partitions,
        auto_create_topics: settings.auto_create_topics,
        segment_bytes: settings.segment_bytes,
        max_message_bytes: settings.max_message_bytes,
        checkpoint_bytes: settings.checkpoint_bytes,
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
        replica_lag_time_max_ms: settings.replica_lag_time_max_ms,
        replica_fetch_wait_max_ms: settings.replica_fetch_wait_max_ms,
        replica_fetch_max_bytes: settings.replica_fetch_max_bytes,
        replica_fetch_response_max_bytes: settings.replica_fetch_response_max_bytes,
        ..Config::new(BrokerId(settings.node_id), &host, port)
    }
}

fn boot_facts(directory: [u8; 16]) -> Boot {
    Boot {
        incarnation: entropy::bytes16(),
        new_cluster_id: entropy::bytes16(),
        directory,
    }
}
